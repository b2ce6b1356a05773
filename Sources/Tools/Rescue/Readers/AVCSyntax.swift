import AVC
import FieldCoding

/// NAL units of AVC (ITU-T H.264 §7.4.1), by the parameter sets of the reference.
struct AVCSyntax: FrameSyntax {
  let lengthSize: Int
  private let sets: ParameterSets
  /// Types of NAL units that the reference has.
  private let types: Set<UInt8>

  init?(_ record: AVCDecoderConfigurationRecord, besides units: [Bytes], types: Set<UInt8>) {
    lengthSize = record.lengthSize
    guard var sets = try? record.parameterSets() else { return nil }
    for unit in units { try? sets.add(unit) }
    self.sets = sets
    self.types = types
    guard !sets.pictures.isEmpty, !sets.sequences.isEmpty else { return nil }
  }

  var orderBits: Int {
    sets.sequences.values.map { sequence in
      if case .stated(let bits) = sequence.pictureOrder { Int(bits) + 4 } else { 0 }
    }.max() ?? 0
  }

  var firstHeaders: BytePairs {
    var pairs = BytePairs()
    for first in UInt8(0)..<0x80 {
      let type = first & 31
      let isSlice = [1, 2, 5].contains(type)
      guard isSlice || (6...9).contains(type) || (13...18).contains(type) else { continue }
      // first_mb_in_slice is 0, which is coded as a bit that is 1.
      pairs.insert(UInt16(first) << 8 | (isSlice ? 0x80 : 0)...UInt16(first) << 8 | 0xFF)
    }
    return pairs
  }

  func unit(_ unit: Bytes) -> PictureUnit? {
    // forbidden_zero_bit
    guard unit[0] < 0x80 else { return nil }
    let raw = unit[0] & 31
    let isReference = unit[0] >> 5 > 0
    guard types.contains(raw) || raw == 1 || raw == 5 || isPlain(unit) else { return nil }
    switch raw {
    case 1, 2, 5: return slice(unit, raw, isReference)
    case 6, 9: return isReference ? nil : .before
    case 7, 8, 13, 15: return isReference ? .before : nil
    case 14...18: return .before
    case 10, 11, 12: return isReference ? nil : .after
    default: return .after
    }
  }

  /// Whether it is a unit that any recording can have, also if the reference has none, as all of its bytes show.
  private func isPlain(_ unit: Bytes) -> Bool {
    guard unit.count <= AVCSyntax.longestPlain else { return false }
    return switch NALUnit.type(of: unit) {
    case .accessUnitDelimiter?:
      (try? AccessUnitDelimiter(nalUnit: unit))?.trailing.isExact ?? false
    // Messages end at the end of a byte.
    case .supplementalEnhancementInformation? where unit.last == 0x80:
      (try? SupplementalEnhancementInformation(nalUnit: unit))?.trailing.isExact ?? false
    case .sequenceParameterSet?:
      (try? SequenceParameterSet(nalUnit: unit))?.trailing.isExact ?? false
    case .pictureParameterSet?:
      (try? PictureParameterSet(nalUnit: unit, sequences: Array(sets.sequences.values)))?
        .trailing.isExact ?? false
    default: false
    }
  }

  private func slice(_ unit: Bytes, _ type: UInt8, _ isReference: Bool) -> PictureUnit? {
    guard let header = try? SliceHeader(nalUnit: unit, sets: sets), header.type < 10,
      let picture = sets.pictures[header.pictureParameterSetID],
      let sequence = sets.sequences[picture.sequenceParameterSetID],
      type != 5 || isReference && header.type % 5 != 0 && header.type % 5 != 1
    else { return nil }
    var order: Int?
    if case .stated = sequence.pictureOrder { order = Int(header.pictureOrderCountLSB) }
    let coded = CodedPicture(
      orderLSB: order, restartsOrder: type == 5, isOrderReference: isReference,
      kind: Int(type) << 1 | (isReference ? 1 : 0))
    // An IDR frame can have a P frame as its second field.
    let identity = Int(header.frameNumber) << 9 | Int(header.pictureParameterSetID) << 1
    let order64 = order ?? 0
    return .slice(
      PictureUnit.Slice(
        picture: coded, isFirst: header.firstMacroblock == 0,
        identity: header.isField ? identity | 1 : identity &+ order64 << 40,
        isSecondField: header.isField && header.isBottomField,
        isIntra: header.type % 5 == 2 || header.type % 5 == 4))
  }
}
