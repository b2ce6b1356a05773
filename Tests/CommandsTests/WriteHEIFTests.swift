import Foundation
import TestSupport
import Testing

/// HEIC and AVIF files, from photos of all kinds, as other programs see them.
@Suite(
  .needs("libheif with encoders of HEVC and AV1") { Doctor.writesHEIF },
  .needs("djpeg", "exiftool", "ffmpeg", "heif-convert", "jpegtran"))
struct WriteHEIFTests {
  private static let formats = ["heic", "avif"]

  /// The output of a shell command.
  private func shell(_ command: String) throws -> String {
    let result = try Program.other("sh", "-c", "set -e; \(command)")
    #expect(result.code == 0, "\(command): \(result.errors)")
    return result.output
  }

  /// 16 × 16 samples of a picture, as numbers.
  private func look(_ path: String, _ folder: Folder) throws -> [Int] {
    let raw = folder.path("look.raw")
    // ffmpeg's own decoder of JPEG is less exact.
    let source = path.hasSuffix(".jpg") ? folder.path("look.ppm") : path
    let decode = path == source ? "" : "djpeg '\(path)' > '\(source)'; "
    let command =
      "\(decode)ffmpeg -v error -y -i '\(source)' -vf scale=16:16:flags=area -pix_fmt rgb24 -f rawvideo '\(raw)'"
    _ = try shell(command)
    return try Data(contentsOf: URL(fileURLWithPath: raw)).map { Int($0) }
  }

  /// The picture of a HEIC or AVIF file as libheif's own program shows it.
  private func shown(_ path: String, _ folder: Folder) throws -> [Int] {
    let png = folder.path("shown.png")
    _ = try shell("heif-convert '\(path)' '\(png)'")
    return try look(png, folder)
  }

  private func expectSame(_ first: [Int], _ second: [Int], _ name: String) {
    #expect(first.count == 768 && second.count == 768)
    let most = zip(first, second).map { abs($0 - $1) }.max() ?? 255
    #expect(most <= 10, "\(name): differs by \(most)")
  }

  /// A small JPEG of the sample that is stored in another orientation.
  private func turned(_ orientation: Int, _ folder: Folder) throws -> String {
    let ways = [
      "", "-flip horizontal", "-rotate 180", "-flip vertical", "-transpose", "-rotate 270",
      "-transverse", "-rotate 90",
    ]
    let path = folder.path("turned\(orientation).jpg")
    let command =
      "jpegtran -crop 400x304+400+400 '\(Program.sample("meadow.jpg"))' | "
      + (ways[orientation - 1].isEmpty ? "cat" : "jpegtran \(ways[orientation - 1])")
      + " > '\(path)'; exiftool -q -overwrite_original -n -Orientation=\(orientation)"
      + " -ExifImageWidth=1 '\(path)'"
    _ = try shell(command)
    return path
  }

  @Test(arguments: 1...8) func picturesAreUpright(orientation: Int) throws {
    let folder = try Folder()
    let expected = try look(turned(1, folder), folder)
    let photo = try turned(orientation, folder)
    for format in WriteHEIFTests.formats + ["png"] {
      let output = folder.path("out.\(format)")
      let quality = format == "png" ? [] : ["--quality", "90"]
      let result = try Program.boxwalk(["convert", photo, "-o", output] + quality)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("400 × 304"))
      let found = try format == "png" ? look(output, folder) : shown(output, folder)
      expectSame(found, expected, "\(format), orientation \(orientation)")
      #expect(
        try shell("exiftool -s3 -n -Orientation -ExifImageWidth '\(output)'") == "1\n400\n")
    }
  }

  /// Fields of a file by group and name, as ExifTool reads them.
  private func fields(_ path: String) throws -> [String: String] {
    let text = try shell("exiftool -a -G1 -s -j -n -b '\(path)'")
    let objects = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    let groups = ["IFD0", "ExifIFD", "GPS", "XMP", "ICC", "Apple"]
    return try #require(objects?.first).mapValues { "\($0)" }.filter { key, _ in
      groups.contains { key.hasPrefix($0) }
    }
  }

  @Test(arguments: ["meadow.jpg", "portrait-single.heic"])
  func metadataIsKept(name: String) throws {
    let folder = try Folder()
    let photo = Program.sample(name)
    for format in WriteHEIFTests.formats {
      let output = folder.path("out.\(format)")
      let result = try Program.boxwalk("convert", photo, "-o", output)
      #expect(result.code == 0, "\(result.errors)")
      let (before, after) = (try fields(photo), try fields(output))
      #expect(!before.isEmpty)
      for (key, value) in before { #expect(after[key] == value, "\(key) of \(format)") }
      let verified = try Program.boxwalk("verify", output)
      #expect(verified.code == 0, "\(verified.output)")
      // Times too.
      let times = try [photo, output].map {
        try FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
      }
      #expect(times[0] == times[1])
      #expect(try Program.boxwalk("convert", photo, "-o", output).code == 2)

      let bare = folder.path("bare.\(format)")
      let stripped = try Program.boxwalk(
        "convert", photo, "-o", bare, "--strip", "all", "--max-size", "64")
      #expect(stripped.code == 0, "\(stripped.errors)")
      let left = try fields(bare)
      #expect(left.allSatisfy { $0.key.hasPrefix("ICC") }, "\(left)")
    }
  }

  /// More than 64 KB of XMP, which a JPEG holds in several segments, and a profile.
  @Test func extendedXMPBecomesOnePacket() throws {
    let folder = try Folder()
    let jpeg = try folder.write(
      Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg"))), to: "in.jpg")
    let words = String(repeating: "all of it, ", count: 12_000)
    let arguments = try folder.write(
      Data("-XMP-dc:Description=\(words)\n-XMP-dc:Title=A title\n".utf8), to: "arguments")
    _ = try shell("exiftool -q -overwrite_original -@ '\(arguments)' '\(jpeg)'")
    // ExifTool cuts its output anywhere: the packet is written as a whole or not at all.
    let output = folder.path("out.heic")
    let result = try Program.boxwalk("convert", jpeg, "-o", output, "--max-size", "64")
    guard result.code == 0 else {
      #expect(result.code == 1 && result.errors.contains("XMP"), "\(result.errors)")
      return
    }
    #expect(try fields(jpeg)["XMP-dc:Title"] == fields(output)["XMP-dc:Title"])
    #expect(try fields(jpeg)["XMP-dc:Description"] == fields(output)["XMP-dc:Description"])
  }

  /// Every colour type of PNG.
  @Test(arguments: ["rgb24", "rgba", "rgb48be", "gray", "gray16be", "ya8", "pal8"])
  func picturesOfPNG(kind: String) throws {
    let folder = try Folder()
    let png = folder.path("in.png")
    let command =
      "ffmpeg -v error -i '\(Program.sample("meadow.jpg"))' -vf scale=131:75 -pix_fmt \(kind) '\(png)'"
    _ = try shell(command)
    let expected = try look(png, folder)
    for format in WriteHEIFTests.formats + ["jpg"] {
      let output = folder.path("out.\(format)")
      let result = try Program.boxwalk(
        "convert", png, "-o", output, "--quality", "95", "--depth", "8")
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("131 × 75"))
      let found = try format == "jpg" ? look(output, folder) : shown(output, folder)
      expectSame(found, expected, "\(kind) as \(format)")
      if kind == "rgba" || kind == "ya8", format != "jpg" {
        let summary = try Program.boxwalk("inspect", output).output
        #expect(summary.contains("alpha (transparency), 131 × 75"), "\(summary)")
      }
    }
    let copy = try Program.boxwalk("convert", png, "-o", folder.path("copy.png"))
    #expect(copy.code == 0 && copy.output.contains("copied"))
    let files = try ["in.png", "copy.png"].map {
      try Data(contentsOf: URL(fileURLWithPath: folder.path($0)))
    }
    #expect(files[0] == files[1])
  }

  /// A picture of 16 bits becomes one of 10. As libheif 1.15 cannot write that as AVIF, the picture gets 8
  /// bits, and a note says so; a depth that was asked for is refused.
  @Test func deepAVIF() throws {
    let folder = try Folder()
    let png = folder.path("in.png")
    let command =
      "ffmpeg -v error -f lavfi -i testsrc=s=131x75 -frames:v 1 -pix_fmt rgb48be '\(png)'"
    _ = try shell(command)
    for format in WriteHEIFTests.formats {
      let output = folder.path("out.\(format)")
      let result = try Program.boxwalk("convert", png, "-o", output)
      #expect(result.code == 0, "\(result.errors)")
      let summary = try Program.boxwalk("inspect", output).output
      if result.errors.contains("samples have 8 bits: libheif") {
        #expect(format == "avif" && !summary.contains("10 bit"), "\(summary)")
        let asked = folder.path("asked.\(format)")
        let refused = try Program.boxwalk("convert", png, "-o", asked, "--depth", "10")
        #expect(
          refused.code == 2 && refused.errors.contains("cannot write AVIF files of more than 8"))
        #expect(!FileManager.default.fileExists(atPath: asked))
      } else {
        #expect(summary.contains("10 bit"), "\(summary)")
      }
    }
  }

  /// Frames of an HDR movie become AVIF files like other pictures. Where they get 8 bits, they are mapped
  /// to SDR, as `--depth 8` would do it.
  @Test(.needs("ffmpeg")) func framesOfDeepMovies() throws {
    let folder = try Folder()
    let movie = folder.path("hlg.mov")
    _ = try shell(
      "ffmpeg -v error -f lavfi -i testsrc=s=128x96 -frames:v 2 -pix_fmt yuv420p10le -c:v libx265 -tag:v hvc1"
        + " -x265-params log-level=none:colorprim=9:transfer=18:colormatrix=9 '\(movie)'")
    let output = folder.path("frame.avif")
    let result = try Program.boxwalk("frames", movie, "-o", output)
    #expect(result.code == 0, "\(result.errors)")
    let stream = try shell(
      "ffprobe -v error -show_entries stream=pix_fmt,color_transfer -of csv=p=0 '\(output)'")
    if result.errors.contains("samples have 8 bits") {
      let asked = folder.path("asked.avif")
      #expect(try Program.boxwalk("frames", movie, "-o", asked, "--depth", "8").code == 0)
      let data = try [output, asked].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      #expect(data[0] == data[1])
      #expect(stream.contains("yuv420p,iec61966-2-1"), "\(stream)")
    } else {
      #expect(stream.contains("yuv420p10le,arib-std-b67"), "\(stream)")
    }
  }

  /// Numbers of colours that mean nothing are not passed on: libheif does not open such files.
  @Test(arguments: formats) func coloursThatMeanNothing(format: String) throws {
    let folder = try Folder()
    var data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.avci")))
    let colours = try #require(data.range(of: Data("nclx".utf8)))
    data.replaceSubrange(colours.upperBound..<colours.upperBound + 4, with: [0, 0, 0, 3])
    let (photo, output) = (try folder.write(data, to: "a.avci"), folder.path("a.\(format)"))
    let result = try Program.boxwalk("convert", photo, "-o", output, "--max-size", "64")
    #expect(result.code == 1 && result.errors.contains("colours are lost"), "\(result.errors)")
    let written = try Data(contentsOf: URL(fileURLWithPath: output))
    let stated = try #require(written.range(of: Data("nclx".utf8)))
    #expect(Array(written[stated.upperBound...].prefix(4)) == [0, 2, 0, 2])
  }

  @Test func damagedPicturesBecomeNothing() throws {
    let folder = try Folder()
    let jpeg = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    let cut = try folder.write(jpeg.prefix(200_000), to: "cut.jpg")
    let holed = try folder.write(
      jpeg.prefix(200_000) + Data([0xFF, 0xD9]), to: "holed.jpg")
    let output = try Folder()
    for photo in [cut, holed] {
      for format in WriteHEIFTests.formats + ["png"] {
        let result = try Program.boxwalk("convert", photo, "-o", output.path("out.\(format)"))
        #expect(result.code == 2 && result.errors.contains("damaged"), "\(result.errors)")
      }
    }
    #expect(output.names.isEmpty)
  }

}

/// Pictures that are refused before libheif is called.
@Suite struct RefusedHEIFTests {
  @Test func withoutLibheif() throws {
    let folder = try Folder()
    for arguments in [
      ["-o", folder.path("out.heic")], ["-o", folder.path("x"), "--format", "avif"],
    ] {
      let result = try Program.boxwalk(
        ["convert", Program.sample("meadow.jpg")] + arguments,
        environment: ["BOXWALK_LIBHEIF": "/nowhere/libheif.so"])
      #expect(result.code == 2 && result.errors.contains("/nowhere/libheif.so"), "\(result.errors)")
    }
    #expect(folder.names.isEmpty)
    let png = try Program.boxwalk(
      "convert", Program.sample("meadow.jpg"), "-o", folder.path("out.png"),
      environment: ["BOXWALK_LIBHEIF": "/nowhere/libheif.so"])
    #expect(png.code == 0, "\(png.errors)")
  }

  @Test(arguments: [
    ["-o", "a.heic", "--depth", "16"], ["-o", "a.png", "--depth", "10"],
    ["-o", "a.jpg", "--depth", "16"],
    ["-o", "a.avif", "--quality", "0"], ["-o", "a.heic", "--format", "gif"],
  ])
  func optionsThatDoNotFit(arguments: [String]) throws {
    let result = try Program.boxwalk(["convert", Program.sample("meadow.jpg")] + arguments)
    #expect(result.code == 64)
  }
}
