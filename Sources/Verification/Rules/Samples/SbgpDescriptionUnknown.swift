import ISOBMFF

enum SbgpDescriptionUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.9.2"
  static let sentence = "Groups of samples have descriptions."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      for place in track.tables where place.type == "sbgp" {
        check(place, descriptions(track.tables, place), nil, &findings)
      }
    }
    for track in file.trackFragments {
      let boxes = file.children(of: track.place)
      let tables = file.sampleTablesByID[track.trackID]?.tables
      for place in boxes where place.type == "sbgp" {
        // A fragment does not contain the descriptions of its movie, so they are looked up there.
        check(place, tables.map { descriptions($0, place) }, descriptions(boxes, place), &findings)
      }
    }
  }

  /// The number of group descriptions for the type of `place`.
  private static func descriptions(_ boxes: [ExaminedBox], _ place: ExaminedBox) -> Int {
    guard let type = place.box[SampleToGroupBox.self]?.groupingType else { return 0 }
    return boxes.compactMap { $0.box[SampleGroupDescriptionBox.self] }
      .first { $0.groupingType == type }?.entries.count ?? 0
  }

  /// - Parameters:
  ///   - count: the number of descriptions in the movie.
  ///   - own: the number of descriptions in the fragment, which count from 0x10001.
  private static func check(
    _ place: ExaminedBox, _ count: Int?, _ own: Int?, _ findings: inout Findings
  ) {
    guard let box = place.box[SampleToGroupBox.self] else { return }
    box.entries.forEachRow { index, row in
      let isOwn = own != nil && row[1] > 0x1_0000
      guard let known = isOwn ? own : count else { return }
      let number = isOwn ? row[1] - 0x1_0000 : row[1]
      guard number > Int64(known) else { return }
      findings.add(
        at: place, field: ["entries[\(index)]", "group_description_index"],
        "samples are in group \(number) of '\(box.groupingType)', but \(known) are described")
    }
  }
}
