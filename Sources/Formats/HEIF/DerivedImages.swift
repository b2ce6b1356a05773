public import ISOBMFF

/// The payload of a `grid` item: its inputs are tiles, row by row.
public struct ImageGrid: ItemPayload {
  /// The type of such items.
  public static let itemType: FourCC = "grid"
  public static let specification = "ISO/IEC 23008-12 §6.6.2.3"

  /// The version; it is 0.
  public var version: UInt8 = 0
  /// The flags. Bit 0: sizes have 32 bits instead of 16.
  public var flags: UInt8 = 0
  /// The number of rows, less one, as the file states it.
  public var rowsMinusOne: UInt8 = 0
  /// The number of columns, less one.
  public var columnsMinusOne: UInt8 = 0
  /// The width of the image in luma samples, before transformations. Tiles may exceed it.
  public var outputWidth: UInt32 = 0
  /// The height of the canvas in luma samples, before transformations.
  public var outputHeight: UInt32 = 0

  public init() {}

  /// The number of rows of tiles, 1 to 256.
  public var rows: Int { Int(rowsMinusOne) + 1 }
  /// The number of tiles in a row, 1 to 256.
  public var columns: Int { Int(columnsMinusOne) + 1 }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try f.uint(8, "flags", &flags, as: .hex)
    try f.uint(8, "rows_minus_one", &rowsMinusOne)
    try f.uint(8, "columns_minus_one", &columnsMinusOne)
    let bits = flags & 1 == 0 ? 16 : 32
    try f.uint(bits, "output_width", &outputWidth)
    try f.uint(bits, "output_height", &outputHeight)
  }
}

/// The payload of an `iovl` item: its inputs are laid on a canvas, one over the other.
public struct ImageOverlay: ItemPayload {
  /// The type of such items.
  public static let itemType: FourCC = "iovl"
  public static let specification = "ISO/IEC 23008-12 §6.6.2.2"

  /// The version; it is 0.
  public var version: UInt8 = 0
  /// The flags. Bit 0: sizes and offsets have 32 bits instead of 16.
  public var flags: UInt8 = 0
  /// The colour of the canvas: red, green, blue, alpha.
  public var canvasFillValue: [UInt16] = [0, 0, 0, 0xFFFF]
  /// The width of the canvas in luma samples, before transformations.
  public var outputWidth: UInt32 = 0
  /// The height of the canvas in luma samples, before transformations.
  public var outputHeight: UInt32 = 0
  /// The position of each input; it may be outside of the canvas.
  public var offsets: [Offset] = []

  /// The position of an input on the canvas.
  public struct Offset: Equatable, Sendable {
    /// The distance from the left edge, in luma samples; negative to the left of it.
    public var horizontal: Int32 = 0
    /// The distance from the top edge, in luma samples; negative above it.
    public var vertical: Int32 = 0
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try f.uint(8, "flags", &flags, as: .hex)
    try f.list(16, "canvas_fill_value", &canvasFillValue, count: .exactly(4))
    let bits = flags & 1 == 0 ? 16 : 32
    try f.uint(bits, "output_width", &outputWidth)
    try f.uint(bits, "output_height", &outputHeight)
    try f.list("offsets", &offsets, count: .toEnd, of: Offset()) { (offset, f) throws(FieldError) in
      try f.int(bits, "horizontal_offset", &offset.horizontal)
      try f.int(bits, "vertical_offset", &offset.vertical)
    }
  }
}
