/// ID3 tags.
public struct ID3v2Box: BoxBody {
  public static let type: FourCC = "ID32"
  public static let specification = "ID3v2 in MPEG-4 §3"

  public var header = FullBoxHeader()
  public var language: UInt16 = 0x55C4
  /// The tag, or its bytes.
  public var content = Content.data(Bytes())

  /// A tag whose frames are known, or bytes.
  public enum Content: Equatable, Sendable {
    case tag(ID3v2Tag)
    /// Data that is not a tag of version 3 or 4, or that has parts which are not supported here.
    case data(Bytes)

    init(_ bytes: Bytes) {
      self = ID3v2Tag(whole: bytes).map { .tag($0) } ?? .data(bytes)
    }

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      switch self {
      case .tag(var tag):
        try tag.fields(&f)
        self = .tag(tag)
      case .data(var data):
        try f.bytes("ID3v2data", &data, count: .toEnd)
        self = .data(data)
      }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "language", &language, as: .language)
    if f.isDecoding { content = Content(f.rest) }
    try content.fields(&f)
  }
}

/// A tag of ID3v2.3 or ID3v2.4 without an extended header and without unsynchronisation.
public struct ID3v2Tag: FieldCodable {
  public var majorVersion: UInt8 = 4
  public var revision: UInt8 = 0
  public var flags: UInt8 = 0
  /// Bytes after this field, 28 bits.
  public var size: UInt32 = 0
  public var frames: [Frame] = []
  /// Zeros, or a footer.
  public var padding = Bytes()

  /// A piece of information.
  public struct Frame: Equatable, Sendable {
    public var id: FourCC = "TIT2"
    public var flags: UInt16 = 0
    public var data = Bytes()
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var identifier: UInt32 = 0x49_4433
    try f.uint(24, "identifier", &identifier, as: .hex)
    try f.uint(8, "major_version", &majorVersion)
    guard identifier == 0x49_4433, (3...4).contains(majorVersion) else {
      throw f.error(.invalid("not ID3v2.3 or ID3v2.4"))
    }
    try f.uint(8, "revision", &revision)
    try f.uint(8, "flags", &flags, as: .hex)
    guard flags & 0xC0 == 0 else { throw f.error(.invalid("unsynchronisation")) }
    try f.syncSafe("size", &size)
    var count = frames.count
    if f.isDecoding { count = f.countFrames(version: majorVersion) }
    let isVersion4 = majorVersion == 4
    try f.list("frames", &frames, count: .exactly(count), of: Frame()) {
      (frame, f) throws(FieldError) in
      try f.frame(&frame, isVersion4: isVersion4)
    }
    try f.bytes("padding", &padding, count: .toEnd)
  }
}

extension FieldCoder {
  /// Four times a zero bit and 7 bits of the number.
  fileprivate mutating func syncSafe(
    _ name: StaticString, _ value: inout UInt32
  ) throws(FieldError) {
    guard isDecoding else {
      for shift: UInt32 in [21, 14, 7, 0] { writer.write(UInt64(value >> shift & 0x7F), bits: 8) }
      return
    }
    let start = offset
    value = 0
    for byte in try take(4) {
      guard byte < 0x80 else { throw error(.invalid("a byte above 127")).nested(in: "\(name)") }
      value = value << 7 | UInt32(byte)
    }
    sink?.field("\(name)", .uint(UInt64(value), .decimal), bits: start * 8..<offset * 8)
  }

  fileprivate mutating func frame(
    _ frame: inout ID3v2Tag.Frame, isVersion4: Bool
  ) throws(FieldError) {
    try fourCC("id", &frame.id)
    var size = UInt32(clamping: frame.data.count)
    if isVersion4 { try syncSafe("size", &size) } else { try uint(32, "size", &size) }
    try uint(16, "flags", &frame.flags, as: .hex)
    let isText = frame.id.description.hasPrefix("T")
    try bytes("data", &frame.data, count: .exactly(Int(size))) {
      isText ? $0.id3Text.map { .text(Text($0, form: .plain)) } : nil
    }
  }

  /// While decoding: the number of frames before the padding.
  fileprivate func countFrames(version: UInt8) -> Int {
    var f = FieldCoder(decoding: rest)
    var count = 0
    var frame = ID3v2Tag.Frame()
    while let first = f.rest.first, first != 0,
      (try? f.frame(&frame, isVersion4: version == 4)) != nil
    {
      count += 1
    }
    return count
  }
}

extension Bytes {
  /// The text after a byte with its encoding.
  fileprivate var id3Text: String? {
    switch first {
    case 0: String(String.UnicodeScalarView(dropFirst().map { Unicode.Scalar($0) }))
    case 3: String(decoding: dropFirst(), as: UTF8.self)
    default: nil
    }
  }
}
