import HEVC
import ISOBMFF
import NALUnits

/// The parameter sets of `hvcC`, and of `lhvC` if there are further layers.
struct RetaggedHEVCSets: RetaggedStreamSets {
  typealias Record = HEVCDecoderConfigurationRecord

  private var record: Record
  private let original: Record
  private var layered: LHEVCDecoderConfigurationRecord?
  private let originalLayered: LHEVCDecoderConfigurationRecord?

  init?(_ children: [Box]) {
    guard let record = children.first(HEVCConfigurationBox.self)?.record else { return nil }
    self.record = record
    original = record
    layered = children.first(LayeredHEVCConfigurationBox.self)?.record
    originalLayered = layered
  }

  var lengthSize: Int { record.lengthSize }

  var units: [Bytes] {
    let arrays = record.arrays + (layered?.arrays ?? [])
    return arrays.filter { RetaggedHEVCSets.types.contains($0.type) }.flatMap(\.nalUnits)
  }

  private static let types: Set<NALUnitType> = [
    .videoParameterSet, .sequenceParameterSet, .pictureParameterSet,
  ]

  mutating func put(_ set: Bytes, _ key: ParameterSetKey) throws(FieldError) {
    let header = try NALUnitHeader(decoding: set)
    if header.layerID > 0, var layered {
      try RetaggedHEVCSets.put(set, key, header.type, into: &layered.arrays)
      self.layered = layered
    } else {
      try RetaggedHEVCSets.put(set, key, header.type, into: &record.arrays)
      try takeFieldsOfSets()
    }
  }

  private static func put(
    _ set: Bytes, _ key: ParameterSetKey, _ type: NALUnitType, into arrays: inout [NALUnitArray]
  ) throws(FieldError) {
    guard let index = arrays.firstIndex(where: { $0.type == type }) else {
      // The standard recommends the order VPS, SPS, PPS, SEI.
      let next = arrays.firstIndex { $0.type.rawValue > type.rawValue } ?? arrays.count
      return arrays.insert(NALUnitArray(type, [set]), at: next)
    }
    for unit in arrays[index].nalUnits.indices
    where try Record.key(of: arrays[index].nalUnits[unit]) == key {
      arrays[index].nalUnits[unit] = set
      return
    }
    arrays[index].nalUnits.append(set)
  }

  /// Sets the fields from the SPS if the record had none, because they are not reliable then.
  private mutating func takeFieldsOfSets() throws(FieldError) {
    guard original.nalUnits(.sequenceParameterSet).isEmpty,
      !record.nalUnits(.sequenceParameterSet).isEmpty
    else { return }
    var made = try HEVCDecoderConfigurationRecord(parameterSets: units)
    made.lengthSizeMinusOne = record.lengthSizeMinusOne
    made.averageFrameRate = record.averageFrameRate
    made.constantFrameRate = record.constantFrameRate
    made.arrays = record.arrays
    record = made
  }

  mutating func state(isComplete: Bool) {
    for index in record.arrays.indices
    where RetaggedHEVCSets.types.contains(record.arrays[index].type) {
      record.arrays[index].isComplete = isComplete
    }
    guard var layered else { return }
    for index in layered.arrays.indices
    where RetaggedHEVCSets.types.contains(layered.arrays[index].type) {
      layered.arrays[index].isComplete = isComplete
    }
    self.layered = layered
  }

  func missing(for pictures: Set<UInt32>) -> [ParameterSetKey] {
    let sets = ParameterSets(nalUnits: units)
    var missing: [ParameterSetKey] = []
    for id in pictures.sorted() {
      guard let picture = sets.pictures[id] else {
        missing.append(ParameterSetKey(name: "PPS", id: id))
        continue
      }
      guard let sequence = sets.sequence(of: picture) else {
        missing.append(ParameterSetKey(name: "SPS", id: picture.sequenceParameterSetID))
        continue
      }
      if sets.video(of: sequence) == nil {
        missing.append(ParameterSetKey(name: "VPS", id: UInt32(sequence.videoParameterSetID)))
      }
    }
    for (type, name) in [
      (NALUnitType.videoParameterSet, "VPS"), (.sequenceParameterSet, "SPS"),
      (.pictureParameterSet, "PPS"),
    ]
    where pictures.isEmpty && record.nalUnits(type).isEmpty {
      missing.append(ParameterSetKey(name: name, id: 0))
    }
    return missing
  }

  func write(to children: inout [Box]) {
    for index in children.indices {
      if record != original, children[index].type == "hvcC" {
        children[index][HEVCConfigurationBox.self]?.record = record
      }
      if let layered, layered != originalLayered, children[index].type == "lhvC" {
        children[index][LayeredHEVCConfigurationBox.self]?.record = layered
      }
    }
  }
}
