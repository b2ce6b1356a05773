internal import CLoaded
internal import FieldCoding
internal import Files

/// A stream to a server. The process that has it decodes nothing.
@safe
struct RTMPStream: ~Copyable {
  private let handle: OpaquePointer

  /// The most seconds for an answer of the server.
  private static let patience: Int32 = 20

  /// Connects to the server, which takes the stream.
  init(_ library: RTMPLibrary, to url: PublishingURL) throws(PublishError) {
    var message = RTMPStream.room
    // The array has the size that is stated, and the string is valid during the call, which copies it.
    guard
      let handle = unsafe boxwalk_rtmp_open(
        library.handle, url.setup, RTMPStream.patience, &message)
    else { throw PublishError(.server, RuntimeLibrary.text(message)) }
    unsafe self.handle = handle
  }

  // No other object has the pointer.
  deinit { unsafe boxwalk_rtmp_close(handle) }

  /// Sends a tag of FLV.
  func send(_ tag: [UInt8]) throws(PublishError) {
    var message = RTMPStream.room
    // The arrays live during the call, and are as long as is stated.
    let result = unsafe boxwalk_rtmp_send(handle, tag, tag.count, &message)
    guard result == 0 else { throw PublishError(.server, RuntimeLibrary.text(message)) }
  }

  /// Waits, and answers requests of the server meanwhile.
  func wait(_ duration: Duration) throws(PublishError) {
    var message = RTMPStream.room
    let milliseconds = Int32(clamping: Int((duration / .milliseconds(1)).rounded(.up)))
    // The array has the size that is stated.
    let result = unsafe boxwalk_rtmp_wait(handle, max(0, milliseconds), &message)
    guard result == 0 else { throw PublishError(.server, RuntimeLibrary.text(message)) }
  }

  private static var room: [CChar] { [CChar](repeating: 0, count: Int(BOXWALK_RTMP_MESSAGE)) }
}
