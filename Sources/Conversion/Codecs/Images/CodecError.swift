import FieldCoding
public import WorkerProtocol

/// Why an image could not be decoded or written.
public struct CodecError: Error, Equatable, Sendable, CustomStringConvertible {
  public var message: String
  /// What caused it.
  public var cause: FailureCause
  public init(_ message: String, _ cause: FailureCause = .input) {
    (self.message, self.cause) = (message, cause)
  }
  public var description: String { message }

  /// The error for an image that needs more memory than the budget; nil if it does not. Both are in bytes.
  static func excess(_ need: Int, over budget: Int) -> CodecError? {
    guard need > budget else { return nil }
    return CodecError(
      "the image needs \(grouped(need)) bytes of memory, over the limit of \(grouped(budget))",
      .unsupported)
  }
}
