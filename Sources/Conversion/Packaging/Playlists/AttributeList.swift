/// The attributes of a tag (RFC 8216 §4.2): `BANDWIDTH=800000,CODECS="avc1.64001f"`.
struct AttributeList {
  private(set) var text = ""

  /// Adds a number, or a word without quotation marks.
  mutating func add(_ name: String, _ value: String) {
    text += (text.isEmpty ? "" : ",") + name + "=" + value
  }

  /// Adds a quoted text, from which quotation marks and line ends are removed.
  mutating func add(_ name: String, quoted value: String?) {
    guard let value else { return }
    let safe = value.unicodeScalars.filter { $0 != "\"" && $0.value >= 0x20 && $0.value != 0x7F }
    add(name, "\"\(String(String.UnicodeScalarView(safe)))\"")
  }

  /// Adds YES if the condition is true; without the attribute, a player assumes NO.
  mutating func add(_ name: String, if isSo: Bool) { if isSo { add(name, "YES") } }
}
