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

/// The start of every `FullBox` (ISO/IEC 14496-12 §4.2.2).
public struct FullBoxHeader: Equatable, Sendable {
  /// Which form the box has, 8 bits.
  public var version: UInt8
  /// 24 bits, whose meanings the box defines.
  public var flags: UInt32

  /// A header, by default of version 0 and without flags.
  public init(version: UInt8 = 0, flags: UInt32 = 0) {
    self.version = version
    self.flags = flags
  }
}

extension FieldScope {
  /// Keeps the values that are needed for reading the boxes after `box`.
  mutating func learn(from box: Box) {
    switch box.type {
    case "ftyp":
      codecBrand = FourCC(rawValue: box[FileTypeBox.self]?.minorVersion ?? 0)
    case "hdlr":
      // QuickTime has a second handler, the data handler, between the media handler and `stsd`.
      guard let handler = box[HandlerBox.self], handler.predefined != "dhlr" else { return }
      handlerType = handler.handlerType
    case "tfhd":
      trackID = box[TrackFragmentHeaderBox.self]?.trackID ?? trackID
    case "saiz":
      guard let sizes = box[SampleAuxiliaryInformationSizesBox.self] else { return }
      sampleInformationSize =
        sizes.defaultSampleInfoSize > 0
        ? Int(sizes.defaultSampleInfoSize) : sizes.sizes.isEmpty ? nil : Int(sizes.sizes[0, 0])
    case "moov": learnEncryption(ofMovie: box)
    default: break
    }
  }

  /// Keeps the sizes of the initialisation vectors of each track.
  private mutating func learnEncryption(ofMovie movie: Box) {
    for track in movie.children.all("trak") {
      guard let id = track.children.first(TrackHeaderBox.self)?.trackID else { continue }
      let entries = track.children.at("mdia", "minf", "stbl", "stsd")
      let schemes = entries.flatMap { $0.children.at("sinf", "schi") }
      if let encryption = schemes.first(TrackEncryptionBox.self) {
        vectorLengths[id] = Int(encryption.defaultPerSampleIVSize)
      } else if let encryption = schemes.first(PIFFTrackEncryptionBox.self) {
        vectorLengths[id] = Int(encryption.algorithm.ivSize)
      }
    }
  }
}

extension FieldCoder {
  /// A part that starts with its size in bytes, a number of `bits`; bytes that `body` does not read are an error.
  mutating func part(
    _ bits: Int, _ name: StaticString, _ body: (inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    try part(name) { (size, f) throws(FieldError) in
      try f.uint(bits, name, &size)
    } body: { (f) throws(FieldError) in
      try body(&f)
    }
  }

  /// A part whose size in bytes is stated by `size`; bytes that `body` does not read are an error.
  mutating func part(
    _ name: StaticString, size: (inout UInt64, inout FieldCoder) throws(FieldError) -> Void,
    body: (inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    var count: UInt64 = 0
    guard !isDecoding else {
      try size(&count, &self)
      var inner = try inner(try take(Int(clamping: count)))
      try body(&inner)
      guard inner.isAtEnd || outline != nil else {
        throw inner.error(.invalid("\(name) is too big"))
      }
      damage += inner.damage
      return
    }
    var inner = innerWriter()
    try body(&inner)
    count = UInt64(inner.writer.count)
    try size(&count, &self)
    writer.write(inner.writer)
  }

  /// The 16 bytes of a UUID, with its name if it has one.
  mutating func uuid(
    _ name: StaticString, _ value: inout UserType, as names: [UserType: String] = [:]
  ) throws(FieldError) {
    var bytes = value.bytes
    try self.bytes(name, &bytes, count: .exactly(16)) { bytes in
      UserType(bytes).map { id in
        .text(Text(names[id].map { "\(id) (\($0))" } ?? "\(id)", form: .plain))
      }
    }
    value = UserType(bytes) ?? value
  }
}

extension UserType {
  /// Reads the type. Nil unless there are 16 bytes.
  package init?(_ bytes: Bytes) {
    var f = FieldCoder(decoding: bytes)
    self.init(high: 0, low: 0)
    do throws(FieldError) {
      try f.uint(64, "high", &high)
      try f.uint(64, "low", &low)
    } catch { return nil }
    guard f.isAtEnd else { return nil }
  }

  var bytes: Bytes {
    Bytes(
      [high, low].flatMap { part in
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: part >> $0) }
      })
  }
}

extension FieldCodable {
  /// The structure in `bytes`, if writing it returns exactly these bytes.
  init?(whole bytes: Bytes) {
    guard let value = try? Self(decoding: bytes), let written = try? value.encoded(),
      bytes.elementsEqual(written)
    else { return nil }
    self = value
  }
}
