/// Why a file was not converted.
public struct ConversionError: Error, Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    /// The input is damaged, or not a picture that can be converted.
    case input
    /// The output is there already, or cannot be written.
    case output
    /// The worker is missing, crashed, or contradicted itself.
    case worker
  }
  public var kind: Kind
  public var message: String

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { message }
}
