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
