import AV1
import FieldCoding
import TestSupport
import Testing

/// Every field of a unit, at the bit and with the value that ffmpeg's `trace_headers` finds.
struct TraceTests {
  @Test(arguments: TraceVectors.all)
  func fieldsAreThoseOfTheTrace(_ vector: TraceVector) throws {
    let found = try fields(vector.bytes)
    let expected = vector.entries
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    #expect(found.count == expected.count)
  }

  @Test(arguments: TraceVectors.all)
  func writingGivesTheSameBytes(_ vector: TraceVector) throws {
    let unit = try OpenBitstreamUnit(decoding: vector.bytes)
    #expect(try unit.encoded() == Array(vector.bytes))
    switch unit.header.type {
    case .sequenceHeader: #expect(try SequenceHeader(unit).encoded() == Array(unit.payload))
    case .metadata: #expect(try Metadata(unit).encoded() == Array(unit.payload))
    default: break
    }
  }

  @Test(arguments: TraceVectors.all)
  func everyPrefixThrows(_ vector: TraceVector) throws {
    for count in 0..<vector.bytes.count {
      let prefix = try #require(vector.bytes.part(0..<count))
      #expect(throws: FieldError.self) { try OpenBitstreamUnit(decoding: prefix) }
    }
    let unit = try OpenBitstreamUnit(decoding: vector.bytes)
    guard unit.header.type == .sequenceHeader else { return }
    for count in 0..<unit.payload.count {
      let prefix = try #require(unit.payload.part(0..<count))
      #expect(throws: FieldError.self) { try SequenceHeader(decoding: prefix) }
    }
  }

  /// The start of frames: a key frame, one that is not shown yet, and that one when it is.
  @Test(arguments: [
    ("32 02 10 00", ["24:show_existing_frame=0", "25:frame_type=0", "27:show_frame=1"]),
    ("32 02 29 04", ["24:show_existing_frame=0", "25:frame_type=1", "27:show_frame=0"]),
    ("1a 01 b8", ["16:show_existing_frame=1", "17:frame_to_show_map_idx=3"]),
  ])
  func frameHeaders(_ text: String, _ expected: [String]) throws {
    let sequence = try #require(TraceVectors.all.first { $0.name.hasPrefix("libaom, 4:4:4") })
    let unit = try OpenBitstreamUnit(decoding: hex(text))
    let recorder = FieldRecorder()
    let header = try FrameHeader(
      unit, sequence: SequenceHeader(OpenBitstreamUnit(decoding: sequence.bytes)), sink: recorder)
    // The traces are of longer frames, whose sizes take two bytes.
    let base = unit.header.type == .frame ? 8 : 0
    let found = recorder.fields.compactMap { field in
      field.traced?.split(separator: ":", maxSplits: 1).last.map {
        "\(field.bits.lowerBound + base):\($0)"
      }
    }
    #expect(found == expected)
    #expect(try header.encoded().first.map { $0 & 0xF0 } == unit.payload.first.map { $0 & 0xF0 })
  }

  @Test func reducedHeadersSayNothingOfFrames() throws {
    let vector = try #require(TraceVectors.all.first { $0.name.contains("still picture, seq") })
    let sequence = try SequenceHeader(OpenBitstreamUnit(decoding: vector.bytes))
    #expect(sequence.isReduced && sequence.isStillPicture)
    let unit = try OpenBitstreamUnit(decoding: hex("32 02 4c 80"))
    let frame = try FrameHeader(unit, sequence: sequence)
    #expect(frame.type == .key && frame.isShown && frame.shownFrameIndex == nil)
  }

  private func fields(_ bytes: Bytes) throws -> [String] {
    let recorder = FieldRecorder()
    // The inspector does the same: it describes the unit, and its payload at its offset.
    var record = AV1CodecConfigurationRecord()
    record.configOBUs = bytes
    let written = Bytes(try record.encoded())
    _ = try AV1CodecConfigurationRecord(decoding: written, sink: recorder)
    #expect(recorder.damages == [])
    // The units follow the four bytes of the record.
    return recorder.fields.filter { $0.path.hasPrefix("obu[0]/") }.compactMap { field in
      field.traced?.split(separator: ":", maxSplits: 1).last.map {
        "\(field.bits.lowerBound - 32):\($0)"
      }
    }
  }
}
