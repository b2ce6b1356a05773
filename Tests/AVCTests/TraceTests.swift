import AVC
import FieldCoding
import TestSupport
import Testing

/// Every field of a parameter set, at the bit and with the value that ffmpeg's `trace_headers`
/// finds.
struct TraceTests {
  @Test(arguments: TraceVectors.all)
  func fieldsAreThoseOfTheTrace(_ vector: TraceVector) throws {
    // Positions in a trace count bits of the RBSP, so it gets a separate source.
    let rbsp = Bytes(Array(EmulationPrevention.removed(from: vector.bytes, headerSize: 1)))
    let recorder = FieldRecorder()
    try read(rbsp, sequences: vector.sequences, sink: recorder)
    let found = recorder.fields.compactMap(\.traced)
    let expected = vector.entries
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    #expect(found.count == expected.count)
  }

  @Test(arguments: TraceVectors.all)
  func writingGivesTheSameBytes(_ vector: TraceVector) throws {
    #expect(try written(vector.bytes, sequences: vector.sequences) == vector.bytes)
  }

  @Test(arguments: TraceVectors.all)
  func everyPrefixThrows(_ vector: TraceVector) throws {
    for count in 0..<vector.bytes.count {
      let prefix = try #require(vector.bytes.part(0..<count))
      // The fields of the High profiles follow the end of an older PPS, so that a prefix may be a complete
      // PPS.
      let result = try? written(
        prefix, as: NALUnit.type(of: vector.bytes), sequences: vector.sequences)
      #expect(result == nil || result == prefix)
    }
  }

  private func read(
    _ rbsp: Bytes, sequences: [SequenceParameterSetData], sink: FieldRecorder
  ) throws {
    switch NALUnit.type(of: rbsp) {
    case .sequenceParameterSet?: _ = try SequenceParameterSet(decoding: rbsp, sink: sink)
    case .sequenceParameterSetExtension?:
      _ = try SequenceParameterSetExtension(decoding: rbsp, sink: sink)
    case .accessUnitDelimiter?: _ = try AccessUnitDelimiter(decoding: rbsp, sink: sink)
    default:
      _ = try PictureParameterSet(nalUnit: rbsp, sequences: sequences, sink: sink)
    }
  }

  private func written(
    _ unit: Bytes, as type: NALUnitType? = nil, sequences: [SequenceParameterSetData]
  ) throws -> Bytes {
    switch type ?? NALUnit.type(of: unit) {
    case .sequenceParameterSet?: try SequenceParameterSet(nalUnit: unit).nalUnit()
    case .sequenceParameterSetExtension?: try SequenceParameterSetExtension(nalUnit: unit).nalUnit()
    case .accessUnitDelimiter?: try AccessUnitDelimiter(nalUnit: unit).nalUnit()
    default: try PictureParameterSet(nalUnit: unit, sequences: sequences).nalUnit()
    }
  }
}

extension TraceVector {
  /// The SPS that the unit may refer to: those before it, the nearest first.
  fileprivate var sequences: [SequenceParameterSetData] {
    TraceVectors.all.prefix { $0.name != name }.reversed()
      .compactMap { try? SequenceParameterSet(nalUnit: $0.bytes).data }
  }
}
