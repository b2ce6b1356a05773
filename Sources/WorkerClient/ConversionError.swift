/// The reason why a file was not converted.
public struct ConversionError: Error, Sendable, CustomStringConvertible {
  /// Whose part it is to do something about it.
  public enum Kind: Sendable {
    /// The input is damaged, or not a picture that can be converted.
    case input
    /// The output is there already, or cannot be written.
    case output
    /// The worker is missing, crashed, or contradicted itself.
    case worker
  }
  /// Whose part it is to do something about it.
  public var kind: Kind
  /// A sentence without the name of the file.
  public var message: String

  /// An error with a sentence for people.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { message }
}
