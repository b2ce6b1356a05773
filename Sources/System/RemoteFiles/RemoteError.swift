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
