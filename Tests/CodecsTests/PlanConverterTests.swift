import FieldCoding
import Foundation
import HEIF
import Metadata
import TestSupport
import Testing

@testable import Codecs

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
      let written = JPEGSegments(Bytes(try file.bytes()))
      #expect(written.frameSize?.width == 70 && written.frameSize?.height == 101)
      #expect(written.componentCount == components && written.end == written.bytes.count)
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
