import FieldCoding
import ISOBMFF
import Movie

enum SidxTimeDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.16.3"
  static let sentence = "An index states the time at which its first part is shown."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "sidx") {
      guard let index = place.box[SegmentIndexBox.self], index.timescale > 0,
        let tables = file.sampleTablesByID[index.referenceID],
        // Edits move times.
        tables.track.editList.isEmpty, tables.timescale > 0,
        let track = firstFragment(of: index.referenceID, after: place, in: file),
        let decodeTime = track.decodeTime?.value
      else { continue }
      let decoded = Double(decodeTime) / Double(tables.timescale)
      let shown = decoded + Double(track.firstComposition ?? 0) / Double(tables.timescale)
      let stated = Double(index.earliestPresentationTime) / Double(index.timescale)
      guard abs(stated - shown) > Seconds.tolerance, abs(stated - decoded) > Seconds.tolerance
      else {
        continue
      }
      findings.add(
        at: place, field: ["earliest_presentation_time"],
        "the segment is said to start at \(Seconds.text(stated)), but its first picture is shown at "
          + Seconds.text(shown))
    }
  }

  private static func firstFragment(
    of id: UInt32, after place: ExaminedBox, in file: ExaminedFile
  ) -> ExaminedFragment.TrackFragment? {
    let start = file.fragments.partitioningIndex(where: { $0.place.offset >= place.end })
    // An index precedes the fragments that it lists, so it is not necessary to search a whole film for each.
    return file.fragments[start...].prefix(16).lazy.flatMap(\.tracks).first { $0.trackID == id }
  }
}
