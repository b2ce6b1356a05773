import HEVC
import ISOBMFF
import Movie

enum SampleEntrySizeDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §12.1.3, 14496-15 §8.4.1"
  static let sentence =
    "The width and height of a sample entry are those of the decoded pictures."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses where use.record.nalUnits(.sequenceParameterSet).count == 1 {
      guard let place = use.entry, let entry = place.box[VisualSampleEntry.self],
        let size = use.sequences.first?.displaySize,
        size.width != Int(entry.width) || size.height != Int(entry.height)
      else { continue }
      findings.add(
        at: place, field: ["width"],
        "the track is said to be \(entry.width) × \(entry.height), but is coded as \(size.width) × "
          + "\(size.height)")
    }
  }
}
