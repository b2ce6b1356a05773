public import ISOBMFF

/// The payload of a `sato` item: a formula in postfix notation that computes its samples from those of its inputs.
public struct SampleTransform: ItemPayload {
  /// The type of such items.
  public static let itemType: FourCC = "sato"
  public static let specification = "AV1 Image File Format 1.2 §4.2.3"

  /// The version; it is 0.
  public var version: UInt8 = 0
  /// The width of the numbers in the formula: 0 to 3 stand for 8, 16, 32 and 64 bits.
  public var bitDepth: UInt8 = 1
  /// The formula in tokens.
  public var tokens: [Token] = []

  /// A number, an input, or an operator on the preceding elements.
  public struct Token: Equatable, Sendable {
    /// 0 a constant, 1 to 32 an input, from 64 on operators.
    public var code: UInt8 = 0
    /// The number, if the token is one; ``SampleTransform/bitDepth`` gives its width.
    public var constant: Int64 = 0

    public init() {}

    /// The names of the codes.
    public static let names: ValueNames = [
      0: "constant", 64: "negation", 65: "absolute value", 66: "not", 67: "bit scan reverse",
      128: "sum", 129: "difference", 130: "product", 131: "quotient", 132: "and", 133: "or",
      134: "xor", 135: "power", 136: "minimum", 137: "maximum",
    ]
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(2, "version", &version)
    try f.reserved(4)
    try f.uint(2, "bit_depth", &bitDepth)
    let bits = 8 << Int(bitDepth)
    try f.list("tokens", &tokens, count: .bits(8, "token_count"), of: Token()) {
      (token, f) throws(FieldError) in
      try f.uint(8, "token", &token.code, as: .names(Token.names))
      if token.code == 0 { try f.int(bits, "constant", &token.constant) }
    }
  }
}
