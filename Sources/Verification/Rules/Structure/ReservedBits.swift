import FileKind
import ISOBMFF

/// Reserved bits may get a meaning in later versions, so readers ignore them.
enum ReservedBits: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §4.2"
  static let sentence = "Reserved bits have the value that the specification gives."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.kind == .boxes else { return }
    let sink = ReservedBitsSink()
    BoxFile.describe(file.bytes, to: sink)
    for (offset, value) in sink.found {
      guard let place = file.walk.last(where: { $0.offset <= offset && offset < $0.end }) else {
        continue
      }
      findings.add(
        at: place, field: ["reserved"], offset: offset,
        "reserved bits are 0x\(String(value, radix: 16)); programs ignore them")
    }
  }
}

/// Receives only those reserved bits that differ from the specification.
private final class ReservedBitsSink: FieldSink {
  private(set) var found: [(offset: Int, value: UInt64)] = []

  func open(_ group: FieldGroup) -> Bool { found.count <= Findings.limit }
  func close(_ group: FieldGroup) {}
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    // Other fields with this name are not hexadecimal numbers.
    if name == "reserved", case .uint(let value, .hex) = value {
      found.append((bits.lowerBound / 8, value))
    }
  }
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}
}
