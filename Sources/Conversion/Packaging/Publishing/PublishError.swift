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
