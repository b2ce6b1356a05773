/// The colours of a palette.
public struct ColorTableBox: BoxBody {
  public static let type: FourCC = "ctab"
  public static let specification = "QuickTime File Format: Color table atoms"

  public var colorTableSeed: UInt32 = 0
  public var colorTableFlags: UInt16 = 0x8000
  /// `value`, `red`, `green`, `blue`; at least one.
  public var entries = FieldTable(columns: columns, rows: [[0, 0, 0, 0]])

  private static let columns: [FieldTable.Column] = [
    .uint(16, "value"), .uint(16, "red"), .uint(16, "green"), .uint(16, "blue"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "color_table_seed", &colorTableSeed)
    try f.uint(16, "color_table_flags", &colorTableFlags, as: .hex)
    var last = UInt16(clamping: max(entries.count, 1) - 1)
    try f.uint(16, "color_table_size", &last)
    try f.table(
      "entries", &entries, count: .exactly(Int(last) + 1), columns: Self.columns)
  }
}

extension FieldCoder {
  /// While decoding: the table that starts here, if there is one.
  var colorTable: ColorTableBox? { try? ColorTableBox(decoding: rest) }
}
