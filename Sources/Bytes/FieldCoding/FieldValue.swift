/// The value of a field as the inspector shows it.
public enum FieldValue: Equatable, Sendable {
  /// A number without a sign.
  case uint(UInt64, FieldFormat)
  /// A number with a sign.
  case int(Int64, FieldFormat)
  /// One bit: true is 1.
  case flag(Bool)
  /// Text with the way in which its end is marked.
  case text(Text)
  /// Bytes whose structure is not known here.
  case bytes(Bytes)
}
