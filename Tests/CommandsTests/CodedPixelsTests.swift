import Foundation
import TestSupport
import Testing

/// Movies whose decoders need what stands beside the samples: which are sync samples, and which colours pixels
/// stand for; and those whose pixels are packed. All is as ffmpeg shows it.
@Suite(.needs("ffmpeg")) struct CodedPixelsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func make(_ name: String, _ coding: [String]) throws -> String {
    let path = folder.path(name)
    let pictures = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=4:duration=1"]
    let made = try Program.other("ffmpeg", ["-v", "error", "-y"] + pictures + coding + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// Red, green and blue of all pictures of a file, as ffmpeg decodes them.
  private func colours(_ path: String) throws -> Data {
    let raw = folder.path("colours.rgb")
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", path, "-pix_fmt", "rgb24", "-f", "rawvideo", raw)
    #expect(result.code == 0, "\(result.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: raw))
  }

  /// The same of what `frames` makes of a movie.
  private func shown(_ path: String) throws -> Data {
    let output = folder.path("frames")
    let result = try Program.boxwalk("frames", path, "-o", output, "--all", "--format", "png")
    #expect(result.code == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    return try names.map { try colours(output + "/" + $0) }.reduce(Data(), +)
  }

  /// The mean likeness of a re-encoded movie and its source, in decibels.
  private func likeness(_ path: String) throws -> Double {
    let output = folder.path("re-encoded.mov")
    let result = try Program.boxwalk("transcode", path, "-o", output, "--speed", "fast")
    #expect(result.code == 0, "\(result.errors)")
    let both = "[0:v]setpts=N,format=yuv420p[a];[1:v]format=rgb24,setpts=N,format=yuv420p[b];"
    let compared = try Program.other(
      "ffmpeg", "-v", "info", "-i", output, "-i", path, "-lavfi", both + "[a][b]psnr", "-f", "null",
      "-")
    let value = compared.errors.components(separatedBy: "average:").last?.prefix { $0 != " " }
    return try #require(Double(value ?? ""), "\(compared.errors)")
  }

  /// The decoder of PNG adds a picture to the one before unless the sample is a sync sample.
  @Test(arguments: ["rgb24", "rgba", "gray", "pal8", "rgb48be"])
  func picturesOfPNGAreWhole(_ format: String) throws {
    let source = try make("png.mov", ["-c:v", "png", "-pix_fmt", format])
    #expect(try shown(source) == colours(source))
  }

  /// The colours are in the table of the sample entry, or are those that the Macintosh had.
  @Test(arguments: [
    ["smc", "pal8"], ["rawvideo", "pal8"], ["rawvideo", "gray"], ["qtrle", "gray"],
  ])
  func palettesAreThoseOfTheEntry(_ coding: [String]) throws {
    let source = try make("palette.mov", ["-c:v", coding[0], "-pix_fmt", coding[1]])
    #expect(try shown(source) == colours(source))
  }

  @Test(arguments: [1, 2, 4, 8, 34, 36, 40] as [UInt8])
  func palettesWithoutATable(_ depth: UInt8) throws {
    let source = try make("gray.mov", ["-c:v", "rawvideo", "-pix_fmt", "gray"])
    var data = try Data(contentsOf: URL(fileURLWithPath: source))
    let description = try #require(data.range(of: Data("stsd".utf8))).upperBound
    let entry = try #require(data.range(of: Data("raw ".utf8), in: description..<data.endIndex))
    // The depth comes after 78 bytes, and then the number of a table: none.
    #expect(data[entry.lowerBound + 78..<entry.lowerBound + 82] == Data([0, 40, 0xFF, 0xFF]))
    data[entry.lowerBound + 79] = depth
    try data.write(to: URL(fileURLWithPath: source))
    #expect(try shown(source) == colours(source))
  }

  /// No colour goes by way of Y'CbCr.
  @Test(arguments: [
    ["qtrle", "rgb555be"], ["rawvideo", "rgb555be"], ["qtrle", "argb"], ["rawvideo", "rgb24"],
    ["rpza", "rgb555"],
  ])
  func packedColoursAreExact(_ coding: [String]) throws {
    let source = try make("packed.mov", ["-c:v", coding[0], "-pix_fmt", coding[1]])
    #expect(try shown(source) == colours(source))
  }

  @Test(
    .needs(encoders: "libx264"),
    arguments: [["png", "rgb24"], ["smc", "pal8"], ["qtrle", "rgb555be"]])
  func reencodedPicturesAreTheSame(_ coding: [String]) throws {
    let source = try make("source.mov", ["-c:v", coding[0], "-pix_fmt", coding[1]])
    #expect(try likeness(source) > 35)
  }
}
