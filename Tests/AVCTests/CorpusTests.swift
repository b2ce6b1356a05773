import AVC
import FieldCoding
import TestSupport
import Testing

/// The parameter sets of real streams: read to the last bit, and written byte for byte.
@Suite(.needsMedia)
struct CorpusTests {
  @Test func everyRecordIsReadAndWritten() throws {
    var records = 0
    for path in MediaFolder.files where !path.contains("/malformed/") {
      guard let source = try? ByteSource(mapping: path) else { continue }
      for body in boxBodies("avcC", in: source.bytes) {
        let record = try AVCDecoderConfigurationRecord(decoding: body)
        let sequences = record.sequenceParameterSets.compactMap {
          try? SequenceParameterSet(nalUnit: $0)
        }
        #expect(sequences.allSatisfy { $0.trailing.unknown.isEmpty }, "\(path)")
        for (set, unit) in zip(sequences, record.sequenceParameterSets) {
          #expect(try set.nalUnit() == unit, "\(path)")
        }
        #expect(sequences.count == record.sequenceParameterSets.count, "\(path)")
        for unit in record.pictureParameterSets {
          let set = try PictureParameterSet(nalUnit: unit, sequences: sequences.map(\.data))
          #expect(set.trailing.unknown.isEmpty, "\(path)")
          // Zeros at the end, which do not belong to the PPS, would need another byte behind them.
          if set.trailing.zeroBytes < 2 { #expect(try set.nalUnit() == unit, "\(path)") }
        }
        records += 1
      }
    }
    #expect(records > 0)
  }

  @Test func everyUnitOfAStream() throws {
    var counts: [NALUnitType: Int] = [:]
    for path in MediaFolder.files where path.contains("/avc-bitstream/") {
      let source = try ByteSource(mapping: path)
      var sets = ParameterSets()
      for unit in try AnnexB.nalUnits(in: source.bytes) {
        let type = try #require(NALUnit.type(of: unit))
        counts[type, default: 0] += 1
        try sets.add(unit)
        switch type {
        case .slice, .instantaneousRefreshSlice: _ = try SliceHeader(nalUnit: unit, sets: sets)
        case .supplementalEnhancementInformation:
          let sei = try SupplementalEnhancementInformation(nalUnit: unit)
          #expect(try sei.nalUnit() == unit)
        case .accessUnitDelimiter: _ = try AccessUnitDelimiter(nalUnit: unit)
        default: break
        }
      }
    }
    #expect(counts[.slice, default: 0] + counts[.instantaneousRefreshSlice, default: 0] > 0)
  }
}
