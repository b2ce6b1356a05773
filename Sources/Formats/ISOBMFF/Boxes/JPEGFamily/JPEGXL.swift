/// The level of a JPEG XL codestream: 5 without this box, or 10.
struct JPEGXLLevelBox: BoxBody {
  static let type: FourCC = "jxll"
  static let specification = "ISO/IEC 18181-2 §9"

  var level: UInt8 = 10

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "level", &level)
  }
}

/// A part of a JPEG XL codestream.
public struct JPEGXLPartialCodestreamBox: BoxBody {
  public static let type: FourCC = "jxlp"
  public static let specification = "ISO/IEC 18181-2 §9"

  public var isLast = false
  /// Counted from 0.
  public var index: UInt32 = 0
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("is_last", &isLast)
    try f.uint(31, "index", &index)
    try f.bytes("codestream", &data, count: .toEnd, of: index == 0 ? .jpegXLPart : nil)
  }
}

/// A box whose payload is compressed with Brotli.
struct BrotliCompressedBox: BoxBody {
  static let type: FourCC = "brob"
  static let specification = "ISO/IEC 18181-2 §9"

  /// The type of the uncompressed box.
  var boxType: FourCC = "Exif"
  var data = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("type", &boxType)
    try f.bytes("data", &data, count: .toEnd)
  }
}

/// The frames of a JPEG XL animation at which decoding can start.
struct JPEGXLFrameIndexBox: BoxBody {
  static let type: FourCC = "jxli"
  static let specification = "ISO/IEC 18181-2 §9"

  var count = LEB128()
  /// A tick is this many seconds, as a ratio.
  var tickNumerator: UInt32 = 1
  var tickDenominator: UInt32 = 1000
  var frames: [Frame] = []

  /// A frame that can be decoded without those before it.
  struct Frame: FieldCodable {
    /// Bytes from the start of the indexed frame before.
    var offset = LEB128()
    /// The number of ticks up to the next indexed frame.
    var duration = LEB128()
    /// The number of frames up to the next indexed one.
    var frameCount = LEB128()

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.leb128("OFF", &offset)
      try f.leb128("T", &duration)
      try f.leb128("F", &frameCount)
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if !f.isDecoding { count.value = UInt32(clamping: frames.count) }
    try f.leb128("NF", &count)
    try f.uint(32, "TNUM", &tickNumerator)
    try f.uint(32, "TDEN", &tickDenominator)
    try f.list("frames", &frames, count: .exactly(Int(count.value)))
  }
}

/// The header of a JPEG XL picture at the start of its codestream (ISO/IEC 18181-1 Annex D).
public struct JPEGXLHeader: Equatable, Sendable {
  /// The width of the shown picture, in pixels.
  public private(set) var width = 0
  /// The height of the shown picture, in pixels.
  public private(set) var height = 0
  /// How the picture is rotated and mirrored, as in Exif.
  public private(set) var orientation = 1
  /// The bits of a sample of colour.
  public private(set) var bitsPerSample = 8
  /// Whether samples are floating-point numbers.
  public private(set) var isFloat = false
  /// Whether there are several frames to be shown one after the other.
  public private(set) var isAnimated = false
  /// Whether one of the further channels is opacity.
  public private(set) var hasAlpha = false

  /// Reads the start of a codestream. Nil if it is another format, or incomplete.
  public init?(_ codestream: Bytes) {
    var reader = LowestBitReader(codestream, sink: nil)
    do throws(FieldError) { try read(&reader) } catch { return nil }
  }

  private init() {}

  private mutating func read(_ r: inout LowestBitReader) throws(FieldError) {
    guard try r.number("signature", bits: 16, as: .hex) == 0x0AFF else {
      throw FieldError(.invalid("is not a JPEG XL codestream"), offset: 0)
    }
    var size = (width: 0, height: 0)
    try r.within("size") { (r) throws(FieldError) in size = try JPEGXLHeader.size(&r) }
    var header = self
    try r.within("metadata") { (r) throws(FieldError) in try header.metadata(&r) }
    self = header
    (width, height) = orientation > 4 ? (size.height, size.width) : size
  }

  private mutating func metadata(_ r: inout LowestBitReader) throws(FieldError) {
    guard try !r.flag("all_default") else { return }
    let hasExtraFields = try r.flag("extra_fields")
    if hasExtraFields {
      orientation = Int(try r.number("orientation", bits: 3, plus: 1))
      if try r.flag("have_intr_size") {
        try r.within("intrinsic_size") { (r) throws(FieldError) in _ = try JPEGXLHeader.size(&r) }
      }
      if try r.flag("have_preview") {
        try r.within("preview") { (r) throws(FieldError) in try JPEGXLHeader.preview(&r) }
      }
      isAnimated = try r.flag("have_animation")
      if isAnimated {
        try r.within("animation") { (r) throws(FieldError) in try JPEGXLHeader.animation(&r) }
      }
    }
    (bitsPerSample, isFloat) = try JPEGXLHeader.bitDepth(&r)
    _ = try r.flag("modular_16bit_buffers")
    let count = try r.number("num_extra", [(0, 0), (1, 0), (2, 4), (1, 12)])
    for index in 0..<count {
      var isAlpha = false
      try r.within("ec_info[\(index)]") { (r) throws(FieldError) in
        isAlpha = try JPEGXLHeader.extraChannel(&r)
      }
      hasAlpha = hasAlpha || isAlpha
    }
    _ = try r.flag("xyb_encoded")
    try r.within("colour_encoding") { (r) throws(FieldError) in try JPEGXLHeader.colour(&r) }
    if hasExtraFields {
      try r.within("tone_mapping") { (r) throws(FieldError) in try JPEGXLHeader.toneMapping(&r) }
    }
  }
}

extension EmbeddedFormat {
  /// The start of a JPEG XL codestream: the size and the format of the samples.
  static let jpegXL = EmbeddedFormat { (f, sink) throws(FieldError) in
    try JPEGXLHeader.describe(&f, to: sink)
  }

  /// The same for the first part of a codestream, which may end at any bit.
  static let jpegXLPart = EmbeddedFormat { (f, sink) throws(FieldError) in
    do throws(FieldError) { try JPEGXLHeader.describe(&f, to: sink) } catch {
      guard case .truncated = error.reason else { throw error }
    }
  }
}

// MARK: - Parts of the header

extension JPEGXLHeader {
  fileprivate static func describe(
    _ f: inout FieldCoder, to sink: any FieldSink
  ) throws(FieldError) {
    var (reader, header) = (LowestBitReader(f.rest, sink: sink), JPEGXLHeader())
    try header.read(&reader)
    _ = try f.take(reader.byteCount)
    var data = Bytes()
    try f.bytes("data", &data, count: .toEnd)
  }

  /// `SizeHeader`
  private static func size(
    _ r: inout LowestBitReader
  ) throws(FieldError) -> (width: Int, height: Int) {
    let isSmall = try r.flag("div8")
    func side(_ name: String, _ r: inout LowestBitReader) throws(FieldError) -> Int {
      guard !isSmall else { return Int(try r.number("\(name)_div8", bits: 5, plus: 1)) * 8 }
      return Int(try r.number(name, [(1, 9), (1, 13), (1, 18), (1, 30)]))
    }
    let height = try side("height", &r)
    let ratio = try ratio(&r)
    let width = try ratio == 0 ? side("width", &r) : JPEGXLHeader.width(of: height, ratio)
    return (width, height)
  }

  private static func ratio(_ r: inout LowestBitReader) throws(FieldError) -> Int {
    Int(
      try r.number(
        "ratio", bits: 3,
        as: .names([
          0: "stated", 1: "1:1", 2: "12:10", 3: "4:3", 4: "3:2", 5: "16:9", 6: "5:4", 7: "2:1",
        ])))
  }

  private static func width(of height: Int, _ ratio: Int) -> Int {
    let (numerator, denominator) = [
      (1, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1),
    ][ratio]
    return height * numerator / denominator
  }

  /// `PreviewHeader`
  private static func preview(_ r: inout LowestBitReader) throws(FieldError) {
    let isSmall = try r.flag("div8")
    func side(_ name: String, _ r: inout LowestBitReader) throws(FieldError) {
      _ =
        try isSmall
        ? r.number("\(name)_div8", [(16, 0), (32, 0), (1, 5), (33, 9)])
        : r.number(name, [(1, 6), (65, 8), (321, 10), (1345, 12)])
    }
    try side("height", &r)
    if try ratio(&r) == 0 { try side("width", &r) }
  }

  /// `AnimationHeader`
  private static func animation(_ r: inout LowestBitReader) throws(FieldError) {
    _ = try r.number("tps_numerator", [(100, 0), (1000, 0), (1, 10), (1, 30)])
    _ = try r.number("tps_denominator", [(1, 0), (1001, 0), (1, 8), (1, 10)])
    _ = try r.number("num_loops", [(0, 0), (0, 3), (0, 16), (0, 32)])
    _ = try r.flag("have_timecodes")
  }

  /// `BitDepth`
  private static func bitDepth(
    _ r: inout LowestBitReader
  ) throws(FieldError) -> (bits: Int, isFloat: Bool) {
    let isFloat = try r.flag("float_sample")
    let bits = try r.number(
      "bits_per_sample",
      isFloat ? [(32, 0), (16, 0), (24, 0), (1, 6)] : [(8, 0), (10, 0), (12, 0), (1, 6)])
    if isFloat { _ = try r.number("exp_bits", bits: 4, plus: 1) }
    return (Int(bits), isFloat)
  }

  /// `ExtraChannelInfo`; whether it is opacity.
  private static func extraChannel(_ r: inout LowestBitReader) throws(FieldError) -> Bool {
    guard try !r.flag("d_alpha") else { return true }
    let type = try r.choice(
      "type",
      [
        0: "opacity", 1: "depth", 2: "spot colour", 3: "selection mask", 4: "black",
        5: "colour filter array", 6: "thermal", 15: "unknown", 16: "optional",
      ])
    _ = try bitDepth(&r)
    _ = try r.number("dim_shift", [(0, 0), (3, 0), (4, 0), (1, 3)])
    let length = try r.number("name_len", [(0, 0), (0, 4), (16, 5), (48, 10)])
    try r.text("name", count: Int(length))
    switch type {
    case 0: _ = try r.flag("alpha_associated")
    case 2: for name in ["red", "green", "blue", "solidity"] { try r.half(name) }
    case 5: _ = try r.number("cfa_channel", [(1, 0), (0, 2), (3, 4), (19, 8)])
    default: break
    }
    return type == 0
  }

  /// `ColourEncoding`
  private static func colour(_ r: inout LowestBitReader) throws(FieldError) {
    guard try !r.flag("all_default") else { return }
    let hasProfile = try r.flag("want_icc")
    let space = try r.choice(
      "colour_space", [0: "RGB", 1: "grey", 2: "XYB", 3: "unknown"])
    guard !hasProfile else { return }
    if space != 2 {
      let white = try r.choice("white_point", [1: "D65", 2: "custom", 10: "E", 11: "DCI"])
      if white == 2 { try point("white", &r) }
      if space != 1 {
        let primaries = try r.choice(
          "primaries", [1: "sRGB", 2: "custom", 9: "BT.2100", 11: "P3"])
        if primaries == 2 { for name in ["red", "green", "blue"] { try point(name, &r) } }
      }
      if try r.flag("have_gamma") {
        _ = try r.number("gamma", bits: 24)
      } else {
        _ = try r.choice(
          "transfer_function",
          [
            1: "BT.709", 2: "unknown", 8: "linear", 13: "sRGB", 16: "PQ", 17: "DCI", 18: "HLG",
          ])
      }
    }
    _ = try r.choice(
      "rendering_intent", [0: "perceptual", 1: "relative", 2: "saturation", 3: "absolute"])
  }

  /// `Customxy`: a chromaticity in millionths, where odd numbers are negative.
  private static func point(_ name: String, _ r: inout LowestBitReader) throws(FieldError) {
    for axis in ["x", "y"] {
      _ = try r.number(
        "\(name)_\(axis)", [(0, 19), (0x80000, 19), (0x10_0000, 20), (0x20_0000, 21)])
    }
  }

  /// `ToneMapping`
  private static func toneMapping(_ r: inout LowestBitReader) throws(FieldError) {
    guard try !r.flag("all_default") else { return }
    try r.half("intensity_target")
    try r.half("min_nits")
    _ = try r.flag("relative_to_max_display")
    try r.half("linear_below")
  }
}

/// Reads numbers with the lowest bit first, as in JPEG XL (ISO/IEC 18181-1 Annex B), and passes them to a sink.
/// Positions count bits in reading order.
struct LowestBitReader {
  private let bytes: Bytes
  private let sink: (any FieldSink)?
  private var position = 0

  init(_ bytes: Bytes, sink: (any FieldSink)?) {
    self.bytes = bytes
    self.sink = sink
  }

  /// The number of bytes that were read; the last one perhaps partly.
  var byteCount: Int { (position + 7) / 8 }

  /// A range of numbers: its first value, and the number of bits that select one.
  typealias Values = (first: UInt64, bits: Int)

  /// `u(bits)`
  mutating func bits(_ count: Int) throws(FieldError) -> UInt64 {
    guard count <= bytes.count * 8 - position else {
      throw FieldError(
        .truncated(neededBits: count, availableBits: bytes.count * 8 - position),
        offset: bytes.fileOffset + position / 8)
    }
    var value: UInt64 = 0
    for bit in 0..<count {
      value |= UInt64(bytes[position / 8] >> UInt8(position % 8) & 1) << UInt64(bit)
      position += 1
    }
    return value
  }

  /// `u(bits)`, with a name.
  mutating func number(
    _ name: String, bits count: Int, plus first: UInt64 = 0, as format: FieldFormat = .decimal
  ) throws(FieldError) -> UInt64 {
    try told(name, as: format) { (r) throws(FieldError) in try r.bits(count) + first }
  }

  /// `Bool()`
  mutating func flag(_ name: String) throws(FieldError) -> Bool {
    let start = position
    let value = try bits(1) == 1
    sink?.field(name, .flag(value), bits: range(from: start))
    return value
  }

  /// `U32(a, b, c, d)`
  mutating func number(
    _ name: String, _ ranges: [Values], as format: FieldFormat = .decimal
  ) throws(FieldError) -> UInt64 {
    try told(name, as: format) { (r) throws(FieldError) in
      let range = ranges[Int(try r.bits(2))]
      return try r.bits(range.bits) + range.first
    }
  }

  /// `Enum(names)`
  mutating func choice(_ name: String, _ names: ValueNames) throws(FieldError) -> UInt64 {
    try number(name, [(0, 0), (1, 0), (2, 4), (18, 6)], as: .names(names))
  }

  /// `F16()`: a half-precision float.
  mutating func half(_ name: String) throws(FieldError) {
    let start = position
    let value = UInt16(try bits(16))
    let (exponent, fraction) = (Int(value >> 10 & 31), Float(value & 0x3FF) / 1024)
    let size = exponent == 0 ? fraction * 0x1p-14 : (1 + fraction) * Float.power(exponent - 15)
    let number = value >> 15 == 1 ? -size : size
    sink?.field(name, .uint(UInt64(number.bitPattern), .float), bits: range(from: start))
  }

  /// Bytes of text.
  mutating func text(_ name: String, count: Int) throws(FieldError) {
    let start = position
    var text: [UInt8] = []
    for _ in 0..<count { text.append(UInt8(truncatingIfNeeded: try bits(8))) }
    sink?.field(name, .text(Text(bytes: text)), bits: range(from: start))
  }

  /// A part with its own fields.
  mutating func within(
    _ name: String, _ body: (inout LowestBitReader) throws(FieldError) -> Void
  ) throws(FieldError) {
    let offset = bytes.fileOffset + position / 8
    let group = FieldGroup(name: name, fileRange: offset..<offset)
    let isShown = sink?.open(group) ?? false
    defer { if isShown { sink?.close(group) } }
    try body(&self)
  }

  private mutating func told(
    _ name: String, as format: FieldFormat,
    _ body: (inout LowestBitReader) throws(FieldError) -> UInt64
  ) throws(FieldError) -> UInt64 {
    let start = position
    let value = try body(&self)
    sink?.field(name, .uint(value, format), bits: range(from: start))
    return value
  }

  private func range(from start: Int) -> Range<Int> {
    let first = bytes.fileOffset * 8
    return first + start..<first + position
  }
}

extension Float {
  /// 2 to the power of `exponent`, an exponent of a half-precision float.
  fileprivate static func power(_ exponent: Int) -> Float {
    Float(sign: .plus, exponent: exponent, significand: 1)
  }
}
