import Foundation
import TestSupport
import Testing

/// Gain maps in HEIC and AVIF outputs, as other programs and the way back see them.
@Suite(
  .needs("libheif with encoders of HEVC and AV1") { Doctor.writesHEIF },
  .needs("ffmpeg", "heif-convert"))
struct ConvertToneMapTests {
  private let photo = Program.sample("landscape-tiled.heic")

  private func convert(_ input: String, _ output: String, _ options: String...) throws -> String {
    let result = try Program.boxwalk(
      ["convert", input, "-o", output, "--max-size", "400", "--force"] + options)
    #expect(result.code <= 1, "\(result.errors)")
    return result.errors
  }

  /// The luma of a picture that FFmpeg reads.
  private func luma(_ path: String) throws -> [Int] {
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray",
      path + ".raw")
    #expect(result.code == 0, "\(result.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: path + ".raw")).map { Int($0) }
  }

  /// The gain map of an Ultra HDR file, which is its last picture.
  private func map(_ jpeg: String, _ folder: Folder) throws -> [Int] {
    let data = try Data(contentsOf: URL(fileURLWithPath: jpeg))
    let start = try #require(data.range(of: Data([0xFF, 0xD8, 0xFF]), options: .backwards))
    return try luma(folder.write(data[start.lowerBound...], to: "map.jpg"))
  }

  private func expectSame(_ first: [Int], _ second: [Int]) throws {
    try #require(first.count == second.count && !first.isEmpty)
    let sum = zip(first, second).reduce(0) { $0 + abs($1.0 - $1.1) }
    #expect(sum < first.count, "\(sum) in \(first.count) samples")
  }

  @Test(arguments: ["heic", "avif"]) func theGainMapIsKept(format: String) throws {
    let folder = try Folder()
    let (output, jpeg) = (folder.path("photo.\(format)"), folder.path("photo.jpg"))
    let words = try convert(photo, output)
    #expect(words.contains("HDR kept as a gain map"), "\(words)")
    #expect(!words.contains("not carried over: HDR"), "\(words)")
    // A headroom of 4, in Apple's way, becomes that of ISO 21496-1.
    let summary = try Program.boxwalk("inspect", output).output
    #expect(
      summary.contains("Tone map      HDR headroom 0 to 2 stops, gain 0 to 2 stops, gamma 1\n"),
      "\(summary)")
    let findings = try Program.boxwalk("verify", output)
    #expect(findings.code == 0, "\(findings.output)")
    #expect(try Program.other("heif-convert", output, folder.path("shown.png")).code == 0)
    // The conversion back has the map of a direct conversion.
    #expect(try convert(photo, jpeg).contains("HDR kept as a gain map"))
    let direct = try map(jpeg, folder)
    #expect(try convert(output, jpeg).contains("HDR kept as a gain map"))
    try expectSame(direct, try map(jpeg, folder))
  }

  /// The gain map of an Ultra HDR file, which states its meaning in two ways. The second one is enough.
  @Test(arguments: ["heic", "avif", "jpg"], [true, false])
  func theGainMapOfAJPEGIsKept(format: String, isStandard: Bool) throws {
    let folder = try Folder()
    let (hdr, output, back) = (
      folder.path("hdr.jpg"), folder.path("photo.\(format)"), folder.path("back.jpg")
    )
    _ = try convert(photo, hdr)
    if !isStandard {
      var data = try Data(contentsOf: URL(fileURLWithPath: hdr))
      while let name = data.range(of: Data("urn:iso:std:iso:ts:21496:-1".utf8)) {
        data.replaceSubrange(name, with: Data("urn:iso:std:iso:ts:00000:-0".utf8))
      }
      try data.write(to: URL(fileURLWithPath: hdr))
    }
    // A smaller JPEG is encoded from the picture; one of the same size would be a copy.
    let options = format == "jpg" ? ["--max-size", "200"] : []
    let result = try Program.boxwalk(["convert", hdr, "-o", output] + options)
    // An unknown segment is left out with a warning.
    #expect(result.code == (isStandard ? 0 : 1), "\(result.errors)")
    #expect(result.errors.contains("HDR kept as a gain map"), "\(result.errors)")
    for word in ["gain map,", "further pictures", "what follows"] where isStandard {
      #expect(!result.errors.contains(word), "\(result.errors)")
    }
    #expect(try Program.boxwalk("verify", output).code == 0 || format == "jpg")
    let original = try map(hdr, folder)
    if format == "jpg" {
      #expect(try map(output, folder).count * 4 == original.count)
      return
    }
    let summary = try Program.boxwalk("inspect", output).output
    #expect(
      summary.contains("Tone map      HDR headroom 0 to 2 stops, gain 0 to 2 stops, gamma 1\n"),
      "\(summary)")
    #expect(try convert(output, back).contains("HDR kept as a gain map"))
    try expectSame(original, try map(back, folder))
    for name in ["GainMapMax=\"2\"", "HDRCapacityMax=\"2\"", "Gamma=\"1\""] {
      for file in [hdr, back] {
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data(name.utf8)) != nil)
      }
    }
  }

  /// The map is turned with the picture. Only Exif says how the picture is turned.
  @Test(.needs("exiftool")) func itIsTurnedWithItsPicture() throws {
    let folder = try Folder()
    let (hdr, output) = (folder.path("hdr.jpg"), folder.path("photo.heic"))
    _ = try convert(photo, hdr)
    let turned = try Program.other(
      "exiftool", "-q", "-overwrite_original", "-n", "-Orientation=6", hdr)
    #expect(turned.code == 0, "\(turned.errors)")
    _ = try convert(hdr, output)
    let summary = try Program.boxwalk("inspect", output).output
    #expect(summary.contains("400 × 300") && !summary.contains("300 × 400"), "\(summary)")
    #expect(summary.contains("Tone map      HDR headroom 0 to 2 stops"), "\(summary)")
  }

  /// The map alone in libheif's output, as the picture of the file.
  @Test func theMapAsOthersSeeIt() throws {
    let folder = try Folder()
    let (output, jpeg) = (folder.path("photo.heic"), folder.path("photo.jpg"))
    _ = try convert(photo, output)
    let shown = folder.path("map.heic")
    let result = try Program.boxwalk(
      "set", "meta/pitm.item_ID=4", "--also", "meta/iinf/infe[3].flags=0", "--also",
      "meta/iinf/infe.flags=1", output, "-o", shown, "--force")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try Program.other("heif-convert", shown, folder.path("map.png")).code == 0)
    _ = try convert(photo, jpeg)
    try expectSame(try map(jpeg, folder), try luma(folder.path("map.png")))
  }

  /// The depth map of a portrait, with its metadata, as libheif finds it.
  @Test(.needs("exiftool")) func theDepthMapIsKept() throws {
    let folder = try Folder()
    let output = folder.path("photo.heic")
    let words = try convert(photo, output)
    #expect(!words.contains("not carried over"), "\(words)")
    #expect(
      try Program.boxwalk("inspect", output).output.contains(
        "Auxiliary     depth map, 300 × 400, HEVC 8 bit 4:0:0\n"))
    // Its XMP describes it, and not the photo.
    let fields = try Program.other(
      "exiftool", "-a", "-s3", "-ee3", "-XMP-apdi:FloatMaxValue", output)
    #expect(fields.output.isEmpty || fields.output == "0.500000\n", "\(fields.output)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
    #expect(bytes.range(of: Data("apdi:FloatMaxValue=\"0.500000\"".utf8)) != nil)
    // libheif writes a separate file for it, upright like the photo.
    #expect(
      try Program.other("heif-convert", "--with-aux", output, folder.path("shown.png")).code == 0)
    let direct = folder.path("direct.png")
    _ = try Program.boxwalk(
      "convert", photo, "-o", direct, "--aux", "--max-size", "400", "--force")
    let depth = try #require(
      folder.names.first { $0.hasPrefix("shown-depth") && $0.hasSuffix(".png") })
    try expectSame(luma(folder.path(depth)), luma(folder.path("direct.depth.png")))
    #expect(try !convert(photo, output, "--strip", "all").contains("depth map is lost"))
    #expect(try !Program.boxwalk("inspect", output).output.contains("depth map"))
  }

  /// libheif makes a grid of one tile for an odd size.
  @Test func oddSizes() throws {
    let folder = try Folder()
    let output = folder.path("photo.heic")
    let result = try Program.boxwalk("convert", photo, "-o", output, "--max-size", "401")
    #expect(result.code == 0, "\(result.errors)")
    let summary = try Program.boxwalk("inspect", output).output
    #expect(summary.contains("Tone map") && summary.contains("depth map, 301 × 401"), "\(summary)")
    let findings = try Program.boxwalk("verify", output)
    #expect(findings.code == 0, "\(findings.output)")
    #expect(try Program.other("heif-convert", output, folder.path("shown.png")).code == 0)
  }

  @Test func withoutOne() throws {
    let folder = try Folder()
    let output = folder.path("photo.heic")
    #expect(try !convert(photo, output, "--sdr").contains("HDR kept"))
    #expect(try !Program.boxwalk("inspect", output).output.contains("Tone map"))
    // If a map is lost, the picture remains.
    var data = try Data(contentsOf: URL(fileURLWithPath: photo))
    let range = try #require(data.range(of: Data([0, 53, 0, 0, 0, 0, 0, 1])))
    data[range.upperBound] = 0x7F
    let damaged = try folder.write(data, to: "damaged.heic")
    let words = try convert(damaged, output)
    #expect(words.contains("warning: the HDR gain map is lost"), "\(words)")
    #expect(try !Program.boxwalk("inspect", output).output.contains("Tone map"))
  }
}
