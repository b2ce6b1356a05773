import HEVC
import ISOBMFF

enum HvccSetUnreadable: Rule {
  static let severity = Severity.error
  static let clause = "ITU-T H.265 §7.3.2"
  static let sentence = "The parameter sets of a configuration can be read."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses {
      for (index, array) in use.record.arrays.enumerated() {
        for unit in array.nalUnits {
          guard let error = error(in: unit, array.type) else { continue }
          findings.add(
            at: use.place, field: ["arrays[\(index)]"] + error.path, offset: error.offset,
            "the \(array.type) of \(use.title(in: file)) cannot be read: \(error.reason)")
        }
      }
    }
  }

  /// Sets of other layers can only be read with the VPS extensions, so they are not checked.
  private static func error(in unit: Bytes, _ type: NALUnitType) -> FieldError? {
    guard let header = try? NALUnitHeader(decoding: unit), header.layerID == 0, header.type == type
    else { return nil }
    do throws(FieldError) {
      switch type {
      case .videoParameterSet: _ = try VideoParameterSet(nalUnit: unit)
      case .sequenceParameterSet: _ = try SequenceParameterSet(nalUnit: unit)
      case .pictureParameterSet: _ = try PictureParameterSet(nalUnit: unit)
      default: break
      }
      return nil
    } catch {
      return error
    }
  }
}
