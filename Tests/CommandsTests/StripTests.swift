import Foundation
import TestSupport
import Testing

/// `boxwalk strip`, as a person runs it, and what ExifTool finds after it.
@Suite struct StripTests {
  private func copy(_ name: String, to folder: Folder) throws -> String {
    try folder.write(Data(contentsOf: URL(fileURLWithPath: Program.sample(name))), to: name)
  }

  private func fields(_ path: String) throws -> Set<String> {
    let result = try Program.other(
      "exiftool", "-ee3", "-a", "-u", "-G1", "-s", "--System:all", "--File:all", path)
    return Set(result.output.split(separator: "\n").map(String.init))
  }

  @Test func whatIsSaid() throws {
    let folder = try Folder()
    let photo = try copy("landscape-tiled.heic", to: folder)
    let movie = try copy("clip-hevc.mov", to: folder)
    let shown = try Program.boxwalk("strip", "location", photo, "--dry-run")
    #expect(shown.code == 0 && shown.output.contains("  removed: the location in Exif (item 51)\n"))
    #expect(folder.names == ["clip-hevc.mov", "landscape-tiled.heic"])
    let result = try Program.boxwalk("strip", "location", photo, movie)
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.output == """
        \(folder.path("landscape-tiled-stripped.heic"))
          removed: the location in Exif (item 51)
          text that stays, in which no location was found: ImageDescription (item 51)
        \(folder.path("clip-hevc-stripped.mov"))
          removed: moov/meta: com.apple.quicktime.location.ISO6709

        """)
    // A second time there is nothing to do.
    let stripped = folder.path("clip-hevc-stripped.mov")
    let again = try Program.boxwalk("strip", "location", "--in-place", stripped)
    #expect(again.output == "\(stripped): nothing to change\n")
  }

  @Test func theGrammar() throws {
    let photo = Program.sample("landscape-tiled.heic")
    #expect(try Program.boxwalk("strip", photo).code == 64)
    #expect(try Program.boxwalk("strip", "nothing", photo).code == 64)
    #expect(try Program.boxwalk("strip", "location").code == 64)
    let help = try Program.boxwalk("help", "strip").output
    #expect(help.contains("USAGE: boxwalk strip [<options>] <what>") && help.contains("EXAMPLES"))
    let folder = try Folder()
    let text = try folder.write(Data("Hello".utf8), to: "text.txt")
    let refused = try Program.boxwalk("strip", "all", text, "--dry-run")
    #expect(refused.code == 2 && refused.errors.contains("is a text file"))
  }

  /// Only data about locations is removed; ExifTool and a search of the bytes find nothing of it.
  @Test(
    .needs("exiftool"),
    arguments: ["landscape-tiled.heic", "portrait-single.heic", "clip-hevc.mov"])
  func asExifToolReadsIt(name: String) throws {
    let folder = try Folder()
    let path = try copy(name, to: folder)
    let before = try fields(path)
    #expect(before.contains { $0.contains("GPSLatitude") })
    #expect(try Program.boxwalk("strip", "location", "--in-place", path).code == 0)
    let after = try fields(path)
    #expect(!after.contains { $0.contains("GPS") || $0.contains("Location") })
    let lost = before.subtracting(after).filter {
      // Offsets in the file, and free space.
      !$0.contains("GPS") && !$0.contains("MediaDataOffset") && !$0.contains("Free ")
    }
    #expect(lost.isEmpty)
    #expect(try Program.boxwalk("verify", path).code == 0)
  }

  /// `strip` removes the data that ExifTool can write.
  @Test(.needs("exiftool"), arguments: ["landscape-tiled.heic", "clip-h264.mp4", "coast.avif"])
  func whatExifToolWrites(name: String) throws {
    let folder = try Folder()
    let path = try copy(name, to: folder)
    var arguments = [
      "-q", "-overwrite_original", "-XMP-exif:GPSLatitude=48.858412",
      "-XMP-exif:GPSLongitude=2.294512", "-XMP-photoshop:City=Paris", "-XMP-dc:Title=Tower",
    ]
    if name.hasSuffix("mp4") {
      arguments += [
        "-Keys:GPSCoordinates=48.858412, 2.294512, 35", "-Keys:LocationName=Paris",
        "-ItemList:GPSCoordinates=48.858412, 2.294512, 35", "-Keys:Title=Tower",
        "-UserData:GPSCoordinates=48.858412, 2.294512, 35",
        "-UserData:LocationInformation=Paris Lat=48.858412 Lon=2.294512",
      ]
    } else {
      arguments += ["-GPSLatitude=48.858412", "-GPSLatitudeRef=N", "-GPSLongitude=2.294512"]
    }
    let made = try Program.other("exiftool", arguments + [path])
    try #require(made.code == 0, "\(made.errors)")
    let result = try Program.boxwalk("strip", "location", "--in-place", path)
    #expect(result.code == 0, "\(result.errors)")
    let after = try fields(path)
    #expect(!after.contains { $0.contains("GPS") || $0.contains("Location") })
    #expect(after.contains { $0.contains("Tower") })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for text in ["48.858", "Paris", "+46.36"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
    }
    let all = try Program.boxwalk("strip", "all", "--in-place", path)
    #expect(all.code == 0, "\(all.errors)")
    let rest = try fields(path)
    #expect(!rest.contains { $0.contains("Tower") || $0.contains("[IFD0]") })
  }
}
