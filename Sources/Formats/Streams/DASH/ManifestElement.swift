import Metadata

/// An element of an XML document, with its path.
public struct ManifestElement: Sendable {
  /// Its name without a prefix.
  public let name: String
  /// Its attributes, with resolved character references, and with names without their prefixes.
  public let attributes: [String: String]
  /// The elements in it, in their order.
  public let children: [ManifestElement]
  /// The text in it, if it has no elements.
  public let text: String
  /// The number of the line, from 1.
  public let line: Int
  private let position: Path
  private let childrenByName: [String: [Int]]

  /// The way to it: `MPD/Period[0]/AdaptationSet[1]`.
  public var path: String { position.text }

  /// The children of a name, each when it is asked for.
  public func all(_ name: String) -> LazyMapCollection<[Int], ManifestElement> {
    (childrenByName[name] ?? []).lazy.map { children[$0] }
  }

  /// The first child of a name.
  public func first(_ name: String) -> ManifestElement? { all(name).first }

  /// The value of an attribute.
  public subscript(name: String) -> String? { attributes[name] }

  /// A whole number from 0 to 2⁶⁰.
  public func integer(_ name: String) -> Int? {
    attributes[name].flatMap { StreamNumber.whole($0) }
  }

  /// A duration in seconds.
  public func duration(_ name: String) -> Double? {
    attributes[name].flatMap { StreamDate.duration($0) }
  }

  /// The properties that mark a set as one for trick modes (DASH-IF IOP §3.2.9).
  public var trickModes: [ManifestElement] {
    ["EssentialProperty", "SupplementalProperty"].flatMap { all($0) }.filter {
      $0["schemeIdUri"] == "http://dashif.org/guidelines/trickmode"
    }
  }

  /// The path of an element. Elements share the paths of their parents, because there are many of them.
  private final class Path: Sendable {
    let parent: Path?
    let name: String
    let number: Int

    init(_ parent: Path?, _ name: String, _ number: Int) {
      (self.parent, self.name, self.number) = (parent, String(name.prefix(40)), number)
    }

    var text: String { parent.map { "\($0.text)/\(name)[\(number)]" } ?? name }
  }
}

extension ManifestElement {
  /// The maximum number of bytes of a document that are read: a day of segments of two seconds, listed one by one.
  static let mostBytes = 1 << 24

  /// Reads a document. Nil if it is not well-formed, has a document type, or is longer than any manifest.
  public init?(document bytes: Bytes) {
    guard bytes.count <= ManifestElement.mostBytes, let packet = XMPPacket(bytes) else {
      return nil
    }
    var builder = Builder(packet)
    self = builder.element(0, at: Path(nil, packet.elements[0].name.local, 0))
  }

  /// The reason why a document cannot be read, in words that follow its name; nil if it can.
  static func problem(in bytes: Bytes) -> String? {
    guard bytes.count <= mostBytes else {
      return
        "has \(grouped(bytes.count)) bytes, more than the limit of \(grouped(mostBytes)) for a manifest"
    }
    guard let byte = XMPPacket.malformedByte(in: bytes) else {
      return ManifestElement(document: bytes) == nil ? "has no XML element" : nil
    }
    let line = bytes.prefix(byte).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return "is not well-formed XML in line \(line), byte \(byte)"
  }

  private struct Builder {
    private let packet: XMPPacket
    private var children: [[Int]]
    private var lines: [Int] = []

    init(_ packet: XMPPacket) {
      self.packet = packet
      children = [[Int]](repeating: [], count: packet.elements.count)
      var (line, position) = (1, 0)
      for (index, element) in packet.elements.enumerated() {
        if let parent = element.parent { children[parent].append(index) }
        line += packet.bytes[position..<element.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
        position = element.range.lowerBound
        lines.append(line)
      }
    }

    /// Elements are nested less deep than ``XMPPacket`` allows.
    mutating func element(_ index: Int, at path: Path) -> ManifestElement {
      let element = packet.elements[index]
      var byName: [String: [Int]] = [:]
      var inner: [ManifestElement] = []
      for child in children[index] {
        let name = packet.elements[child].name.local
        let number = byName[name]?.count ?? 0
        byName[name, default: []].append(inner.count)
        inner.append(self.element(child, at: Path(path, name, number)))
      }
      let attributes = element.attributes.map { ($0.name.local, text($0.value)) }
      return ManifestElement(
        name: element.name.local,
        attributes: Dictionary(attributes) { first, _ in first }, children: inner,
        text: inner.isEmpty ? element.content.map { text($0) } ?? "" : "", line: lines[index],
        position: path, childrenByName: byName)
    }

    private func text(_ range: Range<Int>) -> String { packet.plainText(of: range) }
  }
}
