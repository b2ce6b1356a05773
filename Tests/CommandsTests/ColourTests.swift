import Foundation
import TestSupport
import Testing

/// `boxwalk convert --color`
@Suite struct ColourTests {
  private let photo = Program.sample("landscape-tiled.heic")
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let littleCMS = ConditionTrait.needs("Little CMS 2") { Doctor.has("lcms2") }

  /// The samples of a PNG file as ffmpeg reads them.
  private func samples(_ path: String, _ format: String) throws -> [UInt8] {
    let raw = path + ".raw"
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", format, raw)
    #expect(result.code == 0, "\(result.errors)")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
  }

  /// The profile of a file, extracted by exiftool.
  private func profile(_ path: String) throws -> String {
    let result = try Program.other("exiftool", "-icc_profile", "-b", "-w", "%d%f.icc", path)
    #expect(result.code == 0, "\(result.errors)")
    return path.replacingOccurrences(of: ".png", with: ".icc")
  }

  /// The result of Little CMS' own program for the unchanged samples of the picture.
  @Test(littleCMS, .needs("exiftool", "ffmpeg", "transicc"), arguments: [8, 16])
  func coloursAreThoseOfTransicc(depth: Int) throws {
    for colour in ["keep", "srgb"] {
      let result = try Program.boxwalk(
        "convert", photo, "-o", folder.path("\(colour).png"), "--depth", "\(depth)",
        "--max-size", "12", "--color", colour)
      #expect(result.isDone, "\(result.errors)")
    }
    let format = depth == 8 ? "rgb24" : "rgb48be"
    let wide = { (bytes: [UInt8]) in
      depth == 8
        ? bytes.map { Double($0) }
        : stride(from: 0, to: bytes.count, by: 2).map {
          (Double(bytes[$0]) * 256 + Double(bytes[$0 + 1])) / 257
        }
    }
    let source = wide(try samples(folder.path("keep.png"), format))
    let found = wide(try samples(folder.path("srgb.png"), format))
    #expect(source.count == 9 * 12 * 3 && found.count == source.count)
    let input = source.map { "\($0)\n" }.joined() + "q\n"
    let path = try folder.write(Data(input.utf8), to: "input")
    let (from, to) = (try profile(folder.path("keep.png")), try profile(folder.path("srgb.png")))
    let shown = try Program.other(
      "sh", "-c", "transicc -n -t1 -b -i '\(from)' -o '\(to)' < '\(path)'")
    let expected = shown.output.split(whereSeparator: { !"-.0123456789".contains($0) })
      // Values outside of a profile's range are clipped.
      .compactMap { Double($0).map { max(0, min(255, $0)) } }
    #expect(expected.count == found.count, "\(shown.output.prefix(200))")
    #expect(source != found)
    // 8 bits are rounded; 16 are nearly exact.
    let worst = zip(expected, found).map { abs($0 - $1) }.max() ?? 0
    #expect(worst <= (depth == 8 ? 1 : 0.02), "\(worst)")
  }

  /// The photo is in Display P3 already: its planes are unchanged, with that profile.
  @Test(littleCMS, .needs("exiftool")) func coloursThatFitStay() throws {
    for colour in ["keep", "p3", "srgb"] {
      let result = try Program.boxwalk(
        "convert", photo, "-o", folder.path("\(colour).jpg"), "--max-size", "200", "--color",
        colour, "--sdr", "--strip", "all")
      #expect(result.isDone, "\(result.errors)")
    }
    func scan(_ name: String) throws -> Data {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
      let start = try #require(bytes.range(of: Data([0xFF, 0xDA])))
      return bytes[start.lowerBound...]
    }
    #expect(try scan("keep.jpg") == scan("p3.jpg"))
    #expect(try scan("keep.jpg") != scan("srgb.jpg"))
    for (name, title) in [("p3", "Display P3"), ("srgb", "sRGB")] {
      let text = try Program.other(
        "exiftool", "-s3", "-ICC_Profile:ProfileDescription", folder.path("\(name).jpg"))
      #expect(text.output.trimmingCharacters(in: .whitespacesAndNewlines) == title)
    }
  }

  @Test func valuesThatAreKeptHaveNoOtherColours() throws {
    let result = try Program.boxwalk(
      "convert", photo, "-o", folder.path("x.jpg"), "--color", "srgb", "--no-tonemap")
    #expect(result.code == 64)
  }
}
