extension XMPPacket.Name {
  /// The namespace's usual prefix and the name.
  var title: String {
    XMPPacket.Name.prefixes[namespace].map { "\($0):\(local)" } ?? local
  }

  private static let prefixes = [
    "http://purl.org/dc/elements/1.1/": "dc", "http://ns.adobe.com/exif/1.0/": "exif",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop", "http://ns.adobe.com/tiff/1.0/": "tiff",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
    "http://ns.adobe.com/lightroom/1.0/": "lr", "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.useplus.org/ldf/xmp/1.0/": "plus",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
    "http://www.digikam.org/ns/1.0/": "digiKam",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee",
    "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto",
    "http://ns.microsoft.com/photo/1.2/t/Region#": "MPReg",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://www.metadataworkinggroup.com/schemas/keywords/": "mwg-kw",
  ]

  /// Whether its texts are those of cameras and programs: settings, histories, identifiers.
  var isTechnical: Bool {
    XMPPacket.Name.technicalNamespaces.contains(namespace)
      || XMPPacket.Name.technical.contains(local)
  }

  private static let technicalNamespaces: Set<String> = [
    "http://ns.adobe.com/camera-raw-settings/1.0/", "http://ns.adobe.com/xap/1.0/mm/",
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
    "http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "http://ns.adobe.com/exif/1.0/aux/",
    "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.google.com/photos/1.0/container/",
    "http://ns.google.com/photos/1.0/container/item/", "adobe:ns:meta/",
    "http://ns.apple.com/HDRGainMap/1.0/", "http://ns.apple.com/depthData/1.0/",
    "http://ns.apple.com/depthBlurEffect/1.0/", "http://ns.apple.com/pixeldatainfo/1.0/",
    "http://ns.apple.com/portraitEffectsMatte/1.0/",
    "http://ns.apple.com/semanticSegmentationMatte/1.0/",
  ]

  private static let technical: Set<String> = [
    "Make", "Model", "Software", "CreatorTool", "Lens", "LensModel", "LensMake", "ICCProfile",
    "format", "Format", "about", "ColorMode", "xmptk",
  ]
}

extension XMPPacket.NamedText {
  /// Whether a user may have written it: words, and not dates, numbers, identifiers and values from lists of the
  /// standard.
  var isWritten: Bool {
    let words = String(decoding: text, as: UTF8.self)
    guard LocationTraces.tellsSomething(words), !["true", "false"].contains(words.lowercased())
    else {
      return false
    }
    if XMPPacket.NamedText.listed.contains(name) { return false }
    return XMPPacket.NamedText.writtenPrefixes.contains { name.hasPrefix($0) }
      || XMPPacket.NamedText.written.contains(name)
      || words.contains { $0 == " " || $0 == "," } || words.utf8.contains { $0 >= 0x80 }
  }

  private static let writtenPrefixes = [
    "dc:", "photoshop:", "Iptc4xmp", "lr:", "xmpRights:", "plus:", "digiKam:", "acdsee:",
    "MicrosoftPhoto:", "MPReg:", "mwg-rs:", "mwg-kw:",
  ]
  private static let written: Set<String> = [
    "exif:UserComment", "tiff:ImageDescription", "tiff:Artist", "xmp:Label", "xmp:Nickname",
  ]
  /// Values from lists and numbers, in namespaces of written texts.
  private static let listed: Set<String> = [
    "mwg-rs:Type", "mwg-rs:FocusUsage", "MPReg:Rectangle",
  ]
}

/// Text of XML (XML 1.0 §4.1).
enum XMLText {
  /// Without references to characters.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var text: [UInt8] = []
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let rest = bytes[position...].prefix(12)
      if rest.first == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")),
        let character = character(String(decoding: bytes[position + 1..<end], as: UTF8.self))
      {
        text += Array(String(Character(character)).utf8)
        position = end + 1
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    return text
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
      guard name.hasPrefix("#") else { return nil }
      return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
        .flatMap(Unicode.Scalar.init)
    }
  }
}
