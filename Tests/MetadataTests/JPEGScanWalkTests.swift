import Foundation
import Metadata
import TestSupport
import Testing

/// Pictures whose codes are read to their end.
@Suite struct JPEGScanWalkTests {
  private static let samples = MediaFolder.samples.filter { $0.hasSuffix(".jpg") }
  /// The ways in which jpegtran writes the same picture.
  private static let forms = [
    [], ["-progressive"], ["-optimize"], ["-restart", "1"], ["-grayscale"],
    ["-progressive", "-restart", "4B"],
  ]

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The picture as jpegtran writes it.
  private func rewritten(_ path: String, _ form: [String]) throws -> [UInt8] {
    let folder = try Folder()
    _ = try InstalledProgram.run("jpegtran", form + ["-outfile", folder.path("a.jpg"), path])
    return try bytes(folder.path("a.jpg"))
  }

  @Test(arguments: samples) func wholePicturesHaveNoProblem(path: String) throws {
    #expect(JPEGSegments(Bytes(try bytes(path))).scanProblem == nil)
  }

  @Test(.needs("jpegtran"), arguments: forms) func allFormsAreRead(form: [String]) throws {
    let path = try #require(JPEGScanWalkTests.samples.first)
    #expect(JPEGSegments(Bytes(try rewritten(path, form))).scanProblem == nil)
  }

  /// A card loses blocks of 512 bytes, which then are zeros or FF.
  @Test(.needs("jpegtran"), arguments: forms) func lostBlocksAreFound(form: [String]) throws {
    let path = try #require(JPEGScanWalkTests.samples.first)
    let picture = try rewritten(path, form)
    let segments = JPEGSegments(Bytes(picture))
    let start = try #require(segments.segments.last).offset
    let end = try #require(segments.end)
    var (found, tried) = (0, 0)
    for offset in stride(from: (start / 512 + 1) * 512, to: end - 1024, by: 512 * 7) {
      for value in [0, 0xFF] as [UInt8] {
        var damaged = picture
        damaged.replaceSubrange(offset..<offset + 512, with: [UInt8](repeating: value, count: 512))
        let jpeg = JPEGSegments(Bytes(damaged))
        tried += 1
        if jpeg.structureProblem != nil || jpeg.scanProblem != nil || !jpeg.endsWithEOI {
          found += 1
        }
      }
    }
    #expect(tried > 4)
    #expect(found == tried)
  }

  /// A few bytes say that they are a picture of 900 megapixels.
  @Test(.needs("jpegtran"), arguments: forms) func statedSizesHaveBlocks(form: [String]) throws {
    var picture = try rewritten(try #require(JPEGScanWalkTests.samples.first), form)
    let frame = try #require(
      JPEGSegments(Bytes(picture)).segments.first { (0xC0...0xC2).contains($0.marker) })
    picture.replaceSubrange(frame.offset + 5..<frame.offset + 9, with: [0x75, 0x30, 0x75, 0x30])
    #expect(JPEGSegments(Bytes(picture)).scanProblem?.hasAllBlocks == false)
  }
}
