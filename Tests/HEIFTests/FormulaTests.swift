import FieldCoding
import HEIF
import Testing

@Suite struct FormulaTests {
  private func formula(_ tokens: Int64...) -> String? {
    var transform = SampleTransform()
    transform.tokens = tokens.map { number in
      var token = SampleTransform.Token()
      // In these tests, a number that is not a code is a constant.
      if number < 0 || number > 999 {
        token.constant = number < 0 ? number : number - 1000
      } else {
        token.code = UInt8(number)
      }
      return token
    }
    return transform.formula
  }

  /// ISO/IEC 23008-12 §6.6.2.4.
  @Test func namesOfCodes() {
    let names = SampleTransform.Token.names
    #expect(
      (128...137).map { names[$0] } == [
        "sum", "difference", "product", "quotient", "and", "or", "xor", "power", "minimum",
        "maximum",
      ])
  }

  @Test func operatorsInPostfixOrder() {
    #expect(formula(1256, 1, 130, 2, 128) == "256 × x1 + x2")
    #expect(formula(1, 2, 129, 3, 129) == "x1 - x2 - x3")
    #expect(formula(1, 2, 3, 129, 129) == "x1 - (x2 - x3)")
    #expect(formula(1, 2, 128, 1002, 131) == "(x1 + x2) ÷ 2")
    #expect(formula(1, 2, 131, 3, 4, 131, 131) == "x1 ÷ x2 ÷ (x3 ÷ x4)")
    #expect(formula(1, 2, 132, 1015, 133) == "(x1 & x2) | 15")
    #expect(formula(1, 2, 128, 3, 134) == "(x1 + x2) ^ x3")
    #expect(formula(1, 64, 65, 66, 67) == "bsr(~|-x1|)")
    #expect(formula(1, 2, 128, 64) == "-(x1 + x2)")
    #expect(formula(1, -5, 130) == "x1 × (-5)")
    #expect(formula(1, 1002, 135, 2, 136, 3, 137) == "max(min(pow(x1, 2), x2), x3)")
  }

  @Test func whatIsNoFormula() {
    #expect(formula() == nil)
    #expect(formula(128) == nil)
    #expect(formula(1, 130) == nil)
    #expect(formula(64) == nil)
    #expect(formula(1, 2) == nil)
    #expect(formula(1, 2, 138) == nil)
    #expect(formula(1, 2, 40) == nil)
  }
}
