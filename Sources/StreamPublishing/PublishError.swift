/// Why a movie cannot be published. No message has a stream key.
public struct PublishError: Error, Equatable, Sendable {
  /// Whose part it is to do something about it.
  public enum Kind: Sendable {
    /// The movie cannot be read, or has nothing that a stream has a place for.
    case input
    /// The server cannot be reached, refuses the stream, or has ended it.
    case server
    /// librtmp is missing.
    case library
  }
  /// Whose part it is to do something about it.
  public let kind: Kind
  /// A sentence for people.
  public let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}
