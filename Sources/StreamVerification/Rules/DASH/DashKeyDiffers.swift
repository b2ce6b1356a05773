enum DashKeyDiffers: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23001-7 §11.2, ISO/IEC 23009-1 §5.8.5.2"
  static let sentence =
    "cenc:default_KID is the key of the segments (tenc), and value their scheme."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for (representation, track) in stream.representations {
      let encryptions = track.encryptions
      guard let first = encryptions.first else { continue }
      for element in representation.inherited("ContentProtection")
      where element["schemeIdUri"]?.lowercased() == "urn:mpeg:dash:mp4protection:2011" {
        if let stated = element["default_KID"] {
          let digits = Array(stated.lowercased().filter { $0 != "-" })
          let keys = encryptions.compactMap(\.key).map { Array(hexadecimal($0)) }
          if !keys.isEmpty, !keys.contains(digits) {
            findings.add(
              at: element, in: stream,
              "default_KID is \(stated.prefix(60)), but tenc has \(String(keys[0]))")
          }
        }
        if let value = element["value"], let scheme = first.scheme, value != "\(scheme)" {
          findings.add(
            at: element, in: stream,
            "the scheme is stated as \(value.prefix(20)), but samples are encrypted as \(scheme)")
        }
      }
    }
  }
}
