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
