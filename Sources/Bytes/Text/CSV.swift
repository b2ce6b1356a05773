import FieldCoding

/// Comma-separated values (RFC 4180).
package enum CSV {
  /// A row, with quotation marks around values that need them. Control characters are made visible, except for line
  /// feeds and tabs.
  package static func line(_ values: [String]) -> String {
    values.map { quoted(printable($0, keeping: ["\n", "\t"])) }.joined(separator: ",")
  }

  private static func quoted(_ value: String) -> String {
    guard value.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return value }
    return "\""
      + value.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
