import Foundation
import Metadata
import TestSupport
import Testing
import WorkerClient

@testable import Conversion

@Suite struct ConversionResultTests {
  @Test func sizesInWords() {
    func words(_ width: Int, _ height: Int) -> String {
      ConversionResult(
        action: .converted, output: "a", width: width, height: height, byteCount: 1234
      ).sizeText
    }
    #expect(words(40, 30) == "40 × 30, 1,234 bytes" && words(1, 1) == "1 × 1, 1,234 bytes")
    #expect(words(0, 0) == "1,234 bytes" && words(40, 0) == "1,234 bytes")
  }

  /// The gain map of an Ultra HDR photo stays in a smaller JPEG file, unless it is not wanted.
  @Test(arguments: [true, false]) func gainMapsOfJPEGFiles(keeps: Bool) throws {
    let folder = try Folder()
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/landscape-tiled.heic") })
    var options = ConversionOptions(Worker(ComparisonTests.worker))
    func converted(_ path: String, to name: String) throws -> ConversionResult {
      let photo = try PhotoFile(path)
      let picture = try #require(try photo.pictures(options).first)
      return try PhotoConverter(options).convert(picture, of: photo, to: folder.path(name))
    }
    options.longerSide = 400
    _ = try converted(path, to: "first.jpg")
    options.longerSide = 200
    options.keepsGainMap = keeps
    let output = folder.path("second.jpg")
    let result = try converted(folder.path("first.jpg"), to: "second.jpg")
    let written = JPEGSegments(Bytes(Array(try Data(contentsOf: URL(fileURLWithPath: output)))))
    #expect((written.gainMap != nil) == keeps && written.hasGainMap == keeps)
    #expect(result.notes.contains("HDR kept as a gain map") == keeps, "\(result.notes)")
    let map = written.gainMap
    #expect(map?.xmp.flatMap { XMPPacket($0) }?.hasGainMap == (keeps ? true : nil))
    #expect((map?.gainMapMetadata != nil) == keeps)
    #expect(result.byteCount == written.bytes.count)
  }
}
