/// The reason why bytes cannot be fetched, as a part of a sentence about the file: `was changed on the server`.
public struct UnfetchedBytes: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  public var description: String

  /// Bytes that do not come for this reason.
  public init(_ description: String) { self.description = description }
}
