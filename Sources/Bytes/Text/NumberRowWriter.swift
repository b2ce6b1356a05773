/// A line in which only the numbers change: a row of a table. A dump has millions of such rows.
///
/// ```swift
/// var line = NumberRowWriter("[")
/// line.number(.index)
/// line.text("] sample_count = ")
/// line.number(.column(0, isSigned: false))
/// ```
package struct NumberRowWriter {
  /// The source of a number.
  package enum Number {
    /// The number of the row.
    case index
    /// A column of the row; unsigned numbers are stored as signed numbers with the same bits.
    case column(Int, isSigned: Bool)
  }

  /// All text, one behind the other.
  private var bytes: [UInt8]
  /// The numbers, and the number of bytes of text before each.
  private var numbers: [(start: Int, number: Number)] = []

  /// A line that begins with `text`.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Adds text.
  package mutating func text(_ text: String) { bytes += text.utf8 }

  /// Adds a number.
  package mutating func number(_ number: Number) { numbers.append((bytes.count, number)) }

  /// A bound of its length: 20 bytes for a sign and the 19 digits of 63 bits, or for the 20 digits of 64.
  fileprivate var room: Int { bytes.count + 20 * numbers.count }

  fileprivate func write(_ index: Int, _ row: [Int64], to output: inout OutputSpan<UInt8>) {
    let bytes = bytes.span
    var written = 0
    for (start, number) in numbers {
      while written < start {
        output.append(bytes[written])
        written += 1
      }
      switch number {
      case .index: output.append(decimal: UInt64(index))
      case .column(let column, isSigned: false):
        output.append(decimal: UInt64(bitPattern: row[column]))
      case .column(let column, isSigned: true):
        if row[column] < 0 { output.append(UInt8(ascii: "-")) }
        output.append(decimal: row[column].magnitude)
      }
    }
    while written < bytes.count {
      output.append(bytes[written])
      written += 1
    }
  }
}

extension [UInt8] {
  /// A line with the numbers of a row.
  package mutating func append(_ line: NumberRowWriter, index: Int, row: [Int64]) {
    append(addingCapacity: line.room) { line.write(index, row, to: &$0) }
  }
}
