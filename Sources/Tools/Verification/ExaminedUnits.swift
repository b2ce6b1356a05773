import AVC
import HEIF
import HEVC
import ISOBMFF

extension ExaminedFile {
  /// Coded images with length-prefixed NAL units, and the units up to the first invalid length.
  func readCodedUnits() -> [ExaminedUnits] {
    guard let heif else { return [] }
    var budget = itemByteBudget
    return heif.items.compactMap { item in
      let lengthSize: Int
      if let hevc = item.property(HEVCConfigurationBox.self) {
        lengthSize = hevc.record.lengthSize
      } else if let avc = item.property(AVCConfigurationBox.self) {
        lengthSize = avc.record.lengthSize
      } else {
        return nil
      }
      guard ["hvc1", "hev1", "lhv1", "avc1"].contains(item.type), item.entry.protectionIndex == 0,
        budget > 0, let data = try? heif.data(of: item.id)
      else { return nil }
      budget -= data.count
      do throws(FieldError) {
        let units = try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize)
        return ExaminedUnits(item: item, units: units, error: nil)
      } catch {
        return ExaminedUnits(item: item, units: [], error: error)
      }
    }
  }
}

/// The NAL units of a coded image.
struct ExaminedUnits {
  let item: Item
  let units: [Bytes]
  /// The error at the first invalid length.
  let error: FieldError?

  var isHEVC: Bool { item.type != "avc1" }

  /// The units of an HEVC image that hold the picture.
  var coded: [Bytes] {
    units.filter { HEVC.NALUnit.type(of: $0)?.isVideoCodingLayer ?? false }
  }

  /// Whether all slices of an HEVC image can be decoded without other pictures. Those of further layers refer to
  /// slices of the same image.
  var isIntra: Bool {
    guard let record = item.property(HEVCConfigurationBox.self)?.record else { return false }
    let sets = HEVC.ParameterSets(nalUnits: record.arrays.flatMap(\.nalUnits) + units)
    let coded = coded.filter { (try? HEVC.NALUnitHeader(decoding: $0))?.layerID == 0 }
    return !coded.isEmpty
      && coded.allSatisfy { unit in
        switch PictureType(nalUnit: unit, sets: sets) {
        case .slice(.intra), .idr, .bla, .cra: true
        default: false
        }
      }
  }
}
