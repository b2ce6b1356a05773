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
