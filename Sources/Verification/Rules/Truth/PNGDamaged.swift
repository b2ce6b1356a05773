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
    guard png.finding == nil, png.defects.isEmpty, png.chunks.allSatisfy(\.isWhole),
      let data = png.chunks.first(where: { $0.type == "IDAT" })?.data,
      let rows = png.header?.byteCountOfRows, rows <= longest, let inflate = file.inflate
    else { return }
    // The decoder of --decode finds data that cannot be inflated.
    let stream = png.chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
    guard let inflated = inflate(stream, rows), inflated.count < rows else { return }
    findings.add(
      offset: data.fileOffset,
      "the picture ends early: its data has \(inflated.count) of the \(rows) bytes of its rows; \(advice)"
    )
  }

  /// The most bytes that a picture takes in memory to be measured.
  private static let longest = 1 << 28
}
