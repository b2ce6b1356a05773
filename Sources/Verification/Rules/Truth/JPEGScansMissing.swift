import ISOBMFF
import StillMetadata

enum JPEGScansMissing: Rule {
  static let severity = Severity.warning
  static let clause = "ITU-T T.81 §B.2.3, §G.1.1.1"
  static let sentence =
    "The scans of a JPEG picture have all coefficients of all of its components, down to the last bit."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let segments = file.jpeg?.segments, segments.finding == nil else { return }
    var budget = file.itemByteBudget
    let pictures = [segments] + segments.furtherPictures.map { JPEGSegments($0) }
    for (index, picture) in pictures.enumerated() {
      if index > 0 { budget -= picture.bytes.count }
      guard budget > 0 else { return }
      // What a scan without end lacks is another matter.
      guard picture.finding == nil, picture.endsWithEOI, picture.structureProblem == nil,
        let missing = picture.missingScans
      else { continue }
      let name = index == 0 ? "the picture" : "picture \(index + 1) of the file"
      findings.add(
        offset: picture.bytes.fileOffset,
        "\(name) lacks scans, and is shown with less detail or colour: none has \(missing); use another copy of the file"
      )
    }
  }
}
