import Metadata

/// A manifest of DASH (ISO/IEC 23009-1 §5): periods, sets of representations, and where their segments are.
public struct DASHManifest: Sendable {
  /// A period of the presentation, with its representations.
  public struct Period: Sendable {
    /// `Period` itself.
    public var element: ManifestElement
    /// The start, in seconds of the presentation.
    public var start: Double
    /// The duration; nil if it is unknown.
    public var duration: Double?
    /// `AdaptationSet`: its sets, in their order.
    public var sets: [AdaptationSet]
  }

  /// Versions of one content.
  public struct AdaptationSet: Sendable {
    /// `AdaptationSet` itself.
    public var element: ManifestElement
    /// `Representation`: its versions, in their order.
    public var representations: [Representation]
  }

  /// One version of a content.
  public struct Representation: Sendable {
    /// `Representation` itself.
    public var element: ManifestElement
    /// The elements that apply to it: `Period`, `AdaptationSet`, and itself.
    public var scopes: [ManifestElement]
    /// Its attributes, and those of its set that apply to it.
    public var attributes: [String: String]
    /// Its segments, with their attributes.
    public var track: StreamTrack

    /// The elements of a name that apply to it. At most 64 of each element are read: there are a dozen protection
    /// systems.
    public func inherited(_ name: String) -> [ManifestElement] {
      scopes.flatMap { $0.all(name).prefix(64) }
    }
  }

  /// `MPD`, the outermost element.
  public let root: ManifestElement
  /// `Period`: its periods, in their order.
  public private(set) var periods: [Period] = []
  /// The problems of the manifest.
  public private(set) var problems: [StreamProblem] = []
  /// Whether segments were left out, as there are too many.
  public private(set) var isCut = false
  /// Whether segments are still to come (`type="dynamic"`).
  public var isLive: Bool { root["type"] == "dynamic" }
  /// The stated duration, in seconds; nil if it is not stated.
  public var duration: Double? { root.duration("mediaPresentationDuration") }

  /// Whether bytes seem to be those of a manifest.
  public static func looksLike(_ bytes: Bytes) -> Bool {
    let start = Array(bytes.prefix(4096))
    guard start.first == UInt8(ascii: "<") || start.starts(with: [0xEF, 0xBB, 0xBF]) else {
      return false
    }
    return start.firstRange(of: Array("<MPD".utf8)) != nil
      || start.firstRange(of: Array(":MPD".utf8)) != nil
  }

  /// Reads a manifest. Nil if it is not an XML document with `MPD` as its outermost element.
  ///
  /// - Parameter name: the name of the document, for the positions of problems.
  public init?(_ bytes: Bytes, _ url: DocumentURL, name: String) {
    guard let root = ManifestElement(document: bytes), root.name == "MPD" else { return nil }
    self.root = root
    var builder = ManifestTracks(name: name, isLive: root["type"] == "dynamic")
    var start = 0.0
    let elements = root.all("Period")
    for (index, element) in elements.enumerated() {
      start = element.duration("start") ?? start
      let next = index + 1 < elements.count ? elements[index + 1].duration("start") : duration
      let duration = element.duration("duration") ?? next.map { max(0, $0 - start) }
      var period = Period(element: element, start: start, duration: duration, sets: [])
      let base = builder.base(of: element, builder.base(of: root, url))
      for set in element.all("AdaptationSet") {
        let representations: [Representation] = set.all("Representation").map { representation in
          builder.representation(
            representation, in: set, element, base, period: index, duration: duration,
            set: index << 16 | period.sets.count)
        }
        period.sets.append(AdaptationSet(element: set, representations: representations))
      }
      periods.append(period)
      start += duration ?? 0
    }
    problems = builder.problems
    isCut = builder.isCut
  }

  /// The tracks of all periods.
  public var tracks: [StreamTrack] {
    periods.flatMap { $0.sets.flatMap { $0.representations.map(\.track) } }
  }
}

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

/// A template of URLs (ISO/IEC 23009-1 §5.3.9.4.4): `video-$Number%05d$.m4s`.
struct SegmentTemplateText {
  private enum Piece {
    case text(String)
    case bandwidth(width: Int)
    case number(width: Int)
    case time(width: Int)
  }

  private var pieces: [Piece] = []
  /// Templates are expanded for each segment.
  private static let mostBytes = 2048

  /// - Parameter id: of the representation.
  /// - Returns: nil for a text in which an identifier is not known, or is not closed, and for one that is too long.
  init?(_ text: String, _ id: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return nil }
    for (index, part) in parts.enumerated() {
      guard index % 2 == 1 else {
        pieces.append(.text(String(part)))
        continue
      }
      let name = part.prefix { $0 != "%" }
      let format = part[name.endIndex...]
      guard let width = SegmentTemplateText.width(format) else { return nil }
      switch name {
      case "" where format.isEmpty: pieces.append(.text("$"))
      case "RepresentationID" where format.isEmpty: pieces.append(.text(id))
      case "Bandwidth": pieces.append(.bandwidth(width: width))
      case "Number": pieces.append(.number(width: width))
      case "Time": pieces.append(.time(width: width))
      case "SubNumber": pieces.append(.text("1"))
      default: return nil
      }
    }
    guard length <= SegmentTemplateText.mostBytes else { return nil }
  }

  /// The largest length of the results.
  private var length: Int {
    pieces.reduce(0) { length, piece in
      if case .text(let text) = piece { length + text.utf8.count } else { length + 32 }
    }
  }

  /// The width of `%05d`.
  private static func width(_ format: Substring) -> Int? {
    guard !format.isEmpty else { return 1 }
    guard format.hasPrefix("%0"), format.hasSuffix("d"), format.utf8.count <= 6,
      let width = Int(format.dropFirst(2).dropLast()), width > 0, width <= 32
    else { return format == "%d" ? 1 : nil }
    return width
  }

  func text(_ bandwidth: Int, number: Int, time: Int) -> String {
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = "\(value)"
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .bandwidth(let width): padded(bandwidth, width)
      case .number(let width): padded(number, width)
      case .time(let width): padded(time, width)
      }
    }.joined()
  }
}
