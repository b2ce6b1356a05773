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
