import Foundation
import Testing

@testable import Inspection

/// Numbers as text, against Foundation's.
@Suite struct DecimalDigitsTests {
  @Test(arguments: [
    0, 1, -1, 0.5, 1.5, 2.5, 0.25, 0.125, 1.0 / 3, 2.0 / 3, 1e-5, 9e-5, 1e-4, 123456789.125, 1e15,
    1e16,
    0.1, 99.995, 0.999999999999, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude,
    -0.0625, 33554432.5, 1234.5678,
  ])
  func writesAsOthersDo(_ value: Double) {
    for digits in [1, 3, 10, 15] {
      #expect(value.significant(digits) == String(format: "%.\(digits)g", value), "\(value)")
    }
    for digits in [0, 1, 2, 5] {
      let text = String(format: "%.\(digits)f", value)
      #expect(value.fixed(digits) == (Double(text) == 0 ? text.replacing("-", with: "") : text))
    }
  }
}
