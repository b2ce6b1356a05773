import FieldCoding

/// Why a picture could not be decoded or written.
public struct CodecError: Error, Equatable, Sendable, CustomStringConvertible {
  public var message: String
  /// Whether the output cannot be written, so that the input is not the reason.
  public var isOfOutput = false
  /// Whether the encoder cannot write samples of so many bits: it can write those of 8.
  public var isOfDepth = false
  /// Whether the system could not read the input, which may be intact.
  public var isOfReading = false
  public init(_ message: String, isOfOutput: Bool = false, isOfDepth: Bool = false) {
    (self.message, self.isOfOutput, self.isOfDepth) = (message, isOfOutput, isOfDepth)
  }
  public var description: String { message }

  /// The error for a picture that needs more memory than the budget; nil if it does not. Both are in bytes.
  static func excess(_ need: Int, over budget: Int) -> CodecError? {
    guard need > budget else { return nil }
    return CodecError(
      "the picture needs \(grouped(need)) bytes of memory, over the limit of \(grouped(budget))")
  }
}
