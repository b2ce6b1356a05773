import FieldCoding
import Files
import HEIF
internal import MovieEngineInterface
public import WorkerProtocol

/// Makes an animation from the frames in a file. Memory holds one of them, and those of the encoder.
public struct LoopWriter: Sendable {
  private let job: LoopJob

  public init(_ job: LoopJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() {
    _ = Threads.coreCount
    if job.codec == .av1 { _ = MovieCodecModule.usual } else { _ = AnimationEngine.usual }
  }

  /// Reads the frames, and writes the animation.
  ///
  /// - Parameter progress: gets the number of frames that have been taken.
  /// - Returns: coded AV1 frames, which follow each other in the file.
  public func write(
    from pictures: some ExtentReader, to descriptor: Int32, progress: (UInt64) -> Void
  ) throws(CodecError) -> [TranscodedSample] {
    guard job.width > 0, job.height > 0, job.width <= 65_535, job.height <= 65_535,
      !job.frames.isEmpty
    else { throw CodecError("there is no frame") }
    switch job.codec {
    case .gif, .webp:
      try writeFile(pictures, descriptor, progress)
      return []
    case .av1: return try code(pictures, CodecFileWriter(descriptor), progress)
    }
  }

  /// The samples of a frame: blue, green, red and opacity.
  private func picture(
    _ number: UInt32, of pictures: some ExtentReader
  ) throws(CodecError) -> [UInt8] {
    let (start, isTooFar) = Int(number).multipliedReportingOverflow(by: job.slotSize)
    guard job.channels.indices.contains(Int(number)), !isTooFar, start < Int.max - job.slotSize
    else { throw CodecError("a frame is missing") }
    let channels = Int(min(4, max(1, job.channels[Int(number)])))
    var bytes: [UInt8] = []
    try pictures.read(start..<start + job.slotSize / 4 * channels, into: &bytes)
    return PackedPixels.bgra(bytes, channels: channels, overWhite: job.codec == .av1)
  }

  // MARK: GIF and WebP

  private func writeFile(
    _ pictures: some ExtentReader, _ descriptor: Int32, _ progress: (UInt64) -> Void
  ) throws(CodecError) {
    var writer = try AnimationWriter(AnimationEngine.usual.get(), job, descriptor)
    if writer.needsLook {
      for number in Set(job.frames.map(\.number)).sorted() {
        try writer.look(at: picture(number, of: pictures))
      }
    }
    for (index, shown) in job.frames.enumerated() {
      try writer.add(picture(shown.number, of: pictures), at: shown.time)
      progress(UInt64(index + 1))
    }
    try writer.end(at: job.end)
  }

  // MARK: AV1

  /// The colour of coded pictures: sRGB, with the matrix of JPEG.
  private var colour: CodingIndependentCodePoints {
    var colour = CodingIndependentCodePoints()
    colour.colourPrimaries = 1
    colour.transferCharacteristics = 13
    colour.matrixCoefficients = 6
    colour.isFullRange = true
    return colour
  }

  private var encoding: VideoEncoding {
    var encoding = VideoEncoding()
    encoding.encoder = "libaom-av1"
    // The scale that avifenc has.
    let level = ((100 - Int(min(job.quality, 100))) * 63 + 50) / 100
    let tiles = job.width >= 256 ? ":tile-columns=1" : ""
    // The slower modes of libaom take twenty times as long for files that are a tenth smaller. Tiles and not rows are
    // coded in parallel: then the file does not depend on the number of threads.
    encoding.choices = Text("crf=\(level):usage=realtime:cpu-used=6:row-mt=0\(tiles)")
    encoding.timescale = job.timescale
    let seconds = Double(max(1, job.end)) / Double(max(1, job.timescale))
    encoding.rate = UInt32(max(1, min(Double(job.frames.count) * 1000 / seconds, 1_000_000)))
    encoding.longestGroup = 250
    return encoding
  }

  private func code(
    _ pictures: some ExtentReader, _ writer: CodecFileWriter, _ progress: (UInt64) -> Void
  ) throws(CodecError) -> [TranscodedSample] {
    let engine = try MovieCodecModule.usual.get()
    let (width, height) = (Int(job.width), Int(job.height))
    let shape = VideoFrameShape(
      width: width, height: height, format: "yuv420p", colour: colour, chromaLocation: 0)
    var given = shape
    given.format = "bgra"
    given.colour.matrixCoefficients = 0
    var encoder = try PictureEncoder(engine, encoding, shape, threads: job.threads == 1 ? 1 : 2)
    var scaler = try PictureScaler(engine)
    var samples: [TranscodedSample] = []
    for (index, shown) in job.frames.enumerated() {
      let frame = try PictureFrame(engine, given)
      frame.fill(try picture(shown.number, of: pictures), rowSize: width * 4)
      let coded = try scaler.scaled(frame, given.colour, to: shape)
      try encoder.send(coded, time: Int64(clamping: shown.time))
      try write(&encoder, to: writer, &samples)
      progress(UInt64(index + 1))
    }
    encoder.end()
    try write(&encoder, to: writer, &samples)
    return samples
  }

  private func write(
    _ encoder: inout PictureEncoder, to writer: CodecFileWriter,
    _ samples: inout [TranscodedSample]
  ) throws(CodecError) {
    while let packet = try encoder.receive() {
      try writer.append(packet.data)
      var sample = TranscodedSample()
      sample.byteCount = UInt32(clamping: packet.data.count)
      sample.time = packet.time
      sample.isSync = packet.isSync
      samples.append(sample)
    }
  }
}

extension PictureFrame {
  /// Fills the first plane with consecutive rows.
  fileprivate func fill(_ rows: [UInt8], rowSize: Int) {
    precondition(rows.count == shape.height * rowSize)
    let (plane, stride) = unsafe (content.planes.0, content.strides.0)
    guard let plane = unsafe plane, stride >= rowSize else { return }
    unsafe rows.withUnsafeBytes { rows in
      for row in 0..<shape.height {
        // The plane has this number of rows, each as long as its stride.
        unsafe UnsafeMutableRawBufferPointer(start: plane + row * stride, count: rowSize)
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: rows[row * rowSize..<(row + 1) * rowSize]))
      }
    }
  }
}

/// The module that writes animations and deinterlaces: `boxwalk-loops`, which is next to this program and is linked
/// with the system's FFmpeg, libavfilter included, and libwebp.
@safe
struct AnimationEngine: Sendable {
  /// A module is never closed, and its functions never change.
  let functions: boxwalk_loop_engine

  private static let module = RuntimeModuleKind<boxwalk_loop_engine>(
    "boxwalk-loops", variable: "BOXWALK_LOOP_ENGINE", function: "boxwalk_loop_engine_of_module",
    interface: UInt32(BOXWALK_LOOP_ENGINE_INTERFACE))

  /// It is searched for once.
  static let usual = Result { () throws(CodecError) in try AnimationEngine() }

  private init() throws(CodecError) {
    let opened = AnimationEngine.module.open()
    guard let engine = opened.engine else {
      throw CodecError("GIF and WebP cannot be written here: \(opened.reason)")
    }
    functions = engine
  }

  /// The versions of its libraries.
  var release: String {
    var text = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    // The array has the size that is stated.
    unsafe functions.release(&text)
    return RuntimeLibrary.text(text)
  }
}

/// An animation that is being written, as a GIF or a WebP file.
@safe
struct AnimationWriter: ~Copyable {
  private let engine: boxwalk_loop_engine
  private let handle: OpaquePointer
  /// The bytes of a frame.
  private let size: Int

  /// - Parameter descriptor: of the file to write.
  init(_ engine: AnimationEngine, _ job: LoopJob, _ descriptor: Int32) throws(CodecError) {
    let functions = engine.functions
    self.engine = functions
    size = Int(job.width) * Int(job.height) * 4
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    let exif = Array(job.exif)
    let isGIF = job.codec == .gif
    // The array is valid during the call, which copies it.
    let made = unsafe exif.withUnsafeBufferPointer { exif in
      var settings = unsafe boxwalk_loop_settings()
      unsafe settings.width = Int32(clamping: job.width)
      unsafe settings.height = Int32(clamping: job.height)
      unsafe settings.is_opaque = job.isOpaque ? 1 : 0
      unsafe settings.play_count = Int32(job.playCount)
      unsafe settings.quality = Int32(job.quality)
      unsafe settings.exif = exif.baseAddress
      unsafe settings.exif_size = exif.count
      return isGIF
        ? unsafe functions.gif_new(&settings, descriptor, &message)
        : unsafe functions.webp_new(&settings, descriptor, &message)
    }
    guard let handle = unsafe made else { throw CodecError(RuntimeLibrary.text(message)) }
    unsafe self.handle = handle
  }

  // Only this object has the pointer.
  deinit { unsafe engine.loop_free(handle) }

  /// Whether all frames have to be analysed before the first one is added.
  var needsLook: Bool { unsafe engine.loop_needs_look(handle) != 0 }

  /// Analyses a frame.
  mutating func look(at picture: [UInt8]) throws(CodecError) {
    precondition(picture.count == size)
    // The arrays have the size that is stated.
    try check { unsafe engine.loop_look(handle, picture, &$0) }
  }

  /// Adds a frame, which appears at a time.
  mutating func add(_ picture: [UInt8], at time: UInt64) throws(CodecError) {
    precondition(picture.count == size)
    let time = Int64(clamping: time)
    // The arrays have the size that is stated.
    try check { unsafe engine.loop_add(handle, picture, time, &$0) }
  }

  /// Completes the file. The last frame is shown until `time`.
  mutating func end(at time: UInt64) throws(CodecError) {
    let time = Int64(clamping: time)
    // The arrays have the size that is stated.
    try check { unsafe engine.loop_end(handle, time, &$0) }
  }
}
