extension XMPPacket {
  /// The packet without what tells a place: coordinates of any vendor, and names of places as
  /// IPTC, Photoshop and others write them.
  public var withoutLocation: [UInt8] { applying(locations.map { Edit(range: $0) }) }

  /// Whether there is something that ``withoutLocation`` takes out.
  public var hasLocation: Bool { !locations.isEmpty }

  /// The texts that ``withoutLocation`` takes out, without markup.
  public var locationValues: [[UInt8]] {
    elements.flatMap { element -> [Range<Int>] in
      let isWhole = element.name.isLocation || isNamedLocation(element)
      let content = isWhole && !element.hasChildren ? element.content : nil
      let attributes = element.attributes.filter {
        $0.name.isLocation || isWhole && !$0.isName
      }
      return (content.map { [$0] } ?? []) + attributes.map(\.value)
    }.map { Array(bytes[$0]) }
  }

  /// Where such elements and attributes stand, at any depth.
  private var locations: [Range<Int>] {
    elements.flatMap { element in
      (element.name.isLocation || isNamedLocation(element) ? [element.range] : [])
        + element.attributes.filter(\.name.isLocation).map(\.range)
    }
  }

  /// Whether an attribute names what the element is, as in `<Item name="Latitude" value="..."/>`,
  /// which cameras write beside their movies.
  private func isNamedLocation(_ element: Element) -> Bool {
    element.attributes.contains {
      $0.isName
        && Name(namespace: "", local: String(decoding: bytes[$0.value], as: UTF8.self)).isLocation
    }
  }
}

extension XMPPacket.Attribute {
  /// Whether it is `name`.
  fileprivate var isName: Bool { name == XMPPacket.Name(namespace: "", local: "name") }
}

extension XMPPacket.Name {
  /// Whether the name is that of a location: whoever writes a latitude calls it so.
  fileprivate var isLocation: Bool {
    guard namespace != XMPPacket.namespaces, namespace != XMPPacket.rdf else { return false }
    let name = local.lowercased()
    return name.hasPrefix("gps") || name == "exifgps"
      || ["latitude", "longitude", "longtitude", "altitude", "geolocation", "footprintwkt"]
        .contains { name.hasSuffix($0) || name.hasPrefix($0) }
      || XMPPacket.Name.places[namespace]?.contains(local) == true
  }

  /// Words that tell a place in these namespaces, and something else in others.
  private static let places: [String: Set<String>] = [
    "http://ns.adobe.com/photoshop/1.0/": ["City", "State", "Country"],
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": ["Location", "CountryCode"],
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": [
      "LocationCreated", "LocationShown", "City", "CountryCode", "CountryName", "LocationId",
      "LocationName", "ProvinceState", "Sublocation", "WorldRegion",
    ],
    "http://www.w3.org/2003/01/geo/wgs84_pos#": ["lat", "long", "alt", "lat_long", "Point"],
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": ["shotLocation"],
    "http://prismstandard.org/namespaces/basic/2.0/": ["location"],
    "http://ns.iview-multimedia.com/mediapro/1.0/": ["Location"],
    "http://ns.microsoft.com/photo/1.0/": ["Location"],
    "http://rs.tdwg.org/dwc/index.htm": ["Location", "dctermsLocation"],
    "http://rs.tdwg.org/dwc/terms/": ["Location", "locality", "verbatimLocality"],
    "http://purl.org/dc/elements/1.1/": ["coverage"],
    "http://purl.org/dc/terms/": ["Location", "spatial"],
  ]
}
