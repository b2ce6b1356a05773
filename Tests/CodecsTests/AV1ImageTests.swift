import AV1
import HEIF
import TestSupport
import Testing

@testable import Codecs

#if canImport(CDe265)
  /// The units of a stream that the decoder gets.
  @Suite struct AV1ImageTests {
    /// Two spatial layers: all of them, and only the first.
    private func layered() throws -> SequenceHeader {
      var sequence = SequenceHeader()
      sequence.operatingPoints = [UInt16(0x301), 0x101].map { idc in
        var point = OperatingPoint()
        point.idc = idc
        return point
      }
      (sequence.maxFrameWidthMinus1, sequence.maxFrameHeightMinus1) = (63, 47)
      return sequence
    }

    /// A frame that is shown: of its header, only the first bits are looked at.
    private func frame(_ layer: UInt8?, _ payload: [UInt8], hasSize: Bool = true) throws -> [UInt8]
    {
      var unit = OpenBitstreamUnit(.frame, payload: Bytes([0x10] + payload))
      unit.header.hasSize = hasSize
      unit.header.layer = layer.map {
        var header = OBUHeader.Layer()
        header.spatialID = $0
        return header
      }
      return try unit.encoded()
    }

    private func units(
      _ data: [UInt8], point: Int = 0, layer: Int? = nil, sets: [[UInt8]] = []
    ) throws(CodecError) -> [[UInt8]] {
      var configuration = ImagePlan.DecoderConfiguration()
      configuration.operatingPoint = point
      configuration.layer = layer
      configuration.parameterSets = sets
      return try AV1Image(data, configuration).units.map(Array.init)
    }

    @Test func layersAreChosen() throws {
      let header = try layered().unit().encoded()
      let (low, high) = (try frame(0, [1, 2, 3]), try frame(1, [4, 5]))
      let data = header + low + high
      #expect(try units(data) == [header, low, high])
      #expect(try units(data, layer: 1) == [header, low, high])
      #expect(try units(data, layer: 0) == [header, low])
      #expect(try units(data, point: 1) == [header, low])
      #expect(throws: CodecError.self) { try units(data, point: 2) }
      #expect(throws: CodecError.self) { try units(data, layer: 2) }
      // The layer that should be shown is not there.
      #expect(throws: CodecError.self) { try units(header + low) }
    }

    /// A picture that is coded much larger than the container states gets no memory, even if there is enough.
    @Test(.needs("a decoder of AV1") { Available.hasAV1 }, .needs(encoders: "libaom-av1"))
    func theSequenceHeaderIsBounded() throws {
      let coded = try #require(CodedPicture(av1: "yuv420p", width: 64, height: 64))
      func failure(
        _ side: UInt32, _ configuration: ImagePlan.DecoderConfiguration
      ) throws -> String {
        var data: [UInt8] = []
        for unit in try OpenBitstreamUnit.units(in: Bytes(coded.data)) {
          guard unit.header.type == .sequenceHeader else {
            data += try unit.encoded()
            continue
          }
          var sequence = try SequenceHeader(unit)
          (sequence.frameWidthBitsMinus1, sequence.frameHeightBitsMinus1) = (15, 15)
          (sequence.maxFrameWidthMinus1, sequence.maxFrameHeightMinus1) = (side - 1, side - 1)
          data += try sequence.unit().encoded()
        }
        var plan = coded.plan
        plan.configurations = [configuration]
        plan.tiles[0].extents = [0..<data.count]
        let error = #expect(throws: CodecError.self) {
          try plan.decode(from: MemoryReader(bytes: data), threads: 1, budget: 4 << 30)
        }
        return error?.message ?? ""
      }
      let refusal = "is coded as 4096 × 4096, but the container says 64 × 64"
      #expect(try failure(4_096, coded.plan.configurations[0]).contains(refusal))
      // A picture of layers may be smaller than the sequence admits: its decoder refuses it.
      var layered = coded.plan.configurations[0]
      layered.layer = 0
      #expect(try !failure(4_096, layered).contains(refusal))
    }

    @Test func thereIsOnePicture() throws {
      let header = try SequenceHeader().unit().encoded()
      let picture = try frame(nil, [1])
      var other = try frame(nil, [2])
      #expect(throws: CodecError.self) { try units(header + picture + other) }
      // A frame with show_frame 0 is not counted.
      other[2] = 0
      #expect(try units(header + other + picture) == [header, other, picture])
      #expect(throws: CodecError.self) { try units(header + other) }
    }

    @Test func onlyWhatMakesUpSamplesIsKept() throws {
      let header = try SequenceHeader().unit().encoded()
      let picture = try frame(nil, [9, 9])
      let metadata = try OpenBitstreamUnit(.metadata, payload: Bytes([4, 0x80])).encoded()
      let padding = try OpenBitstreamUnit(.padding, payload: Bytes([0, 0, 0x80])).encoded()
      #expect(try units(metadata + header + padding + picture + padding) == [header, picture])
    }

    @Test func theLastUnitNeedNotStateItsSize() throws {
      let header = try SequenceHeader().unit().encoded()
      let (bare, whole) = (try frame(nil, [7, 8, 9], hasSize: false), try frame(nil, [7, 8, 9]))
      #expect(try units(header + bare) == [header, whole])
    }

    /// The header of the configuration is used if there is no other.
    @Test func sequenceHeaders() throws {
      let header = try SequenceHeader().unit().encoded()
      let picture = try frame(nil, [1])
      #expect(try units(picture, sets: [header]) == [header, picture])
      #expect(try units(header + picture, sets: [header]) == [header, picture])
      #expect(throws: CodecError.self) { try units(picture) }
      #expect(throws: CodecError.self) { try units(header) }
      #expect(throws: CodecError.self) { try units([]) }
    }
  }
#endif
