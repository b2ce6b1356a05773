extension XMPPacket {
  /// A simple value somewhere in a property of the packet (ISO 16684-1 §7.4 to §7.8): all of it, an
  /// item of a list, a field of a structure.
  public struct Value: Sendable {
    /// The path to the value: the property, and the fields of structures. Lists are not steps.
    public var path: [Step]
    /// The value, without references to characters.
    public var text: String
    /// The language of the text (`xml:lang`); nil for none.
    public var language: String?
    /// Which property of the packet it belongs to: all items of a list have the same number.
    public var property: Int
    /// Whether the value is in a list, itself or in a structure.
    public var isInList: Bool
    /// Whether the value is itself an item of a list.
    public var isItem: Bool
  }

  /// The name of a property or a field.
  public struct Step: Hashable, Sendable {
    /// The namespace URI of the prefix; empty for none.
    public var namespace: String
    /// The prefix as the packet has it.
    public var prefix: String
    /// The name after the prefix.
    public var local: String
  }

  /// The values of the properties, in the order of the packet: 32,768 at most, and up to 24 structures
  /// deep. Real packets have thousands, and six.
  public var values: [Value] {
    var collector = XMPValueCollector(self)
    for description in descriptions { collector.addDescription(description, to: []) }
    return collector.values
  }

  /// The text of a stretch, with references to characters resolved.
  package func plainText(of range: Range<Int>) -> String {
    String(decoding: XMLText.decoded(bytes[range]), as: UTF8.self)
  }

  /// What wrote the packet: `x:xmptk` of the outermost element, or `x:xaptk` in packets of the first years.
  public var toolkit: String? {
    elements.lazy.flatMap(\.attributes).first {
      $0.name.namespace == "adobe:ns:meta/" && ["xmptk", "xaptk"].contains($0.name.local)
    }.map { plainText(of: $0.value) }
  }

  /// The subjects of the descriptions (`rdf:about`), if they are not empty. The attribute had no prefix at first (RDF
  /// Model and Syntax of 1999, §6).
  public var about: [String] {
    descriptions.flatMap { elements[$0].attributes }
      .filter {
        $0.name.local == "about" && [XMPPacket.rdf, ""].contains($0.name.namespace)
          && !$0.value.isEmpty
      }
      .map { plainText(of: $0.value) }
  }
}

private struct XMPValueCollector {
  private let packet: XMPPacket
  private let children: [[Int]]
  private(set) var values: [XMPPacket.Value] = []
  private var property = -1
  private static let valueLimit = 1 << 15
  private static let depthLimit = 24

  init(_ packet: XMPPacket) {
    self.packet = packet
    var children = [[Int]](repeating: [], count: packet.elements.count)
    for (index, element) in packet.elements.enumerated() {
      if let parent = element.parent { children[parent].append(index) }
    }
    self.children = children
  }

  /// Properties of the resource, or with a path the fields of a structure.
  mutating func addDescription(_ index: Int, to path: [XMPPacket.Step]) {
    addAttributes(of: index, to: path)
    for child in children[index] {
      if path.isEmpty { property += 1 }
      add(
        child,
        path + [step(packet.elements[child].name, at: packet.elements[child].range.lowerBound + 1)])
    }
  }

  /// Answers whether there were any.
  @discardableResult
  private mutating func addAttributes(
    of index: Int, to path: [XMPPacket.Step], isInList: Bool = false
  ) -> Bool {
    var isFound = false
    for attribute in packet.elements[index].attributes where attribute.isProperty {
      if path.isEmpty { property += 1 }
      let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
      let start = packet.bytes[attribute.range].firstIndex { !space.contains($0) }
      append(
        path + [step(attribute.name, at: start ?? attribute.range.lowerBound)],
        text(attribute.value), nil, isInList)
      isFound = true
    }
    return isFound
  }

  private mutating func add(
    _ index: Int, _ path: [XMPPacket.Step], language: String? = nil, isInList: Bool = false,
    isItem: Bool = false
  ) {
    let element = packet.elements[index]
    var language = language
    var resource: Range<Int>?
    for attribute in element.attributes {
      if attribute.name.local == "lang", attribute.name.namespace.hasSuffix("XML/1998/namespace") {
        language = text(attribute.value)
      }
      if attribute.name == XMPPacket.Name(namespace: XMPPacket.rdf, local: "resource") {
        resource = attribute.value
      }
    }
    let hasFields = addAttributes(of: index, to: path, isInList: isInList)
    guard !children[index].isEmpty else {
      if let resource {
        append(path, text(resource), language, isInList, isItem: isItem)
      } else if !hasFields {
        append(path, content(of: element), language, isInList, isItem: isItem)
      }
      return
    }
    for child in children[index] {
      let name = packet.elements[child].name
      guard name.namespace == XMPPacket.rdf else {
        add(
          child, path + [step(name, at: packet.elements[child].range.lowerBound + 1)],
          isInList: isInList)
        continue
      }
      switch name.local {
      case "Description":
        addAttributes(of: child, to: path, isInList: isInList)
        for field in children[child] {
          let element = packet.elements[field]
          let isValue = element.name == XMPPacket.Name(namespace: XMPPacket.rdf, local: "value")
          add(
            field, isValue ? path : path + [step(element.name, at: element.range.lowerBound + 1)],
            isInList: isInList)
        }
      case "Bag", "Seq", "Alt": add(child, path, language: language, isInList: isInList)
      case "li": add(child, path, language: language, isInList: true, isItem: true)
      default: add(child, path, language: language, isInList: isInList)
      }
    }
  }

  private mutating func append(
    _ path: [XMPPacket.Step], _ text: String, _ language: String?, _ isInList: Bool,
    isItem: Bool = false
  ) {
    guard values.count < XMPValueCollector.valueLimit, path.count <= XMPValueCollector.depthLimit
    else { return }
    values.append(
      XMPPacket.Value(
        path: path, text: text, language: language, property: property, isInList: isInList,
        isItem: isItem && language == nil))
  }

  private func content(of element: XMPPacket.Element) -> String {
    guard let range = element.content else { return "" }
    let bytes = packet.bytes[range]
    let start = Array("<![CDATA[".utf8)
    let inner = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if inner.starts(with: start), let end = inner.lastIndex(of: UInt8(ascii: "]")),
      end > inner.startIndex + start.count
    {
      return String(decoding: inner[(inner.startIndex + start.count)..<(end - 1)], as: UTF8.self)
    }
    return text(range)
  }

  private func text(_ range: Range<Int>) -> String {
    packet.plainText(of: range)
  }

  private func step(_ name: XMPPacket.Name, at start: Int) -> XMPPacket.Step {
    let written = packet.bytes[start...].prefix(256)
    let prefix = written.firstIndex(of: UInt8(ascii: ":")).map { written[..<$0] }
    return XMPPacket.Step(
      namespace: name.namespace,
      prefix: prefix.map { String(decoding: $0, as: UTF8.self) } ?? "", local: name.local)
  }
}
