import FieldCoding
import HEVC
import ISOBMFF
import Inspection
import NALUnits
import TestSupport
import Testing
import Verification

/// Errors in records are found at their byte.
@Suite struct RecordFindingTests {
  /// The record of a sample, without its box.
  private func record(_ name: String) throws -> [UInt8] {
    Array(try #require(try ConfigurationFile([sample(name)]).configurations.first).bytes)
  }

  private func findings(_ record: [UInt8]) throws -> [ConfigurationFinding] {
    try #require(try ConfigurationFile([Bytes(record)]).configurations.first).findings
  }

  @Test(arguments: [
    "clip-hevc.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov",
    "coast.avif", "meadow.avci",
  ])
  func soundFilesHaveNone(_ name: String) throws {
    let file = try ConfigurationFile([sample(name)])
    #expect(!file.configurations.isEmpty)
    #expect(file.configurations.allSatisfy { $0.worst == nil || $0.worst == .note })
  }

  /// The byte of each field of `hvcC`, by ISO/IEC 14496-15 §8.3.3.1.2, with a value that is wrong.
  @Test(arguments: [
    ("configurationVersion", 0, UInt8(2), "error"),
    ("general_profile_idc", 1, UInt8(4), "warning"),
    ("general_profile_compatibility_flags", 2, UInt8(0), "note"),
    ("general_constraint_indicator_flags", 6, UInt8(0x11), "note"),
    ("general_level_idc", 12, UInt8(30), "warning"),
    ("general_level_idc", 12, UInt8(186), "note"),
    ("min_spatial_segmentation_idc", 13, UInt8(0xF1), "warning"),
    ("chroma_format_idc", 16, UInt8(0xFE), "warning"),
    ("bit_depth_luma_minus8", 17, UInt8(0xFA), "warning"),
    ("bit_depth_chroma_minus8", 18, UInt8(0xFA), "warning"),
    ("numTemporalLayers", 21, UInt8(0b00_101_1_11), "note"),
    ("lengthSizeMinusOne", 21, UInt8(0b00_001_1_10), "error"),
  ])
  func aFieldOfHEVC(_ field: String, _ offset: Int, _ value: UInt8, _ severity: String) throws {
    var bytes = try record("clip-hevc.mov")
    try #require(bytes[offset] != value)
    bytes[offset] = value
    let found = try findings(bytes).filter { $0.field == field }
    #expect(found.map(\.offset) == [offset])
    #expect(found.map(\.severity.rawValue) == [severity])
  }

  /// The same of `avcC` (§5.3.3.1.2).
  @Test(arguments: [
    ("configurationVersion", 0, UInt8(2), "error"),
    ("AVCProfileIndication", 1, UInt8(110), "warning"),
    ("profile_compatibility", 2, UInt8(0x40), "note"),
    ("AVCLevelIndication", 3, UInt8(10), "warning"), ("AVCLevelIndication", 3, UInt8(62), "note"),
    ("lengthSizeMinusOne", 4, UInt8(0xFE), "error"),
  ])
  func aFieldOfAVC(_ field: String, _ offset: Int, _ value: UInt8, _ severity: String) throws {
    var bytes = try record("clip-h264.mp4")
    try #require(bytes[offset] != value)
    bytes[offset] = value
    let found = try findings(bytes).filter { $0.field == field }
    #expect(found.map(\.offset) == [offset])
    #expect(found.map(\.severity.rawValue) == [severity])
  }

  @Test func aSetThatIsMissingOrMisplaced() throws {
    var hevc = try HEVCDecoderConfigurationRecord(decoding: Bytes(record("clip-hevc.mov")))
    let whole = hevc
    hevc.arrays.removeAll { $0.type == .videoParameterSet }
    #expect(try findings(hevc.encoded()).contains { $0.message.contains("needs VPS 0") })
    hevc = whole
    hevc.arrays.removeAll { $0.type == .sequenceParameterSet }
    let withoutSequence = try findings(hevc.encoded())
    #expect(withoutSequence.contains { $0.message.contains("needs SPS 0") })
    hevc = whole
    hevc.arrays[0].type = .pictureParameterSet
    let found = try findings(hevc.encoded())
    // Numbers of units and bytes come before the first: 23 bytes, 3, and 2.
    #expect(found.contains { $0.field == "arrays[0]" && $0.offset == 28 && $0.severity == .error })
  }

  /// A track whose first sample has its own parameter sets, in a movie of FFmpeg.
  @Test(.needs("ffmpeg")) func setsInSamples() throws {
    let folder = try Folder()
    let movie = folder.path("movie.mov")
    // The samples of 'hev1' have one set after another, and the record has only the first.
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-i", samplePath("clip-hevc.mov"), "-map", "0:v", "-c", "copy", "-bsf:v",
        "hevc_mp4toannexb,dump_extra=freq=k", "-tag:v", "hvc1", movie,
      ])
    try #require(result.code == 0, "\(result.errors)")
    let configuration = try #require(
      try ConfigurationFile([ByteSource(mapping: movie).bytes]).configurations.first)
    #expect(
      configuration.findings.contains { $0.message.contains("parameter sets, which does no harm") })
    #expect(configuration.worst == .note)
  }

  @Test func aStreamThatTheRecordIsNotOf() throws {
    var file = try ConfigurationFile([Bytes(record("clip-hevc.mov"))])
    let photo = try #require(
      try ConfigurationFile([sample("portrait-single.heic")]).configurations.first)
    try file.compare(withStream: photo.record.codedUnits.map { Bytes(Array($0)) })
    let found = try #require(file.configurations.first)
    #expect(found.worst == .error)
    #expect(
      found.findings.contains {
        $0.message.contains("SPS 0 of the stream differs from that of the record")
      })
    // Streams with the sets of the record have no finding.
    var same = try ConfigurationFile([Bytes(record("clip-hevc.mov"))])
    let units = try #require(same.configurations.first).record.codedUnits
    try same.compare(withStream: units.map { Bytes(Array($0)) })
    #expect(same.configurations.first?.worst != .error)
  }

  @Test func everyPrefixIsRefusedOrRead() throws {
    for name in ["clip-hevc.mov", "clip-h264.mp4"] {
      let bytes = try record(name)
      for count in 0..<bytes.count { _ = try? ConfigurationFile([Bytes(bytes[..<count])]) }
      #expect(throws: ConfigurationError.self) { try ConfigurationFile([Bytes(bytes[..<20])]) }
    }
  }

  /// Each byte of a record with each bit changed: if it is still a record, it is shown with its findings.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4"]) func changedRecordsAreShown(_ name: String)
    throws
  {
    let bytes = try record(name)
    let codec: VideoCodec = name.contains("hevc") ? .hevc : .avc
    var count = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        guard let file = try? ConfigurationFile([Bytes(changed)], codec: codec) else { continue }
        count += file.configurations.count
        for found in file.configurations { _ = found.codec() }
      }
    }
    #expect(count > bytes.count)
  }
}
