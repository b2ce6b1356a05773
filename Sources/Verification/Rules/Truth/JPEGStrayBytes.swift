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
      for range in jpeg.allStrayBytes {
        findings.add(
          offset: jpeg.bytes.fileOffset + range.lowerBound,
          counted(
            range.count,
            "byte between two segments belongs to neither; boxwalk repair removes it",
            "bytes between two segments belong to neither; boxwalk repair removes them"))
      }
    }
  }
}
