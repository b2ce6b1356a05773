import HEIF
import HEVC
import ISOBMFF

enum HEVCPictureWithoutRandomAccess: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §B.2.2"
  static let sentence = "The picture of an HEVC image is a random access point (IRAP)."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.metaBox("iloc") else { return }
    for units in file.codedUnits where units.isHEVC {
      guard let coded = units.coded.first, let type = NALUnit.type(of: coded),
        !type.isRandomAccessPoint, HEVCPictureMissing.isIndependent(units.item, in: file),
        units.isIntra
      else { continue }
      findings.add(
        at: place, field: [file.locationField(of: units.item.id)], offset: coded.fileOffset,
        "the picture of \(file.title(of: units.item.id)) needs no other picture, but is a \(type), at "
          + "which decoding does not start: decoders may skip it")
    }
  }
}
