import HEIF
import ISOBMFF
import Text

extension TrailingData {
  /// What follows the image or the last box, for the summary; empty if nothing does.
  var entries: [ReportEntry] {
    guard let first = parts.first else { return [] }
    let count = parts.reduce(0) { $0 + $1.range.count }
    let values = parts.map { part in
      JSONValue.object([
        ("offset", .int(part.bytes.fileOffset)), ("bytes", .int(part.range.count)),
        ("content", .string(part.kind.title)),
      ])
    }
    let lines = parts.map { part in
      "\(counted(part.range.count, "byte")) at byte \(part.bytes.fileOffset): \(part.kind.title)"
    }
    return [
      ReportEntry(
        "trailer", "Trailer",
        .object([
          ("offset", .int(first.bytes.fileOffset)), ("bytes", .int(count)),
          ("parts", .array(values)),
        ]), text: lines)
    ]
  }
}
