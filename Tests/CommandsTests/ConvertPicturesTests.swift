import Foundation
import TestSupport
import Testing

/// Tests which pictures of a file become files.
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
    // They have no properties of the photo: no Exif.
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
    #expect(try size(large) == "241x321")
    let smaller = folder.path("smaller.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", smaller, "--thumbnail", "100").code == 0)
    #expect(try size(smaller) == "75x100")
  }

  /// All written pictures have at most so many samples in their longer side, and state it in Exif.
  @Test(.needs("exiftool")) func picturesAreMadeSmaller() throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      "convert", photo, "-o", folder.path("photo.jpg"), "--aux", "--max-size", "700")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try size(folder.path("photo.jpg")) == "525x700")
    #expect(try size(folder.path("photo.depth.jpg")) == "525x700")
    #expect(try size(folder.path("photo.gainmap.jpg")) == "525x700")
    let exif = try Program.other(
      "exiftool", "-s3", "-ExifImageWidth", "-ExifImageHeight", "-MPImageType",
      "-DirectoryItemLength", "-MPImageLength", folder.path("photo.jpg"))
    let lines = exif.output.split(separator: "\n")
    #expect(lines.prefix(2) == ["525", "700"])
    // The gain map is where XMP and MPF say.
    #expect(lines.count == 5 && lines[3] == lines[4], "\(lines)")
    // No picture is enlarged.
    let same = folder.path("same.jpg")
    #expect(
      try Program.boxwalk(
        "convert", Program.sample("portrait-single.heic"), "-o", same, "--max-size", "5000"
      ).code == 0)
    #expect(try size(same) == "960x1280")
    // JPEG files, too, and those that are small enough are copied.
    let small = folder.path("small.jpg")
    let jpeg = try Program.boxwalk("convert", same, "-o", small, "--max-size", "64")
    #expect(jpeg.code == 0, "\(jpeg.errors)")
    #expect(try size(small) == "48x64")
    let copied = try Program.boxwalk(
      "convert", same, "-o", folder.path("copy.jpg"), "--max-size", "1280")
    #expect(copied.errors.contains("copied as it is"), "\(copied.errors)")
    for option in ["--max-size", "--thumbnail"] {
      #expect(try Program.boxwalk("convert", photo, "-o", same, option, "0").code == 64)
    }
  }

  @Test func aPictureGoesToStandardOutput() throws {
    let photo = Program.sample("portrait-single.heic")
    let folder = try Folder()
    let file = folder.path("file.png")
    #expect(try Program.boxwalk("convert", photo, "-o", file, "--max-size", "50").code == 0)
    let passed = folder.path("passed.png")
    // In a shell, standard output is the file, byte for byte.
    let shell = try Program.other(
      "sh", "-c", "\"$0\" convert \"$1\" -o - --format png --max-size 50 > \"$2\"",
      Program.products.appendingPathComponent("boxwalk").path, photo, passed)
    #expect(shell.code == 0, "\(shell.errors)")
    #expect(FileManager.default.contentsEqual(atPath: file, andPath: passed))
    let other = Program.sample("meadow.jpg")
    #expect(try Program.boxwalk("convert", photo, other, "-o", "-").code == 64)
    #expect(try Program.boxwalk("convert", photo, "-o", "-", "--json").code == 64)
    #expect(try Program.boxwalk("convert", photo, "-o", "-", "--all").code == 64)
  }

  @Test func anItemIsChosenByItsNumber() throws {
    let folder = try Folder()
    let tile = folder.path("tile.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", tile, "--item", "48").code == 0)
    #expect(try size(tile) == "512x512")
    for (item, words) in [
      ("99", "has no item 99; its images are: 49"),
      ("51", "has no image in item 51, which is Exif metadata"),
    ] {
      let result = try Program.boxwalk("convert", photo, "-o", folder.path("x.jpg"), "--item", item)
      #expect(result.code == 2)
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    #expect(folder.names == ["tile.jpg"])
    let jpeg = try Program.boxwalk(
      "convert", Program.sample("meadow.jpg"), "-o", folder.path("x.jpg"), "--item", "1")
    #expect(jpeg.code == 2)
    #expect(jpeg.errors.contains("is a JPEG or PNG image, which has no items"))
  }

  /// Two pictures. One was the thumbnail of the other: without its reference, it counts as a picture.
  @Test func allPicturesGetNumbers() throws {
    let folder = try Folder()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: photo))
    let reference = try #require(bytes.range(of: Data("thmb".utf8)))
    bytes.replaceSubrange(reference, with: Data("zzzz".utf8))
    let file = try folder.write(bytes, to: "two.heic")
    let result = try Program.boxwalk(
      "convert", file, "-o", folder.path("out") + "/", "--all", "--json")
    #expect(result.code == 1, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(names == ["two-1.jpg", "two-2.jpg"])
    #expect(try size(folder.path("out/two-1.jpg")) == "3024x4032")
    #expect(try size(folder.path("out/two-2.jpg")) == "240x320")
    #expect(result.output.contains(#""items":[49]"#))
    #expect(result.output.contains(#""items":[50]"#))
    // A single one needs no number.
    #expect(
      try Program.boxwalk("convert", photo, "-o", folder.path("one") + "/", "--all").code == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("one"))
        == ["landscape-tiled.jpg"])
  }

  /// The counts of heif-info 1.23.6.
  @Test(
    .needsMedia,
    arguments: [
      ("heif-conformance/C008.heic", 3), ("heif-conformance/C012.heic", 11),
      ("iphone-heic/spatial_photo.heic", 2), ("heif-misc/autumn_1440x960.heic", 1),
    ])
  func anotherProgramCountsTheSamePictures(name: String, count: Int) throws {
    let file = try #require(MediaFolder.path) + "/" + name
    let folder = try Folder()
    let result = try Program.boxwalk("convert", file, "-o", folder.path("out") + "/", "--all")
    #expect(result.isDone, "\(result.errors)")
    #expect(Folder.names(folder.path("out")).count == count)
  }

  @Test func aStillHasNoSequence() throws {
    let folder = try Folder()
    let still = try Program.boxwalk("convert", photo, "-o", folder.path("x.jpg"), "--time", "1")
    #expect(still.code == 2)
    #expect(still.errors.contains("has no image sequence"))
  }

  /// Sequences without a still, and a time within one that has, as ffmpeg shows them. Of the second only
  /// the first of 120 samples can be decoded by itself; the third has samples of 0.1 s, which all can.
  @Test(
    .needsMedia, .needs("ffmpeg"),
    arguments: [
      ("heif-conformance/C028.heic", "0", 0), ("heif-misc/fixture-msf1.heic", "2.4", 0),
      ("heif-conformance/C030.heic", "0.25", 2), ("heif-conformance/C030.heic", "99", 7),
    ])
  func picturesOfSequences(name: String, time: String, sample: Int) throws {
    let folder = try Folder()
    let (file, output) = (try #require(MediaFolder.path) + "/" + name, folder.path("x.jpg"))
    let result = try Program.boxwalk(
      "convert", file, "-o", output, "--time", time, "--quality", "95")
    #expect(result.isDone, "\(result.errors)")
    let psnr = try Program.other(
      "ffmpeg", "-v", "info", "-i", output, "-ignore_editlist", "1", "-i", file, "-lavfi",
      "[0]format=rgb24[a];[1]select=eq(n\\,\(sample)),format=rgb24[b];[a][b]psnr", "-frames:v", "1",
      "-f", "null", "-")
    let average = try #require(psnr.errors.firstMatch(of: /average:([0-9.]+|inf)/))
    #expect((Double(average.1) ?? .infinity) > 36, "\(average.1) dB")
  }
}

/// Thumbnails in Exif.
@Suite struct ExifThumbnailTests {
  /// The picture is turned, and the thumbnail that it had with it: it gets an upright one.
  @Test(.needs("exiftool"), arguments: ["jpg", "png"]) func aTurnedThumbnailIsMadeAgain(
    format: String
  ) throws {
    let folder = try Folder()
    let photo = Program.sample("landscape-tiled.heic")
    let (old, turned) = (folder.path("old.jpg"), folder.path("turned.heic"))
    #expect(
      try Program.boxwalk(
        "convert", photo, "-o", old, "--thumbnail", "64", "--strip", "all", "--sdr"
      ).code == 0)
    let made = try Program.other("exiftool", "-ThumbnailImage<=\(old)", "-o", turned, photo)
    #expect(made.code == 0, "\(made.errors)")
    let output = folder.path("photo.\(format)")
    let result = try Program.boxwalk("convert", turned, "-o", output, "--max-size", "300")
    #expect(result.isDone && !result.errors.contains("thumbnail"), "\(result.errors)")
    let thumbnail = folder.path("photo_thumb.jpg")
    _ = try Program.other(
      "exiftool", "-b", "-ThumbnailImage", "-w", "%d%f_thumb.jpg", output)
    let size = try Program.other("exiftool", "-s3", "-ImageSize", thumbnail)
    #expect(size.output.trimmingCharacters(in: .whitespacesAndNewlines) == "120x160")
    // Only the properties of the picture (Exif 2.32 §4.5.5).
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: thumbnail)))
    #expect(Array(bytes.prefix(2)) == [0xFF, 0xD8] && Array(bytes.suffix(2)) == [0xFF, 0xD9])
    #expect(bytes[2] == 0xFF && !(0xE0...0xEF).contains(bytes[3]))
  }
}
