import AV1
import Foundation
import HEIF
import ISOBMFF
import TestSupport
import Testing

@testable import Inspection
@testable import Movie

/// HDR10, HLG, Dolby Vision and so on, compared with the output of ffprobe.
@Suite struct DynamicRangeSummaryTests {
  private static let figures =
    "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    + ":max-cll=1000,400"

  /// Writes a movie with x265, and returns our description of its track, and that of ffprobe of its first frame.
  private func encoded(_ options: String, tag: String = "hvc1") throws -> (JSON, JSON) {
    let folder = try Folder()
    let path = folder.path("movie.mp4")
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.3:r=10,format=yuv420p10le",
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:\(options)",
        "-tag:v", tag, path,
      ])
    #expect(result.code == 0, "\(result.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let summary = try FileInspection([UInt8](data)).json()["summary"]
    let report = try OtherProgram.json(
      "ffprobe", "-v", "quiet", "-show_frames", "-read_intervals", "%+#1", "-of", "json", path)
    return (summary["tracks"][0]["dynamicRange"], report["frames"][0])
  }

  /// The data is in the configuration, or (`hev1`) only in the samples.
  @Test(.needs("ffprobe"), .needs(encoders: "libx265"), arguments: ["hvc1", "hev1"])
  func hdr10(tag: String) throws {
    let (range, frame) = try encoded(
      "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:repeat-headers=1:\(Self.figures)",
      tag: tag)
    #expect(range["kinds"].array.map(\.string) == ["HDR10"])
    let sideData = frame["side_data_list"].array
    let light = try #require(sideData.first { $0["max_content"].int != nil })
    #expect(range["maxCLL"].int == light["max_content"].int)
    #expect(range["maxFALL"].int == light["max_average"].int)
    let display = try #require(sideData.first { $0["red_x"].string != nil })
    func value(_ key: String) -> Double {
      let parts = (display[key].string ?? "").split(separator: "/").compactMap { Double($0) }
      return parts.count == 2 ? parts[0] / parts[1] : -1
    }
    let ours = range["masteringDisplay"]
    #expect(ours["minimum"].number == value("min_luminance"))
    #expect(ours["maximum"].number == value("max_luminance"))
    #expect(ours["gamut"].string == "P3")
    for (colour, key) in [
      ("red", "red"), ("green", "green"), ("blue", "blue"), ("white", "white_point"),
    ] {
      #expect(ours[colour][0].number == value("\(key)_x"))
      #expect(ours[colour][1].number == value("\(key)_y"))
    }
  }

  @Test(.needs("ffprobe"), .needs(encoders: "libx265"))
  func kindsByTheirTransfer() throws {
    let bt2020 = "colorprim=bt2020:colormatrix=bt2020nc"
    #expect(try encoded("\(bt2020):transfer=smpte2084").0["kinds"].array.map(\.string) == ["PQ"])
    #expect(
      try encoded("\(bt2020):transfer=arib-std-b67").0["kinds"].array.map(\.string) == ["HLG"])
    // HLG that displays of the past show as SDR.
    #expect(
      try encoded("\(bt2020):transfer=bt2020-10:atc-sei=18").0["kinds"].array.map(\.string)
        == ["HLG"])
    #expect(try encoded("\(bt2020):transfer=bt2020-10").0.value == nil)
  }

  @Test(
    .needsMedia, .needs("ffprobe"), arguments: ["mp4/fate/dovi-p5.mp4", "mp4/fate/dovi-p81.mp4"])
  func dolbyVision(file: String) throws {
    let path = "\(try #require(MediaFolder.path))/\(file)"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let track = try FileInspection([UInt8](data)).json()["summary"]["tracks"][0]
    let ours = track["dynamicRange"]["dolbyVision"]
    let report = try OtherProgram.json(
      "ffprobe", "-v", "quiet", "-show_streams", "-of", "json", path)
    let theirs = try #require(
      report["streams"][0]["side_data_list"].array.first { $0["dv_profile"].int != nil })
    #expect(ours["profile"].int == theirs["dv_profile"].int)
    #expect(ours["level"].int == theirs["dv_level"].int)
    #expect(ours["compatibility"].int == theirs["dv_bl_signal_compatibility_id"].int)
    #expect(ours["hasMetadata"].value as? Bool == (theirs["rpu_present_flag"].int == 1))
    #expect(ours["hasEnhancementLayer"].value as? Bool == (theirs["el_present_flag"].int == 1))
  }

  @Test func codecsOfDolbyVision() throws {
    func vision(_ profile: UInt8, _ compatibility: UInt8) throws -> DolbyVisionSummary {
      var box = DOVIConfigurationBox()
      (box.profile, box.level, box.baseLayerCompatibilityID) = (profile, 7, compatibility)
      return try #require(DolbyVisionSummary([Box(box)]))
    }
    #expect(try vision(8, 4).supplementalCodec(for: "hvc1") == "dvh1.08.07/db4h")
    #expect(try vision(8, 1).supplementalCodec(for: "hev1") == "dvhe.08.07/db1p")
    #expect(try vision(10, 2).supplementalCodec(for: "av01") == "dav1.10.07/db2g")
    #expect(try vision(8, 4).codec("hvc1") == nil)
    #expect(try vision(5, 0).codec("dvh1") == "dvh1.05.07")
    #expect(try vision(5, 0).supplementalCodec(for: "dvh1") == nil)
    #expect(try vision(5, 0).supplementalCodec(for: "hvc1") == nil)
    #expect(try vision(5, 0).text.hasSuffix("players without it show wrong colours"))
    #expect(
      try vision(8, 4).text == "Dolby Vision profile 8.4, level 7; players without it show HLG")
  }

  @Test func figuresOfVP9() throws {
    var display = SMPTE2086MasteringDisplayMetadataBox()
    (display.redX, display.redY) = (46_400, 19_136)
    (display.greenX, display.greenY) = (11_141, 52_232)
    (display.blueX, display.blueY) = (8585, 3014)
    (display.whiteX, display.whiteY) = (20_493, 21_561)
    (display.luminanceMax, display.luminanceMin) = (1000 * 256, 164)
    var light = VPContentLightLevelBox()
    (light.maxCLL, light.maxFALL) = (800, 0)
    var points = CodingIndependentCodePoints()
    points.transferCharacteristics = 16
    let range = try #require(DynamicRangeSummary([Box(display), Box(light)], points))
    #expect(range.kinds == ["HDR10"])
    #expect(
      range.lines == [
        "HDR10, mastered on a display of 0.01 to 1,000 cd/m² with BT.2020 colours, "
          + "brightest sample 800 cd/m²"
      ])
  }

  /// HDR10+ comes with each picture.
  @Test func metadataOfAV1() throws {
    var record = AV1CodecConfigurationBox()
    var level = Metadata.ContentLightLevel()
    (level.maxContentLightLevel, level.maxFrameAverageLightLevel) = (500, 100)
    var data = Metadata.UserData()
    data.countryCode = 0xB5
    data.payload = Bytes([0x00, 0x3C, 0x00, 0x01, 0x04, 0x01, 0x40])
    func unit(_ value: Metadata.Value) throws -> OpenBitstreamUnit {
      var metadata = Metadata()
      metadata.value = value
      return OpenBitstreamUnit(.metadata, payload: Bytes(try metadata.encoded()))
    }
    record.record.configOBUs = Bytes(try unit(.contentLightLevel(level)).encoded())
    let sample = Bytes(try unit(.userData(data)).encoded())
    var points = CodingIndependentCodePoints()
    points.transferCharacteristics = 16
    let range = try #require(DynamicRangeSummary([Box(record)], points, sample: sample))
    #expect(range.kinds == ["HDR10+", "HDR10"])
    #expect(range.lines.first?.contains("brightest picture 100 cd/m² on average") == true)
    points.transferCharacteristics = 13
    #expect(DynamicRangeSummary([], points) == nil)
  }

  @Test func curvesOfCameras() throws {
    let log = try #require(
      BoxFile(Bytes(box("logs", be32(0), Array("com.apple.log".utf8)))).boxes.first)
    let range = try #require(DynamicRangeSummary([log], nil))
    #expect(range.kinds == ["Apple Log"])
    #expect(range.lines.first?.contains("com.apple.log") == true)
  }
}
