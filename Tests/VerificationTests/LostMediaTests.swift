import FieldCoding
import Foundation
import TestSupport
import Testing
import Verification

/// What is said to be lost in a new file.
@Suite struct LostMediaTests {
  /// Fragments that never stated their times lose nothing if more of them are found.
  @Test func fragmentsWithoutTimesAreNoLoss() throws {
    let path = try #require(
      MediaFolder.samples.first { $0.hasSuffix("clip-hevc-fragmented.mp4") })
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let timed = Bytes(Array(data))
    func rename(_ type: String, from start: Int = 0) {
      var position = start
      while let range = data.range(of: Data(type.utf8), in: position..<data.count) {
        data.replaceSubrange(range, with: Data("free".utf8))
        position = range.upperBound
      }
    }
    rename("tfdt")
    let whole = Bytes(Array(data))
    let first = try #require(data.range(of: Data("moof".utf8))).upperBound
    rename("moof", from: first)
    let part = Bytes(Array(data))
    func lost(_ old: Bytes, _ new: Bytes) -> [String] {
      LostMedia(
        from: ExaminedFile(old, name: ""), to: ExaminedFile(new, name: ""), rules: []
      ).sentences
    }
    #expect(lost(part, whole).isEmpty)
    #expect(lost(timed, whole).contains { $0.contains("tfdt") })
  }
}
