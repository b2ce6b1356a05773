import Files
internal import MovieEngineInterface
import WorkerProtocol

/// Calls a function of a module that returns 0, or writes an error message to the array.
func check(_ call: (inout [CChar]) -> Int32) throws(CodecError) {
  var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
  let code = call(&message)
  guard code == 0 else {
    throw CodecError(
      RuntimeLibrary.text(message), code == Int32(BOXWALK_MOVIE_UNWRITTEN) ? .output : .input)
  }
}

extension boxwalk_movie_engine {
  /// The encoder's headers, which containers store separately from the samples.
  func configuration(of encoder: OpaquePointer) -> [UInt8] {
    var size = 0
    // The configuration belongs to the encoder, and is copied here.
    guard let bytes = unsafe encoder_configuration(encoder, &size) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  }
}
