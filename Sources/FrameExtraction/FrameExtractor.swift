import CodecJob
import FieldCoding
public import StillConversion
import Synchronization
import SystemAccess
public import WorkerClient

/// Makes pictures from frames of movies.
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
    /// The picture, or why there is none.
    public var result: Result<ConversionResult, ConversionError>
    /// Whether it was the last: where its picture cannot be written, others cannot be either.
    public var endsRun = false
  }

  /// Makes a picture from each of some frames.
  ///
  /// - Parameters:
  ///   - output: the path of the picture of a frame.
  ///   - progress: is called with the number of frames that are done.
  /// - Returns: the result for each frame, in the order in which they are shown. If a picture cannot be written,
  ///   because the disk is full, the frames after it are missing.
  public func extract(
    _ frames: [MovieFrames.Frame], of movie: MovieFrames,
    to output: @Sendable (MovieFrames.Frame) -> String,
    progress: @Sendable (Int) -> Void = { _ in }
  ) -> [Outcome] {
    var refused: [Int: ConversionError] = [:]
    for frame in frames {
      do throws(ConversionError) { try checkPlace(output(frame), of: movie) } catch {
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
  func checkPlace(_ output: String, of movie: MovieFrames) throws(ConversionError) {
    try ConversionError.output(
      try OutputPlace.check(output, of: [movie.path], isReplacing: options.replacesFiles))
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

  /// Decodes a run of samples.
  ///
  /// - Returns: why pictures that consist of two fields were not deinterlaced; empty if there were none.
  private func decode(
    _ run: FrameRun, of movie: MovieFrames,
    _ body:
      @Sendable (MovieFrames.Frame, Result<PhotoFile, ConversionError>, ConversionOptions)
      throws(ConversionError) -> Void
  ) throws(ConversionError) -> String {
    let (job, frames) = try movie.job(run, options)
    // The tables no longer have them if the file has become shorter since they were chosen.
    guard !frames.isEmpty else { throw FrameExtractor.lost }
    let encoded: [UInt8]
    do throws(FieldError) { encoded = try job.encoded() } catch {
      throw ConversionError(.worker, "the job cannot be written: \(error)")
    }
    let cores = options.threads > 0 ? options.threads : Threads.coreCount
    let readers = min(cores, frames.count)
    var own = options
    own.threads = max(1, cores / readers)
    own.origins = [movie.path]
    let options = own
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
            let (frame, file) = try next(stream, of: movie, run.description, left)
          {
            try body(frame, Result { () throws(ConversionError) in try file.photo() }, options)
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
  private func next(
    _ stream: WorkerStream, of movie: MovieFrames, _ description: Int,
    _ left: borrowing Mutex<[UInt32: MovieFrames.Frame]>
  ) throws(ConversionError) -> (MovieFrames.Frame, FrameFile)? {
    try stream.next { (reader) throws(ConversionError) in
      guard let bytes = try reader.bytes(MovieFrameHeader.byteCount) else { return nil }
      guard let header = try? MovieFrameHeader(decoding: Bytes(bytes)), header.isSound,
        let frame = left.withLock({ $0.removeValue(forKey: header.sample) })
      else { throw ConversionError(.worker, "returned a frame that was not requested") }
      let start = try movie.photoStart(of: frame, header, description)
      let file = try ConversionError.output(FrameFile())
      guard try file.fill(start, header.sampleByteCount, from: reader) else { return nil }
      try ConversionError.output(file.takeTimes(of: movie.descriptor))
      return (frame, file)
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
  /// Whether there can be such a picture.
  fileprivate var isSound: Bool {
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

  func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(Bytes(bytes)) }

  /// Sets the times of a picture to those of its movie.
  func takeTimes(of movie: Int32) throws(SystemError) {
    try OpenFile(copying: movie).times().set(file.descriptor, file.path)
  }

  func photo() throws(ConversionError) -> PhotoFile {
    let path = "/dev/fd/\(file.descriptor)"
    return try ConversionError.reading(path) { () throws(ConversionError) in try PhotoFile(path) }
  }
}
