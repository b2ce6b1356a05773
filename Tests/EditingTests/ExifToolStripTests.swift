import Editing
import Foundation
import Metadata
import TestSupport
import Testing
import Verification

/// What ExifTool finds after metadata was removed.
@Suite(.needs("exiftool")) struct ExifToolStripTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func copy(_ name: String) throws -> String {
    try folder.write(Data(contentsOf: URL(fileURLWithPath: PackageFolder.sample(name))), to: name)
  }

  private func stripped(_ path: String, _ what: MetadataStripping) throws -> String {
    try folder.edited(
      path, as: "\(what)-\((path as NSString).lastPathComponent)", isGathered: false
    ) { edit throws(EditError) in try edit.strip(what) }
  }

  private func fields(_ path: String) throws -> Set<String> {
    let result = try InstalledProgram.run(
      "exiftool", ["-ee3", "-a", "-u", "-G1", "-s", "--System:all", "--File:all", path])
    return Set(result.output.split(separator: "\n").map(String.init))
  }

  /// Only data about locations is removed; ExifTool and a search of the bytes find nothing of it.
  @Test(
    arguments: ["landscape-tiled.heic", "portrait-single.heic", "clip-hevc.mov"])
  func asExifToolReadsIt(name: String) throws {
    let path = try copy(name)
    let before = try fields(path)
    #expect(before.contains { $0.contains("GPSLatitude") })
    let output = try stripped(path, .location)
    let after = try fields(output)
    #expect(!after.contains { $0.contains("GPS") || $0.contains("Location") })
    let lost = before.subtracting(after).filter {
      // Offsets in the file, and free space.
      !$0.contains("GPS") && !$0.contains("MediaDataOffset") && !$0.contains("Free ")
    }
    #expect(lost.isEmpty)
    #expect(try findings(output).allSatisfy { $0.severity == .note })
  }

  /// `strip` removes the data that ExifTool can write.
  @Test(arguments: ["landscape-tiled.heic", "clip-h264.mp4", "coast.avif"])
  func whatExifToolWrites(name: String) throws {
    let path = try copy(name)
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
    let made = try InstalledProgram.run("exiftool", arguments + [path])
    try #require(made.code == 0, "\(made.errors)")
    let output = try stripped(path, .location)
    let after = try fields(output)
    #expect(!after.contains { $0.contains("GPS") || $0.contains("Location") })
    #expect(after.contains { $0.contains("Tower") })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
    for text in ["48.858", "Paris", "+46.36"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
    }
    let rest = try fields(try stripped(output, .all))
    #expect(!rest.contains { $0.contains("Tower") || $0.contains("[IFD0]") })
  }
}
