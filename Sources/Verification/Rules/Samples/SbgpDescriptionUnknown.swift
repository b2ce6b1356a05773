import ISOBMFF

enum SbgpDescriptionUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.9.2"
  static let sentence = "Groups of samples have descriptions."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var counts: [UInt32: [FourCC: Int]] = [:]
    for track in file.sampleTables {
      let described = descriptions(track.tables)
      counts[track.id] = described
      for place in track.tables where place.type == "sbgp" {
        check(place, described, nil, &findings)
      }
    }
    for track in file.trackFragments {
      let boxes = file.children(of: track.place)
      let own = descriptions(boxes)
      for place in boxes where place.type == "sbgp" {
        // A fragment does not contain the descriptions of its movie, so they are looked up there.
        check(place, counts[track.trackID], own, &findings)
      }
    }
  }

  /// The number of group descriptions of each type. If there are several boxes of a type, the first one counts.
  private static func descriptions(_ boxes: [ExaminedBox]) -> [FourCC: Int] {
    Dictionary(
      boxes.compactMap { $0.box[SampleGroupDescriptionBox.self] }
        .map { ($0.groupingType, $0.entries.count) },
      uniquingKeysWith: { first, _ in first })
  }

  /// - Parameters:
  ///   - counts: the numbers of descriptions in the movie; nil if it is not known.
  ///   - own: the numbers of descriptions in the fragment, which count from 0x10001.
  private static func check(
    _ place: ExaminedBox, _ counts: [FourCC: Int]?, _ own: [FourCC: Int]?,
    _ findings: inout Findings
  ) {
    guard let box = place.box[SampleToGroupBox.self] else { return }
    let type = box.groupingType
    box.entries.forEachRow { index, row in
      let isOwn = own != nil && row[1] > 0x1_0000
      guard let described = isOwn ? own : counts else { return }
      let known = described[type] ?? 0
      let number = isOwn ? row[1] - 0x1_0000 : row[1]
      guard number > Int64(known) else { return }
      findings.add(
        at: place, field: ["entries[\(index)]", "group_description_index"],
        "samples are in group \(number) of '\(box.groupingType)', but \(known) are described")
    }
  }
}
