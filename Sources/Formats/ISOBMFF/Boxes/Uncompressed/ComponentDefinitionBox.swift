/// The kinds of the components of uncompressed images.
public struct ComponentDefinitionBox: BoxBody {
  public static let type: FourCC = "cmpd"
  public static let specification = "ISO/IEC 23001-17 §6.1.2"

  public var components: [Component] = []

  /// A component.
  public struct Component: FieldCodable {
    public var componentType: UInt16 = 0
    /// The type as a URI; with types from 0x8000 on.
    public var typeURI: Text = ""

    static let types: ValueNames = [
      0: "monochrome", 1: "Y", 2: "Cb", 3: "Cr", 4: "red", 5: "green", 6: "blue", 7: "alpha",
      8: "depth", 9: "disparity", 10: "palette", 11: "filter array", 12: "padding", 13: "cyan",
      14: "magenta", 15: "yellow", 16: "key (black)",
    ]

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "component_type", &componentType, as: .names(Self.types))
      if componentType >= 0x8000 { try f.text("component_type_uri", &typeURI) }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("components", &components, count: .bits(32, "component_count"))
  }
}

/// The colours for the values of a palette component.
public struct ComponentPaletteBox: BoxBody {
  public static let type: FourCC = "cpal"
  public static let specification = "ISO/IEC 23001-17 §6.1"

  public var header = FullBoxHeader()
  public var components: [Component] = []
  public var valuesCount: UInt32 = 0
  /// Value after value, each with all components, bit by bit.
  public var values = Bytes()

  /// A component of the colours.
  public struct Component: FieldCodable {
    /// Into `cmpd`.
    public var index: UInt32 = 0
    public var bitDepthMinusOne: UInt8 = 7
    public var format: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "component_index", &index)
      try f.uint(8, "component_bit_depth_minus_one", &bitDepthMinusOne)
      try f.uint(8, "component_format", &format, as: .names(UncompressedFrameConfigBox.formats))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("components", &components, count: .bits(16, "component_count"))
    try f.uint(32, "values_count", &valuesCount)
    try f.bytes("values", &values, count: .toEnd)
  }
}
