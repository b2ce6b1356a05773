import Files
internal import MovieEngineInterface

/// A frame, and when it is shown.
struct TimedFrame {
  var frame: PictureFrame
  var time: Int64
}

/// Deinterlaces the frames of a track that consist of two fields. Others do not change. Each frame keeps its time.
struct Deinterlacing {
  /// Whether there were frames of two fields, which were deinterlaced.
  private(set) var isUsed = false
  /// Why there were frames of two fields, and they did not change; empty if there were none.
  private(set) var problem = ""
  private let engine: MovieCodecModule
  private let threads: Int
  /// Nil until there is a frame of two fields.
  private var filter: Deinterlacer?
  /// The times of the frames in the filter: it holds back one, as it compares each one with the next.
  private var times: [Int64] = []

  init(_ engine: MovieCodecModule, threads: Int) { (self.engine, self.threads) = (engine, threads) }

  /// - Parameter picture: the next one in presentation order.
  /// - Returns: the frames that are finished, in this order.
  mutating func add(_ picture: TimedFrame) throws(CodecError) -> [TimedFrame] {
    var done: [TimedFrame] = []
    if let shape = filter?.shape, shape != picture.frame.shape { done = try end() }
    if filter == nil, picture.frame.isInterlaced, problem.isEmpty {
      do throws(CodecError) {
        filter = try Deinterlacer(engine, picture.frame, threads: threads)
        isUsed = true
      } catch {
        problem = error.message
      }
    }
    guard filter != nil else { return done + [picture] }
    times.append(picture.time)
    try filter?.send(picture.frame)
    return try done + finished()
  }

  /// The frames that the filter still holds back.
  mutating func end() throws(CodecError) -> [TimedFrame] {
    guard filter != nil else { return [] }
    try filter?.send(nil)
    let done = try finished()
    guard times.isEmpty else { throw CodecError("a frame was lost when it was deinterlaced") }
    filter = nil
    return done
  }

  private mutating func finished() throws(CodecError) -> [TimedFrame] {
    var done: [TimedFrame] = []
    while let frame = try filter?.receive() {
      guard !times.isEmpty else { throw CodecError("a frame appeared when it was deinterlaced") }
      done.append(TimedFrame(frame: frame, time: times.removeFirst()))
    }
    return done
  }
}

/// The filter of the module for animations, which is the one that is linked with libavfilter.
@safe
private final class Deinterlacer {
  /// The shape of its frames.
  let shape: VideoFrameShape
  private let functions: boxwalk_loop_engine
  private let engine: boxwalk_movie_engine
  private let handle: OpaquePointer

  init(_ engine: MovieCodecModule, _ first: PictureFrame, threads: Int) throws(CodecError) {
    guard let functions = try? AnimationEngine.usual.get().functions else {
      throw CodecError("libavfilter cannot be used here, as boxwalk doctor says")
    }
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    // The frame outlives the call.
    let made = unsafe functions.deinterlacer_new(
      first.handle, Int32(clamping: threads), &message)
    guard let handle = unsafe made else { throw CodecError(RuntimeLibrary.text(message)) }
    unsafe self.handle = handle
    (self.functions, self.engine, shape) = (functions, engine.functions, first.shape)
  }

  // Only this object has the pointer.
  deinit { unsafe functions.deinterlacer_free(handle) }

  /// - Parameter frame: the next frame; nil after the last one.
  func send(_ frame: PictureFrame?) throws(CodecError) {
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    // The filter keeps a reference to the memory of the frame.
    let result = unsafe functions.deinterlacer_send(handle, frame?.handle, &message)
    guard result == 0 else { throw CodecError(RuntimeLibrary.text(message)) }
  }

  /// A finished frame; nil if there is none yet.
  func receive() throws(CodecError) -> PictureFrame? {
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    var frame: OpaquePointer?
    switch unsafe (functions.deinterlacer_receive(handle, &frame, &message), frame) {
    case (0, _): return nil
    case (1, let frame?):
      var picture = unsafe boxwalk_movie_picture()
      unsafe engine.frame_describe(frame, &picture)
      return unsafe PictureFrame(engine, frame, picture)
    default: throw CodecError(RuntimeLibrary.text(message))
    }
  }
}
