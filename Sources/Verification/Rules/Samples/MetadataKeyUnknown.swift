import ISOBMFF

enum MetadataKeyUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "QuickTime File Format: Metadata item list atom"
  static let sentence = "Values of metadata have keys."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for list in file.all("ilst") {
      guard let meta = file.container(of: list),
        let keys = file.first(in: meta, "keys")?.box[MetadataItemKeysBox.self]?.keys
      else { continue }
      for item in file.children(of: list)
      where item.type.rawValue < 0x1_0000
        && (item.type.rawValue == 0 || item.type.rawValue > UInt32(clamping: keys.count))
      {
        findings.add(
          at: list, offset: item.offset,
          "a value has key \(item.type.rawValue), but there \(keys.count == 1 ? "is 1 key" : "are \(keys.count) keys"): what it means is lost"
        )
      }
    }
  }
}
