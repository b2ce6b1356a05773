/// Why a file could not be opened.
public struct ByteSourceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What stood in the way.
  public enum Reason: Equatable, Sendable {
    /// The system did not open, examine or map the file; `errno` says why.
    case open(errno: Int32)
    /// There is a folder at the path.
    case isDirectory
    /// There is something at the path that is neither a regular file nor a folder.
    case notAFile
    /// Its bytes could not be received, for this reason.
    case unavailable(String)
  }
  /// Why the file could not be opened.
  public var reason: Reason
  /// The given path of the file; empty for memory that the system did not give.
  public var path: String

  /// The file at `path` could not be opened for this reason.
  public init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }

  public var description: String { "\(path): \(reason.text)" }
}

extension ByteSourceError.Reason {
  /// The reason without the path.
  public var text: String {
    switch self {
    case .open(let code): systemErrorText(code)
    case .isDirectory: "is a folder, not a file"
    case .notAFile: "is not a regular file"
    case .unavailable(let text): text
    }
  }
}
