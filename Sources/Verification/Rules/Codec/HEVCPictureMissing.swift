import HEIF
import HEVC
import ISOBMFF

enum HEVCPictureMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §B.2.2"
  static let sentence = "The data of an HEVC image is one picture, which needs no other picture."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.metaBox("iloc") else { return }
    for units in file.codedUnits where units.isHEVC && units.error == nil && !units.units.isEmpty {
      guard let coded = units.coded.first, let type = NALUnit.type(of: coded) else {
        findings.add(
          at: place, field: [file.locationField(of: units.item.id)],
          "the data of \(file.title(of: units.item.id)) has no coded picture")
        continue
      }
      guard !type.isRandomAccessPoint, isIndependent(units.item, in: file), !units.isIntra else {
        continue
      }
      findings.add(
        at: place, field: [file.locationField(of: units.item.id)], offset: coded.fileOffset,
        "the data of \(file.title(of: units.item.id)) starts with a \(type), which needs another picture "
          + "to be decoded")
    }
  }

  /// Predicted images have their reference pictures in other items.
  static func isIndependent(_ item: Item, in file: ExaminedFile) -> Bool {
    guard let heif = file.heif, item.type == "hvc1" || item.type == "hev1" else { return false }
    return heif.targets("pred", from: item.id).isEmpty
      && heif.targets("dpnd", from: item.id).isEmpty
  }
}
