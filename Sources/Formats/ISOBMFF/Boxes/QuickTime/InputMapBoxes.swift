/// The header of the parts of an input map, after size and type.
public struct QTAtomHeader: FieldCodable {
  public var atomID: UInt32 = 1
  public var childCount: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "atom_ID", &atomID)
    try f.reserved(16)
    try f.uint(16, "child_count", &childCount)
    try f.reserved(32)
  }
}

/// A track that changes this one; its number is that of a modifier reference (`ssrc`).
public struct TrackInputBox: BoxContainer {
  public static let type: FourCC = "\0\0in"
  public static let specification = "QuickTime File Format: Track input map atoms"

  public var header = QTAtomHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try header.fields(&f)
    try f.boxes(&children)
  }
}

/// The changed property of an input (`\0\0ty`), or the object to which it applies (`obid`).
public struct TrackInputValueBox: BoxBody {
  public static let type: FourCC = "\0\0ty"
  public static let specification = "QuickTime File Format: Track input map atoms"

  /// Nil if the writer left it out.
  public var header: QTAtomHeader?
  public var value: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding { header = f.bitsLeft >= 128 ? QTAtomHeader() : nil }
    try header?.fields(&f)
    let isType = f.scope.type == "\0\0ty"
    try f.uint(
      32, isType ? "input_type" : "object_ID", &value,
      as: isType ? .names(TrackInputValueBox.types) : .decimal)
  }

  private static let types: ValueNames = [
    1: "matrix", 2: "clip", 3: "volume", 4: "balance", 5: "graphics mode", 6: "matrix of an object",
    7: "graphics mode of an object", 0x7669_6465: "image (vide)",
  ]
}
