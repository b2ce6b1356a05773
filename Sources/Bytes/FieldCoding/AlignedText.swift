/// A text that is padded with spaces to a width, as in columns.
package func leftAligned(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// A text that is padded with spaces on its left, up to a width.
package func rightAligned(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
