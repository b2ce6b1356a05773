import FieldCoding
package import Files
import HEIF
import ISOBMFF
import LivePhotos
public import Metadata
import Movie
import Synchronization
public import WorkerClient
import WorkerProtocol

/// Makes loops of short movies: GIF, animated WebP and AVIF files.
///
/// The frames are converted as photos are, so that a loop has the frames that ``FrameExtractor`` makes:
/// upright, in square pixels, in sRGB. They are written to a file without a name, in the order in which they are shown,
/// and the worker makes the animation from it.
public struct LoopMaker: Sendable {
  /// The worker, which decodes and encodes.
  package var worker: Worker
  /// How loops are made.
  public var options: Options

  /// A maker that has the worker decode and encode.
  public init(_ worker: Worker, _ options: Options) {
    self.worker = worker
    self.options = options
  }

  /// The options of a loop.
  public struct Options: Sendable {
    /// The format of the file.
    public var format: LoopFormat
    /// Whether it is played forwards and then backwards.
    public var bounces = false
    /// The maximum of the longer side; nil for ``LoopFormat/usualSide``.
    public var longerSide: Int?
    /// Frames in a second at most; nil for ``LoopFormat/usualRate``.
    public var rate: Double?
    /// The start of the loop in the movie, in seconds; nil for the first frame.
    public var start: Double?
    /// The end of the loop in the movie, in seconds; nil for the end of the movie.
    public var end: Double?
    /// Whether it may last longer than a minute.
    public var takesLong = false
    /// The number of times that it is played; 0 for ever.
    public var playCount = 0
    /// 1 to 100, in the measure of each format; nil for ``LoopFormat/quality``.
    public var quality: Int?
    /// The metadata that is left out.
    public var stripping = MetadataStripping.nothing
    /// The number of threads for decoding and encoding; 0 is one for each core.
    public var threads = 0
    /// The time limit for each step, in seconds; nil for a limit that is many times longer than real movies need.
    public var timeLimit: Double?
    /// Whether files that exist are replaced.
    public var replacesFiles = false
    /// Whether each file is flushed to the disk before it gets its name; if not, the caller has to do that.
    public var syncsFiles = true
    /// The folder that outputs have to be in, if there is one.
    package var root: RootFolder?
    /// The budget that conversions share if they run at the same time; nil for none.
    public var budget: WorkerBudget?

    /// The usual loop of a format.
    public init(_ format: LoopFormat) { self.format = format }
  }

  /// Makes a loop from the movie at `input`, and writes it to `output`. The file appears only when it is complete.
  ///
  /// It throws ``WorkerClient/ConversionError/Kind/input`` if the movie is damaged, too long or has an unknown
  /// codec, ``WorkerClient/ConversionError/Kind/output`` if the output cannot be written, and
  /// ``WorkerClient/ConversionError/Kind/worker`` if the worker is missing or crashed.
  ///
  /// - Parameter progress: is called from time to time with the progress.
  public func make(
    _ input: String, to output: String, progress: @Sendable (MovieProgress) -> Void = { _ in }
  ) throws(ConversionError) -> ConversionResult {
    try ConversionError.output(
      try OutputPath.check(output, of: [input], isReplacing: options.replacesFiles))
    let movie = try MovieFrames(input)
    var schedule = try LoopSchedule(movie, options)
    let clock = LoopClock(movie, schedule, bounces: options.bounces)
    let pictures = LoopPictures(try file(output))
    let decoded = try worker.clock.during(.decoding) { () throws(ConversionError) in
      try pictures.decode(schedule, of: movie, frameOptions) {
        progress(clock.progress(decoded: $0))
      }
    }
    var job = LoopJob()
    let slots = Dictionary(
      schedule.shown.enumerated().map { ($1.frame.number, $0) },
      uniquingKeysWith: { first, _ in first })
    let all = schedule
    schedule.removeAll(Set(decoded.lost.map(\.frame.number)))
    take(schedule, slots, decoded, of: movie, &job)
    let exif = try exif(of: movie, schedule, decoded)
    if options.format == .webp, let tiff = ExifItem.tiff(in: Bytes(exif)) { job.exif = tiff }
    let made = try file(output)
    let reply = try write(job, exif, pictures, to: made) { progress(clock.progress(coded: $0)) }
    try ConversionError.requireUnchanged(input)
    var stage = worker.clock.begin(.checking)
    defer { worker.clock.goBack(to: stage) }
    let byteCount = try ConversionError.output { () throws(SystemError) in
      try made.withBytes { [job] (bytes) throws(ConversionError) in
        try WrittenLoop(bytes: bytes).check(job)
      }
    }.get()
    worker.clock.goBack(to: stage)
    stage = worker.clock.begin(.writing)
    try ConversionError.output { () throws(SystemError) in
      try OpenFile(copying: movie.fileDescriptor).times().set(made.descriptor, output)
      try made.commit(
        replacing: options.replacesFiles, isSynced: options.syncsFiles, of: [input])
    }
    var result = ConversionResult(
      action: .converted, output: output, width: decoded.width, height: decoded.height,
      byteCount: byteCount)
    result.sandbox = reply.sandbox
    result.add(all, decoded, of: movie, options, isOpaque: job.isOpaque, hasExif: !exif.isEmpty)
    return result
  }

  /// A file without a name in the folder of the output, so that no other disk needs space.
  private func file(_ output: String) throws(ConversionError) -> OutputFile {
    try ConversionError.outputFile(output, below: options.root)
  }

  /// The options for converting frames.
  private var frameOptions: ConversionOptions {
    // Several threads convert frames, but the clock supports only one.
    var photos = ConversionOptions(worker.timed(by: nil))
    photos.bitDepth = 8
    photos.longerSide = options.longerSide ?? options.format.usualSide
    photos.threads = options.threads
    photos.timeLimit = options.timeLimit
    photos.budget = options.budget
    return photos
  }

  /// - Parameter slots: the slot of each frame in the file of frames, by its number.
  private func take(
    _ schedule: LoopSchedule, _ slots: [Int: Int], _ decoded: LoopPictures.Outcome,
    of movie: MovieFrames, _ job: inout LoopJob
  ) {
    job.codec = options.format.codec
    job.width = UInt32(clamping: decoded.width)
    job.height = UInt32(clamping: decoded.height)
    job.channels = decoded.channels
    job.playCount = UInt16(clamping: options.playCount)
    job.quality = UInt8(clamping: options.quality ?? options.format.quality)
    job.threads = UInt16(clamping: options.threads)
    // The movie's timescale is not used if it is too coarse for frames, or too fine for an encoder.
    let own = Int(movie.timescale)
    let timescale = options.format.timescale ?? ((240...1_000_000).contains(own) ? own : 90_000)
    job.timescale = UInt32(clamping: timescale)
    let (played, end) = schedule.played(
      bounces: options.bounces, timescale: timescale, least: options.format.leastDuration)
    job.frames = played.map { index, time in
      LoopJob.Frame(number: slots[schedule.shown[index].frame.number] ?? 0, time: time)
    }
    job.end = UInt64(clamping: end)
  }

  /// The payload of an item of Exif metadata; empty if there is none, or if it is stripped.
  private func exif(
    of movie: MovieFrames, _ schedule: LoopSchedule, _ decoded: LoopPictures.Outcome
  ) throws(ConversionError) -> [UInt8] {
    guard options.stripping != .all, let first = schedule.shown.first else { return [] }
    do throws(FieldError) {
      return try movie.exif(
        of: first.frame, width: decoded.width, height: decoded.height,
        withLocation: options.stripping == .nothing)
    } catch {
      throw ConversionError(.worker, "the Exif metadata cannot be written: \(error)")
    }
  }

  // MARK: Writing

  private func write(
    _ job: LoopJob, _ exif: [UInt8], _ pictures: LoopPictures, to made: borrowing OutputFile,
    progress: (Int) -> Void
  ) throws(ConversionError) -> LoopReply {
    guard options.format == .avif else {
      return try ask(job, pictures, made.descriptor, progress)
    }
    let coded = try file(made.path)
    let reply = try ask(job, pictures, coded.descriptor, progress)
    guard reply.samples.count == job.frames.count else {
      throw ConversionError(
        .worker, "the encoder wrote \(reply.samples.count) of \(job.frames.count) frames")
    }
    try ConversionError.output { () throws(SystemError) in
      try coded.withBytes { (data) throws(ConversionError) in
        let parts: [Bytes]
        do throws(FieldError) {
          parts = try AnimatedAVIF(reply.samples, data, job, exif: exif).parts()
        } catch {
          throw ConversionError(.worker, "the encoder wrote data that cannot be read: \(error)")
        }
        try ConversionError.output { () throws(SystemError) in
          for part in parts { try made.write(part) }
        }
      }
    }.get()
    return reply
  }

  /// - Parameter progress: gets the number of frames that are coded.
  private func ask(
    _ job: LoopJob, _ pictures: LoopPictures, _ output: Int32, _ progress: (Int) -> Void
  ) throws(ConversionError) -> LoopReply {
    let bytes: [UInt8]
    do throws(FieldError) { bytes = try job.encoded() } catch {
      throw ConversionError(.input, "has more frames than a loop can have: \(error)")
    }
    let counter = try ConversionError.output { () throws(SystemError) in
      try OutputFile.temporary()
    }
    let (descriptor, worker, timeLimit) = (counter.descriptor, worker, options.timeLimit)
    let budget = options.budget
    return try worker.clock.during(.waiting) { () throws(ConversionError) in
      try budget.with(memory: job.memoryNeed) { () throws(ConversionError) in
        try worker.ask(
          .loop, bytes, [pictures.descriptor, output, descriptor], within: job.limits,
          timeLimit: timeLimit, advice: timeLimit == nil ? "" : "; --time-limit allows more",
          answerLimit: job.longestAnswer
        ) { progress(Int(clamping: OutputFile.number(in: descriptor))) }
      }
    }
  }
}

/// The decoded frames of a loop, in a file without a name: upright, in square pixels, in sRGB.
final class LoopPictures: Sendable {
  private let file: OutputFile
  private let state = Mutex(State())

  private struct State {
    var size: (width: Int, height: Int)?
    var channels: [UInt8] = []
    /// What a user should know about a frame.
    var notes: [String] = []
    /// The same about all of them.
    var movieNotes: [String] = []
  }

  /// The most bytes of all frames together.
  private static let most = 8 << 30

  /// The result of decoding.
  struct Outcome {
    var width: Int
    var height: Int
    /// The number of bytes per sample of each frame.
    var channels: [UInt8]
    /// Notes about the colours.
    var notes: [String]
    /// The frames that could not be decoded, and why.
    var lost: [(frame: MovieFrames.Frame, error: ConversionError)]
  }

  init(_ file: consuming OutputFile) { self.file = file }

  var descriptor: Int32 { file.descriptor }

  /// Decodes frames, and keeps each in a separate slot.
  ///
  /// - Parameter progress: gets the number of finished frames.
  func decode(
    _ schedule: LoopSchedule, of movie: MovieFrames, _ options: ConversionOptions,
    progress: @Sendable (Int) -> Void
  ) throws(ConversionError) -> Outcome {
    let frames = schedule.shown.map(\.frame)
    let slots = Dictionary(
      frames.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    state.withLock { $0.channels = Array(repeating: 3, count: frames.count) }
    @Sendable func note(_ text: String) { state.withLock { $0.movieNotes.append(text) } }
    let made = FrameExtractor(options).photos(
      of: frames, in: movie, progress: progress,
      note: note
    ) { (frame, photo, options) throws(ConversionError) in
      let (picture, notes) = try PhotoConverter(options)
        .decode(photo.pictures(options)[0], of: photo, in: .sRGB)
      try self.keep(picture, notes, in: slots[frame.number] ?? 0, of: frames.count)
    }
    var lost: [(frame: MovieFrames.Frame, error: ConversionError)] = []
    for (frame, result) in made {
      guard case .failure(let error) = result else { continue }
      // A problem of this computer affects all of them, or will not be there the next time.
      guard error.isOfInput, !error.isTransient else { throw error }
      lost.append((frame, error))
    }
    let (size, channels, notes) = state.withLock {
      ($0.size, $0.channels, $0.notes + $0.movieNotes)
    }
    guard let size else { throw lost.first?.error ?? ConversionError(.input, "shows no frame") }
    return Outcome(
      width: size.width, height: size.height, channels: channels, notes: notes, lost: lost)
  }

  private func keep(
    _ picture: DecodedPicture, _ notes: [String], in slot: Int, of count: Int
  ) throws(ConversionError) {
    let (width, height) = (picture.width, picture.height)
    guard picture.bitDepth == 8 else {
      throw ConversionError(.worker, "has other samples than expected after decoding")
    }
    let size = state.withLock { state in
      if state.size == nil { (state.size, state.notes) = ((width, height), notes) }
      state.channels[slot] = UInt8(clamping: picture.channels)
      return state.size ?? (width, height)
    }
    guard size == (width, height) else {
      throw ConversionError(
        .output,
        "has frames of \(size.width) × \(size.height) and of \(width) × \(height); use --from and --to for a part in which all are alike"
      )
    }
    guard width * height * 4 <= LoopPictures.most / count else {
      throw ConversionError(
        .output,
        "has \(count) frames of \(width) × \(height), too much for a loop; use --max-size, --rate, --from or --to to make it smaller"
      )
    }
    try ConversionError.output { () throws(SystemError) in
      try file.write(picture.bytes, at: slot * width * height * 4)
    }
  }
}

/// A loop that was written, read again before it has its name.
struct WrittenLoop {
  let bytes: Bytes

  /// Throws unless the file is complete, and has the requested size.
  ///
  /// - Returns: its length in bytes.
  func check(_ job: LoopJob) throws(ConversionError) -> Int {
    let isValid =
      switch job.codec {
      case .gif: isGIF(job)
      case .webp: isWebP(job)
      case .av1: isAVIF(job)
      }
    guard isValid else { throw WrittenLoop.error("is not what it should be") }
    return bytes.count
  }

  /// The screen's size and the trailer (GIF89a §17, §18, §27).
  private func isGIF(_ job: LoopJob) -> Bool {
    bytes.starts(with: "GIF89a".utf8) && bytes.last == 0x3B
      && number(6..<8) == UInt64(job.width)
      && number(8..<10) == UInt64(job.height)
  }

  /// Checks the length of the file, and the size of an animation (WebP container specification).
  private func isWebP(_ job: LoopJob) -> Bool {
    guard bytes.starts(with: "RIFF".utf8), bytes.part(8..<12)?.elementsEqual("WEBP".utf8) == true,
      let size = number(4..<8), size + 8 == UInt64(bytes.count)
    else { return false }
    // Identical frames are merged, and a loop of one frame is a plain frame.
    guard bytes.part(12..<16)?.elementsEqual("VP8X".utf8) == true else { return true }
    return number(24..<27) == UInt64(job.width) - 1
      && number(27..<30) == UInt64(job.height) - 1
  }

  /// The little-endian number in some bytes.
  private func number(_ range: Range<Int>) -> UInt64? {
    bytes.part(range)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func isAVIF(_ job: LoopJob) -> Bool {
    let boxes = BoxFile(bytes)
    guard boxes.findings.isEmpty, let file = HEIFFile(boxes), let item = file.primaryItem,
      let plan = try? file.plan(for: item.id), let track = MovieFile(boxes)?.tracks.first
    else { return false }
    return plan.displaySize == ImagePlan.Size(width: Int(job.width), height: Int(job.height))
      && track.samples.map(\.compositionTime) == job.frames.map { Int64($0.time) }
      && track.mediaDuration == job.end
  }

  private static func error(_ text: String) -> ConversionError {
    ConversionError(.worker, "the file that was written \(text)")
  }
}

/// The notes about a loop.
extension ConversionResult {
  mutating func add(
    _ schedule: LoopSchedule, _ decoded: LoopPictures.Outcome, of movie: MovieFrames,
    _ options: LoopMaker.Options, isOpaque: Bool, hasExif: Bool
  ) {
    let format = options.format
    notes = movie.notes + decoded.notes
    if schedule.shown.count < schedule.frameCount {
      let rate = options.rate ?? format.usualRate
      let text = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
      notes.append(
        "shows \(schedule.shown.count) of \(schedule.frameCount) frames, at most \(text) a second; --rate sets another number"
      )
    }
    if let (frame, error) = decoded.lost.first {
      let others = decoded.lost.count > 1 ? " (and \(decoded.lost.count - 1) more)" : ""
      warnings.append(
        "the frame at \(MovieFrames.text(frame.time)) s is missing\(others): \(error.message)")
    }
    if !isOpaque, format == .avif {
      notes.append("what is transparent is shown over white")
      leftOut.append("transparency")
      losesParts = true
    }
    leftOut += movie.lostInLoops
    if movie.hasAuxiliaryPictures {
      leftOut.append("auxiliary images")
      losesParts = true
    }
    if hasExif, !format.holdsExif { leftOut.append("Exif metadata") }
    if !leftOut.isEmpty { notes.append("not carried over: \(leftOut.joined(separator: ", "))") }
  }
}

extension MovieFrames {
  /// Whether an image sequence has an auxiliary one besides its opacity, such as depth.
  fileprivate var hasAuxiliaryPictures: Bool {
    let alpha = movie.alpha(of: track)?.id
    return movie.tracks.contains { $0.isAuxiliary && $0.id != alpha && $0.sampleCount > 0 }
  }

  /// The parts that a loop cannot hold, in plain words.
  fileprivate var lostInLoops: [String] {
    let others = movie.tracks.filter {
      $0.id != track.id && $0.sampleCount > 0 && !$0.isAuxiliary
    }
    var parts: [String] = []
    if others.contains(where: { $0.handlerType == "soun" }) { parts.append("audio") }
    if others.contains(where: { ["text", "sbtl", "subt", "clcp"].contains($0.handlerType) }) {
      parts.append("subtitles and other text")
    }
    if others.contains(where: { ["meta", "tmcd"].contains($0.handlerType) }) {
      parts.append("timed metadata")
    }
    if others.contains(where: { ["vide", "pict"].contains($0.handlerType) }) {
      parts.append("other frames")
    }
    if movie.metadata.contains(where: { $0.key == ContentIdentifier.key }) {
      parts.append("the identifier of the Live Photo")
    }
    return parts
  }
}
