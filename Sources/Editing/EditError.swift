public import ISOBMFF

/// Why a file cannot be edited so. It stays as it is.
public struct EditError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A sentence without the name of the file: what is wrong, where, and what to do.
  public var message: String

  public init(_ message: String) { self.message = message }

  /// What could not be read or written, at which box and byte.
  public init(_ error: FieldError) { message = "\(error)" }

  public var description: String { message }
}
