extension JPEGSegments {
  /// The bytes with which an APP0 segment of JFIF starts.
  package static let jfifIdentifier = Array("JFIF\0".utf8)

  /// The bytes with which a segment of Content Credentials starts.
  package static let jumbfIdentifier = Array("JP\0".utf8)

  /// The use of a segment; nil if it is unknown.
  package static func use(_ marker: UInt8, _ payload: Bytes?) -> String? {
    switch marker {
    case 0xC4: return "Huffman tables"
    case 0xC0...0xCF: return "frame header"
    case 0xDA: return "scan headers"
    case 0xDB: return "quantisation tables"
    case 0xDD: return "restart interval"
    case 0xFE: return "comment"
    case 0xE0...0xEF:
      let known = identifiers.first { payload?.starts(with: $0.identifier) == true }
      return known?.title ?? payload.flatMap(text(startOf:))
    default: return nil
    }
  }

  /// The bytes with which a segment of known contents starts; nil for others.
  package static func identifier(of payload: Bytes) -> [UInt8]? {
    identifiers.first { payload.starts(with: $0.identifier) }?.identifier
  }

  /// The text with which a segment begins, up to the zero; nil if it does not begin with one.
  private static func text(startOf payload: Bytes) -> String? {
    let text = payload.prefix(32).prefix { (0x20...0x7E).contains($0) }
    guard text.count >= 3 else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private static let identifiers: [(identifier: [UInt8], title: String)] = [
    (exifIdentifier, "Exif"), (xmpIdentifier, "XMP"),
    (spacedXMPIdentifier, "XMP"),
    (Array("http://ns.adobe.com/xmp/extension/\0".utf8), "extended XMP"),
    (jfifIdentifier, "JFIF"), (Array("JFXX\0".utf8), "JFIF extension"),
    (iccIdentifier, "colour profile (ICC)"),
    (multiPictureIdentifier, "index of pictures (MPF)"),
    (gainMapIdentifier, "gain map metadata (ISO 21496-1)"),
    (PhotoshopResources.identifier, "Photoshop and IPTC"), (Array("Adobe\0".utf8), "Adobe"),
    (Array("FPXR\0".utf8), "FlashPix"), (Array("FLIR\0".utf8), "thermal data of FLIR"),
    (jumbfIdentifier, "JUMBF (Content Credentials)"),
  ]
}
