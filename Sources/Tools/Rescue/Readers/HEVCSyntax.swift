import FieldCoding
import HEVC

/// NAL units of HEVC (ITU-T H.265 §7.4.2.2), by the parameter sets of the reference.
struct HEVCSyntax: FrameSyntax {
  let lengthSize: Int
  private let sets: ParameterSets
  /// Types of NAL units that the reference has.
  private let types: Set<UInt8>

  init?(_ record: HEVCDecoderConfigurationRecord, besides units: [Bytes], types: Set<UInt8>) {
    lengthSize = record.lengthSize
    sets = ParameterSets(nalUnits: record.nalUnits + units)
    self.types = types
    guard !sets.pictures.isEmpty, !sets.sequences.isEmpty else { return nil }
  }

  var orderBits: Int {
    sets.sequences.values.map { Int($0.log2MaxPictureOrderCountLSBMinus4) + 4 }.max() ?? 8
  }

  var firstHeaders: BytePairs {
    var pairs = BytePairs()
    for raw in UInt8(0)..<64 {
      let type = NALUnitType(rawValue: raw)
      guard type.isSliceSegment || HEVCSyntax.isBeforeSlices(type) else { continue }
      // nuh_layer_id is 0, and nuh_temporal_id_plus1 is not.
      pairs.insert(UInt16(raw) << 9 | 1...UInt16(raw) << 9 | 7)
    }
    return pairs
  }

  /// first_slice_segment_in_pic_flag
  func couldStartPicture(_ unit: Bytes) -> Bool {
    guard NALUnitType(rawValue: unit[0] >> 1).isSliceSegment else { return true }
    return unit.count > 2 && unit[2] & 0x80 != 0
  }

  private static func isBeforeSlices(_ type: NALUnitType) -> Bool {
    switch type {
    case .videoParameterSet, .sequenceParameterSet, .pictureParameterSet, .accessUnitDelimiter,
      .prefixSEI:
      true
    default: false
    }
  }

  func unit(_ unit: Bytes) -> PictureUnit? {
    // forbidden_zero_bit, nuh_temporal_id_plus1
    guard unit[0] < 0x80, unit[1] & 7 > 0 else { return nil }
    let raw = unit[0] >> 1
    let type = NALUnitType(rawValue: raw)
    let layer = (unit[0] & 1) << 5 | unit[1] >> 3
    guard
      types.contains(raw) || layer == 0 && (type.isSliceSegment || HEVCSyntax.isPlain(unit, type))
    else { return nil }
    guard layer == 0 else { return .after }
    if HEVCSyntax.isBeforeSlices(type) { return .before }
    return type.isSliceSegment ? slice(unit, type) : .after
  }

  /// Whether it is a unit that any recording can have, also if the reference has none, as all of its bytes show.
  private static func isPlain(_ unit: Bytes, _ type: NALUnitType) -> Bool {
    guard unit.count <= longestPlain else { return false }
    return switch type {
    case .accessUnitDelimiter:
      (try? AccessUnitDelimiter(nalUnit: unit))?.trailing.isExact ?? false
    // Messages end at the end of a byte.
    case .prefixSEI where unit.last == 0x80, .suffixSEI where unit.last == 0x80:
      (try? SupplementalEnhancementInformation(nalUnit: unit))?.trailing.isExact ?? false
    case .videoParameterSet: (try? VideoParameterSet(nalUnit: unit))?.trailing.isExact ?? false
    case .sequenceParameterSet:
      (try? SequenceParameterSet(nalUnit: unit))?.trailing.isExact ?? false
    case .pictureParameterSet: (try? PictureParameterSet(nalUnit: unit))?.trailing.isExact ?? false
    default: false
    }
  }

  private func slice(_ unit: Bytes, _ type: NALUnitType) -> PictureUnit? {
    guard let header = try? SliceSegment.header(ofNALUnit: unit, sets: sets),
      sets.pictures[header.pictureParameterSetID] != nil,
      header.isDependent || header.type != nil,
      !type.isRandomAccessPoint || header.isDependent || header.type == .intra
    else { return nil }
    let temporalID = unit[1] & 7 - 1
    let isLeading = (6...9).contains(type.rawValue)
    let isSubLayerNonReference = type.rawValue < 16 && type.rawValue & 1 == 0
    let picture = CodedPicture(
      orderLSB: Int(header.pictureOrderCountLSB ?? 0),
      restartsOrder: (16...20).contains(type.rawValue),
      isOrderReference: temporalID == 0 && !isLeading && !isSubLayerNonReference,
      kind: Int(type.rawValue))
    // The order is that of the first slice segment where one depends on it.
    return .slice(
      PictureUnit.Slice(
        picture: picture, isFirst: header.isFirstInPicture,
        identity: Int(type.rawValue) << 8 | Int(header.pictureParameterSetID),
        isIntra: header.type.map { $0 == .intra } ?? true))
  }
}
