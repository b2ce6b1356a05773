import Foundation
import TestSupport
import Testing

/// The results of `--rescue` for photos that are cut or damaged, and the results without it.
@Suite struct ConvertRescueTests {
  /// A grid of 48 tiles, with a depth map that other formats cannot hold.
  private let whole = Program.sample("landscape-tiled.heic")

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: whole)) }

  private func convert(
    _ photo: String, _ output: String, _ options: String...
  ) throws -> Program.Result {
    try Program.boxwalk(["convert", photo, "-o", output, "--max-size", "700"] + options)
  }

  /// Red, green and blue, row by row.
  private func pixels(_ path: String) throws -> [UInt8] {
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24",
      path + ".raw")
    #expect(result.code == 0, "\(result.errors)")
    return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".raw")))
  }

  /// Every seventh pixel of a picture, which is a share of each row and each column: the offsets of its bytes.
  private func offsets(_ pixels: [UInt8]) -> [Int] {
    Array(stride(from: 0, to: pixels.count, by: 7 * 3))
  }

  /// The shares of grey pixels, and of pixels that are neither grey nor equal to those of the whole picture.
  private func shares(_ path: String, _ folder: Folder) throws -> (gray: Double, other: Double) {
    let sound = folder.path("sound.png")
    #expect(try convert(whole, sound).code == 1)
    let (expected, found) = (try pixels(sound), try pixels(path))
    try #require(expected.count == found.count && !found.isEmpty)
    var (gray, other) = (0.0, 0.0)
    let offsets = offsets(found)
    for offset in offsets {
      let colour = found[offset..<offset + 3]
      if colour.elementsEqual(expected[offset..<offset + 3]) { continue }
      if colour.allSatisfy({ (125...131).contains($0) }) { gray += 1 } else { other += 1 }
    }
    let count = Double(offsets.count)
    return (gray / count, other / count)
  }

  @Test(.needs("ffmpeg", "exiftool")) func aCutPhoto() throws {
    let folder = try Folder()
    let bytes = try bytes()
    let photo = try folder.write(bytes.prefix(bytes.count * 2 / 3), to: "photo.heic")
    let output = folder.path("photo.png")
    let refused = try convert(photo, output)
    #expect(refused.code == 2 && folder.names == ["photo.heic"], "\(refused.errors)")
    #expect(refused.errors.contains("; --rescue shows the tiles that are left"))

    let result = try convert(photo, output, "--rescue")
    #expect(result.code == 1)
    let words = try #require(
      result.errors.firstMatch(
        of: #/warning: (\d+) of 48 tiles of the image are lost, and grey: /#)
    )
    let lost = try #require(Double(words.1))
    #expect((8...40).contains(lost), "\(result.errors)")
    #expect(result.errors.contains("the file ends early: "), "\(result.errors)")
    let (gray, other) = try shares(output, folder)
    // At the edges of tiles, samples of both are mixed.
    #expect(abs(gray - lost / 48) < 0.05 && other < 0.03, "\(gray) \(other)")
    let stated = try Program.other("exiftool", "-s3", "-XMP:Losses", output).output
    #expect(stated.contains("\(words.1) of 48 tiles of the image are lost"), "\(stated)")
  }

  @Test(.needs("ffmpeg", "exiftool")) func aDamagedTile() throws {
    let folder = try Folder()
    var bytes = try bytes()
    // In the middle of the coded data; a hole of zeros is not part of a NAL unit.
    let offset = bytes.count / 2
    bytes.replaceSubrange(offset..<offset + 64, with: Data(count: 64))
    try FileManager.default.createDirectory(
      atPath: folder.path("in"), withIntermediateDirectories: false)
    let photo = try folder.write(bytes, to: "in/photo.heic")
    #expect(try convert(photo, folder.path("photo.jpg")).code == 2)
    let out = folder.path("out")
    let result = try Program.boxwalk(
      "convert", folder.path("in"), "-o", out, "--rescue", "--format", "png", "--max-size", "700")
    #expect(result.code == 1, "\(result.errors)")
    let (gray, other) = try shares(out + "/photo.png", folder)
    #expect(abs(gray - 1.0 / 48) < 0.01 && other < 0.02, "\(gray) \(other)")
    let manifest = try String(
      contentsOfFile: out + "/.boxwalk/manifest.jsonl", encoding: .utf8)
    #expect(manifest.contains("1 of 48 tiles of the image is lost, and grey: tile "))
    // JPEG, whose metadata is in segments.
    let jpeg = folder.path("photo.jpg")
    #expect(try convert(photo, jpeg, "--rescue").code == 1)
    let stated = try Program.other("exiftool", "-s3", "-XMP:Losses", jpeg).output
    #expect(stated.contains("1 of 48 tiles of the image is lost"), "\(stated)")
    #expect(try Program.other("exiftool", "-s3", "-Make", jpeg).output == "Boxwalk\n")
  }

  /// A picture whose data is one small chunk, which the end of the file cuts.
  @Test(.needs("ffmpeg")) func aCutPNG() throws {
    let folder = try Folder()
    let (whole, output) = (folder.path("whole.png"), folder.path("rescued.png"))
    let made = try Program.boxwalk(
      "convert", Program.sample("portrait-single.heic"), "-o", whole, "--max-size", "48")
    #expect(made.isDone, "\(made.errors)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let start = try #require(bytes.range(of: Data("IDAT".utf8))).upperBound
    // Of the first bytes, no row can be decoded.
    let nothing = try folder.write(bytes.prefix(start + 12), to: "nothing.png")
    let refused = try Program.boxwalk("convert", nothing, "-o", output)
    #expect(refused.code == 2 && !refused.errors.contains("--rescue"), "\(refused.errors)")

    let cut = try folder.write(bytes.prefix((start + bytes.count) / 2), to: "cut.png")
    let advised = try Program.boxwalk("convert", cut, "-o", output)
    #expect(advised.code == 2)
    #expect(advised.errors.contains("; --rescue shows what is left of the image"))
    let found = try Program.boxwalk("verify", cut)
    #expect(found.output.contains("boxwalk convert --rescue"), "\(found.output)")
    let result = try Program.boxwalk("convert", cut, "-o", output, "--rescue")
    #expect(result.code == 1, "\(result.errors)")
    let words = try #require(
      result.errors.firstMatch(of: #/warning: (\d+)% of the image is lost, and grey/#),
      "\(result.errors)")
    let lost = try #require(Double(words.1)) / 100
    let (expected, own) = (try pixels(whole), try pixels(output))
    try #require(expected.count == own.count)
    let rows = 48
    let width = expected.count / rows
    let same = (0..<rows).prefix {
      own[$0 * width..<($0 + 1) * width] == expected[$0 * width..<($0 + 1) * width]
    }.count
    #expect((10..<40).contains(same) && abs(1 - Double(same) / Double(rows) - lost) < 0.01)
    #expect(own[(same * width)...].allSatisfy { (125...131).contains($0) })
  }

  /// A photo of one coded image: the part before the cut is the same as in the whole picture.
  @Test(
    .needs("ffmpeg"),
    arguments: ["portrait-single.heic"] + (Doctor.converts("AVIF") ? ["coast.avif"] : []),
    [0.35, 0.6, 0.9])
  func aCutPhotoOfOneImage(name: String, share: Double) throws {
    let folder = try Folder()
    let single = Program.sample(name)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: single))
    let photo = try folder.write(
      bytes.prefix(Int(Double(bytes.count) * share)), to: "cut-\(name)")
    let (whole, output) = (folder.path("whole.png"), folder.path("cut.png"))
    let refused = try Program.boxwalk("convert", photo, "-o", output)
    #expect(refused.code == 2, "\(refused.errors)")
    #expect(refused.errors.contains("; --rescue shows what is left of the image"))
    let result = try Program.boxwalk("convert", photo, "-o", output, "--rescue")
    #expect(result.code == 1, "\(result.errors)")
    let words = try #require(
      result.errors.firstMatch(
        of: #/warning: (\d+)% of the image is lost, and grey: its data breaks off/#),
      "\(result.errors)")
    let lost = try #require(Double(words.1)) / 100
    #expect((0.01...0.95).contains(lost))
    #expect(try Program.boxwalk("convert", single, "-o", whole).isDone)
    let (expected, found) = (try pixels(whole), try pixels(output))
    try #require(expected.count == found.count)
    var (gray, other) = (0, 0)
    let offsets = offsets(found)
    for offset in offsets {
      let colour = found[offset..<offset + 3]
      if colour.allSatisfy({ (125...131).contains($0) }) {
        gray += 1
      } else if !colour.elementsEqual(expected[offset..<offset + 3]) {
        other += 1
      }
    }
    let count = Double(offsets.count)
    // Chroma of the rows at the edge is mixed with grey.
    #expect(abs(Double(gray) / count - lost) < 0.02, "\(Double(gray) / count) \(lost)")
    #expect(Double(other) / count < 0.005, "\(Double(other) / count)")
  }

  /// A good photo is the same as without the option; of a photo that ends at its start, nothing is left.
  @Test func othersStayAsTheyAre() throws {
    let folder = try Folder()
    let (plain, rescued) = (folder.path("plain.jpg"), folder.path("rescued.jpg"))
    #expect(try convert(whole, plain).code == 1)
    let same = try convert(whole, rescued, "--rescue")
    #expect(same.code == 1 && !same.errors.contains("warning"), "\(same.errors)")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: plain))
        == Data(contentsOf: URL(fileURLWithPath: rescued)))
    let single = try Data(contentsOf: URL(fileURLWithPath: Program.sample("portrait-single.heic")))
    let photo = try folder.write(single.prefix(1_500), to: "single.heic")
    let result = try convert(photo, folder.path("single.jpg"), "--rescue")
    #expect(result.code == 2 && result.errors.contains("item 1 needs"), "\(result.errors)")
    #expect(!folder.names.contains("single.jpg"))
  }
}
