import Foundation
import ISOBMFF
import Metadata
import TestSupport
import Testing

/// JPEG files with bytes between their segments that belong to none: other programs show them whole.
@Suite struct StrayBytesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The sample with stray bytes between all segments up to the first scan. Right behind SOI, they would hide what
  /// the file is.
  private func photo(_ stray: [UInt8]) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    for segment in JPEGSegments(Bytes(Array(bytes))).segments.dropFirst().reversed() {
      bytes.insert(contentsOf: stray, at: segment.offset)
    }
    return try folder.write(bytes, to: "stray.jpg")
  }

  private func bigEndian(_ number: UInt32) -> Data {
    Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
  }

  private func pixels(_ path: String) throws -> Data {
    let output = folder.path("pixels.ppm")
    let read = try Program.other("djpeg", "-pnm", "-outfile", output, path)
    // 2 is its code for warnings.
    #expect(read.code == 0 || read.code == 2, "\(read.errors)")
    return try folder.data("pixels.ppm")
  }

  @Test(.needs("djpeg"), arguments: [[0x20, 0x0A], [0xFF, 0, 0, 0]] as [[UInt8]])
  func theWholePictureIsThere(stray: [UInt8]) throws {
    let path = try photo(stray)
    // The messages and the output of libjpeg.
    let other = try Program.other("djpeg", "-pnm", "-outfile", "/dev/null", path)
    #expect(other.errors.contains("extraneous bytes before marker"))
    #expect(try pixels(path) == pixels(Program.sample("meadow.jpg")))

    let verified = try Program.boxwalk("verify", path)
    #expect(
      verified.code == 1 && verified.output.contains("jpeg-stray-bytes"), "\(verified.output)")
    let converted = try Program.boxwalk("convert", path, "-o", folder.path("a.png"))
    #expect(converted.code == 1, "\(converted.errors)")
    #expect(converted.errors.contains("no sample is lost"), "\(converted.errors)")
    _ = try Program.boxwalk("convert", Program.sample("meadow.jpg"), "-o", folder.path("b.png"))
    #expect(try folder.data("a.png") == folder.data("b.png"))

    let copied = try Program.boxwalk("convert", path, "-o", folder.path("copy.jpg"))
    #expect(copied.code == 0, "\(copied.errors)")
    #expect(try folder.data("copy.jpg") == Data(contentsOf: URL(fileURLWithPath: path)))
    let stripped = try Program.boxwalk(
      "convert", path, "-o", folder.path("stripped.jpg"), "--strip", "location")
    #expect(stripped.code == 0, "\(stripped.errors)")
    #expect(try pixels(folder.path("stripped.jpg")) == pixels(path))

    let repaired = try Program.boxwalk("repair", path, "-o", folder.path("repaired.jpg"))
    #expect(repaired.code == 0 && repaired.output.contains("stray bytes"), "\(repaired.output)")
    #expect(
      try folder.data("repaired.jpg")
        == Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg"))))
  }

  /// Stray bytes behind a table between two scans of a progressive picture are no samples.
  @Test(.needs("djpeg"), .needs("cjpeg")) func bytesBetweenLaterScans() throws {
    let (plain, whole) = (folder.path("plain.ppm"), folder.path("whole.jpg"))
    _ = try Program.other("djpeg", "-pnm", "-outfile", plain, Program.sample("meadow.jpg"))
    _ = try Program.other("cjpeg", "-progressive", "-outfile", whole, plain)
    let bytes = try folder.data("whole.jpg")
    // DHT, after the first scan: FF C4 and its length.
    let scan = try #require(JPEGSegments(Bytes(Array(bytes))).segments.last)
    let table = try #require(
      bytes.range(of: Data([0xFF, 0xC4, 0]), in: scan.offset + scan.size..<bytes.count))
    var stray = bytes
    stray.insert(
      contentsOf: [0, 0x12], at: table.lowerBound + 2 + Int(bytes[table.lowerBound + 3]))
    let path = try folder.write(stray, to: "stray.jpg")
    let other = try Program.other("djpeg", "-pnm", "-outfile", "/dev/null", path)
    #expect(other.errors.contains("2 extraneous bytes before marker"), "\(other.errors)")
    #expect(try pixels(path) == pixels(whole))

    let converted = try Program.boxwalk("convert", path, "-o", folder.path("a.png"))
    #expect(converted.code == 1, "\(converted.errors)")
    #expect(
      converted.errors.contains("2 stray bytes between segments")
        && converted.errors.contains("no sample is lost"), "\(converted.errors)")
    _ = try Program.boxwalk("convert", whole, "-o", folder.path("b.png"))
    #expect(try folder.data("a.png") == folder.data("b.png"))
  }

  /// Behind the first scan, bytes before a marker may be samples.
  @Test func bytesInScansAreStillDamage() throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    let end = try #require(JPEGSegments(Bytes(Array(bytes))).end)
    bytes.insert(contentsOf: [UInt8](repeating: 0x20, count: 64), at: end - 2)
    let path = try folder.write(bytes, to: "a.jpg")
    let converted = try Program.boxwalk("convert", path, "-o", folder.path("a.png"))
    #expect(converted.code == 2 && converted.errors.contains("extraneous"), "\(converted.errors)")
  }

  /// The index of pictures is right again, whether it was written before the stray bytes or with them.
  @Test(.needs("exiftool"), arguments: [true, false])
  func theIndexOfPicturesFollows(isStale: Bool) throws {
    let path = folder.path("ultra.jpg")
    _ = try Program.boxwalk("convert", Program.sample("landscape-tiled.heic"), "-o", path)
    let original = try folder.data("ultra.jpg")
    var bytes = original
    let jpeg = JPEGSegments(Bytes(Array(original)))
    let scan = try #require(jpeg.segments.last)
    bytes.insert(contentsOf: [UInt8](repeating: 0x20, count: 5), at: scan.offset)
    if !isStale {
      // The size of the first picture, and the offset of the second: numbers of four bytes, big-endian.
      let index = try #require(bytes.range(of: Data("MPF\0".utf8))).upperBound
      let second = index - jpeg.bytes.fileOffset
      let (end, start) = (
        try #require(jpeg.end), try #require(jpeg.furtherPictures.first).fileOffset
      )
      for number in [UInt32(end), UInt32(start - second)] {
        let (old, new) = (bigEndian(number), bigEndian(number + 5))
        let range = try #require(bytes.range(of: old, in: index..<index + 200))
        bytes.replaceSubrange(range, with: new)
      }
    }
    let stray = try folder.write(bytes, to: "stray.jpg")
    let repaired = try Program.boxwalk("repair", stray, "-o", folder.path("repaired.jpg"))
    #expect(repaired.code == 0, "\(repaired.errors)")
    #expect(try folder.data("repaired.jpg") == original)
    let read = try Program.other(
      "exiftool", "-b", "-MPImage2", folder.path("repaired.jpg"))
    #expect(read.data.starts(with: [0xFF, 0xD8]))
  }
}
