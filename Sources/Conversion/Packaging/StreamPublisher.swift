internal import CLoaded
internal import FieldCoding
internal import Files
public import ISOBMFF
import Movie

/// Publishes movies by RTMP, at their own pace, as a camera would: nothing is re-encoded. H.264 and AAC go as all
/// servers know them, HEVC, AV1, VP9, Opus and others as Enhanced RTMP has them.
public struct StreamPublisher: Sendable {
  private let url: PublishingURL

  /// A publisher to the server and stream that the URL names; it connects later.
  public init(_ url: PublishingURL) { self.url = url }

  /// The progress of publishing.
  public struct Progress: Equatable, Sendable {
    /// The part of the movie that was sent, in seconds.
    public var seconds: Double
    /// The bytes that were sent.
    public var byteCount: Int
  }

  /// Publishes a movie. It takes as long as the movie does.
  ///
  /// It throws ``PublishError/Kind/input`` if the movie has nothing that a stream can hold, or is truncated,
  /// ``PublishError/Kind/server`` if the server cannot be reached, refuses the stream or ends it, and
  /// ``PublishError/Kind/library`` if librtmp is missing.
  ///
  /// - Returns: the parts of the movie that a stream cannot hold, as phrases.
  public func publish(
    _ movie: BoxFile, progress: (Progress) -> Void = { _ in }
  ) throws(PublishError) -> [String] {
    let library = try RTMPLibrary.usual.get()
    do {
      let writer = try FLVWriter(movie)
      let stream = try RTMPStream(library, to: url)
      let start = ContinuousClock.now
      var byteCount = 0
      try writer.tags { tag in
        let due = start + .milliseconds(Int(tag.time))
        // Server and network get time, too, where the movie is late.
        try stream.wait(max(.zero, due - .now))
        try stream.send(tag.bytes)
        byteCount += tag.byteCount
        progress(Progress(seconds: Double(tag.time) / 1000, byteCount: byteCount))
      }
      // The last data is still being sent.
      try stream.wait(.milliseconds(500))
      return writer.leftOut
    } catch let error as PublishError {
      throw error
    } catch {
      throw PublishError(.input, "\(error)")
    }
  }
}

/// The URL to which a stream is published: a server, an application on it, and the key of the stream, which is a
/// secret.
public struct PublishingURL: Sendable, CustomStringConvertible {
  /// `live.example.org:1935`, as a URL has it.
  let server: String
  /// `live`, or `app/instance`.
  let application: String
  private let key: String

  /// Reads a URL such as `rtmp://HOST[:PORT]/APP/KEY`. Nil for other texts.
  ///
  /// - Parameter key: the key, if it is not in the URL.
  public init?(_ url: String, key: String? = nil) {
    let scheme = "rtmp://"
    // librtmp takes text after spaces and backslashes for options.
    func isPlain(_ text: String) -> Bool {
      text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    }
    guard url.lowercased().hasPrefix(scheme), isPlain(url), isPlain(key ?? "") else { return nil }
    let rest = url.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    server = String(rest[..<slash])
    var parts = rest[rest.index(after: slash)...].split(
      separator: "/", omittingEmptySubsequences: false)
    if let key {
      if parts.last == "" { parts.removeLast() }
      self.key = key
    } else {
      guard parts.count > 1 else { return nil }
      self.key = String(parts.removeLast())
    }
    application = parts.joined(separator: "/")
    guard !server.isEmpty, !server.contains("@"), !application.isEmpty, !self.key.isEmpty else {
      return nil
    }
  }

  /// The URL without the key.
  public var description: String { "rtmp://\(server)/\(application)" }

  /// The URL followed by librtmp's options, which name the parts of the URL.
  var setup: String {
    "\(description) app=\(application) tcUrl=\(description) playpath=\(key) live=1"
  }
}

/// Why a movie cannot be published. No message has a stream key.
public struct PublishError: Error, Equatable, Sendable {
  /// The side that can solve the problem.
  public enum Kind: Sendable {
    /// The movie cannot be read, or has nothing that a stream can hold.
    case input
    /// The server cannot be reached, refuses the stream, or has ended it.
    case server
    /// librtmp is missing.
    case library
  }
  /// The side that can solve the problem.
  public let kind: Kind
  /// A sentence for people.
  public let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}

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

  private static var room: [CChar] { [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE)) }
}

/// The librtmp of this computer; it is opened when it is needed.
@safe
package struct RTMPLibrary: Sendable {
  // A library is never closed, and its content never changes.
  nonisolated(unsafe) let handle: OpaquePointer

  private init() throws(PublishError) {
    let names = RuntimeLibrary.names("librtmp", versions: [1], variable: "BOXWALK_LIBRTMP")
    // The array has the size that is stated.
    let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_rtmp_load($0, &$1) }
    guard let handle = unsafe found.handle else {
      throw PublishError(
        .library, unsafe RuntimeLibrary.explanation(of: "librtmp", names, found.reasons))
    }
    unsafe self.handle = handle
  }

  /// The one that is used; looked for once.
  package static let usual = Result { () throws(PublishError) in try RTMPLibrary() }

  /// `2.4`
  package var version: String {
    var text = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
    // The array has the size that is stated.
    return unsafe String(cString: boxwalk_rtmp_version(handle, &text))
  }

  /// The file; the string is kept with the handle.
  package var path: String { unsafe String(cString: boxwalk_library_file(handle)) }
}
