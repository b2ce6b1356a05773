import ISOBMFF

enum IpmaVersionTwice: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §9.3.1"
  static let sentence = "Each ipma box has a version and flags of its own."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var headers: Set<[UInt32]> = []
    for place in file.all(at: "meta", "iprp", "ipma") {
      guard let header = place.box[ItemPropertyAssociationBox.self]?.header,
        !headers.insert([UInt32(header.version), header.flags]).inserted
      else { continue }
      findings.add(
        at: place,
        "another ipma box has the version \(header.version) and the flags \(header.flags), too: "
          + "programs may read only one of them")
    }
  }
}
