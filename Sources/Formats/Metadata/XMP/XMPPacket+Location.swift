extension XMPPacket {
  /// The packet without data that tells a location: coordinates of any vendor, names of locations in the properties of
  /// IPTC, Photoshop and others, all other properties that contain them, and texts outside of all elements.
  ///
  /// - Parameter traces: the locations of the file. Those of the packet itself are added to them.
  /// - Returns: an empty packet if a location is in comments or between the elements.
  public func withoutLocation(_ traces: LocationTraces = LocationTraces()) -> [UInt8] {
    var traces = traces
    traces.add(xmp: bytes)
    let rest = applying(locations(traces).map { Edit(range: $0) })
    if rest == bytes, traces.isEmpty { return rest }
    // Removals may join parts of a text.
    var own = LocationTraces()
    own.add(xmp: rest)
    return traces.isFound(inText: rest) || !own.isEmpty ? XMPPacket.empty : rest
  }

  /// Whether there is something that ``withoutLocation(_:)`` takes out.
  public func hasLocation(_ traces: LocationTraces = LocationTraces()) -> Bool {
    withoutLocation(traces) != bytes
  }

  /// A text, with the name of its property.
  struct NamedText {
    var name: String
    /// Without markup and entities.
    var text: [UInt8]
    /// Whether its property is one for the name of a location.
    var isNamed = false
  }

  /// The texts of properties that ``withoutLocation(_:)`` takes out as they are for locations.
  var locationTexts: [NamedText] {
    // Elements come in the order of their start tags, and the elements inside of another one follow it.
    var whole = 0..<0
    var location = Name(namespace: "", local: "")
    return elements.flatMap { element -> [NamedText] in
      let isNamed = isNamedLocation(element)
      if element.name.isLocation || isNamed, element.range.lowerBound >= whole.upperBound {
        whole = element.range
      }
      let isInside = whole.contains(element.range.lowerBound)
      if element.name.isLocation { location = element.name }
      let name = isNamed ? self.name(of: element) ?? "" : location.local
      let content = isInside && !element.hasChildren ? element.content : nil
      let attributes = element.attributes.filter {
        $0.name.isLocation || isInside && $0.isProperty && !$0.isName || isNamed && !$0.isName
      }
      return (content.map { [(name, location.isLocationName, $0)] } ?? [])
        .map { NamedText(name: $0, text: text($2), isNamed: $1) }
        + attributes.map {
          NamedText(
            name: isNamed ? name : $0.name.local, text: text($0.value),
            isNamed: $0.name.isLocationName)
        }
    }
  }

  /// The texts of other properties, without those of cameras and programs.
  var texts: [NamedText] {
    let gone = locations
    var index = 0
    var end = 0
    return elements.enumerated().flatMap { number, element -> [NamedText] in
      while index < gone.count, gone[index].lowerBound <= element.range.lowerBound {
        end = max(end, gone[index].upperBound)
        index += 1
      }
      guard element.range.lowerBound >= end else { return [] }
      return values(of: number).filter { !$0.name.isTechnical && !$0.name.isLocation }
        .map { NamedText(name: $0.name.title, text: text($0.range)) }
    }
  }

  /// The texts of properties of certain names, without their prefixes, at any depth.
  func texts(where isMeant: (String) -> Bool) -> [[UInt8]] {
    elements.indices.flatMap { values(of: $0) }.filter { isMeant($0.name.local) }
      .map { text($0.range) }
  }

  /// The values of an element by itself and of its attributes, with the names of their properties.
  private func values(of index: Int) -> [(name: Name, range: Range<Int>)] {
    let element = elements[index]
    let content = element.hasChildren ? nil : element.content
    let name = property(index).map { elements[$0].name } ?? element.name
    return (content.map { [(name, $0)] } ?? [])
      + element.attributes.filter(\.isProperty).map { ($0.name, $0.value) }
  }

  /// The properties that people may have written something in, of those that stay.
  public func freeTexts(_ traces: LocationTraces = LocationTraces()) -> [String] {
    guard let rest = XMPPacket(withoutLocation(traces)) else { return [] }
    var names: [String] = []
    var seen: Set<String> = []
    for text in rest.texts where text.isWritten && seen.insert(text.name).inserted {
      names.append(text.name)
    }
    return names
  }

  /// The ranges, at any depth, of the elements and attributes that tell a location.
  private func locations(_ traces: LocationTraces) -> [Range<Int>] {
    var siblings = [Int](repeating: 0, count: elements.count)
    for parent in elements.compactMap(\.parent) { siblings[parent] += 1 }
    let texts = outside + (comments + instructions).filter { traces.isFound(inText: bytes[$0]) }
    return locations + texts
      + elements.indices.flatMap { index -> [Range<Int>] in
        let element = elements[index]
        let content = element.hasChildren ? nil : element.content
        let isFound =
          content.map(text).map { traces.isFound(inText: $0) || LocationText.isKeyword($0) }
          ?? false
        return (isFound ? [elements[removal(of: index, siblings)].range] : [])
          + element.attributes.filter {
            $0.name.namespace != XMPPacket.namespaces && traces.isFound(inText: text($0.value))
          }.map(\.range)
      }
  }

  /// The comments between its elements (XML 1.0 §2.5).
  var comments: [Range<Int>] { parts(from: "<!--", to: "-->") }

  /// The processing instructions (XML 1.0 §2.6), which begin and end a packet.
  var instructions: [Range<Int>] { parts(from: "<?", to: "?>") }

  private func parts(from start: String, to end: String) -> [Range<Int>] {
    let (start, end) = (Array(start.utf8), Array(end.utf8))
    var found: [Range<Int>] = []
    var position = 0
    while let first = bytes[position...].firstRange(of: start)?.lowerBound,
      let last = bytes[first...].firstRange(of: end)?.upperBound
    {
      found.append(first..<last)
      position = last
    }
    return found
  }

  /// Elements and attributes that are for locations.
  private var locations: [Range<Int>] {
    elements.flatMap { element in
      (element.name.isLocation || isNamedLocation(element) ? [element.range] : [])
        + element.attributes.filter(\.name.isLocation).map(\.range)
    }
  }

  /// The element that is removed with one: the property, if it is the only entry of its list.
  ///
  /// - Parameter siblings: the number of elements in each.
  private func removal(of index: Int, _ siblings: [Int]) -> Int {
    var index = index
    while let parent = elements[index].parent, siblings[parent] == 1,
      elements[index].name.isList || elements[parent].name.isList
    {
      index = parent
    }
    return index
  }

  /// The property that an entry of a list belongs to.
  private func property(_ index: Int) -> Int? {
    var index = index
    while elements[index].name.namespace == XMPPacket.rdf {
      guard let parent = elements[index].parent else { return nil }
      index = parent
    }
    return index
  }

  /// The text in a range, with its entities replaced.
  private func text(_ range: Range<Int>) -> [UInt8] { XMLText.decoded(bytes[range]) }

  private func name(of element: Element) -> String? {
    element.attributes.first(where: \.isName).map {
      String(decoding: bytes[$0.value], as: UTF8.self)
    }
  }

  /// Whether an attribute names the meaning of the element, as in `<Item name="Latitude" value="..."/>`. Cameras write
  /// such files with their movies.
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
  fileprivate var isList: Bool {
    namespace == XMPPacket.rdf && ["Alt", "Bag", "Seq"].contains(local)
  }

  /// Whether its text is the name of a location, and no number or code.
  fileprivate var isLocationName: Bool {
    (XMPPacket.Name.locationNames[namespace]?.contains(local) == true
      || XMPPacket.Name.anywhere.contains(local)) && !local.hasSuffix("Code")
      && !local.hasSuffix("Id")
  }

  /// Decided only by the name: programs that write a latitude call it so.
  fileprivate var isLocation: Bool {
    guard namespace != XMPPacket.namespaces, namespace != XMPPacket.rdf else { return false }
    let name = local.lowercased()
    return name.hasPrefix("gps") || name == "exifgps"
      || ["lat", "lon", "lng", "latlon", "latlng"].contains(name)
      || ["latitude", "longitude", "longtitude", "altitude", "geolocation", "footprintwkt"]
        .contains { name.hasSuffix($0) || name.hasPrefix($0) }
      || XMPPacket.Name.anywhere.contains(local)
      || XMPPacket.Name.locationNames[namespace]?.contains(local) == true
  }

  /// Words that tell a location in any namespace.
  private static let anywhere: Set<String> = [
    "City", "CountryCode", "CountryName", "ProvinceState", "Sublocation",
  ]

  /// Words that tell a location in these namespaces, and something else in others.
  private static let locationNames: [String: Set<String>] = [
    "http://ns.adobe.com/photoshop/1.0/": ["State", "Country"],
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": ["Location"],
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": [
      "LocationCreated", "LocationShown", "LocationId", "LocationName", "WorldRegion",
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
