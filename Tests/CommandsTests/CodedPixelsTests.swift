import Foundation
import TestSupport
import Testing

/// Movies whose decoders need information besides the samples (the sync samples, the palette), and movies whose pixels
/// are packed. The results have to be the same as those of ffmpeg.
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

  /// The same for the output of `frames` for a movie.
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
    // The samples have the matrix of BT.709, as they say.
    let both =
      "[0:v]setpts=N,format=yuv420p[a];"
      + "[1:v]format=rgb24,setpts=N,scale=out_color_matrix=bt709,format=yuv420p[b];"
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

  /// FFmpeg writes a field into TIFF pictures that its decoder does not know.
  @Test(arguments: ["rgb24", "yuv420p", "pal8"])
  func picturesOfTIFFAreWhole(_ format: String) throws {
    let source = try make("tiff.mov", ["-c:v", "tiff", "-pix_fmt", format])
    guard format == "yuv420p" else { return #expect(try shown(source) == colours(source)) }
    let output = folder.path("out")
    let result = try Program.boxwalk("frames", source, "-o", output, "--all", "--format", "png")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).count == 4)
  }

  /// The last rows of the first picture are not decoded.
  @Test func damagedTIFFIsNamed() throws {
    let source = try make(
      "tiff.mov", ["-c:v", "tiff", "-pix_fmt", "rgb24", "-compression_algo", "raw"])
    var data = try Data(contentsOf: URL(fileURLWithPath: source))
    // StripByteCounts: longs in the field 279 of the first picture.
    let start = try #require(data.range(of: Data([0x49, 0x49, 0x2A, 0]))).lowerBound
    let field = try #require(
      data.range(of: Data([0x17, 0x01, 4, 0]), in: start..<data.endIndex)
    ).lowerBound
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
    }
    let (count, offset) = (number(field + 4), number(field + 8))
    try #require(count > 1)
    let last = start + offset + 4 * (count - 1)
    data.replaceSubrange(last..<last + 4, with: [16, 0, 0, 0])
    let damaged = try folder.write(data, to: "damaged.mov")
    let result = try Program.boxwalk("frames", damaged, "-o", folder.path("out"), "--all")
    #expect(result.code == 1 && result.errors.contains("frame 1,"), "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count == 3)
  }

  /// Colours of a palette can be transparent.
  @Test func transparentColoursOfPalettesStaySo() throws {
    let source = try make(
      "transparent.mov",
      [
        "-vf",
        "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,32),0,255)',split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse",
        "-c:v", "png", "-pix_fmt", "pal8",
      ])
    func pixels(_ path: String) throws -> Data {
      let raw = folder.path("pixels.rgba")
      let result = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", path, "-frames:v", "1", "-pix_fmt", "rgba", "-f",
        "rawvideo", raw)
      #expect(result.code == 0, "\(result.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: raw))
    }
    let output = folder.path("frame.png")
    let result = try Program.boxwalk("frames", source, "-o", output, "--at", "0")
    #expect(result.code == 0, "\(result.errors)")
    let (ours, theirs) = (try pixels(output), try pixels(source))
    let alpha = { (data: Data) in stride(from: 3, to: data.count, by: 4).map { data[$0] } }
    #expect(Set(alpha(theirs)) == [0, 255])
    #expect(alpha(ours) == alpha(theirs))
    let visible = stride(from: 0, to: theirs.count, by: 4).filter { theirs[$0 + 3] == 255 }
    #expect(visible.allSatisfy { ours[$0..<$0 + 3] == theirs[$0..<$0 + 3] })
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

  /// No colour is converted to Y'CbCr.
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
