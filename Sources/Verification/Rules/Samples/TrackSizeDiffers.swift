import ISOBMFF
import Movie

enum TrackSizeDiffers: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.3.2, 12.1.4"
  static let sentence = "A track is shown in the size that its pictures have."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables where track.track.handlerType == "vide" {
      guard let header = track.track.header, header.width > 0, header.height > 0,
        track.entries.count == 1, let entry = track.entries.first?.box[VisualSampleEntry.self]
      else { continue }
      let shown = (Double(header.width) / 65536, Double(header.height) / 65536)
      let sizes = sizes(of: entry)
      guard !sizes.contains(where: { abs($0.0 - shown.0) <= 2 && abs($0.1 - shown.1) <= 2 }) else {
        continue
      }
      findings.add(
        at: track.header, field: ["width"],
        "track \(track.id) is shown as \(Int(shown.0)) × \(Int(shown.1)), but its pictures are "
          + "\(entry.width) × \(entry.height)")
    }
  }

  /// The sizes that a track of these pictures may state: with or without the pixel aspect ratio, and with or without
  /// the clean aperture.
  private static func sizes(of entry: VisualSampleEntry) -> [(Double, Double)] {
    var sizes = [(Double(entry.width), Double(entry.height))]
    if let part = entry.children.first(CleanApertureBox.self), part.widthD > 0, part.heightD > 0 {
      sizes.append(
        (Double(part.widthN) / Double(part.widthD), Double(part.heightN) / Double(part.heightD)))
    }
    if let shape = entry.children.first(PixelAspectRatioBox.self), shape.hSpacing > 0,
      shape.vSpacing > 0
    {
      let ratio = Double(shape.hSpacing) / Double(shape.vSpacing)
      sizes += sizes.flatMap { [($0.0 * ratio, $0.1), ($0.0, $0.1 / ratio)] }
    }
    return sizes
  }
}
