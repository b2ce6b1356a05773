/// The kind of a field of a syntax.
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
  /// Structures of the same kind as the structure that contains them.
  case recursion
  /// Bits that have to have this value.
  case reserved(UInt64)
}
