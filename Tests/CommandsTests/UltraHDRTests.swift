import Foundation
import TestSupport
import Testing

/// Photos with gain maps: other programs read the outputs.
@Suite struct UltraHDRTests {
  private let photo = Program.sample("landscape-tiled.heic")

  private func fields(_ path: String) throws -> [String: Any] {
    let result = try Program.other("exiftool", "-a", "-G1", "-j", "-n", "-struct", path)
    let objects = try JSONSerialization.jsonObject(with: result.data)
    return try #require((objects as? [[String: Any]])?.first)
  }

  /// The sample states a headroom of 4, in Apple's way.
  @Test(.needs("exiftool")) func theGainMapIsFoundByOthers() throws {
    let folder = try Folder()
    let output = folder.path("photo.jpg")
    let result = try Program.boxwalk("convert", photo, "-o", output)
    #expect(result.code == 1 && result.errors.contains("HDR kept as a gain map"))
    let picture = try fields(output)
    #expect(picture["XMP-hdrgm:HDRGMVersion"] ?? picture["XMP-hdrgm:Version"] != nil)
    #expect(picture["MPF0:NumberOfImages"] as? Int == 2)
    #expect(picture["XMP-xmp:CreatorTool"] as? String == "make-sample-media")
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    let start = try #require(picture["MPImage2:MPImageStart"] as? Int)
    let length = try #require(picture["MPImage2:MPImageLength"] as? Int)
    #expect(start + length == data.count)
    #expect(picture["MPImage1:MPImageLength"] as? Int == start)
    let directory = try #require(
      picture["XMP-Container:DirectoryItem"] ?? picture["XMP-GContainer:ContainerDirectory"]
        ?? picture["XMP-Container:Directory"])
    #expect("\(directory)".contains("\(length)"))

    let map = try folder.write(data[start...], to: "map.jpg")
    let second = try fields(map)
    #expect(second["File:ImageWidth"] as? Int == 1512)
    #expect(second["File:ImageHeight"] as? Int == 2016)
    #expect(second["File:ColorComponents"] as? Int == 1)
    for (name, value) in [
      ("GainMapMin", 0), ("GainMapMax", 2), ("Gamma", 1), ("OffsetSDR", 0), ("OffsetHDR", 0),
      ("HDRCapacityMin", 0), ("HDRCapacityMax", 2),
    ] {
      #expect(second["XMP-hdrgm:\(name)"] as? Int == value, "\(name)")
    }
  }

  /// A gain map of another writer than Apple, which XMP describes.
  @Test(.needs("exiftool")) func theGainMapThatXMPDescribes() throws {
    let folder = try Folder()
    var data = try Data(contentsOf: URL(fileURLWithPath: photo))
    func replace(_ start: String, _ end: String, _ text: String) throws {
      let first = try #require(data.range(of: Data(start.utf8)))
      let last = try #require(data.range(of: Data(end.utf8), in: first.lowerBound..<data.count))
      let room = last.upperBound - first.lowerBound - text.utf8.count
      try #require(room >= 0)
      let filler = UInt8(text.hasPrefix("urn") ? 0 : 0x20)
      data.replaceSubrange(
        first.lowerBound..<last.upperBound,
        with: Data(text.utf8) + Data(repeating: filler, count: room))
    }
    try replace("urn:com:apple:photo:2020:aux:hdrgainmap", "map", "urn:com:photo:aux:hdrgainmap")
    try replace(
      #"xmlns:HDRGainMap="http://ns.apple.com"#, #"HDRGainMap:HDRGainMapHeadroom="4.000000""#,
      #"xmlns:h="http://ns.adobe.com/hdr-gain-map/1.0/" h:GainMapMax="2.5" h:HDRCapacityMax="2.25""#
    )
    let other = try folder.write(data, to: "other.heic")
    let output = folder.path("photo.jpg")
    let result = try Program.boxwalk("convert", other, "-o", output)
    #expect(result.errors.contains("HDR kept as a gain map"), "\(result.errors)")
    let picture = try fields(output)
    let start = try #require(picture["MPImage2:MPImageStart"] as? Int)
    let map = try fields(
      folder.write(Data(contentsOf: URL(fileURLWithPath: output))[start...], to: "map.jpg"))
    for (name, value) in [
      ("GainMapMin", 0), ("GainMapMax", 2.5), ("Gamma", 1), ("OffsetSDR", 0.015625),
      ("HDRCapacityMax", 2.25),
    ] {
      #expect(map["XMP-hdrgm:\(name)"] as? Double == value, "\(name)")
    }
  }

  /// A warning is left for the part that was truncated.
  @Test func aLostGainMapIsTold() throws {
    let folder = try Folder()
    var data = try Data(contentsOf: URL(fileURLWithPath: photo))
    // Item 53 in iloc, and where its extent starts.
    let range = try #require(data.range(of: Data([0, 53, 0, 0, 0, 0, 0, 1])))
    data[range.upperBound] = 0x7F
    let damaged = try folder.write(data, to: "damaged.heic")
    let result = try Program.boxwalk("convert", damaged, "-o", folder.path("photo.jpg"))
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.errors.contains("warning: the HDR gain map is lost"), "\(result.errors)")
  }

  @Test func onRequestThereIsNone() throws {
    let folder = try Folder()
    let output = folder.path("photo.jpg")
    let result = try Program.boxwalk("convert", photo, "-o", output, "--sdr")
    #expect(result.code == 1 && !result.errors.contains("HDR kept"))
    #expect(result.errors.contains("not carried over: HDR gain map, depth map"))
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    for word in ["MPF\0", "hdrgm", "21496"] { #expect(data.range(of: Data(word.utf8)) == nil) }
  }

  /// A copied file keeps it, and a note says so.
  @Test func copiesKeepIt() throws {
    let folder = try Folder()
    let (photo, copy) = (folder.path("hdr.jpg"), folder.path("copy.jpg"))
    #expect(
      try Program.boxwalk("convert", Program.sample("landscape-tiled.heic"), "-o", photo).code == 1)
    for (options, isSaid) in [([], false), (["--sdr"], true)] {
      let result = try Program.boxwalk(["convert", photo, "-o", copy, "--force"] + options)
      #expect(result.errors.contains("gain map is copied") == isSaid, "\(result.errors)")
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: copy))
          == Data(contentsOf: URL(fileURLWithPath: photo)))
    }
  }

  /// In the metadata, only the data that locates the gain map is left.
  @Test(.needs("exiftool"), arguments: ["location", "all"])
  func strippedPhotosKeepIt(what: String) throws {
    let folder = try Folder()
    let output = folder.path("photo.jpg")
    let result = try Program.boxwalk("convert", photo, "-o", output, "--strip", what)
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.errors.contains("HDR kept as a gain map"))
    let picture = try fields(output)
    #expect(picture["MPF0:NumberOfImages"] as? Int == 2)
    #expect(!picture.keys.contains { $0.hasPrefix("GPS:") })
    if what == "all" {
      #expect(picture["XMP-xmp:CreatorTool"] == nil)
      #expect(!picture.keys.contains { $0.hasPrefix("ExifIFD:") })
    }
  }

  /// Phones before iOS 18 state only in the maker note how bright the gain map makes a picture.
  @Test(.needsMedia) func withoutItsMakerNoteItIsKept() throws {
    let folder = try Folder()
    let output = folder.path("photo.jpg")
    let photo = try #require(MediaFolder.path) + "/iphone-heic/iphone_photo.heic"
    let result = try Program.boxwalk(
      "convert", photo, "-o", output, "--strip", "all", "--max-size", "400")
    #expect(result.code == 0 && result.errors.contains("HDR kept as a gain map"))
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    #expect(data.range(of: Data("GainMapMax=\"2.700981\"".utf8)) != nil)
    #expect(data.range(of: Data("Exif\0".utf8)) == nil)
  }

  /// An output of an Ultra HDR file without its gain map does not mention the map.
  @Test(.needs("exiftool")) func withoutItNothingSpeaksOfIt() throws {
    let folder = try Folder()
    let file = folder.path("hdr.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", file, "--max-size", "400").code == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data("hdrgm".utf8)) != nil)
    for (name, options) in [
      ("small.jpg", ["--max-size", "200", "--sdr"]), ("same.png", []),
    ] {
      let output = folder.path(name)
      let result = try Program.boxwalk(["convert", file, "-o", output] + options)
      #expect(result.isDone, "\(result.errors)")
      let picture = try fields(output)
      #expect(!picture.keys.contains { $0.hasPrefix("XMP-hdrgm") }, "\(name)")
      #expect(picture["XMP-xmp:CreatorTool"] as? String == "make-sample-media", "\(name)")
    }
  }
}
