/// What a field of a syntax is.
public enum FieldKind: Equatable, Sendable {
  /// A number, and how it is shown.
  case number(FieldFormat, isSigned: Bool)
  /// One bit.
  case flag
  /// Characters.
  case text
  /// Bytes whose structure is not stated here.
  case bytes
  /// Boxes.
  case boxes
  /// Structures of the kind that they stand in.
  case recursion
  /// Bits that have to have this value.
  case reserved(UInt64)
}
