extension EmbeddedFormat {
  /// Records of the IPTC's Information Interchange Model (IIM 4.2 §1.6).
  public static let iptc = EmbeddedFormat { (f, _) throws(FieldError) in
    var index = 0
    while f.rest.first == 0x1C {
      try f.within("datasets[\(index)]") { (f) throws(FieldError) in try f.dataset() }
      index += 1
    }
  }

  /// Photoshop's image resources: data about an image besides its pixels.
  public static let photoshopResources = EmbeddedFormat { (f, _) throws(FieldError) in
    var index = 0
    while f.rest.has("8BIM".utf8) {
      try f.within("resources[\(index)]") { (f) throws(FieldError) in try f.resource() }
      index += 1
    }
  }
}

extension FieldCoder {
  fileprivate mutating func dataset() throws(FieldError) {
    try spendElement()
    var (marker, record, dataset) = (UInt8(0), UInt8(0), UInt8(0))
    try uint(8, "tag_marker", &marker, as: .hex)
    try uint(
      8, "record_number", &record,
      as: .names([
        1: "envelope", 2: "application", 3: "news photo", 7: "before the object", 8: "object",
        9: "behind the object",
      ]))
    try uint(8, "dataset_number", &dataset)
    var isLong = false
    var size: UInt32 = 0
    try flag("extended", &isLong)
    if isLong {
      var width: UInt16 = 0
      try uint(15, "count_size", &width)
      try uint(Int(width) * 8, "data_field_octet_count", &size)
    } else {
      try uint(15, "data_field_octet_count", &size)
    }
    var data = Bytes()
    try bytes("data", &data, count: .exactly(Int(size))) { data in
      data.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D }
        ? .text(Text(bytes: Array(data))) : nil
    }
  }

  fileprivate mutating func resource() throws(FieldError) {
    try spendElement()
    var (signature, id) = (FourCC(rawValue: 0), UInt16(0))
    var name = Text()
    try fourCC("signature", &signature)
    try uint(16, "id", &id, as: .names(FieldCoder.resources))
    try pascalText("name", &name, in: (Int(rest.first ?? 0) + 2) / 2 * 2)
    var data = Bytes()
    try bytes("data", &data, count: .bits(32, "size"), of: FieldCoder.format(ofResource: id))
    if data.count % 2 == 1, !isAtEnd { try reserved(8) }
  }

  /// The meaning of some of the numbers (Adobe Photoshop File Formats Specification, image resource IDs).
  private static let resources: ValueNames = [
    0x03E9: "Macintosh print information", 0x03ED: "resolution", 0x03EE: "names of channels",
    0x03F3: "print flags", 0x03F5: "halftones", 0x03F8: "transfer functions",
    0x0404: "IPTC", 0x0406: "JPEG quality", 0x0408: "grid and guides", 0x0409: "thumbnail, BGR",
    0x040A: "copyright flag", 0x040B: "URL", 0x040C: "thumbnail", 0x040D: "global angle",
    0x040F: "ICC profile", 0x0410: "watermark", 0x0411: "profile not wanted", 0x0414: "layer IDs",
    0x0419: "global altitude", 0x041A: "slices", 0x041E: "URL list", 0x0421: "version",
    0x0422: "Exif", 0x0423: "Exif 3", 0x0424: "XMP", 0x0425: "digest of IPTC",
    0x0426: "print scale", 0x0428: "pixel aspect ratio", 0x043A: "print information",
    0x043B: "print style", 0x2710: "print flags information",
  ]

  private static func format(ofResource id: UInt16) -> EmbeddedFormat? {
    switch id {
    case 0x0404: .iptc
    case 0x040F: .iccProfile
    case 0x0422: .tiff()
    case 0x0424: .text
    default: nil
    }
  }
}
