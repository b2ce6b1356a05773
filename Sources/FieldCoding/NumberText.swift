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
