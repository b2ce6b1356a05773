/// The coding of pictures; the decoder configuration is among the children.
public struct VisualSampleEntry: BoxContainer {
  public static let type: FourCC = "hvc1"
  public static let specification = "ISO/IEC 14496-12 §12.1.3"

  public var dataReferenceIndex: UInt16 = 1
  /// Zero in ISO files, like the next four.
  public var version: UInt16 = 0
  public var revision: UInt16 = 0
  public var vendor = FourCC(rawValue: 0)
  public var temporalQuality: UInt32 = 0
  public var spatialQuality: UInt32 = 0
  /// The coded width, in pixels.
  public var width: UInt16 = 0
  public var height: UInt16 = 0
  /// 16.16 pixels per inch.
  public var horizontalResolution: UInt32 = 0x48_0000
  public var verticalResolution: UInt32 = 0x48_0000
  public var dataSize: UInt32 = 0
  /// Frames in each sample.
  public var frameCount: UInt16 = 1
  public var compressorName = Text("", form: .counted)
  /// Bits per pixel; 24 is colour without alpha.
  public var depth: UInt16 = 24
  /// −1 for none. In QuickTime, 0 is a table that follows.
  public var colorTableID: Int16 = -1
  /// The colours of pixels of at most 8 bits, in QuickTime (``hasPalette``).
  public var colorTable: ColorTableBox?
  /// A field of `CRAW` entries, which Canon's cameras write; its meaning is not known.
  public var canonField: UInt32 = 0
  public var children: [Box] = []

  /// Whether pixels are indices of a palette: they have 1, 2, 4 or 8 bits. QuickTime adds 32 for shades of grey.
  public var hasPalette: Bool { depth < 16 ? depth <= 8 : [33, 34, 36, 40].contains(depth) }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "version", &version)
    try f.uint(16, "revision_level", &revision)
    try f.fourCC("vendor", &vendor)
    try f.uint(32, "temporal_quality", &temporalQuality)
    try f.uint(32, "spatial_quality", &spatialQuality)
    try f.uint(16, "width", &width)
    try f.uint(16, "height", &height)
    try f.uint(32, "horizresolution", &horizontalResolution, as: .fixed(fraction: 16))
    try f.uint(32, "vertresolution", &verticalResolution, as: .fixed(fraction: 16))
    try f.uint(32, "data_size", &dataSize)
    try f.uint(16, "frame_count", &frameCount)
    try f.pascalText("compressorname", &compressorName, in: 32)
    try f.uint(16, "depth", &depth)
    try f.int(16, "color_table_ID", &colorTableID)
    if f.isDecoding { colorTable = colorTableID == 0 && hasPalette ? f.colorTable : nil }
    try colorTable?.fields(&f)
    if f.scope.type == "CRAW" { try f.uint(32, "canon_field", &canonField, as: .hex) }
    try f.boxes(&children)
  }
}

/// The coding of volumetric pictures: encrypted (`enc3`), or with restrictions (`res3`).
public struct VolumetricVisualSampleEntry: BoxContainer {
  public static let type: FourCC = "enc3"
  public static let specification = "ISO/IEC 14496-12 §12.10.3"

  public var dataReferenceIndex: UInt16 = 1
  public var compressorName = Text("", form: .counted)
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.pascalText("compressorname", &compressorName, in: 32)
    try f.boxes(&children)
  }
}
