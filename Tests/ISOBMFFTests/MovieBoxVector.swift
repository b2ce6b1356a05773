import TestSupport
import Testing

@testable import ISOBMFF

/// A box around `payload`.
func boxBytes(_ type: String, _ payload: [UInt8]) -> [UInt8] {
  let size = UInt32(payload.count + 8)
  return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
    + type.unicodeScalars.map { UInt8($0.value) } + payload
}

/// Reads a payload, and expects the same bytes from writing it; also for each of its prefixes that can be read.
func decoded<Body: FieldCodable>(
  _ body: Body.Type, _ text: String, _ location: SourceLocation = #_sourceLocation
) throws -> Body {
  let bytes = hexArray(text)
  let box = try Body(decoding: Bytes(bytes))
  #expect(try box.encoded() == bytes, sourceLocation: location)
  for count in bytes.indices {
    let prefix = Array(bytes[..<count])
    var part = Body()
    var coder = FieldCoder(decoding: Bytes(prefix))
    do throws(FieldError) { try part.fields(&coder) } catch { continue }
    #expect(
      try part.encoded() + coder.rest == prefix, "cut after \(count) bytes",
      sourceLocation: location)
  }
  return box
}

/// Reads a box with `payload`, and expects that writing its fields gives it again.
func decodedBox<Body: BoxBody>(
  _ body: Body.Type, as type: String, _ payload: String,
  _ location: SourceLocation = #_sourceLocation
) throws -> Body {
  let bytes = boxBytes(type, hexArray(payload))
  let file = BoxFile(Bytes(bytes))
  #expect(file.findings.isEmpty, sourceLocation: location)
  #expect(file.boxes.first?.trailing.isEmpty == true, sourceLocation: location)
  #expect(try file.encoded(copyingUnchanged: false).bytes == bytes, sourceLocation: location)
  return try #require(file.boxes.first?[body], sourceLocation: location)
}

/// The rows of a table.
func rows(_ table: FieldTable) -> [[Int64]] {
  var rows: [[Int64]] = []
  table.forEachRow { _, row in rows.append(row) }
  return rows
}
