import AVC
import ISOBMFF
import NALUnits

/// The parameter sets of `avcC`.
struct RetaggedAVCSets: RetaggedStreamSets {
  typealias Record = AVCDecoderConfigurationRecord

  private var record: Record
  private let original: Record

  init?(_ children: [Box]) {
    guard let record = children.first(AVCConfigurationBox.self)?.record else { return nil }
    self.record = record
    original = record
  }

  var lengthSize: Int { record.lengthSize }
  var units: [Bytes] { record.nalUnits }

  mutating func put(_ set: Bytes, _ key: ParameterSetKey) throws(FieldError) {
    switch NALUnit.type(of: set) {
    case .sequenceParameterSet?:
      try RetaggedAVCSets.put(set, key, into: &record.sequenceParameterSets)
    case .sequenceParameterSetExtension?:
      var format = record.highProfile ?? .init()
      try RetaggedAVCSets.put(set, key, into: &format.sequenceParameterSetExtensions)
      record.highProfile = format
    default: try RetaggedAVCSets.put(set, key, into: &record.pictureParameterSets)
    }
    // The fields of a record without SPS are not reliable.
    guard original.sequenceParameterSets.isEmpty, !record.sequenceParameterSets.isEmpty else {
      return
    }
    var made = try AVCDecoderConfigurationRecord(parameterSets: units)
    made.lengthSizeMinusOne = record.lengthSizeMinusOne
    record = made
  }

  private static func put(
    _ set: Bytes, _ key: ParameterSetKey, into units: inout [Bytes]
  ) throws(FieldError) {
    for index in units.indices where try Record.key(of: units[index]) == key {
      units[index] = set
      return
    }
    units.append(set)
  }

  /// `avcC` cannot state that.
  mutating func state(isComplete: Bool) {}

  func missing(for pictures: Set<UInt32>) -> [ParameterSetKey] {
    let known = (try? ParameterSets(units)) ?? ParameterSets()
    var missing: [ParameterSetKey] = []
    for id in pictures.sorted() {
      guard let picture = known.pictures[id] else {
        missing.append(ParameterSetKey(name: "PPS", id: id))
        continue
      }
      if known.sequences[picture.sequenceParameterSetID] == nil {
        missing.append(ParameterSetKey(name: "SPS", id: picture.sequenceParameterSetID))
      }
    }
    if pictures.isEmpty {
      if record.sequenceParameterSets.isEmpty { missing.append(.init(name: "SPS", id: 0)) }
      if record.pictureParameterSets.isEmpty { missing.append(.init(name: "PPS", id: 0)) }
    }
    return missing
  }

  func write(to children: inout [Box]) {
    for index in children.indices where record != original && children[index].type == "avcC" {
      children[index][AVCConfigurationBox.self]?.record = record
    }
  }
}
