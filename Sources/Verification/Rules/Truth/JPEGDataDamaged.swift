import ISOBMFF
import StillMetadata

enum JPEGDataDamaged: Rule {
  static let severity = Severity.error
  static let clause = "ITU-T T.81 §F.2, §G.2"
  static let sentence =
    "The scans of a JPEG picture have the codes of all of its blocks, and no more."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let segments = file.jpeg?.segments, segments.finding == nil else { return }
    if segments.structureProblem == nil, let damage = segments.scanDamage {
      findings.add(
        offset: damage.offset,
        "the picture is damaged: \(damage.words); use another copy of the file")
    }
    var budget = file.itemByteBudget
    for (index, picture) in segments.furtherPictures.enumerated() {
      budget -= picture.count
      guard budget > 0 else { return }
      guard let damage = JPEGSegments(picture).damage else { continue }
      findings.add(
        offset: damage.offset,
        "picture \(index + 2) of the file is damaged: \(damage.words); use another copy of the file"
      )
    }
  }
}
