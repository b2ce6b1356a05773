import FieldCoding
import HEVC
import Testing

/// Every field of a parameter set, at the bit and with the value that ffmpeg's `trace_headers`
/// finds.
struct TraceTests {
  @Test(arguments: TraceVectors.all)
  func fieldsAreThoseOfTheTrace(_ vector: TraceVector) throws {
    // Positions in a trace count bits of the RBSP, so it gets a separate source.
    let rbsp = Bytes(Array(EmulationPrevention.removed(from: vector.bytes)))
    let recorder = FieldRecorder()
    try decode(rbsp, sink: recorder)
    // One field of ours is several fields of a trace.
    let found = recorder.fields.filter { $0.name != "reserved_zero_2bits" }.compactMap(\.traced)
    let expected = vector.entries
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    #expect(found.count == expected.count)
  }

  @Test(arguments: TraceVectors.all)
  func writingGivesTheSameBytes(_ vector: TraceVector) throws {
    #expect(try written(vector.bytes) == vector.bytes)
  }

  @Test(arguments: TraceVectors.all)
  func everyPrefixThrows(_ vector: TraceVector) {
    for count in 0..<vector.bytes.count {
      guard let prefix = vector.bytes.part(0..<count) else { continue }
      #expect(throws: FieldError.self) { try written(prefix, as: NALUnit.type(of: vector.bytes)) }
    }
  }

  @Test func fullSetsAreTheirVectors() throws {
    let vectors = TraceVectors.all.filter { $0.name.hasPrefix("FullSets") }.map(\.bytes)
    #expect(try VideoParameterSet(nalUnit: vectors[0]) == FullSets.video)
    #expect(try SequenceParameterSet(nalUnit: vectors[1]) == FullSets.sequence)
    #expect(try PictureParameterSet(nalUnit: vectors[2]) == FullSets.picture)
  }

  private func decode(_ rbsp: Bytes, sink: FieldRecorder) throws {
    switch NALUnit.type(of: rbsp) {
    case .videoParameterSet?: _ = try VideoParameterSet(decoding: rbsp, sink: sink)
    case .sequenceParameterSet?: _ = try SequenceParameterSet(decoding: rbsp, sink: sink)
    default: _ = try PictureParameterSet(decoding: rbsp, sink: sink)
    }
  }

  private func written(_ unit: Bytes, as type: NALUnitType? = nil) throws -> Bytes {
    switch type ?? NALUnit.type(of: unit) {
    case .videoParameterSet?: try VideoParameterSet(nalUnit: unit).nalUnit()
    case .sequenceParameterSet?: try SequenceParameterSet(nalUnit: unit).nalUnit()
    default: try PictureParameterSet(nalUnit: unit).nalUnit()
    }
  }
}
