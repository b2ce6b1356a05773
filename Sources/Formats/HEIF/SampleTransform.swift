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

extension SampleTransform {
  /// The formula as text, with the inputs `x1`, `x2` and so on: `256 × x1 + x2`. Nil if the tokens are not a valid
  /// formula.
  public var formula: String? {
    var stack: [Term] = []
    for token in tokens {
      switch token.code {
      case 0: stack.append(Term("\(token.constant)", token.constant < 0 ? .sum : .value))
      case 1...32: stack.append(Term("x\(token.code)", .value))
      case 64...67:
        guard let operand = stack.popLast() else { return nil }
        stack.append(Term(token.code, operand))
      default:
        guard let right = stack.popLast(), let left = stack.popLast(),
          let term = Term(token.code, left, right)
        else { return nil }
        stack.append(term)
      }
    }
    return stack.count == 1 ? stack[0].text : nil
  }

  /// A part of a formula.
  private struct Term {
    var text: String
    var binding: Binding

    /// The precedence: an operand with a lower one gets brackets.
    enum Binding: Int { case bits, sum, product, value }

    init(_ text: String, _ binding: Binding) {
      self.text = text
      self.binding = binding
    }

    /// An operator on one term.
    init(_ code: UInt8, _ operand: Term) {
      switch code {
      case 64: self.init("-\(operand.inside(.value))", .sum)
      case 65: self.init("|\(operand.text)|", .value)
      case 66: self.init("~\(operand.inside(.value))", .value)
      default: self.init("bsr(\(operand.text))", .value)
      }
    }

    /// An operator on two terms; nil for an unknown operator.
    init?(_ code: UInt8, _ left: Term, _ right: Term) {
      func infix(_ sign: String, _ binding: Binding, right tighter: Binding) -> Term {
        Term("\(left.inside(binding)) \(sign) \(right.inside(tighter))", binding)
      }
      // Languages differ in the precedence of these operators, so their operands get brackets.
      func bitwise(_ sign: String) -> Term {
        Term("\(left.inside(.value)) \(sign) \(right.inside(.value))", .bits)
      }
      switch code {
      case 128: self = infix("+", .sum, right: .sum)
      case 129: self = infix("-", .sum, right: .product)
      case 130: self = infix("×", .product, right: .value)
      case 131: self = infix("÷", .product, right: .value)
      case 132: self = bitwise("&")
      case 133: self = bitwise("|")
      case 134: self = bitwise("^")
      case 135: self.init("pow(\(left.text), \(right.text))", .value)
      case 136: self.init("min(\(left.text), \(right.text))", .value)
      case 137: self.init("max(\(left.text), \(right.text))", .value)
      default: return nil
      }
    }

    func inside(_ outer: Binding) -> String {
      binding.rawValue < outer.rawValue ? "(\(text))" : text
    }
  }
}
