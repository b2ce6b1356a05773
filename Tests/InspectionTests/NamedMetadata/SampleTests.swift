import FieldCoding
import Foundation
import TestSupport
import Testing

@testable import Inspection

/// The metadata of the sample files.
@Suite struct SampleTests {
  private func metadata(_ name: String) throws -> NamedMetadata {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/\(name)") })
    return NamedMetadata(try ByteSource(mapping: path).bytes)
  }

  private func values(_ name: String, _ tag: String) throws -> [String] {
    try metadata(name).tags.filter { $0.isNamed(tag) }.map(\.value)
  }

  @Test(arguments: [
    ("IFD0:Make", "Boxwalk"), ("IFD0:Orientation", "Horizontal (normal)"),
    ("ExifIFD:ExposureTime", "1/640"), ("ExifIFD:FNumber", "1.6"), ("ExifIFD:ISO", "50"),
    ("ExifIFD:Flash", "Off, Did not fire"), ("ExifIFD:FocalLength", "4.2 mm"),
    ("ExifIFD:LensInfo", "4.2mm f/1.6"), ("ExifIFD:ComponentsConfiguration", "Y, Cb, Cr, -"),
    ("ExifIFD:ExifVersion", "0232"), ("GPS:GPSLatitude", "46 deg 21' 49.00\""),
    ("GPS:GPSAltitude", "475 m"), ("GPS:GPSVersionID", "2.3.0.0"),
  ])
  func aPhoto(tag: String, value: String) throws {
    #expect(try values("portrait-single.heic", tag) == [value])
  }

  @Test(arguments: [
    ("ICC-header:ProfileClass", "Display Device Profile"),
    ("ICC-header:ProfileVersion", "4.0.0"), ("ICC_Profile:ProfileDescription", "Display P3"),
    ("XMP-xmp:CreateDate", "2024:06:15 18:42:07+02:00"), ("XMP-xmp:Rating", "5"),
    ("XMP-HDRGainMap:HDRGainMapHeadroom", "4.000000"), ("XMP-apdi:NativeFormat", "1751411059"),
  ])
  func aPhotoWithMore(tag: String, value: String) throws {
    #expect(try values("landscape-tiled.heic", tag) == [value])
  }

  @Test func aMovie() throws {
    #expect(try values("clip-hevc.mov", "Keys:Model") == ["Sample"])
    #expect(try values("clip-hevc.mov", "keys:creationdate") == ["2024:06:15 18:42:07+02:00"])
    #expect(
      try values("clip-hevc.mov", "GPSCoordinates")
        == ["46 deg 21' 48.96\" N, 14 deg 5' 38.04\" E, 475 m Above Sea Level"])
  }

  @Test func filesOfOtherKindsAreRefused() {
    #expect(NamedMetadata(Bytes(Array("%PDF-1.4".utf8))).refusal != nil)
    #expect(NamedMetadata(Bytes()).refusal != nil)
  }

  /// Reading any bytes ends.
  @Test(arguments: ["portrait-single.heic", "meadow.jpg", "clip-hevc.mov", "landscape-tiled.heic"])
  func damagedFilesAreRead(name: String) throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/\(name)") })
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let start = Array(whole.prefix(24_000)) + Array(whole.suffix(24_000))
    var noise = Noise(state: 20_240_615)
    for _ in 0..<60 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...200, using: &noise) {
        bytes[Int.random(in: 12..<bytes.count, using: &noise)] = UInt8.random(
          in: 0...255, using: &noise)
      }
      _ = NamedMetadata(Bytes(bytes)).tags.map(\.value.count)
    }
  }
}
