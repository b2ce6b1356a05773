/// The main header of a JPEG 2000 codestream: marker segments up to the first tile-part (ISO/IEC 15444-1 Annex A).
enum JPEG2000Codestream {
  /// More than any real header has.
  private static let mostSegments = 1024

  static let markers: ValueNames = [
    0xFF4F: "SOC", 0xFF50: "CAP", 0xFF51: "SIZ", 0xFF52: "COD", 0xFF53: "COC", 0xFF55: "TLM",
    0xFF57: "PLM", 0xFF59: "CPF", 0xFF5C: "QCD", 0xFF5D: "QCC", 0xFF5E: "RGN", 0xFF5F: "POC",
    0xFF60: "PPM", 0xFF63: "CRG", 0xFF64: "COM",
  ]

  static func describe(_ f: inout FieldCoder) throws(FieldError) {
    var start: UInt16 = 0
    try f.uint(16, "SOC", &start, as: .hex)
    guard start == 0xFF4F else { throw f.error(.invalid("is not a JPEG 2000 codestream")) }
    var componentCount = 0
    var index = 0
    // SOT starts a tile-part, and EOC ends the codestream.
    while index < mostSegments, !f.isAtEnd, !f.rest.starts(with: [0xFF, 0x90]),
      !f.rest.starts(with: [0xFF, 0xD9])
    {
      try f.within("segments[\(index)]") { (f) throws(FieldError) in
        try describeSegment(&f, &componentCount)
      }
      index += 1
    }
    var parts = Bytes()
    try f.bytes("tile_parts", &parts, count: .toEnd)
  }

  private static func describeSegment(
    _ f: inout FieldCoder, _ componentCount: inout Int
  ) throws(FieldError) {
    var (marker, length) = (0 as UInt16, 0 as UInt16)
    try f.uint(16, "marker", &marker, as: .names(markers))
    guard marker >= 0xFF00 else {
      throw f.error(.invalid("has no marker where a segment should start"))
    }
    try f.uint(16, "length", &length)
    guard length >= 2 else {
      throw f.error(.invalid("a segment has at least the 2 bytes of its length, and not \(length)"))
    }
    var content = Bytes()
    let (kind, count) = (marker, componentCount)
    try f.bytes(
      "parameters", &content, count: .exactly(Int(length) - 2),
      of: EmbeddedFormat { (f, _) throws(FieldError) in
        switch kind {
        case 0xFF51:
          var size = JPEG2000ImageSize()
          try size.fields(&f)
        case 0xFF52: try CodingStyle.describe(&f)
        case 0xFF53: try CodingStyle.describe(&f, ofComponentAmong: count)
        case 0xFF5C: try Quantization.describe(&f)
        case 0xFF5D: try Quantization.describe(&f, ofComponentAmong: count)
        case 0xFF64: try describeComment(&f)
        default: break
        }
      })
    if marker == 0xFF51 { componentCount = JPEG2000ImageSize.componentCount(content) }
  }

  /// COM (§A.9.2)
  private static func describeComment(_ f: inout FieldCoder) throws(FieldError) {
    var registration: UInt16 = 0
    try f.uint(16, "Rcom", &registration, as: .names([0: "binary", 1: "Latin text"]))
    guard registration == 1 else { return }
    var text = Text("", form: .plain)
    try f.text("Ccom", &text, count: .toEnd)
  }

  /// The number of a component, which has two bytes if there are more than 256.
  fileprivate static func describeComponent(
    _ f: inout FieldCoder, _ name: StaticString, among count: Int
  ) throws(FieldError) {
    var component: UInt16 = 0
    try f.uint(count < 257 ? 8 : 16, name, &component)
  }
}

extension EmbeddedFormat {
  /// The main header of a JPEG 2000 codestream.
  static let jpeg2000 = EmbeddedFormat { (f, _) throws(FieldError) in
    try JPEG2000Codestream.describe(&f)
  }
}

/// COD and COC (§A.6.1, §A.6.2)
private enum CodingStyle {
  private static let progressions: ValueNames = [
    0: "layer, resolution, component, position", 1: "resolution, layer, component, position",
    2: "resolution, position, component, layer", 3: "position, component, resolution, layer",
    4: "component, position, resolution, layer",
  ]
  private static let styles: FlagNames = [
    .bits(0x01, "bypass"), .bits(0x02, "contexts are reset"), .bits(0x04, "passes end"),
    .bits(0x08, "vertically causal"), .bits(0x10, "passes end predictably"),
    .bits(0x20, "segmentation symbols"), .bits(0x40, "high throughput"),
  ]
  private static let transformations: ValueNames = [0: "9-7 irreversible", 1: "5-3 reversible"]

  /// - Parameter count: of components, if this is the style of one of them.
  static func describe(
    _ f: inout FieldCoder, ofComponentAmong count: Int? = nil
  ) throws(FieldError) {
    if let count { try JPEG2000Codestream.describeComponent(&f, "Ccoc", among: count) }
    var (hasEPH, hasSOP, hasPrecincts) = (false, false, false)
    try f.reserved(5)
    try f.flag("EPH_may_be_used", &hasEPH)
    try f.flag("SOP_may_be_used", &hasSOP)
    try f.flag("precincts_are_stated", &hasPrecincts)
    if count == nil {
      var (progression, layers, transform) = (0 as UInt8, 0 as UInt16, 0 as UInt8)
      try f.uint(8, "progression_order", &progression, as: .names(Self.progressions))
      try f.uint(16, "number_of_layers", &layers)
      try f.uint(
        8, "multiple_component_transformation", &transform, as: .names([0: "none", 1: "used"]))
    }
    var (levels, width, height) = (0 as UInt8, 0 as UInt8, 0 as UInt8)
    try f.uint(8, "decomposition_levels", &levels)
    try f.uint(8, "code_block_width_exponent_minus2", &width)
    try f.uint(8, "code_block_height_exponent_minus2", &height)
    var (style, transformation) = (0 as UInt8, 0 as UInt8)
    try f.uint(8, "code_block_style", &style, as: .flags(Self.styles))
    try f.uint(8, "transformation", &transformation, as: .names(Self.transformations))
    guard hasPrecincts else { return }
    var sizes: [UInt8] = []
    try f.list(8, "precinct_sizes", &sizes, count: .exactly(Int(levels) + 1), as: .hex)
  }
}

/// QCD and QCC (§A.6.4, §A.6.5)
private enum Quantization {
  /// - Parameter count: of components, if this is for one of them.
  static func describe(
    _ f: inout FieldCoder, ofComponentAmong count: Int? = nil
  ) throws(FieldError) {
    if let count { try JPEG2000Codestream.describeComponent(&f, "Cqcc", among: count) }
    var (guardBits, style) = (0 as UInt8, 0 as UInt8)
    try f.uint(3, "guard_bits", &guardBits)
    try f.uint(
      5, "quantization_style", &style,
      as: .names([0: "none", 1: "scalar derived", 2: "scalar expounded"]))
    var steps: [Step] = []
    try f.list("steps", &steps, count: .toEnd, of: Step(hasMantissa: style > 0)) {
      (step, f) throws(FieldError) in try step.fields(&f)
    }
  }

  private struct Step {
    var hasMantissa: Bool
    var exponent: UInt8 = 0
    var mantissa: UInt16 = 0

    init(hasMantissa: Bool) { self.hasMantissa = hasMantissa }

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(5, "exponent", &exponent)
      if hasMantissa { try f.uint(11, "mantissa", &mantissa) } else { try f.reserved(3) }
    }
  }
}

/// The size of a JPEG 2000 picture, its tiles and its components: the marker segment SIZ, without its length
/// (ISO/IEC 15444-1 §A.5.1).
public struct JPEG2000ImageSize: FieldCodable, Equatable {
  /// The depth and the subsampling of a component.
  public struct Component: FieldCodable, Equatable {
    /// Whether samples may be negative.
    public var isSigned = false
    /// The bits of a sample, less 1.
    public var bitDepthMinus1: UInt8 = 7
    /// The number of columns of the reference grid for each sample.
    public var horizontalSeparation: UInt8 = 1
    /// The number of rows of the reference grid for each sample.
    public var verticalSeparation: UInt8 = 1

    /// A component with samples of 8 bits at each point of the grid.
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("is_signed", &isSigned)
      try f.uint(7, "bit_depth_minus1", &bitDepthMinus1)
      try f.uint(8, "XRsiz", &horizontalSeparation)
      try f.uint(8, "YRsiz", &verticalSeparation)
    }
  }

  /// The capabilities that a decoder needs.
  public var capabilities: UInt16 = 0
  /// The end of the picture on the reference grid.
  public var right: UInt32 = 0, bottom: UInt32 = 0
  /// The start of the picture on the reference grid.
  public var left: UInt32 = 0, top: UInt32 = 0
  /// The size of a tile on the reference grid.
  public var tileWidth: UInt32 = 0, tileHeight: UInt32 = 0
  /// The start of the first tile on the reference grid.
  public var firstTileLeft: UInt32 = 0, firstTileTop: UInt32 = 0
  /// The components, such as red, green and blue.
  public var components: [Component] = []

  /// An empty picture.
  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "Rsiz", &capabilities, as: .hex)
    try f.uint(32, "Xsiz", &right)
    try f.uint(32, "Ysiz", &bottom)
    try f.uint(32, "XOsiz", &left)
    try f.uint(32, "YOsiz", &top)
    try f.uint(32, "XTsiz", &tileWidth)
    try f.uint(32, "YTsiz", &tileHeight)
    try f.uint(32, "XTOsiz", &firstTileLeft)
    try f.uint(32, "YTOsiz", &firstTileTop)
    try f.list("components", &components, count: .bits(16, "Csiz"))
  }

  /// The stated number of components; 0 if the segment is truncated before it.
  static func componentCount(_ content: Bytes) -> Int {
    content.count >= 36 ? Int(content[34]) << 8 | Int(content[35]) : 0
  }
}
