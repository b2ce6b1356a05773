@_exported public import FieldCoding

/// The fields of one type of box. A new box needs only a conformance to this protocol, and a line in ``BoxRegistry``.
public protocol BoxBody: RegisteredSyntax {
  /// Whether it contains boxes: whether it is a ``BoxContainer``.
  static var isContainer: Bool { get }
  /// The boxes in it; always empty unless it is a ``BoxContainer``.
  var children: [Box] { get set }
  /// The same with wider fields for its offsets, perhaps as another type of box; nil if there are none. It is used when
  /// a new offset does not fit.
  var withWiderOffsets: (any BoxBody)? { get }
}

extension BoxBody {
  public static var isContainer: Bool { false }
  public var withWiderOffsets: (any BoxBody)? { nil }
  public var children: [Box] {
    get { [] }
    set {}
  }
}

extension BoxBody {
  /// The fields of the box, as the format of bytes without its header.
  static var format: EmbeddedFormat { .structure(Self.self) }
}

/// A structure that is identified by its four-character code.
public protocol RegisteredSyntax: FieldCodable {
  static var type: FourCC { get }
  /// The definition of the syntax: `"ISO/IEC 14496-12 §8.11.3"`.
  static var specification: String { get }
}

/// A body that contains boxes.
public protocol BoxContainer: BoxBody {
  var children: [Box] { get set }
}

extension BoxContainer {
  public static var isContainer: Bool { true }
}

extension FieldCoder {
  /// The version and flags at the start of every `FullBox`. The syntax of versions outside `versions` is unknown: such
  /// a box is kept as bytes.
  public mutating func fullBox(
    _ header: inout FullBoxHeader, versions: ClosedRange<UInt8>, flags names: FlagNames? = nil
  ) throws(FieldError) {
    let start = offset
    knownVersions = knownVersions ?? versions
    try uint(8, "version", &header.version)
    if !versions.contains(header.version) {
      throw FieldError(
        .unsupportedVersion(header.version, supported: versions), offset: start, path: ["version"])
    }
    try uint(24, "flags", &header.flags, as: names.map { .flags($0) } ?? .hex)
    scope.version = header.version
    scope.flags = header.flags
  }

  /// The header of a box that has only version 0.
  public mutating func fullBox(
    _ header: inout FullBoxHeader, flags names: FlagNames? = nil
  ) throws(FieldError) {
    try fullBox(&header, versions: 0...0, flags: names)
  }
}

/// A box that has only boxes inside: `moov`, `trak`, `iprp`, ...
public struct ContainerBox: BoxContainer {
  public static let type: FourCC = "moov"
  public static let specification = "ISO/IEC 14496-12 §4.2"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children)
  }
}

extension Box {
  /// A box that has only boxes inside.
  package static func container(_ type: FourCC, _ children: [Box]) -> Box {
    var body = ContainerBox()
    body.children = children
    return Box(type: type, body)
  }
}
