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

/// A text that is padded with spaces to a width, as in columns.
package func leftAligned(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// A text that is padded with spaces on its left, up to a width.
package func rightAligned(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

extension Unicode.Scalar {
  /// Whether a terminal shows it, and does nothing else: control characters steer terminals, and others change the order
  /// of the text around them, or are not seen.
  package var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}

/// Text with control characters made visible: a file must not steer the terminal.
///
/// - Parameter kept: characters that stay, such as line feeds in text of several lines.
package func printable(_ text: String, keeping kept: [Unicode.Scalar] = []) -> String {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isShown || kept.contains(scalar) {
      result.unicodeScalars.append(scalar)
    } else {
      result += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
  return result
}

/// Percent signs in URLs (RFC 3986 §2.1).
package enum PercentEncoding {
  /// The bytes that a text encodes: `a b` for `a%20b`. A percent sign stays if two digits do not follow it.
  package static func decoded(_ text: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

// Inlined, because the samples of a movie are many.
extension FixedWidthInteger {
  /// The sum, or the nearest number in the range of the type.
  @inlinable package func addingSaturating(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number in the range of the type.
  @inlinable package func subtractingSaturating(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the nearest number in the range of the type.
  @inlinable package func multipliedSaturating(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
