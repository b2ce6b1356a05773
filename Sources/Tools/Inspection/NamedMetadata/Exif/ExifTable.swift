internal import Metadata

/// The names and texts of Exif tags, if they differ from the standard's name and the plain value.
enum ExifTable {
  /// The usual name of a tag; nil for one that has none.
  static func name(_ tag: UInt16, in kind: ExifDirectory.Kind) -> String? {
    switch kind {
    case .gps: return ExifTag.knownName(tag, in: .gps)
    case .interoperability:
      return usualNames[tag, default: ExifTag.knownName(tag, in: kind) ?? ""].nonEmpty
    case .makerNote: return AppleTable.names[tag] ?? ExifTag.knownName(tag, in: kind)
    case .canon: return ExifTag.knownName(tag, in: kind)
    case .ifd0, .ifd1, .ifd, .sub, .exif:
      // Tags of one directory are found in the other, too.
      return usualNames[tag] ?? ExifTag.knownName(tag, in: .exif)
        ?? ExifTag.knownName(tag, in: .ifd0) ?? RawTable.names[tag]
        ?? RegisteredTable.names[tag]
    }
  }

  /// The form of its values; nil for plain ones.
  static func writing(_ tag: UInt16, in kind: ExifDirectory.Kind) -> MetadataValueForm? {
    switch kind {
    case .gps: gps[tag]
    case .interoperability: tag == 1 ? .letters(ExifWords.interoperability) : nil
    case .makerNote: AppleTable.writings[tag]
    case .canon: nil
    case .ifd0, .ifd1, .ifd, .sub, .exif:
      exif[tag] ?? RawTable.writings[tag] ?? RegisteredTable.writings[tag]
    }
  }

  /// Names that differ from those of the standard.
  private static let usualNames: [UInt16: String] = [
    0x0001: "InteropIndex", 0x0002: "InteropVersion", 0x1002: "RelatedImageHeight",
    0x00FE: "SubfileType", 0x00FF: "OldSubfileType", 0x0101: "ImageHeight", 0x0132: "ModifyDate",
    0x8649: "PhotoshopSettings", 0x8773: "ICC_Profile", 0x8827: "ISO",
    0x8828: "Opto-ElectricConvFactor", 0x9004: "CreateDate", 0x9204: "ExposureCompensation",
    0x9400: "AmbientTemperature", 0xA002: "ExifImageWidth", 0xA003: "ExifImageHeight",
    0xA217: "SensingMethod", 0xA405: "FocalLengthIn35mmFormat", 0xA430: "OwnerName",
    0xA431: "SerialNumber", 0xA432: "LensInfo", 0xA461: "CompositeImageCount",
    0xA462: "CompositeImageExposureTimes", 0x83BB: "IPTC-NAA", 0x02BC: "ApplicationNotes",
    0xC4A5: "PrintIM",
  ]

  private static let exif: [UInt16: MetadataValueForm] = [
    0x0103: .words(ExifWords.compression), 0x0106: .words(ExifWords.photometric),
    0x0112: .words(ExifWords.orientation), 0x011C: .words(ExifWords.planes),
    0x0128: .words(ExifWords.units), 0x0212: .subsampling, 0x0213: .words(ExifWords.position),
    0x829A: .exposureTime,
    0x829D: .fNumber, 0x8822: .words(ExifWords.program), 0x8827: .joined(", "),
    0x8830: .words(ExifWords.sensitivity), 0x9101: .components, 0x9201: .apexTime,
    0x9202: .apexAperture, 0x9204: .fraction, 0x9205: .apexAperture, 0x9206: .metres,
    0x9207: .words(ExifWords.metering), 0x9208: .words(ExifWords.light),
    0x9209: .words(ExifWords.flash, isHexadecimal: true), 0x920A: .unit("mm", digits: 1),
    0x9400: .unit("C"),
    0xA001: .words(ExifWords.colourSpace, isHexadecimal: true),
    0xA210: .words(ExifWords.focalPlaneUnits),
    0xA217: .words(ExifWords.sensing), 0xA300: .words(ExifWords.fileSource),
    0xA301: .words(ExifWords.sceneType), 0xA401: .words(ExifWords.rendered),
    0xA402: .words(ExifWords.exposureMode), 0xA403: .words(ExifWords.whiteBalance),
    0xA405: .unit("mm"), 0xA406: .words(ExifWords.scene), 0xA407: .words(ExifWords.gain),
    0xA408: .words(ExifWords.level), 0xA409: .words(ExifWords.level),
    0xA40A: .words(ExifWords.sharpness), 0xA40C: .words(ExifWords.distance), 0xA432: .lens,
    0xA460: .words(ExifWords.composite),
  ]

  private static let gps: [UInt16: MetadataValueForm] = [
    0x00: .joined("."), 0x01: .letters(ExifWords.north), 0x02: .degrees,
    0x03: .letters(ExifWords.east), 0x04: .degrees, 0x05: .words(ExifWords.altitude),
    0x06: .metres, 0x07: .time, 0x09: .letters(ExifWords.status),
    0x0A: .letters(ExifWords.dimensions), 0x0C: .letters(ExifWords.speed),
    0x0E: .letters(ExifWords.direction), 0x10: .letters(ExifWords.direction),
    0x13: .letters(ExifWords.north), 0x14: .degrees, 0x15: .letters(ExifWords.east),
    0x16: .degrees, 0x17: .letters(ExifWords.direction), 0x19: .letters(ExifWords.length),
    0x1E: .words(ExifWords.differential), 0x1F: .unit("m"),
  ]

  /// The writings of Exif's tags by name, for properties of XMP that repeat them.
  static let writingsByName: [String: MetadataValueForm] = Dictionary(
    exif.compactMap { tag, writing in name(tag, in: .exif).map { ($0, writing) } },
    uniquingKeysWith: { first, _ in first })
}

extension String {
  /// The text; nil if it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
