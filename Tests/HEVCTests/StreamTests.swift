import FieldCoding
import HEVC
import NALUnits
import TestSupport
import Testing

/// NAL units of raw streams.
@Suite(.needsMedia)
struct StreamTests {
  static let streams = MediaFolder.files.filter { $0.contains("/hevc-bitstream/") }

  /// Slices and SEI have the fields that ffmpeg finds in them, at the same bits.
  @Test(
    .needs("ffmpeg"),
    arguments: StreamTests.streams)
  func fieldsAreThoseOfTheTrace(_ path: String) throws {
    let traces = try FFmpegTrace.units(ofStream: path, pictures: 30)
    let traced: Set<UInt8> = Set(0...9).union(16...21).union(32...35).union([39, 40])
    let units = try AnnexB.nalUnits(in: ByteSource(mapping: path).bytes).filter {
      NALUnit.type(of: $0).map { traced.contains($0.rawValue) } ?? false
    }
    var sets = ParameterSets()
    // Of streams with several layers, ffmpeg 5.1 refuses the parameter sets.
    #expect(!traces.isEmpty || StreamTests.untraced.contains { path.hasSuffix($0) })
    for (index, (unit, trace)) in zip(units, traces).enumerated() {
      try sets.insert(nalUnit: unit)
      let found = described(unit, sets).filter(isCompared)
      var expected = trace.map {
        $0.replacing(":bit_equal", with: ":payload_bit_equal")
          .replacing("matrix_coefficients", with: "matrix_coeffs")
      }.filter(isCompared)
      if NALUnit.type(of: unit)?.isSliceSegment == true {
        #expect(found.count >= 7, "\(path) \(index)")
        expected = Array(expected.prefix(found.count))
      }
      #expect(found == expected, "\(path), NAL unit \(index)")
    }
  }

  @Test(arguments: StreamTests.streams)
  func everyUnitIsWrittenAsItWas(_ path: String) throws {
    let units = try AnnexB.nalUnits(in: ByteSource(mapping: path).bytes)
    var sets = ParameterSets()
    for unit in units.prefix(60) where unit.count < 20_000 {
      try sets.insert(nalUnit: unit)
      guard let type = NALUnit.type(of: unit) else { continue }
      if type.isSliceSegment {
        let slice = try SliceSegment(nalUnit: unit, sets: sets)
        #expect(try slice.nalUnit(sets: sets) == unit, "\(path)")
        #expect(try SliceSegment.header(ofNALUnit: unit, sets: sets) == slice.header)
        if let (headers, dataStart) = try SliceSegment.split(unit, sets: sets) {
          #expect(headers.header == slice.header && headers.intraHeader == slice.intraHeader)
          let data = unit.part(dataStart..<unit.count)
          #expect(try Bytes(headers.headerBytes(sets: sets) + Array(data ?? Bytes())) == unit)
        } else {
          #expect(slice.intraHeader == nil)
        }
        if !slice.header.isDependent {
          #expect(PictureType(nalUnit: unit, sets: sets) != nil)
        }
      } else if type == .prefixSEI || type == .suffixSEI {
        let sei = try SupplementalEnhancementInformation(nalUnit: unit)
        #expect(try sei.nalUnit() == unit, "\(path)")
        for message in sei.messages {
          #expect(try rewritten(message, sets: sets) == Array(message.payload), "\(path)")
        }
      }
    }
  }

  private func described(_ unit: Bytes, _ sets: ParameterSets) -> [String] {
    let recorder = FieldRecorder()
    // Positions in a trace count bits of the RBSP, so it gets a separate source.
    NALUnit.describe(unit, sets: sets, to: recorder)
    let removed = EmulationPrevention.removed(from: unit)
    var positions: [Int: Int] = [:]
    for index in removed.indices {
      if let byte = removed.part(index..<index + 1) { positions[byte.fileOffset] = index }
    }
    #expect(recorder.damages.isEmpty)
    return recorder.fields.compactMap { field in
      // ffmpeg does not look into user data.
      guard !field.path.contains("itu_t_t35/") || field.name == "itu_t_t35_country_code" else {
        return nil
      }
      guard let traced = field.traced, let colon = traced.firstIndex(of: ":"),
        let byte = positions[field.bits.lowerBound / 8]
      else { return nil }
      return "\(byte * 8 + field.bits.lowerBound % 8)\(traced[colon...])"
    }
  }

  /// Whether both have this entry.
  private func isCompared(_ entry: String) -> Bool {
    let name = entry.drop { $0 != ":" }.dropFirst().prefix { $0 != "=" }
    // Of those, ffmpeg shows more than 32 bits as two.
    return !StreamTests.differing.contains(String(name)) && !name.contains("_reserved_zero_")
  }

  private static let untraced = [
    "B020.265", "B023.265", "B025.265", "sei-double-3byte-start-code-4.hevc",
  ]

  /// Numbers of many bytes, and fields that only one of the two reads.
  private static let differing: Set<String> = [
    "payloadType", "payloadSize", "ff_byte", "last_payload_type_byte", "last_payload_size_byte",
    "uuid_iso_iec_11578", "user_data_payload", "user_data_payload_byte", "picture_md5",
    "picture_crc", "picture_checksum", "itu_t_t35_payload_byte", "rbsp_alignment_zero_bit",
    "payload_bit_equal_to_zero", "alignment_bit_equal_to_one", "alignment_bit_equal_to_zero",
    "itu_t_t35_terminal_provider_code", "general_profile_compatibility_flag",
    "general_profile_compatibility_flags", "sub_layer_profile_compatibility_flag",
    "sub_layer_profile_compatibility_flags", "reserved_zero_2bits",
  ]
}

/// The payload from its fields; nil if they are not known.
func rewritten(_ message: SEIMessage, sets: ParameterSets = .init()) throws -> [UInt8]? {
  switch message.payloadType {
  case 0:
    return try BufferingPeriod(decoding: message.payload, sets: sets).encoded(sets: sets)
  case 1:
    let sequence = try #require(sets.onlySequence)
    return try PictureTiming(decoding: message.payload, sequence: sequence, sets: sets)
      .encoded(sequence: sequence, sets: sets)
  case 130:
    let sequence = try #require(sets.onlySequence)
    return try DecodingUnitInformation(decoding: message.payload, sequence: sequence, sets: sets)
      .encoded(sequence: sequence, sets: sets)
  default:
    guard let type = SEIPayloadTypes.hevc[message.payloadType] else { return nil }
    return try written(message.payload, as: type)
  }
}

/// `payload` read and written.
func written<Payload: SEIPayload>(_ payload: Bytes, as type: Payload.Type) throws -> [UInt8] {
  try SEIPayloadContent<Payload>(decoding: payload).encoded()
}
