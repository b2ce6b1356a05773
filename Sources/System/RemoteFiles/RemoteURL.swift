import FieldCoding

/// The URL of a file that is read with HTTP.
public struct RemoteURL: Hashable, Sendable {
  /// The whole URL, including secret parts, in its sent form.
  let text: String
  /// Scheme, host and port. Credentials for one origin are not sent to another.
  public let origin: String
  /// The URL without password and query, which may be a signature, with ``fileName`` as its last part:
  /// `https://example.org/a.mov`.
  public let name: String
  /// The URL without password and query, with the encoded path in its sent form. URLs in the file are relative
  /// to it.
  public let base: String
  /// ``name`` without its last part.
  let folder: String
  /// The name of the file at this URL: `a.mov`; the host, if the URL has no path.
  public let fileName: String

  /// Whether the connection is encrypted, and the server is authenticated.
  var isProtected: Bool { origin.hasPrefix("https:") }

  /// Whether a text starts like a URL, and is not a path: `https://`, `ftp://`.
  public static func isURL(_ text: some StringProtocol) -> Bool {
    guard let end = text.utf8.firstRange(of: "://".utf8) else { return false }
    let scheme = text.utf8[..<end.lowerBound]
    guard let first = scheme.first, isLetter(first) else { return false }
    return scheme.allSatisfy { isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

  /// Reads an `http` or `https` URL with a host. Nil for other texts.
  public init?(_ text: String) {
    // Characters outside ASCII are sent in UTF-8; control characters would end a line of the request.
    guard text.utf8.count < 16_000, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      let scheme = ["http", "https"].first(where: { text.lowercased().hasPrefix($0 + "://") })
    else { return nil }
    let escaped = text.utf8.reduce(into: "") { escaped, byte in
      escaped +=
        (0x21...0x7E).contains(byte) ? String(UnicodeScalar(byte)) : RemoteURL.escape(byte)
    }
    let rest = escaped.dropFirst(scheme.count + 3).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let host =
      authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    guard !host.isEmpty else { return nil }
    let target = rest.dropFirst(authority.count)
    let path = target.prefix { $0 != "?" }
    self.text = "\(scheme)://\(rest)"
    origin = "\(scheme)://\(host.lowercased())"
    base = origin + (path.isEmpty ? "/" : path)
    let parts = path.split(separator: "/")
    if let last = parts.last, let fileName = RemoteURL.fileName(last) {
      self.fileName = fileName
      folder = ([origin] + parts.dropLast().map(String.init)).joined(separator: "/") + "/"
    } else {
      fileName = String(host)
      folder = "\(scheme)://"
    }
    name = folder + fileName
  }

  private static func escape(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// The last part of a path, without characters that a file name cannot have; nil if nothing is left.
  private static func fileName(_ last: Substring) -> String? {
    let name = String(
      String.UnicodeScalarView(
        String(decoding: PercentEncoding.decoded(last), as: UTF8.self).unicodeScalars.map {
          $0.value < 0x20 || $0.value == 0x7F || "/\\:".unicodeScalars.contains($0) ? "_" : $0
        }))
    guard !name.allSatisfy({ $0 == "." }) else { return nil }
    var short = name
    // Names of files have at most 255 bytes, and outputs get longer ones.
    while short.utf8.count > 200 { short.removeFirst() }
    return short
  }

  /// `https://example.org/a (2).mov`; without a number for the first.
  func name(numbered number: Int) -> String {
    guard number > 1 else { return name }
    let dot = fileName.lastIndex(of: ".").flatMap { $0 > fileName.startIndex ? $0 : nil }
    let end = dot ?? fileName.endIndex
    return "\(folder)\(fileName[..<end]) (\(number))\(fileName[end...])"
  }

  /// The URL to which a reference in the file at this URL leads (RFC 3986 §5): `seg-1.m4s`, `../a`, `//host/a`.
  ///
  /// It throws if the result is not an `http` or `https` URL, such as `file:`, or if libcurl is missing.
  public func resolving(_ reference: String) throws(RemoteError) -> RemoteURL {
    let library = try CurlLibrary.usual.get()
    guard let text = library.resolve(reference, from: text), let url = RemoteURL(text) else {
      throw RemoteError(
        .url, "leads to a URL that is neither http nor https, and is not read")
    }
    return url
  }
}
