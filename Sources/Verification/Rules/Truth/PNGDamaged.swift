import FileKind
import ISOBMFF
import StillMetadata

enum PNGDamaged: Rule {
  static let severity = Severity.error
  static let clause = "PNG §5.3, §5.6"
  static let sentence = "The chunks of a PNG file are whole and in their order, up to IEND."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.bytes.starts(with: PNGChunks.signature) else { return }
    let png = PNGChunks(file.bytes)
    let advice =
      png.canBeBegun
      ? "boxwalk convert --rescue shows what is left of the picture"
      : "look for another copy of the file"
    if let error = png.finding { findings.add(offset: error.offset, "\(error.reason); \(advice)") }
    for defect in png.defects {
      findings.add(
        offset: defect.offset, "\(defect.reason); look for another copy of the file")
    }
    for chunk in png.chunks where !chunk.isWhole {
      findings.add(
        offset: chunk.data.fileOffset,
        "the data of the \(chunk.type) chunk has changed, as its checksum shows; \(advice)")
    }
  }
}
