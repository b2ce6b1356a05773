import FieldCoding
public import ISOBMFF

/// A sample group that contains a sample (ISO/IEC 14496-12 §8.9).
public struct SampleGroup: Equatable, Sendable {
  /// The grouping type: `roll`, `rap `, `seig`, ...
  public var type: FourCC
  /// The `grouping_type_parameter`; nil if there is none.
  public var parameter: UInt32?
  /// The number of the group description, from 1; descriptions in a fragment count from 0x10001.
  public var descriptionIndex: Int
  /// The group description; nil if it is missing.
  public var description: SampleGroupEntry?

  /// Higher numbers are those of descriptions in the same fragment.
  package static let lastCommonIndex = 0x1_0000
}

extension Sample {
  /// The sample groups that contain it.
  public var groups: [SampleGroup] {
    group.groupings.compactMap { $0.group(of: index - group.firstSample) }
  }
}

/// One grouping of the samples of a track: `sbgp` or `csgp` with its `sgpd`.
struct SampleGrouping: Sendable {
  private let type: FourCC
  private let parameter: UInt32?
  private let indices: Indices
  /// The number of the default description; 0 for none.
  private let defaultIndex: Int
  private let common: [SampleGroupEntry]
  /// The entries of the fragment itself.
  private let own: [SampleGroupEntry]

  private enum Indices: Sendable {
    case none
    case runs(RunIndex<SampleRuns>)
    case patterns(PatternIndices)
  }

  /// The descriptions of groups by their types; if there are several of a type, the first one counts.
  private typealias Descriptions = [FourCC: SampleGroupDescriptionBox]

  static func all(in source: SampleSource) -> [SampleGrouping] {
    func descriptions(_ boxes: [Box]) -> Descriptions {
      Descriptions(
        boxes.compactMap { $0[SampleGroupDescriptionBox.self] }.map { ($0.groupingType, $0) },
        uniquingKeysWith: { first, _ in first })
    }
    let common = descriptions(source.track.boxes)
    let own = source.fragmentStart == nil ? [:] : descriptions(source.boxes)
    var groupings = source.boxes.compactMap { SampleGrouping($0, common, own) }
    let mapped = Set(groupings.map(\.type))
    for box in source.track.boxes {
      guard let described = box[SampleGroupDescriptionBox.self], described.header.version >= 2,
        described.defaultGroupDescriptionIndex > 0, !mapped.contains(described.groupingType)
      else { continue }
      groupings.append(SampleGrouping(described.groupingType, nil, .none, common, own))
    }
    return groupings
  }

  private init?(_ box: Box, _ common: Descriptions, _ own: Descriptions) {
    if let groups = box[SampleToGroupBox.self] {
      self.init(
        groups.groupingType, groups.header.version == 1 ? groups.groupingTypeParameter : nil,
        .runs(RunIndex(SampleRuns(table: groups.entries))), common, own)
    } else if let groups = box[CompactSampleToGroupBox.self] {
      self.init(
        groups.groupingType,
        groups.header.flags & 0x40 != 0 ? groups.groupingTypeParameter : nil,
        .patterns(PatternIndices(groups)), common, own)
    } else {
      return nil
    }
  }

  private init(
    _ type: FourCC, _ parameter: UInt32?, _ indices: Indices, _ common: Descriptions,
    _ own: Descriptions
  ) {
    self.type = type
    self.parameter = parameter
    self.indices = indices
    let description = common[type]
    self.common = description?.entries ?? []
    self.own = own[type]?.entries ?? []
    defaultIndex =
      (description?.header.version ?? 0) >= 2
      ? Int(description?.defaultGroupDescriptionIndex ?? 0) : 0
  }

  /// - Parameter sample: the index among the samples of the boxes.
  func group(of sample: Int) -> SampleGroup? {
    let stated: Int? =
      switch indices {
      case .none: nil
      case .runs(let runs):
        runs.last { $0.firstSample <= sample }.flatMap { sample < $0.end ? Int($0.value) : nil }
      case .patterns(let patterns): patterns.index(of: sample)
      }
    // 0 states that a sample is in no group.
    let index = stated ?? defaultIndex
    guard index > 0 else { return nil }
    let isOwn = index > SampleGroup.lastCommonIndex
    let (entries, number) = isOwn ? (own, index - SampleGroup.lastCommonIndex) : (common, index)
    return SampleGroup(
      type: type, parameter: parameter, descriptionIndex: index,
      description: entries.indices.contains(number - 1) ? entries[number - 1] : nil)
  }
}

/// The numbers of descriptions that `csgp` assigns to samples with repeated patterns.
private struct PatternIndices: Sendable {
  private let box: CompactSampleToGroupBox
  /// The number of samples and of numbers before each pattern.
  private var starts: [(sample: Int, index: Int)] = []

  init(_ box: CompactSampleToGroupBox) {
    self.box = box
    var (sample, index) = (0, 0)
    for pattern in box.patterns {
      starts.append((sample, index))
      sample += Int(pattern.sampleCount)
      index += Int(pattern.length)
    }
  }

  func index(of sample: Int) -> Int? {
    let next = starts.partitioningIndex { $0.sample > sample }
    guard next > 0 else { return nil }
    let pattern = box.patterns[next - 1]
    let distance = sample - starts[next - 1].sample
    guard distance < Int(pattern.sampleCount), pattern.length > 0 else { return nil }
    let row = starts[next - 1].index + distance % Int(pattern.length)
    guard box.descriptionIndices.indices.contains(row) else { return nil }
    let index = Int(box.descriptionIndices[row])
    // If the flag 0x80 is set, the highest bit says that the description is in the fragment.
    let own = 1 << ((4 << Int(box.header.flags & 3)) - 1)
    return box.header.flags & 0x80 != 0 && index & own != 0
      ? index - own + SampleGroup.lastCommonIndex : index
  }
}
