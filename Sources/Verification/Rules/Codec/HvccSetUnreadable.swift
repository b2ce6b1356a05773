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
      let trailing: RBSPTrailing? =
        switch type {
        case .videoParameterSet: try VideoParameterSet(nalUnit: unit).trailing
        case .sequenceParameterSet: try SequenceParameterSet(nalUnit: unit).trailing
        case .pictureParameterSet: try PictureParameterSet(nalUnit: unit).trailing
        default: nil
        }
      return trailing?.problem.map { FieldError(.invalid($0), offset: unit.fileOffset) }
    } catch {
      return error
    }
  }
}
