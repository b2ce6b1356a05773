/// Finds the elements of an XML document (XML 1.0 §2, §3; Namespaces in XML §3).
struct XMPScanner {
  private let bytes: [UInt8]
  private(set) var position = 0
  private var elements: [XMPPacket.Element] = []
  /// Texts that are in no element.
  private(set) var outside: [Range<Int>] = []
  private var open: [(index: Int, name: Range<Int>, prefixes: [String: String])] = []
  private var attributeCount = 0
  /// Whether ill-formed tags are passed over.
  private let passesErrors: Bool

  /// Real packets nest a dozen elements and have thousands.
  private static let depthLimit = 128
  private static let countLimit = 1 << 18

  init(_ bytes: [UInt8], passesErrors: Bool = false) {
    self.bytes = bytes
    self.passesErrors = passesErrors
  }

  /// Reads all elements. Nil if an error is found in the document, unless errors are passed over. Not all rules of XML
  /// are checked.
  mutating func scan() -> [XMPPacket.Element]? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let isMark = position < 3 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
        if open.isEmpty, bytes[position] > 0x20, !isMark {
          let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
          outside.append(position..<end)
          position = end
        } else {
          position += 1
        }
        continue
      }
      let start = position
      let isWellFormed =
        if has("<?") {
          skip(past: "?>")
        } else if has("<!--") {
          skip(past: "-->")
        } else if has("<![CDATA[") {
          !open.isEmpty && skip(past: "]]>")
        } else if has("<!") {
          false
        } else if has("</") {
          readEndTag()
        } else {
          readStartTag()
        }
      guard isWellFormed || passesErrors else { return nil }
      if !isWellFormed {
        // The next tag may be whole.
        let next = bytes[max(position, start + 1)...].firstIndex(of: UInt8(ascii: "<"))
        position = next ?? bytes.count
      }
    }
    guard open.isEmpty || passesErrors else { return nil }
    while let last = open.popLast() { close(last.index, at: bytes.count..<bytes.count) }
    return elements
  }

  private func has(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return "\(text)".utf8.elementsEqual(bytes[position..<position + count])
  }

  private mutating func skip(past text: StaticString) -> Bool {
    while position < bytes.count {
      if has(text) {
        position += text.utf8CodeUnitCount
        return true
      }
      position += 1
    }
    return false
  }

  private mutating func readStartTag() -> Bool {
    let start = position
    position += 1
    let name = readName()
    guard !name.isEmpty, open.count < XMPScanner.depthLimit,
      elements.count < XMPScanner.countLimit
    else { return false }
    var prefixes = open.last?.prefixes ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
    var raw: [(name: Range<Int>, range: Range<Int>, value: Range<Int>)] = []
    while true {
      let before = position
      skipSpace()
      guard position < bytes.count else { return false }
      if has("/>") || has(">") { break }
      guard position > before, let attribute = readAttribute(from: before) else { return false }
      raw.append(attribute)
      attributeCount += 1
      guard attributeCount < XMPScanner.countLimit else { return false }
      let attributeName = text(attribute.name)
      if attributeName == "xmlns" {
        prefixes[""] = text(attribute.value)
      } else if attributeName.hasPrefix("xmlns:") {
        prefixes[String(attributeName.dropFirst(6))] = text(attribute.value)
      }
    }
    let isEmpty = has("/>")
    position += isEmpty ? 2 : 1
    let parent = open.last?.index
    if let parent { elements[parent].hasChildren = true }
    elements.append(
      XMPPacket.Element(
        name: qualified(name, prefixes, isAttribute: false),
        attributes: raw.map {
          XMPPacket.Attribute(
            name: qualified($0.name, prefixes, isAttribute: true), range: $0.range,
            value: $0.value)
        },
        parent: parent, range: start..<position, content: nil))
    if !isEmpty { open.append((elements.count - 1, name, prefixes)) }
    return true
  }

  private mutating func readEndTag() -> Bool {
    let start = position
    position += 2
    let name = readName()
    skipSpace()
    guard has(">"), let opened = open.lastIndex(where: { bytes[$0.name] == bytes[name] }),
      opened == open.count - 1 || passesErrors
    else { return false }
    position += 1
    while open.count > opened, let last = open.popLast() {
      close(last.index, at: open.count == opened ? start..<position : start..<start)
    }
    return true
  }

  private mutating func close(_ index: Int, at tag: Range<Int>) {
    elements[index].content = elements[index].range.upperBound..<tag.lowerBound
    elements[index].range = elements[index].range.lowerBound..<tag.upperBound
  }

  private mutating func readAttribute(
    from before: Int
  ) -> (name: Range<Int>, range: Range<Int>, value: Range<Int>)? {
    let name = readName()
    skipSpace()
    guard !name.isEmpty, has("=") else { return nil }
    position += 1
    skipSpace()
    guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27,
      let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
    else { return nil }
    let value = position + 1..<end
    position = end + 1
    return (name, before..<position, value)
  }

  /// Reads up to a character that no name has.
  private mutating func readName() -> Range<Int> {
    let start = position
    while position < bytes.count, bytes[position] > 0x20,
      ![0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3D, 0x3E].contains(bytes[position])
    {
      position += 1
    }
    return start..<position
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func qualified(
    _ range: Range<Int>, _ prefixes: [String: String], isAttribute: Bool
  ) -> XMPPacket.Name {
    let name = text(range)
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if name == "xmlns" || parts.count == 2 && parts[0] == "xmlns" {
      return XMPPacket.Name(namespace: XMPPacket.namespaces, local: String(parts.last ?? ""))
    }
    guard parts.count == 2 else {
      // Only elements without a prefix have the default namespace.
      return XMPPacket.Name(namespace: isAttribute ? "" : prefixes[""] ?? "", local: name)
    }
    return XMPPacket.Name(namespace: prefixes[String(parts[0])] ?? "", local: String(parts[1]))
  }
}
