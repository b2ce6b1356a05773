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
