enum HlsSampleEntryTag: StreamRule {
  static let severity = Severity.warning
  static let clause = "HLS authoring specification §1.10"
  static let sentence =
    "The parameter sets of pictures are in the sample entries: hvc1, avc1, dvh1."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    guard stream.manifest == nil else { return }
    for track in stream.pictures {
      for (start, segment) in track.starts {
        guard
          let entry = start.entries.first(where: {
            ["hev1", "avc3", "dvhe", "dvav"].contains($0.type)
          })
        else { continue }
        findings.add(
          at: segment.place,
          "pictures have the sample entry \(entry.type), which Apple's players do not play")
      }
    }
  }
}
