public import FieldCoding

/// The allowed prediction of the blocks of a slice (`slice_type`, ITU-T H.265 Table 7-7).
public enum SliceType: UInt8, Hashable, Sendable {
  /// Blocks may be predicted from up to two pictures.
  case bidirectional
  /// Blocks may be predicted from one picture.
  case predicted
  /// Blocks are predicted within the picture only.
  case intra

  public static let names: ValueNames = [0: "B", 1: "P", 2: "I"]
}

extension SliceType: CustomStringConvertible {
  public var description: String { SliceType.names[UInt64(rawValue)] ?? "" }
}
