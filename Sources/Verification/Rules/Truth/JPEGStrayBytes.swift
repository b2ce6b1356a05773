import ISOBMFF
import StillMetadata

enum JPEGStrayBytes: Rule {
  static let severity = Severity.warning
  static let clause = "ITU-T T.81 §B.1.1.2"
  static let sentence = "Only fill bytes (FF) precede a marker of a JPEG file."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let jpeg = file.jpeg?.segments else { return }
    findings.foldEach([jpeg]) { jpeg, findings in
      let stray = jpeg.allStrayBytes
      if stray.isEmpty { return }
      // While a table is missing, repair keeps them.
      let lacks = jpeg.finding == nil && (jpeg.lacksTables || jpeg.structureProblem != nil)
      for range in stray {
        let what = counted(
          range.count, "byte between two segments belongs to neither",
          "bytes between two segments belong to neither")
        findings.add(
          offset: jpeg.bytes.fileOffset + range.lowerBound,
          lacks
            ? "\(what), and may be of a table that is missing"
            : "\(what); boxwalk repair removes \(range.count == 1 ? "it" : "them")")
      }
    }
  }
}
