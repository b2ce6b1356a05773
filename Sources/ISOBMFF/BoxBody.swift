@_exported public import FieldCoding

/// The fields of one type of box. Conforming to it, and a line in ``BoxRegistry``, is all there is
/// to adding a box.
public protocol BoxBody: RegisteredSyntax {
  /// Whether it contains boxes: whether it is a ``BoxContainer``.
  static var isContainer: Bool { get }
  /// The boxes in it; always none unless it is a ``BoxContainer``.
  var children: [Box] { get set }
  /// The same with the places that it states in wider fields, or, with another type, in another box;
  /// nil if there are none. It is asked when data moves so far that a place no longer fits.
  var withWiderPlaces: (any BoxBody)? { get }
}

extension BoxBody {
  public static var isContainer: Bool { false }
  public var withWiderPlaces: (any BoxBody)? { nil }
  public var children: [Box] {
    get { [] }
    set {}
  }
}

extension BoxBody {
  /// The fields of the box, as the format of bytes without its header.
  static var format: EmbeddedFormat { .structure(Self.self) }
}

/// A structure that is found by its four-character code.
public protocol RegisteredSyntax: FieldCodable {
  static var type: FourCC { get }
  /// Where the syntax is defined: `"ISO/IEC 14496-12 §8.11.3"`.
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
  /// The version and flags that every `FullBox` starts with. Other versions than `versions` have
  /// an unknown syntax: the box stays opaque.
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
