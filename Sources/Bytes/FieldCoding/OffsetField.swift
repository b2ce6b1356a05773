/// An offset or a size of other bytes, which a field states. If these bytes move, or if their number changes, the
/// field changes.
public enum OffsetField: Equatable, Sendable {
  /// The origin of a position.
  public enum Origin: Equatable, Sendable {
    /// The first byte of the file, or of the embedded file that has the field. The value 0 means that there are no
    /// bytes, because data is never before the first header.
    case file
    /// The first byte of the outermost file, also for a field in an embedded one.
    case outermostFile
    /// The base that `tfhd` gives in a track fragment (ISO/IEC 14496-12 §8.8.7), the file
    /// elsewhere.
    case sampleData
    /// The payload of the `idat` box beside the box (ISO/IEC 14496-12 §8.11.11).
    case itemData
    /// The data of an item.
    case item
    /// A file that a data reference names.
    case otherFile
    /// The first byte after the box that has the field.
    case endOfBox
    /// The first byte of the data that the `sidx` box before describes (ISO/IEC 14496-12 §8.16.4).
    case subsegments
    /// The position that this box stated last.
    case previousOffset
    /// The base that this box stated last.
    case base
  }

  /// The subject of a size.
  public enum Extent: Equatable, Sendable {
    /// The bytes from the position on that this box stated last.
    case previousOffset
    /// The box around the box that has the field.
    case parent
    /// The bytes from an offset to the end of the file.
    case restOfFile
  }

  /// The offset of data, counted from `origin`. If `length` is known, the data has that many bytes.
  case position(from: Origin, length: Int? = nil)
  /// An origin for later offsets. The first of them is `reach` bytes after it.
  case base(from: Origin, reach: UInt64)
  /// The number of bytes of something.
  case size(of: Extent)
}

/// Visits the fields with offsets while a structure is written, and replaces their values. So offsets are corrected
/// with the declaration with which they are read and shown.
package final class OffsetCorrection {
  private let stated:
    (_ value: Int64?, _ field: OffsetField, _ bits: Int) throws(FieldError) -> Int64?
  /// Whether a field with an offset was written.
  package private(set) var isUsed = false
  /// Whether one of them got another number.
  package private(set) var isChanged = false

  /// - Parameter stated: returns the new value for a field with this number of bits; nil keeps the old one. If there is
  ///   no value, because the offset follows from the bytes before, the result is the value that has to be stated from
  ///   now on, or nil if the offset still follows from them.
  package init(
    stated:
      @escaping (_ value: Int64?, _ field: OffsetField, _ bits: Int) throws(FieldError) -> Int64?
  ) {
    self.stated = stated
  }

  fileprivate func corrected(
    _ value: Int64?, _ field: OffsetField, bits: Int
  ) throws(FieldError) -> Int64? {
    isUsed = true
    guard let new = try stated(value, field, bits), new != value else { return value }
    isChanged = true
    return new
  }
}

extension FieldCoder {
  /// A field with an offset or a size of other bytes.
  public mutating func offset<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ value: inout Value, _ field: OffsetField
  ) throws(FieldError) {
    try uint(bits, name, &value, as: .offset(field))
  }

  /// An offset that is not stated, because it follows from the bytes before.
  ///
  /// - Returns: the value that has to be stated if this is no longer so; nil while reading and writing.
  package func impliedOffset(_ field: OffsetField) throws(FieldError) -> Int64? {
    try correction?.corrected(nil, field, bits: 0)
  }

  /// While offsets are corrected: the number that the field is to have.
  func corrected(
    _ value: UInt64, _ format: FieldFormat, bits: Int
  ) throws(FieldError) -> UInt64 {
    // No file has an offset greater than the greatest signed number.
    guard let correction, case .offset(let field) = format, let old = Int64(exactly: value),
      let new = try correction.corrected(old, field, bits: bits)
    else { return value }
    // An offset before its origin does not fit into any field without a sign.
    return UInt64(bitPattern: new)
  }

  func corrected(
    _ value: Int64, _ format: FieldFormat, bits: Int
  ) throws(FieldError) -> Int64 {
    guard let correction, case .offset(let field) = format else { return value }
    return try correction.corrected(value, field, bits: bits) ?? value
  }

  /// While offsets are corrected: the table with the numbers that it is to have, row by row.
  func corrected(_ table: FieldTable) throws(FieldError) -> FieldTable {
    guard let correction else { return table }
    let columns = table.columns.indices.filter { table.columns[$0].offset != nil }
    guard !columns.isEmpty else { return table }
    return try table.mapping(columns) { (value, column) throws(FieldError) in
      guard let field = column.offset, column.isSigned || value >= 0 else { return value }
      return try correction.corrected(value, field, bits: column.bits) ?? value
    }
  }
}

extension FieldTable.Column {
  /// A column of offsets or sizes of other bytes.
  public static func offset(_ bits: Int, _ name: String, _ field: OffsetField) -> FieldTable.Column
  {
    .uint(bits, name, as: .offset(field))
  }

  /// The offset or size of other bytes that it states; nil if it does not state one.
  public var offset: OffsetField? {
    if case .offset(let field) = format { field } else { nil }
  }
}
