/// An XMP packet: elements and attributes with the positions of their bytes (ISO 16684-1 §7).
///
/// So a property can be changed or removed while all other bytes stay the same.
public struct XMPPacket: Sendable {
  /// The whole given packet.
  public let bytes: [UInt8]
  /// The elements in the order of their start tags; the first is the outermost.
  package let elements: [Element]
  /// Texts that are in no element, which XML does not allow.
  let outside: [Range<Int>]

  package struct Name: Hashable, Sendable {
    /// The namespace URI of the prefix; empty without one.
    package var namespace: String
    package var local: String
  }

  package struct Attribute: Sendable {
    package var name: Name
    /// The stretch from the white space before it to its closing quote.
    var range: Range<Int>
    /// The stretch between the quotes.
    package var value: Range<Int>
  }

  package struct Element: Sendable {
    package var name: Name
    package var attributes: [Attribute]
    package var parent: Int?
    /// The stretch from the start tag's first byte to the end tag's last.
    package var range: Range<Int>
    /// The stretch between the tags; nil for an empty-element tag.
    package var content: Range<Int>?
    var hasChildren = false
  }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let namespaces = "http://www.w3.org/2000/xmlns/"

  /// Reads a packet. Nil if the bytes are not well-formed XML in UTF-8, or have a document type:
  /// XMP has none.
  public init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    var scanner = XMPScanner(bytes)
    guard let elements = scanner.scan(), !elements.isEmpty else { return nil }
    self.init(bytes, elements, outside: scanner.outside)
  }

  init(_ bytes: [UInt8], _ elements: [Element], outside: [Range<Int>]) {
    self.bytes = bytes
    self.elements = elements
    self.outside = outside
  }

  /// The position of the first XML error in a document; nil if the scanner finds none.
  package static func malformedByte(in bytes: some Collection<UInt8>) -> Int? {
    var scanner = XMPScanner(Array(bytes))
    return scanner.scan() == nil ? scanner.position : nil
  }

  /// A property of the resource that the packet describes (ISO 16684-1 §7.4): an attribute or an
  /// element of a description.
  struct Property: Sendable {
    var name: Name
    /// The element that has it.
    var description: Int
    var range: Range<Int>
    /// The stretch of a simple value; nil for any other.
    var value: Range<Int>?
  }

  /// The element `rdf:RDF`.
  var root: Int? { elements.firstIndex { $0.name == Name(namespace: XMPPacket.rdf, local: "RDF") } }

  /// The descriptions in ``root``.
  var descriptions: [Int] {
    guard let root else { return [] }
    return elements.indices.filter {
      elements[$0].parent == root
        && elements[$0].name == Name(namespace: XMPPacket.rdf, local: "Description")
    }
  }

  var properties: [Property] {
    let descriptions = Set(descriptions)
    var properties: [Property] = []
    for (index, element) in elements.enumerated() {
      if descriptions.contains(index) {
        for attribute in element.attributes where attribute.isProperty {
          properties.append(
            Property(
              name: attribute.name, description: index, range: attribute.range,
              value: attribute.value))
        }
      } else if let parent = element.parent, descriptions.contains(parent) {
        properties.append(
          Property(
            name: element.name, description: parent, range: element.range,
            value: element.hasChildren ? nil : element.content))
      }
    }
    return properties
  }

  /// The removals for some properties: these, and descriptions that become empty.
  func removals(where isStale: (Name) -> Bool) -> [Range<Int>] {
    let properties = properties
    let kept = Set(properties.filter { !isStale($0.name) }.map(\.description))
    let stale = properties.filter { isStale($0.name) }
    let emptied = Set(stale.map(\.description)).subtracting(kept)
    return stale.filter { kept.contains($0.description) }.map(\.range)
      + emptied.map { elements[$0].range }
  }

  struct Edit {
    var range: Range<Int>
    var bytes: [UInt8] = []

    /// At the same offset, insertions come before removals, and larger parts before smaller ones.
    fileprivate var order: (Int, Int) {
      (range.lowerBound, range.isEmpty ? Int.min : -range.count)
    }
  }

  /// The packet with some of its parts replaced. Edits inside a replaced part are dropped.
  func applying(_ edits: [Edit]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.order < $1.order }) where edit.range.lowerBound >= position {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.bytes
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}

extension XMPPacket.Attribute {
  /// Whether the attribute belongs neither to XML itself nor to RDF.
  var isProperty: Bool {
    ![XMPPacket.namespaces, XMPPacket.rdf, "http://www.w3.org/XML/1998/namespace", ""]
      .contains(name.namespace)
  }
}

/// Packets that are only read, and not edited.
extension XMPPacket {
  /// What can be read of a packet: ill-formed tags are passed over, and UTF-16 and UTF-32 (ISO 16684-1 §7.1) become
  /// UTF-8. Nil if there is no element.
  public init?(readable bytes: some Collection<UInt8>) {
    let bytes = Array(bytes).textInUTF8
    var scanner = XMPScanner(bytes, passesErrors: true)
    guard let elements = scanner.scan(), !elements.isEmpty else { return nil }
    self.init(bytes, elements, outside: scanner.outside)
  }

  /// The position of the first error that makes a packet ill-formed: its byte in the packet as UTF-8, its line and its
  /// column, both from 1. Nil if it is well-formed.
  public static func firstError(
    in bytes: some Collection<UInt8>
  ) -> (byte: Int, line: Int, column: Int)? {
    let bytes = Array(bytes).textInUTF8
    guard let position = malformedByte(in: bytes) else { return nil }
    let before = bytes.prefix(position)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (
      position, before.count { $0 == UInt8(ascii: "\n") } + 1,
      String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
    )
  }
}

extension [UInt8] {
  /// The text in UTF-8. The zero bytes around its first character, or its byte order mark, tell other encodings.
  package var textInUTF8: [UInt8] {
    let width: Int
    let isBig: Bool
    let start = Array(prefix(4)) + [1, 1, 1, 1]
    switch (start[0], start[1], start[2], start[3]) {
    case (0, 0, 0xFE, 0xFF), (0, 0, 0, 0x3C): (width, isBig) = (4, true)
    case (0xFF, 0xFE, 0, 0), (0x3C, 0, 0, 0): (width, isBig) = (4, false)
    case (0xFE, 0xFF, _, _), (0, 0x3C, _, _): (width, isBig) = (2, true)
    case (0xFF, 0xFE, _, _), (0x3C, 0, _, _): (width, isBig) = (2, false)
    default: return self
    }
    let units = stride(from: 0, to: count - count % width, by: width).map { start in
      let unit = self[start..<start + width]
      return isBig
        ? unit.reduce(0) { $0 << 8 | UInt32($1) }
        : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let text =
      width == 4
      ? String(decoding: units, as: UTF32.self)
      : String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
    return Array(text.utf8)
  }
}

extension XMPPacket {
  /// The elements inside of another one.
  func descendants(of index: Int) -> Range<Int> {
    let end = elements[index].range.upperBound
    var last = index + 1
    while last < elements.count, elements[last].range.lowerBound < end { last += 1 }
    return index + 1..<last
  }

  /// The value of a field of a structure: an attribute or an element in it, or in its description
  /// (ISO 16684-1 §7.6).
  func field(_ local: String, _ namespace: String, of index: Int) -> Range<Int>? {
    let inside = descendants(of: index)
    let description = Name(namespace: XMPPacket.rdf, local: "Description")
    let bodies =
      [index] + inside.filter { elements[$0].parent == index && elements[$0].name == description }
    return bodies.lazy.compactMap { body in
      ownField(local, namespace, of: body)
        ?? inside.first {
          elements[$0].parent == body
            && elements[$0].name == Name(namespace: namespace, local: local)
        }.flatMap { elements[$0].hasChildren ? nil : elements[$0].content }
    }.first
  }

  /// The value of an attribute of an element, or that of the element if it has the name itself.
  func ownField(_ local: String, _ namespace: String, of index: Int) -> Range<Int>? {
    let name = Name(namespace: namespace, local: local)
    let element = elements[index]
    if element.name == name, !element.hasChildren { return element.content }
    return element.attributes.first { $0.name == name }?.value
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The number that some text is.
  func number(_ range: Range<Int>) -> Double? {
    Double(text(range).filter { !$0.isWhitespace }).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A number with at most nine digits after its point, and without an exponent.
  static func written(_ number: Double) -> String {
    let scale = 1_000_000_000
    let (whole, rest) = (Int(exactly: (number.magnitude * Double(scale)).rounded()) ?? .max)
      .quotientAndRemainder(dividingBy: scale)
    let sign = number < 0 && (whole, rest) != (0, 0) ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = String(String(scale + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

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

extension XMPPacket {
  private static let note = "http://ns.adobe.com/xmp/note/"

  /// A packet that joins this main packet and its extension (XMP specification part 3, §1.1.3.1), for files in which a
  /// packet may have any size. Nil if the main packet has no room for the extension.
  public func joined(with extension: XMPPacket) -> [UInt8]? {
    guard let root, let end = elements[root].content?.upperBound, let other = `extension`.root
    else { return nil }
    // Namespaces that are declared outside the descriptions are not declared here.
    var around = [`extension`.elements[other]]
    while let parent = around.last?.parent { around.append(`extension`.elements[parent]) }
    var added: [UInt8] = []
    for index in `extension`.descriptions {
      let description = `extension`.elements[index]
      var declared = Set(description.declarations.map(\.name.local))
      var attributes: [UInt8] = []
      for declaration in around.flatMap(\.declarations)
      where declared.insert(declaration.name.local).inserted {
        attributes += `extension`.bytes[declaration.range]
      }
      let text = `extension`.bytes[description.range]
      // The attribute follows the name of the element.
      let name = text.firstIndex { [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains($0) }
      guard let name else { return nil }
      added += text[..<name] + attributes + text[name...]
    }
    let pointers = properties.filter {
      $0.name == Name(namespace: XMPPacket.note, local: "HasExtendedXMP")
    }
    return applying(
      pointers.map { Edit(range: $0.range) } + [Edit(range: end..<end, bytes: added)])
  }
}

extension XMPPacket.Element {
  /// The attributes that declare the namespaces of prefixes.
  fileprivate var declarations: [XMPPacket.Attribute] {
    attributes.filter { $0.name.namespace == XMPPacket.namespaces }
  }
}

extension XMPPacket {
  /// The namespace of what Boxwalk states itself.
  private static let boxwalk = "urn:boxwalk:xmp:1.0"

  /// The packet with sentences about the parts of its image that are lost.
  ///
  /// - Returns: nil if the packet has no room for them.
  public func stating(losses: [String]) -> [UInt8]? {
    let items = losses.map { loss in
      "<rdf:li>"
        + loss.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
          ">", with: "&gt;")
        + "</rdf:li>"
    }
    return adding(
      #"xmlns:boxwalk="\#(XMPPacket.boxwalk)""#,
      "<boxwalk:Losses><rdf:Bag>\(items.joined())</rdf:Bag></boxwalk:Losses>", replacing: [])
  }

  private static let tiff = "http://ns.adobe.com/tiff/1.0/"
  private static let exif = "http://ns.adobe.com/exif/1.0/"

  /// The packet for an image whose pixels are upright and have this size: it corrects other values in place.
  public func upright(width: Int, height: Int) -> [UInt8] {
    let values: [Name: Int] = [
      Name(namespace: XMPPacket.tiff, local: "Orientation"): 1,
      Name(namespace: XMPPacket.tiff, local: "ImageWidth"): width,
      Name(namespace: XMPPacket.tiff, local: "ImageLength"): height,
      Name(namespace: XMPPacket.exif, local: "PixelXDimension"): width,
      Name(namespace: XMPPacket.exif, local: "PixelYDimension"): height,
    ]
    return applying(
      properties.compactMap { property in
        guard let value = property.value, let right = values[property.name] else { return nil }
        let text = Array("\(right)".utf8)
        return bytes[value].elementsEqual(text) ? nil : Edit(range: value, bytes: text)
      })
  }
}
