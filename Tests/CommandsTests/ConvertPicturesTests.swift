import Foundation
import Testing

/// Which of the pictures of a file become files.
@Suite struct ConvertPicturesTests {
  /// A grid (item 49) with a thumbnail of 240 × 320 (item 50), a gain map and a depth map.
  private let photo = Program.sample("landscape-tiled.heic")

  /// `WIDTHxHEIGHT` of a JPEG file, from its frame header (ITU-T T.81 §B.2.2).
  private func size(_ path: String) throws -> String {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    var position = 2
    while position + 9 < bytes.count, bytes[position] == 0xFF {
      let number = { (at: Int) in Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
      if [0xC0, 0xC1, 0xC2].contains(bytes[position + 1]) {
        return "\(number(position + 7))x\(number(position + 5))"
      }
      position += 2 + number(position + 2)
    }
    return ""
  }

  @Test func auxiliaryImagesBecomeFiles() throws {
    let folder = try Folder()
    let result = try Program.boxwalk("convert", photo, "-o", folder.path("photo.jpg"), "--aux")
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.names == ["photo.depth.jpg", "photo.gainmap.jpg", "photo.jpg"])
    #expect(try size(folder.path("photo.jpg")) == "3024x4032")
    #expect(try size(folder.path("photo.depth.jpg")) == "576x768")
    #expect(try size(folder.path("photo.gainmap.jpg")) == "1512x2016")
    #expect(!result.errors.contains("not carried over"), "\(result.errors)")
    // They say nothing of the photo: no Exif.
    let depth = try Data(contentsOf: URL(fileURLWithPath: folder.path("photo.depth.jpg")))
    #expect(depth.range(of: Data("Exif".utf8)) == nil)

    // None of the three is replaced.
    let again = try Program.boxwalk("convert", photo, "-o", folder.path("photo.jpg"), "--aux")
    #expect(again.code == 3 || again.code == 2)
    #expect(again.errors.components(separatedBy: "exists; --force").count == 4, "\(again.errors)")
  }

  @Test func theThumbnailThatIsLargeEnoughIsTaken() throws {
    let folder = try Folder()
    let small = folder.path("small.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", small, "--thumbnail", "320").code == 0)
    #expect(try size(small) == "240x320")
    let large = folder.path("large.jpg")
    let result = try Program.boxwalk("convert", photo, "-o", large, "--thumbnail", "321")
    #expect(result.code == 0)
    #expect(result.errors.contains("no thumbnail of 321 samples"))
    #expect(try size(large) == "3024x4032")
  }

  @Test func anItemIsChosenByItsNumber() throws {
    let folder = try Folder()
    let tile = folder.path("tile.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", tile, "--item", "48").code == 0)
    #expect(try size(tile) == "512x512")
    for (item, words) in [
      ("99", "has no item 99; its pictures are: 49"),
      ("51", "has no picture in item 51, which is Exif metadata"),
    ] {
      let result = try Program.boxwalk("convert", photo, "-o", folder.path("x.jpg"), "--item", item)
      #expect(result.code == 2)
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    #expect(folder.names == ["tile.jpg"])
    let jpeg = try Program.boxwalk(
      "convert", Program.sample("meadow.jpg"), "-o", folder.path("x.jpg"), "--item", "1")
    #expect(jpeg.code == 2)
    #expect(jpeg.errors.contains("is a JPEG or PNG picture, which has no items"))
  }

  /// Two pictures, of which the thumbnail of the first was one: without its reference it counts.
  @Test func allPicturesGetNumbers() throws {
    let folder = try Folder()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: photo))
    let reference = try #require(bytes.range(of: Data("thmb".utf8)))
    bytes.replaceSubrange(reference, with: Data("zzzz".utf8))
    let file = try folder.write(bytes, to: "two.heic")
    let result = try Program.boxwalk(
      "convert", file, "-o", folder.path("out") + "/", "--all", "--json")
    #expect(result.code == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(names == ["two-1.jpg", "two-2.jpg"])
    #expect(try size(folder.path("out/two-1.jpg")) == "3024x4032")
    #expect(try size(folder.path("out/two-2.jpg")) == "240x320")
    #expect(result.output.contains(#""items":[49]"#))
    #expect(result.output.contains(#""items":[50]"#))
    // A single one needs no number.
    #expect(
      try Program.boxwalk("convert", photo, "-o", folder.path("one") + "/", "--all").code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("one"))
        == ["landscape-tiled.jpg"])
  }

  /// What another program counts.
  @Test func anotherProgramCountsTheSamePictures() throws {
    guard let media = ProcessInfo.processInfo.environment["BOXWALK_MEDIA"] else {
      return print("BOXWALK_MEDIA is not set: bursts are not checked")
    }
    for (name, count) in [
      // heif-info 1.23.6.
      ("heif-conformance/C008.heic", 3), ("heif-conformance/C012.heic", 11),
      ("iphone-heic/spatial_photo.heic", 2), ("heif-misc/autumn_1440x960.heic", 1),
    ] {
      let file = "\(media)/\(name)"
      guard FileManager.default.fileExists(atPath: file) else { continue }
      let folder = try Folder()
      let result = try Program.boxwalk("convert", file, "-o", folder.path("out") + "/", "--all")
      #expect(result.code == 0, "\(result.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
      #expect(names.count == count, "\(name)")
    }
  }

  /// Sequences without a still, and a time within one that has.
  @Test func picturesOfSequences() throws {
    let folder = try Folder()
    let still = try Program.boxwalk("convert", photo, "-o", folder.path("x.jpg"), "--time", "1")
    #expect(still.code == 2)
    #expect(still.errors.contains("has no image sequence"))
    guard let media = ProcessInfo.processInfo.environment["BOXWALK_MEDIA"],
      let ffmpeg = try Program.other("ffmpeg", "-version"), ffmpeg.code == 0
    else { return print("BOXWALK_MEDIA is not set: sequences are not checked") }
    // What ffmpeg shows. Of the second only the first of 120 samples can be decoded by itself; the
    // third has samples of 0.1 s, which all can.
    for (name, time, sample) in [
      ("heif-conformance/C028.heic", "0", 0), ("heif-misc/fixture-msf1.heic", "2.4", 0),
      ("heif-conformance/C030.heic", "0.25", 2), ("heif-conformance/C030.heic", "99", 7),
    ] {
      let output = folder.path("\(UUID()).jpg")
      let result = try Program.boxwalk(
        "convert", "\(media)/\(name)", "-o", output, "--time", time, "--quality", "95")
      #expect(result.code == 0, "\(result.errors)")
      let psnr = try Program.other(
        "ffmpeg", "-v", "info", "-i", output, "-ignore_editlist", "1", "-i", "\(media)/\(name)",
        "-lavfi",
        "[0]format=rgb24[a];[1]select=eq(n\\,\(sample)),format=rgb24[b];[a][b]psnr", "-frames:v",
        "1",
        "-f", "null", "-")
      let average = try #require(psnr?.errors.firstMatch(of: /average:([0-9.]+|inf)/))
      #expect((Double(average.1) ?? .infinity) > 36, "\(name): \(average.1) dB")
    }
  }
}
