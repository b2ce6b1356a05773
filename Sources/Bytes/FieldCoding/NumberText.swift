/// A number without digits that say nothing: `2`, `29.97`, `0.6667`.
package func decimal(_ value: Double, digits: Int = 4) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
  let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
  let rounded = (value * scale).rounded() / scale
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// `12,345,678`
package func grouped(_ number: some BinaryInteger) -> String {
  var digits = String(number.magnitude)
  var index = digits.count - 3
  while index > 0 {
    digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
    index -= 3
  }
  return (number < 0 ? "-" : "") + digits
}

/// A number with leading zeros up to this number of digits: `05`, `007`.
package func zeroPadded(_ number: some BinaryInteger, to count: Int) -> String {
  zeroPadded("\(number)", to: count)
}

/// The digits of a number with zeros in front of them.
package func zeroPadded(_ digits: String, to count: Int) -> String {
  String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}

/// Bytes in hexadecimal, two digits for each: `001fa0`.
package func hexadecimal(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
  bytes.map { zeroPadded(String($0, radix: 16, uppercase: uppercase), to: 2) }.joined()
}
