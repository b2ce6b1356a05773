import Metadata
import Platform
import TestSupport
import Testing

/// A picture whose metadata exiftool writes when the test runs: no media folder is needed.
@Suite(.needs("exiftool"))
struct ExifToolFileTests {
  /// Each value is different.
  private static let options = [
    "-IFD0:Make=Some Maker", "-IFD0:Model=M 3", "-IFD0:Software=7.5", "-IFD0:Orientation=8",
    "-ExifIFD:DateTimeOriginal=2023:09:12 14:03:11", "-ExifIFD:SubSecTimeOriginal=045",
    "-ExifIFD:OffsetTimeOriginal=-03:30", "-ExifIFD:ExposureTime=1/640", "-ExifIFD:FNumber=1.78",
    "-ExifIFD:ISO=80", "-ExifIFD:FocalLength=6.86", "-ExifIFD:FocalLengthIn35mmFormat=26",
    "-ExifIFD:LensModel=Lens f/1.78", "-ExifIFD:ExifImageWidth=4032",
    "-ExifIFD:ExifImageHeight=3024", "-ExifIFD:Flash=9", "-GPS:GPSLatitude=33.51",
    "-GPS:GPSLatitudeRef=S", "-GPS:GPSLongitude=70.25", "-GPS:GPSLongitudeRef=W",
    "-GPS:GPSAltitude=20.5", "-GPS:GPSAltitudeRef=1",
  ]

  private static let picture: [UInt8] =
    [0xFF, 0xD8] + JPEGSegmentsTests.segment(0xC0, [8, 0, 2, 0, 3, 1, 1, 0x11, 0])
    + JPEGSegmentsTests.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0, 0xFF, 0xD9]

  @Test(arguments: ["MM", "II"])
  func whatExiftoolWritesIsRead(order: String) throws {
    var template = Array("/tmp/boxwalk-exif-XXXXXX\0".utf8.map { CChar($0) })
    let made = unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
    let folder = try #require(made)
    let (before, after) = ("\(folder)/before.jpg", "\(folder)/after.jpg")
    defer {
      unsafe unlink(before)
      unsafe unlink(after)
      unsafe rmdir(folder)
    }
    #expect(write(ExifToolFileTests.picture, to: before))
    let options = ExifToolFileTests.options.map { "'\($0)'" }.joined(separator: " ")
    _ = ExifTool.output(
      of: "exiftool -q -n -ExifByteOrder=\(order) \(options) -o \(after) \(before)")

    let jpeg = JPEGSegments(try ByteSource(mapping: after).bytes)
    #expect(jpeg.finding == nil)
    let tiff = try #require(jpeg.exif)
    #expect(TIFFFile.byteOrder(tiff) == (order == "MM" ? .big : .little))
    let summary = ExifSummary(tiff: tiff)
    #expect(summary.findings == [])
    #expect(summary.make == "Some Maker")
    #expect(summary.model == "M 3")
    #expect(summary.software == "7.5")
    #expect(summary.lens == "Lens f/1.78")
    #expect(summary.orientation == 8)
    #expect(summary.dateTimeOriginal == "2023-09-12 14:03:11.045-03:30")
    #expect(summary.exposureTime?.exposureText == "1/640")
    #expect(summary.fNumber == 1.78)
    #expect(summary.iso == 80)
    #expect(summary.focalLength == 6.86)
    #expect(summary.focalLengthIn35mm == 26)
    #expect(summary.flashFired == true)
    #expect(summary.pixelWidth == 4032)
    #expect(summary.pixelHeight == 3024)
    let location = try #require(summary.location)
    #expect(abs(location.latitude + 33.51) < 1e-6)
    #expect(abs(location.longitude + 70.25) < 1e-6)
    #expect(location.altitude == -20.5)
  }

  private func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = unsafe fopen(path, "wb") else { return false }
    defer { unsafe fclose(file) }
    return unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
}
