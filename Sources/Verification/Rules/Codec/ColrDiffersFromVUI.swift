import HEIF
import HEVC
import ISOBMFF
import Movie

enum ColrDiffersFromVUI: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §6.5.5"
  static let sentence =
    "The code points in colr are those of the coded picture; where they differ, colr counts."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses {
      guard let signal = use.sequences.first?.vui?.videoSignal, let coded = signal.colour else {
        continue
      }
      let places: [(ExaminedBox, String)] =
        use.items.flatMap { item in
          item.properties.compactMap { file.place(of: $0.box) }.map {
            ($0, file.title(of: item.id))
          }
        } + (use.entry.map { file.children(of: $0).map { ($0, "the track") } } ?? [])
      var seen: Set<Int> = []
      for (place, title) in places {
        guard let colour = place.box[ColourInformationBox.self],
          colour.colourType == "nclx" || colour.colourType == "nclc",
          seen.insert(place.offset).inserted
        else { continue }
        let pairs = [
          (Int(colour.colourPrimaries), Int(coded.colourPrimaries)),
          (Int(colour.transferCharacteristics), Int(coded.transferCharacteristics)),
          (Int(colour.matrixCoefficients), Int(coded.matrixCoefficients)),
        ]
        // 2 is "unspecified", which contradicts nothing.
        let differs = pairs.contains { $0.0 != $0.1 && $0.0 != 2 && $0.1 != 2 }
        let rangeDiffers = colour.colourType == "nclx" && colour.isFullRange != signal.isFullRange
        guard differs || rangeDiffers else { continue }
        let stated = pairs.map { "\($0.0)" }.joined(separator: "/")
        let inside = pairs.map { "\($0.1)" }.joined(separator: "/")
        let range =
          rangeDiffers
          ? ", and \(colour.isFullRange ? "full" : "limited") against "
            + "\(signal.isFullRange ? "full" : "limited") range" : ""
        findings.add(
          at: place,
          "\(title) has the colours \(stated) (primaries, transfer, matrix) by colr, but \(inside) inside"
            + range + ": programs may show different colours")
      }
    }
  }
}
