/// The definitions of the tags in Exif directories.
public enum ExifTag {
  /// The name that the standard gives `tag` in that directory, or its number: `0x927C`.
  public static func name(_ tag: UInt16, in directory: ExifDirectory.Kind) -> String {
    knownName(tag, in: directory) ?? hex(tag)
  }

  /// The name of a tag. Nil for tags that the standard does not have.
  public static func knownName(_ tag: UInt16, in directory: ExifDirectory.Kind) -> String? {
    switch directory {
    case .ifd0, .ifd1, .ifd, .sub: tiff[tag]
    case .exif: exif[tag]
    case .gps: gps[tag]
    case .interoperability: interoperability[tag]
    case .makerNote: apple[tag]
    case .canon: canon[tag]
    }
  }

  static func hex(_ tag: UInt16) -> String {
    "0x" + zeroPadded(String(tag, radix: 16, uppercase: true), to: 4)
  }
}
