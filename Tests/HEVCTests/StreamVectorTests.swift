import FieldCoding
import HEVC
import NALUnits
import Testing

/// Slices and SEI messages of a stream whose parameter sets are known.
struct StreamVectorTests {
  private let sets = ParameterSets(nalUnits: StreamVectors.parameterSets.map { hex($0) })

  @Test(arguments: StreamVectors.all)
  func fieldsAreThoseOfTheTrace(_ vector: TraceVector) {
    // Positions in a trace count bits of the RBSP, so it gets a separate source.
    let rbsp = Bytes(Array(EmulationPrevention.removed(from: vector.bytes)))
    let recorder = FieldRecorder()
    NALUnit.describe(rbsp, sets: sets, to: recorder)
    let found = recorder.fields
      .filter { !["payloadType", "payloadSize"].contains($0.name) }.compactMap(\.traced)
    #expect(found == vector.entries)
    #expect(recorder.damages == [])
  }

  @Test(arguments: StreamVectors.all)
  func writingGivesTheSameBytes(_ vector: TraceVector) throws {
    switch NALUnit.type(of: vector.bytes) {
    case .accessUnitDelimiter?:
      #expect(try AccessUnitDelimiter(nalUnit: vector.bytes).nalUnit() == vector.bytes)
    case .prefixSEI?, .suffixSEI?:
      let sei = try SupplementalEnhancementInformation(nalUnit: vector.bytes)
      #expect(try sei.nalUnit() == vector.bytes)
      for message in sei.messages {
        #expect(try rewritten(message, sets: sets) == Array(message.payload))
      }
    default:
      let slice = try SliceSegment(nalUnit: vector.bytes, sets: sets)
      #expect(try slice.nalUnit(sets: sets) == vector.bytes)
    }
  }

  @Test(arguments: StreamVectors.all)
  func prefixesAndMissingSetsDoNoHarm(_ vector: TraceVector) throws {
    let known = [
      sets, ParameterSets(),
      ParameterSets(nalUnits: StreamVectors.parameterSets.suffix(1).map { hex($0) }),
    ]
    for sets in known {
      for count in 0...vector.bytes.count {
        let prefix = try #require(vector.bytes.part(0..<count))
        NALUnit.describe(prefix, sets: sets, to: FieldRecorder())
        if let slice = try? SliceSegment(nalUnit: prefix, sets: sets) {
          #expect(try slice.nalUnit(sets: sets) == prefix)
        }
      }
    }
  }

  @Test func picturesHaveTypes() {
    let types = StreamVectors.all.map { PictureType(nalUnit: $0.bytes, sets: sets)?.description }
    #expect(types.compactMap { $0 } == ["IDR", "IDR", "P", "P", "B", "B", "CRA", "CRA"])
    let withoutSets = StreamVectors.all.compactMap {
      PictureType(nalUnit: $0.bytes, sets: ParameterSets())?.description
    }
    #expect(withoutSets == ["IDR", "IDR", "CRA", "CRA"])
  }

  /// The fields that need no SPS are read.
  @Test func setsAreMissing() throws {
    let pictureSet = try #require(StreamVectors.parameterSets.last)
    let onlyPictureSet = ParameterSets(nalUnits: [hex(pictureSet)])
    let vectors = StreamVectors.all.filter { NALUnit.type(of: $0.bytes)?.rawValue == 1 }
    let first = try #require(vectors.first).bytes
    let further = try #require(vectors.last).bytes
    let header = try SliceSegment.header(ofNALUnit: first, sets: onlyPictureSet)
    #expect(header.type == .predicted && header.pictureOrderCountLSB == nil)
    let other = try SliceSegment.header(ofNALUnit: further, sets: onlyPictureSet)
    #expect(!other.isFirstInPicture && other.type == nil)
    let none = try SliceSegment.header(ofNALUnit: first, sets: ParameterSets())
    #expect(none.isFirstInPicture && none.type == nil)
  }
}
