import Platform

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
