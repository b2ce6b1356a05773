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
    case .interoperability: tag == 1 ? .letters(ExifValueNames.interoperability) : nil
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
    0x0103: .names(ExifValueNames.compression), 0x0106: .names(ExifValueNames.photometric),
    0x0112: .names(ExifValueNames.orientation), 0x011C: .names(ExifValueNames.planes),
    0x0128: .names(ExifValueNames.units), 0x0212: .subsampling,
    0x0213: .names(ExifValueNames.position),
    0x829A: .exposureTime,
    0x829D: .fNumber, 0x8822: .names(ExifValueNames.program), 0x8827: .joined(", "),
    0x8830: .names(ExifValueNames.sensitivity), 0x9101: .components, 0x9201: .apexTime,
    0x9202: .apexAperture, 0x9204: .fraction, 0x9205: .apexAperture, 0x9206: .metres,
    0x9207: .names(ExifValueNames.metering), 0x9208: .names(ExifValueNames.light),
    0x9209: .names(ExifValueNames.flash, isHexadecimal: true), 0x920A: .unit("mm", digits: 1),
    0x9400: .unit("C"),
    0xA001: .names(ExifValueNames.colourSpace, isHexadecimal: true),
    0xA210: .names(ExifValueNames.focalPlaneUnits),
    0xA217: .names(ExifValueNames.sensing), 0xA300: .names(ExifValueNames.fileSource),
    0xA301: .names(ExifValueNames.sceneType), 0xA401: .names(ExifValueNames.rendered),
    0xA402: .names(ExifValueNames.exposureMode), 0xA403: .names(ExifValueNames.whiteBalance),
    0xA405: .unit("mm"), 0xA406: .names(ExifValueNames.scene), 0xA407: .names(ExifValueNames.gain),
    0xA408: .names(ExifValueNames.level), 0xA409: .names(ExifValueNames.level),
    0xA40A: .names(ExifValueNames.sharpness), 0xA40C: .names(ExifValueNames.distance),
    0xA432: .lens,
    0xA460: .names(ExifValueNames.composite),
  ]

  private static let gps: [UInt16: MetadataValueForm] = [
    0x00: .joined("."), 0x01: .letters(ExifValueNames.north), 0x02: .degrees,
    0x03: .letters(ExifValueNames.east), 0x04: .degrees, 0x05: .names(ExifValueNames.altitude),
    0x06: .metres, 0x07: .time, 0x09: .letters(ExifValueNames.status),
    0x0A: .letters(ExifValueNames.dimensions), 0x0C: .letters(ExifValueNames.speed),
    0x0E: .letters(ExifValueNames.direction), 0x10: .letters(ExifValueNames.direction),
    0x13: .letters(ExifValueNames.north), 0x14: .degrees, 0x15: .letters(ExifValueNames.east),
    0x16: .degrees, 0x17: .letters(ExifValueNames.direction), 0x19: .letters(ExifValueNames.length),
    0x1E: .names(ExifValueNames.differential), 0x1F: .unit("m"),
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
