import FieldCoding
package import Files
public import Metadata
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
