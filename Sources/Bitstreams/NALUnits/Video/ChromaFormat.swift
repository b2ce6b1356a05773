public import FieldCoding

/// The chroma format of a picture (`chroma_format_idc`, ITU-T H.265 Table 6-1).
public enum ChromaFormat: UInt8, Hashable, Sendable {
  /// Only luma, or chroma with half of the columns and rows, half of the columns, or all of them.
  case monochrome, yuv420, yuv422, yuv444

  /// `SubWidthC`: how many luma samples share a chroma sample in a row.
  public var subWidth: Int { self == .yuv420 || self == .yuv422 ? 2 : 1 }
  /// `SubHeightC`: the same in a column.
  public var subHeight: Int { self == .yuv420 ? 2 : 1 }

  /// The usual names by `chroma_format_idc`.
  public static let names: ValueNames = [0: "4:0:0", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4"]
}

extension ChromaFormat: CustomStringConvertible {
  public var description: String { ChromaFormat.names[UInt64(rawValue)] ?? "" }
}
