import FieldCoding
import Files
import Platform
import Synchronization

/// A file that is read by ranges as they are needed, or from its start on where the server knows no ranges.
final class RemoteFile: Sendable {
  private let body: Mutex<RemoteBody>

  private init(_ body: RemoteBody) {
    url = body.exchange.url
    self.body = Mutex(body)
  }

  deinit { body.withLock { $0.end() } }

  /// The final URL of the file.
  let url: RemoteURL

  /// The requests so far.
  var tally: RemoteTally { body.withLock { $0.exchange.tally } }

  /// Sends the first request, and answers with the file.
  static func open(
    _ url: RemoteURL, _ options: RemoteOptions, _ pool: ConnectionPool, _ counter: RemoteCounter
  ) throws(RemoteError) -> (file: RemoteFile, cache: RangeCache) {
    var body = RemoteBody(HTTPExchange(url, options, pool, counter))
    do {
      let scratch = try ScratchFile.new()
      let there = try body.begin(scratch.descriptor)
      let file = RemoteFile(body)
      let cache = try RangeCache(
        name: url.name, count: body.count, capacity: options.mostBytes, in: scratch,
        having: 0..<there, modified: body.modified
      ) { (range, descriptor) throws(UnfetchedBytes) in
        do throws(RemoteError) {
          return try file.body.withLock { (body) throws(RemoteError) in
            try body.fetch(range, to: descriptor)
          }
        } catch {
          throw UnfetchedBytes(error.description)
        }
      }
      return (file, cache)
    } catch {
      body.end()
      throw error as? RemoteError ?? RemoteError(.disk, "\(error)")
    }
  }
}

/// Connections that no file uses at the moment. They stay open, for other files of the same server.
final class ConnectionPool: Sendable {
  private let idle = Mutex<[HTTPConnection]>([])
  /// More are closed.
  private static let most = 64

  func take() throws(RemoteError) -> HTTPConnection {
    if let connection = idle.withLock({ $0.popLast() }) { return connection }
    return try HTTPConnection(CurlLibrary.usual.get())
  }

  func giveBack(_ connection: HTTPConnection) {
    connection.finish()
    idle.withLock { if $0.count < ConnectionPool.most { $0.append(connection) } }
  }
}

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

/// The options for reading remote files, and their limits.
public struct RemoteOptions: Sendable {
  /// Fields of the header, such as `Authorization: Bearer ...`, for the servers of the given URLs: the target of a
  /// redirect to another server does not get them.
  public var fields: [String] = []
  /// The path of a file with certificates of authorities; nil for those that the system trusts.
  public var authorities: String? = named(by: "CURL_CA_BUNDLE") ?? named(by: "SSL_CERT_FILE")
  /// Whether addresses of this computer, and of its network, may be connected to.
  public var allowsPrivate = false
  /// The most requests for one file.
  public var mostRequests = 1000
  /// The most bytes of one file.
  public var mostBytes = 1 << 30
  /// The most seconds that are spent on waiting for one file.
  public var mostSeconds = 3600
  /// The number of seconds after which a server counts as silent, if it has not sent at least ``leastBytes``.
  public var patience = 20
  /// The maximum number of seconds between two tries, even if a server states more.
  public var mostPause = 10
  /// The number of bytes that have to arrive in ``patience``.
  public var leastBytes: Int { patience * 500 }
  /// How the program calls itself.
  public var agent = "boxwalk"

  /// The usual ones, with the fields that `BOXWALK_HTTP_HEADERS` has, a line each.
  public init() {
    fields = RemoteOptions.named(by: "BOXWALK_HTTP_HEADERS").map(RemoteOptions.lines) ?? []
  }

  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(String.init)
  }

  private static func named(by variable: String) -> String? {
    // A string of the environment, which nothing changes here.
    let text = unsafe getenv(variable).map { unsafe String(cString: $0) }
    return text?.isEmpty == false ? text : nil
  }

  /// Whether a text can be a field of a header: a name, a colon, a value, and no end of a line.
  public static func isField(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return false }
    return !text.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7F }
      && !text[..<colon].contains(" ")
  }
}

/// Why a remote file cannot be read. Messages have no password, no field of a header and no query of a URL.
public struct RemoteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The side that can solve the problem.
  public enum Kind: Equatable, Sendable {
    /// The URL is not supported, or refers to a server that is not allowed.
    case url
    /// The server answers with this status instead of the file.
    case status(Int)
    /// The server cannot be reached, or does not answer as it should.
    case server
    /// A limit for requests was reached.
    case limit
    /// The file has changed since the first request.
    case changed
    /// libcurl is missing.
    case library
    /// There is not enough space on this computer.
    case disk
  }
  /// The side that can solve the problem.
  public var kind: Kind
  /// A part of a sentence about the file: `answers 404 (not found)`.
  public var description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
