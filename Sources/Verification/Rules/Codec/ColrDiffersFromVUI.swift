import HEIF
import ISOBMFF
import Movie

enum ColrDiffersFromVUI: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §6.5.5"
  static let sentence =
    "The code points in colr are those of the coded picture; where they differ, colr counts."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return checkTracks(file, &findings) }
    for item in file.images where !item.isDerived {
      guard let stated = item.colour, let inside = heif.bitstreamColour(of: item),
        let property = item.properties.first(where: {
          $0.box[ColourInformationBox.self]?.hasCodePoints == true
        }), let place = file.place(of: property.box)
      else { continue }
      report(stated, inside, file.title(of: item.id), at: place, &findings)
    }
    checkTracks(file, &findings)
  }

  private static func checkTracks(_ file: ExaminedFile, _ findings: inout Findings) {
    for entry in file.sampleTables.flatMap(\.entries) {
      guard let inside = CodedFormat(entry.box.children)?.colour,
        let place = file.children(of: entry).first(where: {
          $0.box[ColourInformationBox.self]?.hasCodePoints == true
        }), let colour = place.box[ColourInformationBox.self]
      else { continue }
      var stated = CodingIndependentCodePoints(colour)
      // QuickTime states no range.
      if colour.colourType == "nclc" || !colour.hasFullRangeFlag {
        stated.isFullRange = inside.isFullRange
      }
      report(stated, inside, "the track", at: place, &findings)
    }
  }

  private static func report(
    _ stated: CodingIndependentCodePoints, _ inside: CodingIndependentCodePoints, _ title: String,
    at place: ExaminedBox, _ findings: inout Findings
  ) {
    let differences = stated.contradictions(to: inside)
    guard !differences.isEmpty else { return }
    findings.add(
      at: place,
      "\(title) has other colours by colr than inside: \(differences.joined(separator: "; ")): programs may show different colours"
    )
  }
}
