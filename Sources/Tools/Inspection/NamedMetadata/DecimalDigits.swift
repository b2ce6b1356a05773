internal import FieldCoding

/// All decimal digits of a finite number, exactly, so that the shown number is rounded only once.
struct DecimalDigits {
  private var isNegative: Bool
  /// The digits from the first that is not 0.
  private var digits: [UInt8]
  /// The number of digits before the point; below 0 if zeros follow the point.
  private var point: Int

  /// Nil for infinities and values that are not a number.
  init?(_ value: Double) {
    guard value.isFinite else { return nil }
    isNegative = value < 0
    digits = []
    point = 0
    guard value != 0 else { return }
    // value = significand · 2^exponent
    let exponent = Int(value.exponentBitPattern == 0 ? 1 : value.exponentBitPattern) - 1075
    let significand =
      value.significandBitPattern | (value.exponentBitPattern == 0 ? 0 : 1 << 52)
    var number = BigNumber(significand)
    // 2^-n = 5^n / 10^n
    number.multiply(by: exponent < 0 ? 5 : 2, times: abs(exponent))
    digits = number.decimalDigits
    point = digits.count + min(exponent, 0)
  }

  /// Rounded to the first `count` digits; a tie is rounded to the even digit.
  private func rounded(_ count: Int) -> DecimalDigits {
    guard count < digits.count else { return self }
    guard count >= 0 else {
      var zero = self
      zero.digits = []
      return zero
    }
    var result = self
    result.digits = Array(digits[..<count])
    let rest = digits[count...]
    let isTie = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
    let isUp = isTie ? (result.digits.last ?? 0) % 2 == 1 : rest.first.map { $0 >= 5 } ?? false
    guard isUp else { return result }
    for index in result.digits.indices.reversed() {
      if result.digits[index] < 9 {
        result.digits[index] += 1
        return result
      }
      result.digits[index] = 0
    }
    result.digits.insert(1, at: 0)
    result.point += 1
    return result
  }

  private func digit(_ index: Int) -> Character {
    let digit = digits.indices.contains(index) ? digits[index] : 0
    return Character(Unicode.Scalar(UInt8(ascii: "0") + digit))
  }

  /// With `count` decimals: `4.20`.
  func fixed(_ count: Int) -> String {
    let number = rounded(point + count)
    let whole =
      number.point > 0 && !number.digits.isEmpty
      ? String((0..<number.point).map(number.digit)) : "0"
    let fraction = String((0..<count).map { number.digit(number.point + $0) })
    let sign = isNegative && number.digits.contains { $0 > 0 } ? "-" : ""
    return sign + whole + (count > 0 ? "." + fraction : "")
  }

  /// With at most `count` digits from the first that is not 0: `0.008333333333`, `9e-05`.
  func significant(_ count: Int) -> String {
    var number = rounded(count)
    while number.digits.last == 0 { number.digits.removeLast() }
    guard !number.digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let exponent = number.point - 1
    guard exponent >= -4, exponent < count else {
      let rest = String((1..<max(1, number.digits.count)).map(number.digit))
      let size = zeroPadded(abs(exponent), to: 2)
      return sign + String(number.digit(0)) + (rest.isEmpty ? "" : "." + rest)
        + (exponent < 0 ? "e-" : "e+") + size
    }
    let whole = number.point > 0 ? String((0..<number.point).map(number.digit)) : "0"
    let behind = number.point..<max(number.point, number.digits.count)
    let fraction = String(behind.map(number.digit))
    return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
  }
}

/// A whole number of any size, by nine decimal digits in each part, the lowest first.
private struct BigNumber {
  private var parts: [UInt64]
  private static let base: UInt64 = 1_000_000_000

  init(_ value: UInt64) {
    parts = [value % BigNumber.base, value / BigNumber.base]
  }

  mutating func multiply(by factor: UInt64, times: Int) {
    var left = times
    while left > 0 {
      // 5^12 and 2^28 times a part of nine digits fit into 64 bits.
      let step = min(left, factor == 5 ? 12 : 28)
      let power = (0..<step).reduce(UInt64(1)) { product, _ in product * factor }
      var carry: UInt64 = 0
      for index in parts.indices {
        let product = parts[index] * power + carry
        parts[index] = product % BigNumber.base
        carry = product / BigNumber.base
      }
      while carry > 0 {
        parts.append(carry % BigNumber.base)
        carry /= BigNumber.base
      }
      left -= step
    }
  }

  var decimalDigits: [UInt8] {
    var digits: [UInt8] = []
    for part in parts.reversed() {
      var divisor = BigNumber.base / 10
      while divisor > 0 {
        digits.append(UInt8(part / divisor % 10))
        divisor /= 10
      }
    }
    return Array(digits.drop { $0 == 0 })
  }
}

extension Double {
  /// With `count` decimals.
  func fixed(_ count: Int) -> String {
    DecimalDigits(self)?.fixed(count) ?? (isNaN ? "NaN" : self < 0 ? "-Inf" : "Inf")
  }
  /// With at most `count` digits from the first that is not 0.
  func significant(_ count: Int = 15) -> String {
    DecimalDigits(self)?.significant(count) ?? "\(self)"
  }
}
