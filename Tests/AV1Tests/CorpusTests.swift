import AV1
import FieldCoding
import TestSupport
import Testing

/// The configuration of real streams: read to the last bit, and written byte for byte.
@Suite(.needsMedia)
struct CorpusTests {
  @Test func everyRecordIsReadAndWritten() throws {
    var headers = 0
    for path in MediaFolder.files where !path.contains("/malformed/") {
      guard let source = try? ByteSource(mapping: path) else { continue }
      for body in boxBodies("av1C", in: source.bytes) where body.count >= 4 {
        let record = try AV1CodecConfigurationRecord(decoding: body)
        #expect(try record.encoded() == Array(body), "\(path)")
        for unit in try record.units() where unit.header.type == .sequenceHeader {
          let header = try SequenceHeader(unit)
          #expect(header.trailing.unknown.isEmpty, "\(path)")
          #expect(try header.encoded() == Array(unit.payload), "\(path)")
          #expect(header.profile == record.profile, "\(path)")
          #expect(header.colour.bitDepth == record.colour.bitDepth, "\(path)")
          #expect(header.colour.chromaFormat == record.colour.chromaFormat, "\(path)")
          headers += 1
        }
      }
    }
    #expect(headers > 0)
  }
}
