import FieldCoding
import Files
import Synchronization
public import WorkerClient
import WorkerProtocol

/// Makes frames from frames of movies.
///
/// The worker decodes samples, each group of pictures once. Each decoded frame is then converted like a photo with
/// uncompressed samples. Several frames are converted at the same time, and only these are in memory.
public struct FrameExtractor: Sendable {
  /// The options for frames, which are converted like photos.
  public var options: ConversionOptions

  /// An extractor that does as the options say.
  public init(_ options: ConversionOptions) { self.options = options }

  /// The result for a frame.
  public struct Outcome: Sendable {
    /// The frame.
    public var frame: MovieFrames.Frame
    /// The frame, or why there is none.
    public var result: Result<ConversionResult, ConversionError>
    /// Whether it was the last: where its frame cannot be written, others cannot be either.
    public var endsRun = false
  }

  /// Makes a frame from each of some frames.
  ///
  /// - Parameters:
  ///   - output: the path of the frame of a frame.
  ///   - progress: is called with the number of frames that are done.
  /// - Returns: the result for each frame, in the order in which they are shown. If a frame cannot be written,
  ///   because the disk is full, the frames after it are missing.
  public func extract(
    _ frames: [MovieFrames.Frame], of movie: MovieFrames,
    to output: @Sendable (MovieFrames.Frame) -> String,
    progress: @Sendable (Int) -> Void = { _ in }
  ) -> [Outcome] {
    var refused: [Int: ConversionError] = [:]
    for frame in frames {
      do throws(ConversionError) { try checkPath(output(frame), of: movie) } catch {
        refused[frame.number] = error
      }
    }
    let notes = Mutex<[String]>([])
    @Sendable func note(_ text: String) { notes.withLock { $0.append(text) } }
    let made = photos(
      of: frames.filter { refused[$0.number] == nil }, in: movie, progress: progress,
      note: note
    ) { (frame, photo, options) throws(ConversionError) in
      let picture = try photo.pictures(options)[0]
      return try PhotoConverter(options).convert(picture, of: photo, to: output(frame))
    }
    let all = notes.withLock { $0 }
    var outcomes = made.map { frame, result in
      Outcome(frame: frame, result: result.noting(all), endsRun: result.isUnwritten)
    }
    outcomes += frames.compactMap { frame in
      refused[frame.number].map { Outcome(frame: frame, result: .failure($0)) }
    }
    return outcomes.sorted { $0.frame.number < $1.frame.number }
  }

  /// Refuses an output path before anything is decoded, and an output that would replace the movie.
  func checkPath(_ output: String, of movie: MovieFrames) throws(ConversionError) {
    try ConversionError.output(
      try OutputPath.check(output, of: [movie.path], isReplacing: options.replacesFiles))
  }

  /// Processes each of some frames, several at a time.
  ///
  /// - Parameters:
  ///   - note: gets a sentence that is true of several frames; each sentence once.
  ///   - body: gets the frame as a photo, which is removed afterwards. An error of the output ends everything.
  /// - Returns: the result for each frame; frames that were not tried have none.
  package func photos<Value: Sendable>(
    of frames: [MovieFrames.Frame], in movie: MovieFrames,
    progress: @Sendable (Int) -> Void = { _ in },
    note: @Sendable (String) -> Void = { _ in },
    _ body:
      @Sendable (MovieFrames.Frame, PhotoFile, ConversionOptions) throws(ConversionError) ->
      Value
  ) -> [(frame: MovieFrames.Frame, result: Result<Value, ConversionError>)] {
    let results = Mutex<[Int: Result<Value, ConversionError>]>([:])
    var notes: Set<String> = []
    func missing(of run: FrameRun) -> FrameRun {
      results.withLock { results in run.filter { results[$0.number] == nil } }
    }
    func extract(_ run: FrameRun, isSecondTime: Bool = false) throws(ConversionError) {
      do throws(ConversionError) {
        let problem = try decode(run, of: movie) {
          (frame, photo, options) throws(ConversionError) in
          let result = Result { () throws(ConversionError) in
            try ConversionError.reading(movie.path) { () throws(ConversionError) in
              let photo = try photo.get()
              return try ConversionError.reading(photo.path) { () throws(ConversionError) in
                try body(frame, photo, options)
              }
            }
          }
          let count = results.withLock {
            $0[frame.number] = result
            return $0.count
          }
          progress(count)
          if result.isUnwritten { _ = try result.get() }
        }
        if !problem.isEmpty, notes.insert(problem).inserted {
          note(
            "interlaced pictures were not deinterlaced, and moving edges may look like combs: \(problem)"
          )
        }
      } catch {
        let rest = missing(of: run)
        // All frames may have arrived before the worker was killed.
        if error.isTransient, rest.frames.isEmpty { return }
        if error.isTransient, !isSecondTime { return try extract(rest, isSecondTime: true) }
        let missing = rest.frames.values.sorted { $0.number < $1.number }
        results.withLock { results in
          // The error applies to all frames without a result; if an output cannot be written, it is reported once.
          let isSaid = results.values.contains { $0.isUnwritten }
          let count = error.kind == .output ? (isSaid ? 0 : 1) : missing.count
          for frame in missing.prefix(count) { results[frame.number] = .failure(error) }
        }
        if error.kind == .output { throw error }
      }
    }
    do throws(ConversionError) {
      for run in movie.runs(for: frames) { try extract(run) }
      let missing = results.withLock { results in frames.filter { results[$0.number] == nil } }
      for run in movie.runs(for: missing, isSecond: true) { try extract(run) }
    } catch {
      // It is among the results.
    }
    let all = results.withLock { $0 }
    let isEnded = all.values.contains { $0.isUnwritten }
    return frames.compactMap { frame in
      let result = all[frame.number] ?? (isEnded ? nil : .failure(FrameExtractor.lost))
      return result.map { (frame, $0) }
    }
  }

  static let lost = ConversionError(.input, "it cannot be decoded: its data is damaged")

  /// Decodes a run of samples, with their alpha if the movie has it.
  ///
  /// - Returns: why frames that consist of two fields were not deinterlaced; empty if there were none.
  private func decode(
    _ run: FrameRun, of movie: MovieFrames,
    _ body:
      @Sendable (MovieFrames.Frame, Result<PhotoFile, ConversionError>, ConversionOptions)
      throws(ConversionError) -> Void
  ) throws(ConversionError) -> String {
    let alphas = try alphas(of: run, in: movie)
    let cores = options.threads > 0 ? options.threads : Threads.coreCount
    let readers = min(cores, run.frames.count)
    var own = options
    own.threads = max(1, cores / max(1, readers))
    own.origins = [movie.path]
    let options = own
    return try decode(run, of: movie, readers: readers) {
      (frame, header, reader) throws(ConversionError) -> FrameFile? in
      let alpha = alphas?[frame.number]
      let start = try movie.photoStart(of: frame, header, run.description, alpha: alpha?.header)
      let file = try ConversionError.output(FrameFile())
      guard try file.fill(start, header.sampleByteCount, from: reader) else { return nil }
      try ConversionError.output { () throws(SystemError) in
        if let alpha { try file.write(alpha.samples) }
        try file.takeTimes(of: movie.descriptor)
      }
      return file
    } done: { (frame, file) throws(ConversionError) in
      let photo = Result { () throws(ConversionError) in
        if let alphas, alphas[frame.number] == nil { throw FrameExtractor.lostAlpha }
        return try file.photo()
      }
      try body(frame, photo, options)
    }
  }

  /// The alpha of a frame.
  private struct Alpha {
    var header: MovieFrameHeader
    var samples: Bytes
  }

  /// Decodes the alpha of the frames of a run.
  ///
  /// - Returns: the alpha by the numbers of frames, without those that cannot be decoded; nil if the movie has none.
  private func alphas(
    of run: FrameRun, in movie: MovieFrames
  ) throws(ConversionError) -> [Int: Alpha]? {
    guard let track = movie.alpha else { return nil }
    do throws(ConversionError) { return try alphas(of: run, inAlpha: track) } catch {
      var named = error
      named.message = "its transparency: \(error.message)"
      throw named
    }
  }

  /// - Parameter track: the alpha of the movie.
  private func alphas(
    of run: FrameRun, inAlpha track: MovieFrames
  ) throws(ConversionError) -> [Int: Alpha] {
    let file = try ConversionError.output(FrameFile())
    let found = Mutex<[(sample: Int, header: MovieFrameHeader)]>([])
    let wanted = Dictionary(grouping: run.frames.values) { track.frame(at: $0.time).sample }
    let frames = run.frames.values.map { track.frame(at: $0.time) }
    for isSecond in [false, true] {
      let known = Set(found.withLock { $0.map(\.sample) })
      let missing = track.once(frames).filter { !known.contains($0.sample) }
      for run in track.runs(for: missing, isSecond: isSecond) {
        _ = try decode(run, of: track, readers: 1) {
          (frame, header, reader) throws(ConversionError) -> Bool? in
          guard try file.fill([], header.sampleByteCount, from: reader) else { return nil }
          found.withLock { $0.append((frame.sample, header)) }
          return true
        } done: { _, _ in
        }
      }
    }
    let bytes = try file.bytes()
    var alphas: [Int: Alpha] = [:]
    var offset = 0
    for (sample, header) in found.withLock({ $0 }) {
      let end = offset + header.sampleByteCount
      guard let samples = bytes.part(offset..<end) else { break }
      for frame in wanted[sample] ?? [] {
        alphas[frame.number] = Alpha(header: header, samples: samples)
      }
      offset = end
    }
    return alphas
  }

  private static let lostAlpha = ConversionError(
    .input, "its transparency cannot be decoded: its data is damaged")

  /// Has the worker decode a run of samples.
  ///
  /// - Parameters:
  ///   - take: takes the samples that come; nil if not all came.
  ///   - done: gets the result, while others are taken.
  private func decode<Value: Sendable>(
    _ run: FrameRun, of movie: MovieFrames, readers: Int,
    take:
      @Sendable (MovieFrames.Frame, MovieFrameHeader, WorkerStream.Reader)
      throws(ConversionError) -> Value?,
    done: @Sendable (MovieFrames.Frame, Value) throws(ConversionError) -> Void
  ) throws(ConversionError) -> String {
    let (job, frames) = try movie.job(run, options)
    // The tables no longer have them if the file has become shorter since they were chosen.
    guard !frames.isEmpty else { throw FrameExtractor.lost }
    let encoded: [UInt8]
    do throws(FieldError) { encoded = try job.encoded() } catch {
      throw ConversionError(.worker, "the job cannot be written: \(error)")
    }
    let failure = Mutex<ConversionError?>(nil)
    let left = Mutex(frames)
    let reply: FramesReply
    do throws(ConversionError) {
      reply = try options.worker.ask(
        .frames, encoded, [movie.descriptor], reads: job.samples.map(\.range), within: job.limits,
        timeLimit: options.timeLimit.map { $0 * Double(frames.count) },
        advice: "; --time-limit allows more", readers: readers
      ) { stream in
        do throws(ConversionError) {
          while failure.withLock({ $0 == nil }),
            let (frame, value) = try next(stream, left, take)
          {
            try done(frame, value)
          }
        } catch {
          failure.withLock { $0 = $0 ?? error }
        }
      }
    } catch {
      throw failure.withLock { $0 } ?? error
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return reply.fieldProblem.string
  }

  /// The next frame from the worker; nil after the last one.
  private func next<Value>(
    _ stream: WorkerStream, _ left: borrowing Mutex<[UInt32: MovieFrames.Frame]>,
    _ take:
      (MovieFrames.Frame, MovieFrameHeader, WorkerStream.Reader) throws(ConversionError) -> Value?
  ) throws(ConversionError) -> (MovieFrames.Frame, Value)? {
    try stream.next { (reader) throws(ConversionError) in
      guard let bytes = try reader.bytes(MovieFrameHeader.byteCount) else { return nil }
      guard let header = try? MovieFrameHeader(decoding: Bytes(bytes)), header.isPossible,
        let frame = left.withLock({ $0.removeValue(forKey: header.sample) })
      else { throw ConversionError(.worker, "returned a frame that was not requested") }
      return try take(frame, header, reader).map { (frame, $0) }
    }
  }
}

extension Result where Failure == ConversionError {
  /// Whether something could not be written.
  fileprivate var isUnwritten: Bool {
    if case .failure(let error) = self { error.kind == .output } else { false }
  }
}

extension Result<ConversionResult, ConversionError> {
  /// The same with more notes.
  fileprivate func noting(_ notes: [String]) -> Self {
    map { made in
      var made = made
      made.notes += notes
      return made
    }
  }
}

extension MovieFrameHeader {
  /// Whether there can be such a frame.
  fileprivate var isPossible: Bool {
    (1...65_535).contains(width) && (1...65_535).contains(height)
      && (8...16).contains(format.bitDepth)
  }
}

/// A file without a name, in which a decoded frame is a photo.
final class FrameFile: Sendable {
  private let file: OutputFile

  init() throws(SystemError) { file = try OutputFile.temporary() }

  /// Writes the start of the file, and the samples that come; answers whether all came.
  func fill(
    _ start: [UInt8], _ count: Int, from reader: WorkerStream.Reader
  ) throws(ConversionError) -> Bool {
    try ConversionError.output(file.write(Bytes(start)))
    return try reader.copy(count, to: file)
  }

  func write(_ bytes: Bytes) throws(SystemError) { try file.write(bytes) }

  /// All that was written.
  func bytes() throws(ConversionError) -> Bytes {
    do throws(ByteSourceError) { return try file.source().bytes } catch {
      throw ConversionError(.output, error.reason.text)
    }
  }

  /// Sets the times of a frame to those of its movie.
  func takeTimes(of movie: Int32) throws(SystemError) {
    try OpenFile(copying: movie).times().set(file.descriptor, file.path)
  }

  func photo() throws(ConversionError) -> PhotoFile {
    let path = "/dev/fd/\(file.descriptor)"
    return try ConversionError.reading(path) { () throws(ConversionError) in try PhotoFile(path) }
  }
}

extension FrameExtractor {
  /// Frames in a row that cannot be decoded.
  public struct LostFrames: Sendable {
    /// The first of them.
    public var first: MovieFrames.Frame
    /// The last of them.
    public var last: MovieFrames.Frame
    /// The time in seconds at which the next frame appears.
    public var end: Double
    /// Why they are lost.
    public var reason: String
  }

  /// Decodes all frames of a movie, and returns those that are lost.
  ///
  /// It throws if there is no decoder for them, or if the worker cannot work.
  ///
  /// - Parameter progress: is called with the number of frames that are done.
  public func lostFrames(
    of movie: MovieFrames, progress: @Sendable (Int) -> Void = { _ in }
  ) throws(ConversionError) -> [LostFrames] {
    // A sample that is shown several times is decoded once.
    var samples: Set<Int> = []
    let once = movie.frames.filter { samples.insert($0.sample).inserted }
    let results = photos(of: once, in: movie, progress: progress) {
      (_, _, _) throws(ConversionError) in
    }
    var errors: [Int: ConversionError] = [:]
    for (frame, result) in results {
      guard case .failure(let error) = result else { continue }
      guard error.kind == .input else { throw error }
      errors[frame.sample] = error
    }
    var lost: [LostFrames] = []
    for frame in movie.frames {
      guard let error = errors[frame.sample] else { continue }
      let isDamaged = error.message == FrameExtractor.lost.message
      let next =
        movie.frames.indices.contains(frame.number) ? movie.frames[frame.number].time : movie.end
      if let last = lost.last, last.last.number + 1 == frame.number {
        (lost[lost.count - 1].last, lost[lost.count - 1].end) = (frame, next)
      } else {
        lost.append(
          LostFrames(
            first: frame, last: frame, end: next,
            reason: isDamaged ? "the data is damaged" : error.message))
      }
    }
    return lost
  }
}
