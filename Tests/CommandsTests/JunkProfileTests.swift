import Foundation
import ISOBMFF
import Metadata
import TestSupport
import Testing

/// JPEG files with bytes that are no colour profile where one belongs.
@Suite struct JunkProfileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func photo(_ profile: Data) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    let old = JPEGSegments(Bytes(Array(bytes))).segments.filter { $0.marker == 0xE2 }
    for segment in old.reversed() {
      bytes.removeSubrange(segment.offset..<segment.offset + segment.size)
    }
    let payload = Data("ICC_PROFILE\0".utf8) + [1, 1] + profile
    let size = payload.count + 2
    let segment = Data([0xFF, 0xE2, UInt8(size >> 8), UInt8(size & 255)]) + payload
    bytes.insert(contentsOf: segment, at: 4 + Int(bytes[4]) << 8 + Int(bytes[5]))
    return try folder.write(bytes, to: "junk.jpg")
  }

  @Test(
    arguments: [
      (Data(String(repeating: "no profile ", count: 20).utf8), "the signature acsp"),
      (Data("short".utf8), "has only 5 bytes"),
    ], ["heic", "avif", "png"])
  func itIsLeftOut(_ junk: (Data, String), _ format: String) throws {
    let output = folder.path("out." + format)
    let result = try Program.boxwalk(
      "convert", try photo(junk.0), "-o", output, "--max-size", "320")
    #expect(result.code == 1, "\(result.errors)")
    #expect(
      result.errors.contains("the colour profile is left out: it is not a valid one"),
      "\(result.errors)")
    #expect(result.errors.contains(junk.1), "\(result.errors)")
    guard format != "png" else { return }
    let verified = try Program.boxwalk("verify", output)
    #expect(!verified.output.contains("colr-icc-invalid"), "\(verified.output)")
  }
}
