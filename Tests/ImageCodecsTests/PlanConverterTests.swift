import Foundation
import HEIF
import TestSupport
import Testing

@testable import ImageCodecs

#if canImport(CDe265)
  @Suite(.needs(encoders: "libx265"))
  struct PlanConverterTests {
    @Test(arguments: [("yuv420p", 3), ("yuv422p10le", 3), ("gray", 1), ("yuv444p", 3)])
    func convertsAndTurns(format: String, components: Int) throws {
      let coded = try #require(CodedPicture(format: format, width: 130, height: 74))
      var plan = coded.plan
      plan.transforms = [.crop(x: 1, y: 3, width: 101, height: 70), .rotate(quarterTurns: 3)]
      let file = try OpenFile()
      let result = try PlanConverter(plan, .jpeg(JPEGFile())).convert(
        from: MemoryReader(bytes: coded.data), to: file.descriptor)
      #expect(result.width == 70 && result.height == 101)
      let header = try JPEGHeader(CodecFileReader(file.descriptor))
      #expect(header.width == 70 && header.height == 101 && header.componentCount == components)
      #expect(try file.bytes().count == result.byteCount)
    }

    @Test func refusesAFileThatCannotBeReadBack() throws {
      let coded = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      let sink = try #require(FileHandle(forWritingAtPath: "/dev/null"))
      #expect {
        try PlanConverter(coded.plan, .jpeg(JPEGFile())).convert(
          from: MemoryReader(bytes: coded.data), to: sink.fileDescriptor)
      } throws: {
        "\($0)".hasPrefix("the JPEG file that was written cannot be read back")
      }
    }

    /// The number of reads must not depend on the file alone.
    @Test func refusesExtentsWithoutEnd() throws {
      let coded = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      var plan = coded.plan
      plan.tiles[0].extents = [0..<coded.data.count, 0..<Int.max]
      #expect {
        try plan.decode(from: MemoryReader(bytes: coded.data), threads: 1, budget: 1 << 20)
      } throws: {
        "\($0)".contains("longer than the limit")
      }
    }
  }
#endif

@Suite struct JPEGHeaderTests {
  private func header(_ bytes: [UInt8]) throws(CodecError) -> JPEGHeader {
    try JPEGHeader(MemoryReader(bytes: bytes))
  }

  private let tables: [UInt8] = [0xFF, 0xC4, 0, 4, 0xFF, 0xC0, 0xFF, 0xCC, 0, 2]

  @Test(arguments: [0xC0, 0xC1, 0xC2, 0xCF] as [UInt8])
  func findsTheFrame(marker: UInt8) throws {
    let header = try header(
      [0xFF, 0xD8] + tables + [0xFF, marker, 0, 17, 8, 0x12, 0x34, 0x56, 0x78, 3])
    #expect(header.width == 0x5678 && header.height == 0x1234 && header.componentCount == 3)
  }

  @Test func refusesOthers() {
    for bytes: [UInt8] in [
      [], [0xFF], [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8], [0xFF, 0xD8] + tables,
      [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 0, 0, 0, 0, 0, 0], [0xFF, 0xD8, 0, 0, 0, 4, 0, 0, 0, 0],
      [0xFF, 0xD8, 0xFF, 0xE1, 0, 0, 0, 0], [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 1],
      [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF],
    ] {
      #expect(throws: CodecError.self) { try header(bytes) }
    }
  }
}
