import FieldCoding
import ISOBMFF
import Text

/// The bytes of a box in hexadecimal digits, each field in a colour.
struct FieldDump {
  private let range: Range<Int>
  /// The number of the dump on the page.
  private let number: Int
  /// The fields in the order of the file, with their bytes.
  private var fields: [(name: String, bytes: Range<Int>)] = []
  /// The start of other data, which is not shown.
  private var end: Int

  private static let most = 512

  init(_ range: Range<Int>, number: Int) {
    self.range = range
    self.number = number
    end = min(range.upperBound, range.lowerBound.addingSaturating(FieldDump.most))
  }

  /// Ends the bytes where those of a box in it begin.
  mutating func leaveOut(_ inside: Range<Int>) {
    if range.contains(inside.lowerBound) { end = min(end, inside.lowerBound) }
  }

  /// Adds a field, and answers with the ID of its first byte; nil if that is not shown.
  mutating func add(_ name: String, bits: Range<Int>) -> String? {
    let bytes = bits.lowerBound / 8..<max(bits.lowerBound / 8, (bits.upperBound + 7) / 8)
    guard !bytes.isEmpty, bytes.lowerBound >= range.lowerBound, bytes.lowerBound < end else {
      return nil
    }
    // Fields can share a byte, and the fields inside of another one follow it.
    if let last = fields.last, bytes.lowerBound < last.bytes.upperBound {
      guard bytes.lowerBound > last.bytes.lowerBound else { return id(last.bytes.lowerBound) }
      fields[fields.count - 1].bytes = last.bytes.lowerBound..<bytes.lowerBound
    }
    fields.append((name, bytes))
    return id(bytes.lowerBound)
  }

  private func id(_ byte: Int) -> String { "h\(number)-\(byte)" }

  /// Writes the rows.
  ///
  /// - Parameter file: all bytes of the file.
  func write(_ file: Bytes, to markup: inout Markup) {
    let start = range.lowerBound
    guard end > start,
      let shown = file.part(start - file.fileOffset..<end - file.fileOffset)
    else { return }
    var next = 0
    markup.element(
      "div", ["class": "wide hex", "role": "region", "aria-label": "bytes", "tabindex": "0"]
    ) { dump in
      var position = start
      while position < end {
        let stop = min(end, position + 16)
        dump.element("div") { row in
          row.element("span", ["class": "faint"], HexText.address(position))
          var byte = position
          while byte < stop {
            while next < fields.count, fields[next].bytes.upperBound <= byte { next += 1 }
            let field = next < fields.count && fields[next].bytes.lowerBound <= byte ? next : nil
            let nextStart = next < fields.count ? fields[next].bytes.lowerBound : stop
            let runEnd = min(stop, field.map { fields[$0].bytes.upperBound } ?? nextStart)
            let part = shown.part(byte - start..<runEnd - start) ?? Bytes()
            let isFirst = field.map { fields[$0].bytes.lowerBound == byte } ?? false
            row.text(" ")
            row.element(
              "span",
              [
                "id": isFirst ? id(byte) : nil, "class": field.map { "t\($0 % 6 + 1)" },
                "title": field.map { fields[$0].name },
              ], HexText.spaced(part))
            byte = runEnd
          }
          let pad = String(repeating: " ", count: 3 * (16 - (stop - position)) + 2)
          let text = shown.part(position - start..<stop - start).map(HexText.ascii) ?? ""
          row.element("span", ["class": "faint"], pad + text)
        }
        position = stop
      }
      let rest = range.upperBound - end
      if rest > 0, end - start >= FieldDump.most {
        dump.element("div", ["class": "faint"], "… \(counted(rest, "more byte"))")
      }
    }
  }
}
