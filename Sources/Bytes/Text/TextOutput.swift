import FieldCoding

/// A destination of text, which is collected and passed on in large pieces.
public final class TextOutput {
  private var pending: [UInt8] = []
  private let write: ([UInt8]) -> Void
  /// The number of columns of the terminal that shows the text; nil if it is not a terminal.
  public let columns: Int?
  static let room = 1 << 16

  /// - Parameters:
  ///   - columns: the number of columns of the terminal that shows the text; nil if it is not a terminal.
  ///   - write: receives UTF-8 in pieces.
  public init(columns: Int? = nil, _ write: @escaping ([UInt8]) -> Void) {
    self.columns = columns
    self.write = write
  }

  /// Adds text; it is handed on when there are more than 64 KiB.
  public func put(_ text: String) {
    pending.append(contentsOf: text.utf8)
    handOn()
  }

  /// Adds text and a line feed.
  public func line(_ text: String = "") {
    put(text)
    pending.append(UInt8(ascii: "\n"))
  }

  /// Adds text for a reader, which a terminal shows in as many lines as it needs, and a line feed.
  ///
  /// - Parameter indent: the number of blanks before the second and all following lines.
  public func sentence(_ text: String, indent: Int) {
    line(text.folded(to: columns, indent: indent))
  }

  /// Passes on the collected data. It has to be called after the last addition.
  public func flush() {
    if !pending.isEmpty { write(pending) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Adds bytes of UTF-8.
  package func put(_ bytes: [UInt8]) {
    pending += bytes
    handOn()
  }

  /// Adds a line in which only the numbers change.
  package func put(_ line: NumberRowWriter, index: Int, row: [Int64]) {
    pending.append(line, index: index, row: row)
    handOn()
  }

  private func handOn() {
    if pending.count > TextOutput.room { flush() }
  }
}

/// Comma-separated values (RFC 4180).
package enum CSV {
  /// A row, with quotation marks around values that need them. Control characters are made visible, except for line
  /// feeds and tabs.
  package static func line(_ values: [String]) -> String {
    values.map { quoted(printable($0, keeping: ["\n", "\t"])) }.joined(separator: ",")
  }

  private static func quoted(_ value: String) -> String {
    guard value.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return value }
    return "\""
      + value.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

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
