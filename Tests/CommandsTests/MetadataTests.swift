import Foundation
import TestSupport
import Testing

/// Metadata before and after a conversion, as ExifTool reads it.
@Suite(.needs("exiftool")) struct MetadataTests {
  private let photo = Program.sample("landscape-tiled.heic")

  /// The fields of a file by group and name.
  private func fields(_ path: String) throws -> [String: String] {
    let result = try Program.other("exiftool", "-a", "-G1", "-s", "-j", "-n", "-b", path)
    let objects = try JSONSerialization.jsonObject(with: result.data) as? [[String: Any]]
    return try #require(objects?.first).mapValues { "\($0)" }
  }

  /// A copy of the sample to which ExifTool has added something.
  private func edited(_ folder: Folder, _ arguments: String...) throws -> String {
    let path = try folder.write(Data(contentsOf: URL(fileURLWithPath: photo)), to: "in.heic")
    let config = try folder.write(Data(arguments.joined(separator: "\n").utf8), to: "arguments")
    let result = try Program.other("exiftool", "-q", "-overwrite_original", "-@", config, path)
    try #require(result.code == 0, "\(result.errors)")
    return path
  }

  // MARK: The corpus

  /// Values that users would miss, or that must change with the picture.
  private static let groups = [
    "IFD0", "IFD1", "ExifIFD", "GPS", "InteropIFD", "Apple", "Samsung", "Sony", "Canon", "Google",
    "XMP", "ICC_Profile", "ICC-header", "MPF",
  ]
  private static let changing: Set<String> = [
    "Orientation", "ImageWidth", "ImageHeight", "ExifImageWidth", "ExifImageHeight",
    // Counted from the first byte of the file.
    "ThumbnailOffset",
    // Regions of the image, which move with its pixels.
    "SubjectArea", "SubjectLocation", "RegionAreaX", "RegionAreaY", "RegionAreaW", "RegionAreaH",
    "RegionAppliedToDimensionsW", "RegionAppliedToDimensionsH", "RegionExtensionsAngleInfoRoll",
    "RegionExtensionsAngleInfoYaw",
  ]

  @Test(.needsMedia) func realPhotosKeepTheirMetadata() throws {
    let media = URL(fileURLWithPath: try #require(MediaFolder.path))
    let folder = try Folder()
    var count = 0
    for directory in ["iphone-heic", "vendor-heif", "heif-misc", "livephoto-pairs", "motion-photo"]
    {
      let root = media.appendingPathComponent(directory)
      for name in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
      where ["heic", "heif", "hif"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
      {
        let input = root.appendingPathComponent(name).path
        let output = folder.path("out.jpg")
        let result = try Program.boxwalk("convert", input, "-o", output, "--force")
        // Other tests check the pictures that cannot be decoded.
        guard result.code == 0 else { continue }
        count += 1
        let before = try fields(input)
        let after = try fields(output)
        for (key, value) in before.sorted(by: { $0.key < $1.key }) where after[key] != value {
          let parts = key.split(separator: ":")
          guard parts.count == 2, isCompared(String(parts[0])) else { continue }
          if MetadataTests.changing.contains(String(parts[1])) { continue }
          // The metadata of auxiliary images is removed with them, and so is that of Samsung's own box.
          if result.errors.contains("(sefd)"), parts[0] == "Samsung", after[key] == nil { continue }
          // The movie of a motion photo is removed, and so is the metadata about it.
          if parts[0] == "XMP-GCamera", parts[1].hasPrefix("MotionPhoto"), after[key] == nil {
            continue
          }
          if parts[0] == "XMP-Container", after["XMP-GCamera:MotionPhoto"] == nil { continue }
          let hasAuxiliaryImages = ["not carried over", "HDR kept"].contains {
            result.errors.contains($0)
          }
          if hasAuxiliaryImages, parts[0].hasPrefix("XMP"), after[key] == nil,
            ofAuxiliaryImages(parts)
          {
            continue
          }
          Issue.record(
            "\(name): \(key) was \(value.prefix(60)), is \(after[key]?.prefix(60) ?? "gone")")
        }
        for (key, value) in after where key.hasSuffix(":Orientation") {
          #expect(value == "1", "\(name): \(key)")
        }
        let size = (after["File:ImageWidth"], after["File:ImageHeight"])
        if let width = after["ExifIFD:ExifImageWidth"] { #expect(width == size.0, "\(name)") }
        if let height = after["ExifIFD:ExifImageHeight"] { #expect(height == size.1, "\(name)") }
      }
    }
    #expect(count > 50)
  }

  private func isCompared(_ group: String) -> Bool {
    MetadataTests.groups.contains(group) || group.hasPrefix("XMP-")
  }

  private func ofAuxiliaryImages(_ parts: [Substring]) -> Bool {
    [
      "XMP-HDRGainMap", "XMP-apdi", "XMP-depthData", "XMP-depthBlurEffect",
      "XMP-portraitLightingEffect", "XMP-portraitEffectsMatte", "XMP-semanticSegmentationMatte",
      "XMP-x",
    ].contains(String(parts[0]))
  }

  // MARK: Orientation and colour

  /// HEIF turns pictures by its own properties: the orientation in Exif has no effect.
  @Test(arguments: 1...8)
  func everyOrientationBecomesUpright(orientation: Int) throws {
    let folder = try Folder()
    let input = try edited(folder, "-IFD0:Orientation#=\(orientation)")
    let output = folder.path("out.jpg")
    #expect(try Program.boxwalk("convert", input, "-o", output).code == 1)
    let before = try fields(input)
    let after = try fields(output)
    #expect(before["IFD0:Orientation"] == "\(orientation)")
    #expect(after["IFD0:Orientation"] == "1")
    #expect(after["File:ImageWidth"] == "3024")
    #expect(after["File:ImageHeight"] == "4032")
    for (key, value) in before {
      let parts = key.split(separator: ":")
      guard ["IFD0", "ExifIFD", "GPS", "Apple", "ICC_Profile"].contains(parts[0]),
        !MetadataTests.changing.contains(String(parts[1]))
      else { continue }
      #expect(after[key] == value, "\(key)")
    }
  }

  /// The sample's `nclx` says 1/13/6, and so does its bitstream.
  private func sample(primaries: UInt8, transfer: UInt8, in folder: Folder) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Program.sample("portrait-single.heic")))
    let colour = try #require(bytes.range(of: Data("nclx".utf8)))
    #expect(bytes[colour.upperBound..<colour.upperBound + 6] == Data([0, 1, 0, 13, 0, 6]))
    bytes[colour.upperBound + 1] = primaries
    bytes[colour.upperBound + 3] = transfer
    return try folder.write(bytes, to: "in.heic")
  }

  @Test(
    arguments: [
      (1, 13, nil, "no note"), (12, 13, "Display P3", "primaries 12, not 1;"),
      (9, 18, "BT.2020 HLG", "primaries 9, not 1; transfer 18, not 13;"),
    ] as [(UInt8, UInt8, String?, String)])
  func coloursThatOnlyNumbersStateGetAProfile(
    primaries: UInt8, transfer: UInt8, name: String?, note: String
  ) throws {
    let folder = try Folder()
    let input = try sample(primaries: primaries, transfer: transfer, in: folder)
    let output = folder.path("out.jpg")
    let result = try Program.boxwalk("convert", input, "-o", output, "--no-tonemap")
    #expect(result.code == (name == nil ? 0 : 1), "other colours than inside are a warning")
    #expect(result.errors.contains(note) == (name != nil), "\(result.errors)")
    let after = try fields(output)
    #expect(after["ICC_Profile:ProfileDescription"] == name)
  }

  /// Colours of a usual screen are the same in more bits: HDR is mapped to it first.
  @Test(.needs("Little CMS 2") { Doctor.has("lcms2") }) func coloursOfHDRAreMappedFirst() throws {
    let folder = try Folder()
    let input = try sample(primaries: 9, transfer: 16, in: folder)
    var pictures: [Data] = []
    for depth in ["8", "16"] {
      let output = folder.path("\(depth).png")
      let result = try Program.boxwalk(
        "convert", input, "-o", output, "--color", "srgb", "--depth", depth, "--max-size", "100")
      #expect(result.errors.contains("was mapped to SDR"), "\(result.errors)")
      pictures.append(try Data(contentsOf: URL(fileURLWithPath: output)))
    }
    #expect(pictures[0] == pictures[1])
    let shown = folder.path("shown.jpg")
    #expect(try Program.boxwalk("convert", input, "-o", shown, "--max-size", "100").code <= 1)
    #expect(try fields(shown)["ICC_Profile:ProfileDescription"] == "Display P3")
  }

  /// PNG files keep HDR in 16 bits, unless 8 are asked for.
  @Test func valuesOfHDRStayInPNG() throws {
    let folder = try Folder()
    let input = try sample(primaries: 9, transfer: 16, in: folder)
    let kept = folder.path("kept.png")
    let result = try Program.boxwalk("convert", input, "-o", kept, "--max-size", "100")
    #expect(result.errors.contains("keeps its HDR values"), "\(result.errors)")
    #expect(try fields(kept)["PNG:BitDepth"] == "16")
    let mapped = folder.path("mapped.png")
    let shown = try Program.boxwalk(
      "convert", input, "-o", mapped, "--max-size", "100", "--depth", "8")
    #expect(shown.errors.contains("was mapped to SDR"), "\(shown.errors)")
    #expect(try fields(mapped)["PNG:BitDepth"] == "8")
  }

  /// Pictures of JPEG keep what is said of them when they are made anew.
  @Test(arguments: ["jpg", "png"]) func whatIsSaidOfAPictureStays(format: String) throws {
    let folder = try Folder()
    let (input, output) = (Program.sample("meadow.jpg"), folder.path("a.\(format)"))
    let (before, bare) = (try fields(input), folder.path("bare.\(format)"))
    #expect(try Program.boxwalk("convert", input, "-o", output, "--max-size", "100").code <= 1)
    let after = try fields(output)
    for key in before.keys where [":Make", ":GPSLatitude"].contains(where: key.hasSuffix) {
      #expect(after[key] == before[key], "\(key)")
    }
    #expect(after.keys.contains { $0.hasSuffix(":Make") })
    let all = ["--max-size", "100", "--strip", "all"]
    #expect(try Program.boxwalk(["convert", input, "-o", bare] + all).code <= 1)
    #expect(try !fields(bare).keys.contains { $0.hasSuffix(":Make") })
  }

  /// What is said of a photo is not said of its depth map and its gain map.
  @Test func auxiliaryPicturesHaveNone() throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      "convert", photo, "-o", folder.path("a.jpg"), "--aux", "--max-size", "100")
    #expect(result.code <= 1, "\(result.errors)")
    #expect(folder.names.count > 1)
    for name in folder.names {
      let keys = try fields(folder.path(name)).keys
      #expect(keys.contains { $0.hasSuffix(":Make") } == (name == "a.jpg"), "\(name)")
    }
  }

  // MARK: More than a segment holds

  @Test func longXMPIsReadBackWhole() throws {
    let folder = try Folder()
    let long = String(repeating: "What a long description this is. ", count: 6_000)
    let input = try edited(
      folder, "-XMP-dc:Description=\(long)", "-XMP-dc:Title=Short", "-XMP-dc:Subject=one",
      "-XMP-dc:Subject=two", "-XMP-photoshop:Headline=H")
    let output = folder.path("out.jpg")
    let result = try Program.boxwalk("convert", input, "-o", output)
    #expect(result.code == 1)
    #expect(result.errors.contains("extended XMP"), "\(result.errors)")
    let before = try fields(input).filter { $0.key.hasPrefix("XMP-") }
    let after = try fields(output)
    #expect(before.count > 4)
    for (key, value) in before where !ofAuxiliaryImages(key.split(separator: ":")) {
      #expect(after[key] == value, "\(key)")
    }
    #expect(after["ExifTool:Warning"] == nil, "\(after["ExifTool:Warning"] ?? "")")
  }

  @Test func longExifIsReadBackWhole() throws {
    let folder = try Folder()
    let long = String(repeating: "0123456789", count: 15_000)
    let input = try edited(folder, "-ExifIFD:UserComment=\(long)")
    let output = folder.path("out.jpg")
    let result = try Program.boxwalk("convert", input, "-o", output)
    #expect(result.code == 1)
    #expect(result.errors.contains("takes 3 segments"), "\(result.errors)")
    let before = try fields(input)
    let after = try fields(output)
    let kept = before.filter {
      ["IFD0", "ExifIFD", "GPS", "Apple"].contains($0.key.split(separator: ":")[0])
    }
    #expect(kept.count > 10)
    for (key, value) in kept
    where !MetadataTests.changing.contains(String(key.split(separator: ":")[1])) {
      #expect(after[key] == value, "\(key)")
    }
  }

  // MARK: Left out on purpose

  @Test func theLocationIsLeftOut() throws {
    let folder = try Folder()
    let input = try edited(
      folder, "-XMP-exif:GPSLatitude=46.5", "-XMP-photoshop:City=Bern", "-XMP-dc:Title=Kept",
      "-XMP-iptcExt:LocationCreatedCity=Bern")
    let output = folder.path("out.jpg")
    let result = try Program.boxwalk("convert", input, "-o", output, "--strip", "location")
    #expect(result.code == 1, "\(result.errors)")
    let before = try fields(input)
    let after = try fields(output)
    #expect(before.keys.contains { $0.hasPrefix("GPS:") })
    func locations(_ fields: [String: String]) -> [String] {
      fields.keys.filter { $0.contains("GPS") || $0.contains("City") || $0.contains("Location") }
    }
    #expect(locations(before).count > 5)
    #expect(locations(after) == [])
    #expect(after["XMP-dc:Title"] == "Kept")
    #expect(after["IFD0:Model"] == before["IFD0:Model"])
    #expect(after["ExifTool:Warning"] == nil)
    // Neither as text nor as numbers.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
    #expect(bytes.range(of: Data("Bern".utf8)) == nil)
  }

  @Test func allMetadataButTheProfileIsLeftOut() throws {
    let folder = try Folder()
    let output = folder.path("out.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", output, "--strip", "all").code == 1)
    let after = try fields(output)
    let groups = Set(after.keys.compactMap { $0.split(separator: ":").first.map(String.init) })
    #expect(groups.isDisjoint(with: ["IFD0", "ExifIFD", "GPS", "Apple", "XMP-dc", "XMP-xmp"]))
    #expect(after["ICC_Profile:ProfileDescription"] == "Display P3")
  }

  @Test(.needs("djpeg")) func aJPEGPictureIsStrippedWithoutCodingItAgain() throws {
    let folder = try Folder()
    let source = Program.sample("meadow.jpg")
    let input = try folder.write(Data(contentsOf: URL(fileURLWithPath: source)), to: "in.jpg")
    let edit = try Program.other(
      "exiftool", "-q", "-overwrite_original", "-n", "-GPSLatitude=46.5", "-GPSLatitudeRef=N",
      "-Orientation=6", "-XMP-exif:GPSLongitude=7", "-IPTC:City=Bern", "-Make=Maker",
      "-XMP-dc:Title=Kept", input)
    try #require(edit.code == 0, "\(edit.errors)")
    func pixels(_ path: String) throws -> Data {
      let decoded = path + ".pnm"
      #expect(try Program.other("djpeg", "-outfile", decoded, path).code == 0)
      return try Data(contentsOf: URL(fileURLWithPath: decoded))
    }
    for stripping in ["location", "all"] {
      let output = folder.path("\(stripping).jpg")
      let result = try Program.boxwalk("convert", input, "-o", output, "--strip", stripping)
      #expect(result.code == 0, "\(result.errors)")
      let after = try fields(output)
      #expect(!after.keys.contains { $0.contains("GPS") || $0.contains("City") })
      #expect(after["IFD0:Orientation"] == "6", "it is not turned, and so must say so")
      #expect(after["XMP-dc:Title"] == (stripping == "all" ? nil : "Kept"))
      #expect(after["IFD0:Make"] == (stripping == "all" ? nil : "Maker"))
      #expect(try pixels(output) == pixels(input))
    }
  }
}
