import FieldCoding
import HEVC
import TestSupport
import Testing

/// Every `hvcC` and `lhvC` of real files: read to the last bit, and written byte for byte.
@Suite(.needsMedia)
struct CorpusTests {
  @Test func everyRecordIsReadAndWritten() throws {
    var records = 0
    for path in MediaFolder.files where !path.contains("/malformed/") {
      guard let source = try? ByteSource(mapping: path) else { continue }
      for body in boxBodies("hvcC", in: source.bytes) {
        try check(HEVCDecoderConfigurationRecord(decoding: body), body, path)
        records += 1
      }
      for body in boxBodies("lhvC", in: source.bytes) {
        try check(LHEVCDecoderConfigurationRecord(decoding: body), body, path)
        records += 1
      }
    }
    #expect(records > 0)
  }

  /// No broken file may end the process, and its values are written unchanged.
  @Test func brokenFilesDoNoHarm() {
    for path in MediaFolder.files where path.contains("/malformed/") {
      guard let source = try? ByteSource(mapping: path) else { continue }
      for body in boxBodies("hvcC", in: source.bytes) {
        let recorder = FieldRecorder()
        guard let record = try? HEVCDecoderConfigurationRecord(decoding: body, sink: recorder)
        else { continue }
        _ = try? record.encoded()
        _ = try? HEVCDecoderConfigurationRecord(parameterSets: record.nalUnits)
      }
    }
  }

  private func check(
    _ record: some ConfigurationRecord & FieldCodable, _ body: Bytes, _ path: String
  ) throws {
    let written = try record.encoded()
    #expect(written == Array(body), "\(path)")
    let videos = try record.videoParameterSets()
    let sequences = try record.sequenceParameterSets()
    let pictures = try record.pictureParameterSets()
    for set in videos { #expect(set.trailing.unknown.isEmpty, "\(path)") }
    for set in sequences { #expect(set.trailing.unknown.isEmpty, "\(path)") }
    for set in pictures { #expect(set.trailing.unknown.isEmpty, "\(path)") }
    for set in videos {
      #expect(set.extensions == nil || set.extensions?.layers != nil, "\(path)")
    }
    try checkMessages(record, path)
    #expect(try videos.map { try $0.nalUnit() } == record.nalUnits(.videoParameterSet), "\(path)")
    #expect(
      try sequences.map { try $0.nalUnit() } == record.nalUnits(.sequenceParameterSet), "\(path)")
    #expect(
      try pictures.map { try $0.nalUnit() } == record.nalUnits(.pictureParameterSet), "\(path)")
  }

  private func checkMessages(_ record: some ConfigurationRecord, _ path: String) throws {
    for unit in record.nalUnits(.prefixSEI) + record.nalUnits(.suffixSEI) {
      let sei = try SupplementalEnhancementInformation(nalUnit: unit)
      #expect(try sei.nalUnit() == unit, "\(path)")
      for message in sei.messages {
        #expect(try rewritten(message) == Array(message.payload), "\(path)")
      }
    }
  }
}
