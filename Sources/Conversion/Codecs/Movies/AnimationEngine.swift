import Files
internal import MovieEngineInterface
import WorkerProtocol

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
