extension XMPPacket {
  /// The namespaces of the properties for the position and the meaning of the gain map of a JPEG file (Ultra HDR image
  /// format v1).
  static let gainMapNamespaces: Set<String> = [gainMap, container]

  private static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"

  /// Whether the packet is that of a file with a gain map: readers know such files by the version.
  public var hasGainMap: Bool { value(of: "Version", in: XMPPacket.gainMap) != nil }

  /// Whether the packet is that of a gain map of Apple's phones.
  public var isAppleGainMap: Bool {
    value(of: "AuxiliaryImageType", in: "http://ns.apple.com/pixeldatainfo/1.0/")
      == XMPPacket.appleGainMapType
  }

  /// The type of auxiliary images that are gain maps of Apple's phones, in XMP and in `auxC`.
  public static let appleGainMapType = "urn:com:apple:photo:2020:aux:hdrgainmap"

  /// The packet for a file without a gain map: the properties about it are removed.
  public var withoutGainMap: [UInt8] {
    applying(removals { $0.namespace == XMPPacket.gainMap }.map { Edit(range: $0) })
  }

  /// The text of a simple property.
  public func value(of local: String, in namespace: String) -> String? {
    let name = Name(namespace: namespace, local: local)
    return properties.first { $0.name == name }?.value.map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  /// The texts of a property of the gain map: one, or those of a list; none if it is not there.
  public func gainMapValues(of local: String) -> [String] {
    let name = Name(namespace: XMPPacket.gainMap, local: local)
    guard let property = properties.first(where: { $0.name == name }) else { return [] }
    if let value = property.value { return [text(value)] }
    guard let index = elements.firstIndex(where: { $0.range == property.range }) else { return [] }
    return descendants(of: index).compactMap { part in
      elements[part].hasChildren ? nil : elements[part].content.map(text)
    }
  }

  /// The packet with a description of its image's gain map, which replaces an existing one.
  ///
  /// - Parameters:
  ///   - attributes: the attributes of the `rdf:Description`, with their namespaces.
  ///   - content: the elements in it.
  /// - Returns: nil if the packet has no room for it.
  public func describingGainMap(attributes: String, content: String) -> [UInt8]? {
    adding(
      attributes, content,
      replacing: removals { XMPPacket.gainMapNamespaces.contains($0.namespace) })
  }

  /// The packet with one more description, which describes the same resource as the others.
  ///
  /// - Parameters:
  ///   - attributes: the attributes of the `rdf:Description`, with their namespaces.
  ///   - content: the elements in it.
  ///   - stale: the ranges that are removed.
  /// - Returns: the bytes of the packet; nil if there is no room for the description.
  func adding(
    _ attributes: String, _ content: String, replacing stale: [Range<Int>]
  ) -> [UInt8]? {
    guard let root, let end = elements[root].content?.upperBound else { return nil }
    // All descriptions of a packet are about one resource (ISO 16684-1 §7.4).
    let about =
      descriptions.lazy.flatMap { elements[$0].attributes }
      .first { $0.name.namespace == XMPPacket.rdf && $0.name.local == "about" }
      .map { Array(bytes[$0.range]) } ?? Array(#" rdf:about="""#.utf8)
    // The prefix of `about` may differ from ours.
    let prefix = Array(about.drop { $0 <= 0x20 }.prefix { $0 != UInt8(ascii: ":") })
    let own = prefix.elementsEqual("rdf".utf8) ? about : Array(#" rdf:about="""#.utf8)
    let description =
      Array(#"<rdf:Description xmlns:rdf="\#(XMPPacket.rdf)""#.utf8) + own
      + Array(" \(attributes)>\(content)</rdf:Description>".utf8)
    return applying(
      stale.map { Edit(range: $0) } + [Edit(range: end..<end, bytes: description)])
  }

  /// Whether the packet has no properties.
  public var saysNothing: Bool { properties.isEmpty }

  /// A packet that says nothing.
  public static let empty: [UInt8] = Array(
    (#"<?xpacket begin="\#u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">"#
      + #"<rdf:RDF xmlns:rdf="\#(rdf)"></rdf:RDF></x:xmpmeta><?xpacket end="r"?>"#).utf8)

  /// Whether all that the packet says is how to use an auxiliary image, such as a gain map or a
  /// depth map, in the words of Apple and Adobe.
  public var holdsOnlyAuxiliaryData: Bool {
    comments.isEmpty
      && properties.allSatisfy {
        XMPPacket.gainMapNamespaces.contains($0.name.namespace)
          || XMPPacket.auxiliaryNamespaces.contains($0.name.namespace)
      }
  }

  static let auxiliaryNamespaces: Set<String> = [
    "http://ns.apple.com/HDRGainMap/1.0/", "http://ns.apple.com/depthData/1.0/",
    "http://ns.apple.com/depthBlurEffect/1.0/", "http://ns.apple.com/pixeldatainfo/1.0/",
    "http://ns.apple.com/portraitEffectsMatte/1.0/",
    "http://ns.apple.com/semanticSegmentationMatte/1.0/",
  ]
}
