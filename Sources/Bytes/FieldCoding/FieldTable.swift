/// A table of numbers, which is read in place in the file: for a movie with millions of samples, only the rows that
/// are used are read.
public struct FieldTable: Sendable {
  /// `unsigned int(bits) name;` of each row.
  public struct Column: Equatable, Sendable {
    /// The width of the number, 0 to 64 bits.
    public var bits: Int
    /// The name of the field in the specification.
    public var name: String
    /// Whether the number is read as two's complement.
    public var isSigned: Bool
    /// How the number is shown.
    public var format: FieldFormat

    /// `unsigned int(bits) name;`, 0 to 64 bits wide.
    public static func uint(
      _ bits: Int, _ name: String, as format: FieldFormat = .decimal
    ) -> Column {
      Column(bits: bits, name: name, isSigned: false, format: format)
    }
    /// A number of this column as a value with its format.
    public func value(_ number: Int64) -> FieldValue {
      isSigned ? .int(number, format) : .uint(UInt64(bitPattern: number), format)
    }
    /// `int(bits) name;`, two's complement, 0 to 64 bits wide.
    public static func int(
      _ bits: Int, _ name: String, as format: FieldFormat = .decimal
    ) -> Column {
      Column(bits: bits, name: name, isSigned: true, format: format)
    }
  }

  private enum Storage: Sendable {
    case source(Bytes)
    case values([Int64])
  }

  /// The columns of a row. Tables of which a file has very many share them.
  public final class Layout: Sendable {
    fileprivate let columns: [Column]
    /// The starts of columns in a row, and the end of the row, in bits.
    fileprivate let starts: [Int]
    var rowBits: Int { starts[columns.count] }

    /// The columns, in the order of a row.
    public init(_ columns: [Column]) {
      self.columns = columns
      starts = columns.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.bits) }
    }
  }

  private let layout: Layout
  /// The columns, in the order of a row.
  public var columns: [Column] { layout.columns }
  /// The number of rows.
  public private(set) var count: Int
  private var storage: Storage
  private var starts: [Int] { layout.starts }
  private var rowBits: Int { layout.rowBits }

  private static let noColumns = Layout([])

  /// A table without columns and rows.
  public init() { self.init(emptyRows: 0) }

  private init(_ layout: Layout, count: Int, _ storage: Storage) {
    self.layout = layout
    self.count = count
    self.storage = storage
  }

  /// A table of our own making: row after row, in the order of the columns.
  public init(columns: [Column], rows: [[Int64]]) {
    precondition(rows.allSatisfy { $0.count == columns.count }, "every row has every column")
    self.init(columns: columns, values: rows.flatMap { $0 })
  }

  /// A table with the numbers of all rows, row by row.
  public init(columns: [Column], values: [Int64]) {
    precondition(
      !columns.isEmpty && values.count % columns.count == 0, "every row has every column")
    self.init(Layout(columns), count: values.count / columns.count, .values(values))
  }

  /// A table without columns, of which only the number of rows is stored: equal samples of a fragment.
  public init(emptyRows count: Int) {
    self.init(FieldTable.noColumns, count: max(0, count), .values([]))
  }

  /// The caller has checked that `bytes` has `count` rows.
  init(_ layout: Layout, count: Int, in bytes: Bytes) {
    self.init(layout, count: count, .source(bytes))
  }

  /// Why some of these rows cannot be read, as a part of a sentence about the file; nil if all are here.
  public func missing(_ rows: Range<Int>) -> String? {
    guard case .source(let bytes) = storage, !rows.isEmpty else { return nil }
    let bits = rows.lowerBound * rowBits..<rows.upperBound * rowBits
    return bytes.part(bits.lowerBound / 8..<(bits.upperBound + 7) / 8)?.missing
  }

  /// Whether there are no rows.
  public var isEmpty: Bool { count == 0 }

  /// A number. Columns of 64 unsigned bits give their bit pattern.
  public subscript(row: Int, column: Int) -> Int64 {
    precondition(row >= 0 && row < count && column >= 0 && column < columns.count)
    switch storage {
    case .values(let values): return values[row * columns.count + column]
    case .source(let bytes):
      return FieldTable.number(
        at: row * rowBits + starts[column], bits: columns[column].bits,
        isSigned: columns[column].isSigned, in: bytes)
    }
  }

  /// A number whose first bit is at `start` of `bytes`.
  @inline(__always)
  private static func number(at start: Int, bits: Int, isSigned: Bool, in bytes: Bytes) -> Int64 {
    let used = start % 8
    let position = bytes.range.lowerBound + start / 8
    let value: UInt64
    // Most numbers are within eight bytes of the file: tables are asked for millions of them.
    if bits > 0, used + bits <= 64, bytes.source.hasWord(at: position) {
      value = (bytes.source.word(at: position) << UInt64(used)) >> UInt64(64 - bits)
    } else {
      value = rareNumber(at: start, bits: bits, in: bytes)
    }
    return isSigned ? signExtended(value, bits: bits) : Int64(bitPattern: value)
  }

  /// A number at the end of the file, or in nine bytes of it.
  @inline(never)
  private static func rareNumber(at start: Int, bits: Int, in bytes: Bytes) -> UInt64 {
    guard let part = bytes.part(start / 8..<bytes.count) else { return 0 }
    var reader = ByteReader(part)
    reader.skip(bits: start % 8)
    return (try? reader.read(bits: bits)) ?? 0
  }

  /// Calls `body` with each row; `row` has a number for each column and is reused.
  public func forEachRow(
    _ rows: Range<Int>? = nil, _ body: (_ index: Int, _ row: [Int64]) -> Void
  ) {
    let rows = (rows ?? 0..<count).clamped(to: 0..<count)
    var row = [Int64](repeating: 0, count: columns.count)
    switch storage {
    case .values(let values):
      for index in rows {
        for column in columns.indices { row[column] = values[index * columns.count + column] }
        body(index, row)
      }
    case .source(let bytes):
      let shapes = columns.map { (bits: $0.bits, isSigned: $0.isSigned) }
      var start = rows.lowerBound * rowBits
      for index in rows {
        for (column, shape) in shapes.enumerated() {
          row[column] = FieldTable.number(
            at: start, bits: shape.bits, isSigned: shape.isSigned, in: bytes)
          start += shape.bits
        }
        body(index, row)
      }
    }
  }

  /// The sum of a column over `rows`, or over all; it wraps around.
  public func sum(of column: Int, _ rows: Range<Int>? = nil) -> UInt64 {
    let rows = (rows ?? 0..<count).clamped(to: 0..<count)
    guard !rows.isEmpty else { return 0 }
    precondition(columns.indices.contains(column))
    var sum: UInt64 = 0
    switch storage {
    case .values(let values):
      for row in rows { sum &+= UInt64(bitPattern: values[row * columns.count + column]) }
    case .source(let bytes):
      var start = rows.lowerBound * rowBits + starts[column]
      let (bits, isSigned, rowBits) = (columns[column].bits, columns[column].isSigned, rowBits)
      for _ in rows {
        let value = FieldTable.number(at: start, bits: bits, isSigned: isSigned, in: bytes)
        sum &+= UInt64(bitPattern: value)
        start += rowBits
      }
    }
    return sum
  }

  /// The table with other values in a column; the same if none is another.
  public func mapping<Failure: Error>(
    _ column: Int, _ body: (Int64) throws(Failure) -> Int64
  ) throws(Failure) -> FieldTable {
    try mapping([column]) { (value, _) throws(Failure) in try body(value) }
  }

  /// The table with other values in some columns, visited row by row; the same if none is another.
  public func mapping<Failure: Error>(
    _ columns: [Int], _ body: (Int64, Column) throws(Failure) -> Int64
  ) throws(Failure) -> FieldTable {
    var values: [Int64] = []
    values.reserveCapacity(count * self.columns.count)
    forEachRow { _, row in values += row }
    var isChanged = false
    for row in stride(from: 0, to: values.count, by: max(self.columns.count, 1)) {
      for column in columns {
        let value = try body(values[row + column], self.columns[column])
        guard value != values[row + column] else { continue }
        values[row + column] = value
        isChanged = true
      }
    }
    guard isChanged else { return self }
    var result = self
    result.storage = .values(values)
    return result
  }

  /// The same numbers in columns of other widths.
  public func inColumns(_ columns: [Column]) -> FieldTable {
    precondition(columns.count == self.columns.count, "there is one for each column")
    var values: [Int64] = []
    values.reserveCapacity(count * columns.count)
    forEachRow { _, row in values += row }
    return FieldTable(Layout(columns), count: count, .values(values))
  }

  /// The first rows.
  public func prefix(_ rows: Int) -> FieldTable {
    let rows = min(max(rows, 0), count)
    var result = self
    result.count = rows
    switch storage {
    case .values(let values): result.storage = .values(Array(values.prefix(rows * columns.count)))
    case .source(let bytes):
      result.storage = .source(bytes.part(0..<(rows * rowBits + 7) / 8) ?? Bytes())
    }
    return result
  }

  /// The table with another value in one cell.
  func replacing(_ row: Int, _ column: Int, _ value: Int64) -> FieldTable {
    precondition(row >= 0 && row < count && columns.indices.contains(column))
    var values: [Int64] = []
    values.reserveCapacity(count * columns.count)
    forEachRow { _, row in values += row }
    values[row * columns.count + column] = value
    var result = self
    result.storage = .values(values)
    return result
  }

  /// Writes all rows.
  func write(to writer: inout ByteWriter) throws(FieldError) {
    switch storage {
    case .source(let bytes): writer.write(bytes)
    case .values(let values):
      for (index, value) in values.enumerated() {
        let column = columns[index % columns.count]
        let pattern = UInt64(bitPattern: value)
        let fits =
          column.isSigned
          ? signExtended(pattern, bits: column.bits) == value
          : column.bits == 64 || pattern >> UInt64(column.bits) == 0
        guard fits else {
          throw FieldError(
            .doesNotFit(value: pattern, bits: column.bits), offset: writer.count,
            path: ["[\(index / columns.count)]", column.name])
        }
        writer.write(pattern, bits: column.bits)
      }
      if !writer.isAligned { writer.write(0, bits: 8 - writer.bitOffset % 8) }
    }
  }
}

extension FieldTable: Equatable {
  public static func == (a: FieldTable, b: FieldTable) -> Bool {
    guard a.columns == b.columns, a.count == b.count else { return false }
    if case .source(let a) = a.storage, case .source(let b) = b.storage { return a == b }
    return (0..<a.count).allSatisfy { row in
      a.columns.indices.allSatisfy { a[row, $0] == b[row, $0] }
    }
  }
}

/// `value` of `bits` bits read as two's complement.
func signExtended(_ value: UInt64, bits: Int) -> Int64 {
  bits == 0 ? 0 : Int64(bitPattern: value << UInt64(64 - bits)) >> Int64(64 - bits)
}
