import FieldCoding
import Foundation
import Testing

import class TestSupport.Folder
import enum TestSupport.InstalledProgram
import enum TestSupport.MediaFolder

@testable import ISOBMFF

/// Files that ffmpeg encodes during the test: our fields have the values of ffprobe for the same file.
@Suite(.needs("ffmpeg", "ffprobe"))
struct EncodedSampleTests {
  /// One file: the codec, the options of the encoder, and whether it has six channels.
  struct Recipe: CustomTestStringConvertible, Sendable {
    var encoder: String
    var arguments: [String] = []
    var rate = 48000
    var isSurround = false
    var fileExtension = "mp4"
    var testDescription: String { "\(encoder), \(isSurround ? "5.1" : "stereo"), \(rate)" }
  }

  static let recipes: [Recipe] = [
    Recipe(encoder: "libopus"),
    Recipe(encoder: "libopus", arguments: ["-mapping_family", "1"], isSurround: true),
    Recipe(encoder: "flac"), Recipe(encoder: "flac", rate: 96000, isSurround: true),
    Recipe(encoder: "alac", fileExtension: "m4a"),
    Recipe(encoder: "alac", rate: 44100, isSurround: true, fileExtension: "m4a"),
    Recipe(encoder: "ac3", arguments: ["-b:a", "384k"], isSurround: true),
    Recipe(encoder: "ac3", arguments: ["-b:a", "192k"], rate: 32000),
    Recipe(encoder: "eac3", arguments: ["-b:a", "256k"], isSurround: true),
    Recipe(encoder: "eac3", arguments: ["-b:a", "96k"], rate: 44100),
    Recipe(encoder: "truehd", rate: 96000, isSurround: true),
  ]

  @Test(
    .needs(encoders: "libopus", "flac", "alac", "ac3", "eac3", "truehd"), arguments: recipes)
  func sound(_ recipe: Recipe) throws {
    let copies =
      recipe.isSurround ? "5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0" : "stereo|c0=c0|c1=c0"
    let (boxes, stream) = try Programs.encode(
      "sine=frequency=440:sample_rate=\(recipe.rate):duration=0.2",
      ["-af", "pan=\(copies)", "-c:a", recipe.encoder] + recipe.arguments,
      fileExtension: recipe.fileExtension)
    let channels = try #require(stream["channels"] as? Int)
    let rate = try #require((stream["sample_rate"] as? String).flatMap { Int($0) })
    #expect(channels == (recipe.isSurround ? 6 : 2) && rate == recipe.rate)
    switch recipe.encoder {
    case "libopus":
      let box = try #require(boxes.first(OpusSpecificBox.self))
      #expect(Int(box.outputChannelCount) == channels && Int(box.inputSampleRate) == rate)
      #expect(box.channelMapping.count == (channels > 2 ? channels : 0))
    case "flac":
      let box = try #require(boxes.first(FLACSpecificBox.self))
      let info = try #require(box.blocks.first?.streamInfo)
      #expect(Int(info.channelsMinus1) + 1 == channels && Int(info.sampleRate) == rate)
      #expect(Int(info.bitsPerSampleMinus1) + 1 == Programs.bits(stream))
    case "alac":
      // The entry and the box have the same type.
      let box = try #require(boxes.first(ALACSpecificBox.self))
      #expect(Int(box.numChannels) == channels && Int(box.sampleRate) == rate)
      #expect(Int(box.bitDepth) == Programs.bits(stream))
    case "ac3":
      let box = try #require(boxes.first(AC3SpecificBox.self))
      let rates = [384: 14, 192: 10]
      let bitRate = (stream["bit_rate"] as? String).flatMap { Int($0) } ?? 0
      #expect([48000, 44100, 32000][Int(box.fscod)] == rate)
      #expect(Int(box.bitRateCode) == rates[bitRate / 1000])
      #expect(box.acmod == (channels == 6 ? 7 : 2) && box.lfeon == (channels == 6))
    case "eac3":
      let box = try #require(boxes.first(EC3SpecificBox.self))
      let substream = try #require(box.substreams.first)
      #expect([48000, 44100, 32000][Int(substream.fscod)] == rate)
      #expect(Int(box.dataRate) == (channels == 6 ? 256 : 96))
      #expect(substream.acmod == (channels == 6 ? 7 : 2) && substream.lfeon == (channels == 6))
      #expect(box.extensionTypeA == nil)
    default:
      let box = try #require(boxes.first(MLPSpecificBox.self))
      #expect(box.samplingFrequency == 1)
      // Left and right, centre, LFE, and the surrounds.
      #expect(box.sixChannelAssignment == 0x0F)
    }
  }

  @Test(.needs(encoders: "libvpx-vp9"), arguments: ["yuv420p", "yuv444p", "yuv420p10le"])
  func vp9(pixels: String) throws {
    let (boxes, stream) = try Programs.encode(
      "testsrc=size=64x48:rate=10:duration=0.3",
      [
        "-pix_fmt", pixels, "-c:v", "libvpx-vp9", "-color_primaries", "bt2020", "-color_trc",
        "smpte2084", "-colorspace", "bt2020nc",
      ], kind: "v")
    let box = try #require(boxes.first(VPCodecConfigurationBox.self))
    #expect(stream["profile"] as? String == "Profile \(box.profile)")
    #expect(stream["pix_fmt"] as? String == pixels)
    #expect(box.bitDepth == (pixels.contains("10") ? 10 : 8))
    #expect((box.chromaSubsampling == 3) == pixels.contains("444"))
    #expect(box.colourPrimaries == 9 && box.transferCharacteristics == 16)
    #expect(box.matrixCoefficients == 9 && !box.isFullRange)
  }
}

/// Compares files of other programs with the output of ffprobe.
@Suite(.needs("ffprobe"), .needsMedia)
struct CodecMediaTests {
  /// The children of sample entries, and the first stream of a kind: `a` or `v`.
  private func media(_ name: String, _ kind: String) throws -> ([Box], [String: Any]) {
    let path = try #require(MediaFolder.path) + "/" + name
    return (try Programs.boxes(path), try Programs.stream(path, kind))
  }

  @Test func dts() throws {
    let (boxes, stream) = try media("m4a-audio/dts-sample.mp4", "a")
    let box = try #require(boxes.first(DTSSpecificBox.self))
    #expect(stream["sample_rate"] as? String == "\(box.samplingFrequency)")
    #expect(stream["profile"] as? String == "DTS Express")
    // Low bit rate extensions without a core; left and right.
    #expect(box.streamConstruction == 18 && box.coreSize == 0 && box.channelLayout == 2)
    #expect(box.maxBitrate == 192_000 && box.sampleDepth == 24)
  }

  @Test func flac() throws {
    let (boxes, stream) = try media("m4a-audio/flac.m4a", "a")
    let info = try #require(boxes.first(FLACSpecificBox.self)?.blocks.first?.streamInfo)
    #expect(stream["sample_rate"] as? String == "\(info.sampleRate)")
    #expect(stream["channels"] as? Int == Int(info.channelsMinus1) + 1)
    #expect(Programs.bits(stream) == Int(info.bitsPerSampleMinus1) + 1)
  }

  @Test(arguments: ["mp4/fate/dovi-p81.mp4", "mp4/fate/dovi-p5.mp4"])
  func dolbyVision(name: String) throws {
    let (boxes, stream) = try media(name, "v")
    let record = try #require(
      (stream["side_data_list"] as? [[String: Any]])?.first {
        $0["side_data_type"] as? String == "DOVI configuration record"
      })
    let box = try #require(boxes.first(DOVIConfigurationBox.self))
    #expect(record["dv_profile"] as? Int == Int(box.profile))
    #expect(record["dv_level"] as? Int == Int(box.level))
    #expect(record["rpu_present_flag"] as? Int == (box.hasRPU ? 1 : 0))
    #expect(record["el_present_flag"] as? Int == (box.hasEnhancementLayer ? 1 : 0))
    #expect(record["bl_present_flag"] as? Int == (box.hasBaseLayer ? 1 : 0))
    #expect(
      record["dv_bl_signal_compatibility_id"] as? Int == Int(box.baseLayerCompatibilityID))
    #expect(box.metadataCompression == 0)
  }

  @Test func vc1() throws {
    let (boxes, stream) = try media("fmp4/fate/vc1-wmapro.mp4", "v")
    let box = try #require(boxes.first(VC1SpecificBox.self))
    #expect(stream["profile"] as? String == "Advanced" && box.profile == 12)
    #expect(box.advancedLevel == box.level)
    // The first byte is that of a stream in ASF; the sequence header follows.
    #expect(box.headers.dropFirst().starts(with: [0, 0, 1, 0x0F]))
  }
}

private enum Programs {
  static func bits(_ stream: [String: Any]) -> Int? {
    (stream["bits_per_raw_sample"] as? String).flatMap { Int($0) }
  }

  /// Encodes a source of `lavfi`; the children of its sample entry, and what ffprobe says.
  static func encode(
    _ source: String, _ arguments: [String], kind: String = "a", fileExtension: String = "mp4"
  ) throws -> ([Box], [String: Any]) {
    let folder = try Folder()
    let file = folder.path("encoded.\(fileExtension)")
    _ = try InstalledProgram.run(
      "ffmpeg",
      ["-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i", source] + arguments
        + ["-strict", "-2", file])
    return (try boxes(file), try stream(file, kind))
  }

  /// The children of the sample entries of all tracks.
  static func boxes(_ path: String) throws -> [Box] {
    // A copy, because the file may be deleted before the boxes are read.
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return BoxFile(Bytes([UInt8](data))).boxes.at("moov").all("trak")
      .flatMap { $0.children.at("mdia", "minf", "stbl", "stsd") }.flatMap(\.children)
  }

  static func stream(_ path: String, _ kind: String) throws -> [String: Any] {
    let json = try InstalledProgram.run(
      "ffprobe", ["-v", "error", "-select_streams", kind, "-show_streams", "-of", "json", path])
    let report = try JSONSerialization.jsonObject(with: json.data) as? [String: Any]
    return try #require((report?["streams"] as? [[String: Any]])?.first)
  }
}
