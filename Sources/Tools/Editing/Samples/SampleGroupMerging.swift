import ISOBMFF
import Movie

/// Makes `sbgp` boxes for the groups of samples, including those of fragments, which can have their own descriptions
/// (ISO/IEC 14496-12 §8.9.4).
struct SampleGroupMerging {
  private struct Kind: Hashable {
    var type: FourCC
    var parameter: UInt32?
  }

  /// The kinds in the order in which they appear.
  private var kinds: [Kind] = []
  private var indices: [Kind: RunLengths] = [:]
  /// The descriptions of the track, and those that fragments add.
  private(set) var descriptions: [SampleGroupDescriptionBox]
  private var sampleCount = 0

  /// - Parameter table: the boxes in `stbl`.
  init(_ table: [Box]) {
    descriptions = table.compactMap { $0[SampleGroupDescriptionBox.self] }
  }

  mutating func append(_ groups: [SampleGroup]) throws(EditError) {
    var isIn: [Kind: Int64] = [:]
    for group in groups {
      let kind = Kind(type: group.type, parameter: group.parameter)
      isIn[kind] = Int64(try index(of: group))
      guard indices[kind] == nil else { continue }
      kinds.append(kind)
      var runs = RunLengths()
      if sampleCount > 0 { runs.append(0, count: sampleCount) }
      indices[kind] = runs
    }
    for kind in kinds { indices[kind]?.append(isIn[kind] ?? 0) }
    sampleCount += 1
  }

  /// The number of a group's description in the track.
  private mutating func index(of group: SampleGroup) throws(EditError) -> Int {
    guard group.descriptionIndex > SampleGroup.lastCommonIndex else {
      return group.descriptionIndex
    }
    guard let description = group.description else {
      throw EditError(
        .damaged, "has samples in a group (\(group.type)) that their fragment does not describe")
    }
    guard let index = descriptions.firstIndex(where: { $0.groupingType == group.type }) else {
      var box = SampleGroupDescriptionBox()
      box.groupingType = group.type
      box.entries = [description]
      descriptions.append(box)
      return 1
    }
    if let known = descriptions[index].entries.firstIndex(of: description) { return known + 1 }
    // Entries of the default length would all have to have the same size.
    if descriptions[index].header.version >= 1 { descriptions[index].defaultLength = 0 }
    descriptions[index].entries.append(description)
    return descriptions[index].entries.count
  }

  /// `sgpd` and `sbgp` boxes.
  var boxes: [Box] { descriptions.map { Box($0) } + memberBoxes }

  /// `sbgp` boxes.
  var memberBoxes: [Box] {
    kinds.map { kind in
      var box = SampleToGroupBox()
      box.groupingType = kind.type
      if let parameter = kind.parameter {
        box.header.version = 1
        box.groupingTypeParameter = parameter
      }
      box.entries = FieldTable(
        columns: SampleToGroupBox.columns, values: indices[kind]?.values ?? [])
      return Box(box)
    }
  }
}
