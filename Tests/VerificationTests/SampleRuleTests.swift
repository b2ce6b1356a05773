import Foundation
import ISOBMFF
import TestSupport
import Testing
import Verification

/// The findings of the rules about samples for movies that are valid, but unusual.
@Suite struct SampleRuleTests {
  private func rules(
    _ name: String, _ change: (inout BoxFile) throws -> Void
  ) throws -> [Finding] {
    var file = BoxFile(try ByteSource(mapping: PackageFolder.sample(name)).bytes)
    try change(&file)
    let bytes = Bytes(try file.encoded().bytes)
    return Report(ExaminedFile(bytes, name: name)).findings
  }

  /// The samples of the clip are decoded up to 38,400 ticks, and composed up to 39,424.
  @Test(arguments: [(38_400, false), (39_423, false), (39_424, true)])
  func editsAreOfCompositionTimes(time: Int64, isPast: Bool) throws {
    let findings = try rules("clip-h264.mp4") { file in
      try file.edit("moov/trak/edts/elst", as: EditListBox.self) { $0.entries.rows[0][1] = time }
    }
    #expect(findings.contains { $0.rule.id == "elst-past-media" } == isPast)
  }

  /// Ten wrong chunks are one finding with a count, and those that are not listed count, too.
  @Test(arguments: [3, 100])
  func repeatedFindingsAreOne(count: Int) throws {
    let findings = try rules("clip-h264.mp4") { file in
      for _ in 0..<count {
        try file.append(Box(type: "kywd", opaque: Bytes([0, 0, 0, 1, 0])), in: "moov/udta")
      }
    }
    let cut = findings.filter { $0.rule.id == "box-fields-truncated" }
    #expect(cut.map(\.repeatCount) == [count])
    #expect(cut.first?.further.count == min(count, 64) - 1)
  }

  /// A thousand bytes of FF are the white of a codec that codes each pixel by itself, and damage for others.
  @Test(arguments: [("ULY0", false), ("SVQ3", true)])
  func equalPixelsHaveEqualCodes(type: String, isDamage: Bool) throws {
    var bytes = try Sample.bytes("clip-h264.mp4")
    // The brands before it have the same names.
    for (old, new) in [("avc1", type), ("avcC", "free")] {
      let range = try #require(bytes[32...].firstRange(of: Array(old.utf8)))
      bytes.replaceSubrange(range, with: Array(new.utf8))
    }
    // In the first sample.
    bytes.replaceSubrange(5000..<6000, with: [UInt8](repeating: 0xFF, count: 1000))
    let findings = Report(ExaminedFile(Bytes(bytes), name: "clip.mp4")).findings
    #expect(findings.contains { $0.rule.id == "sample-data-damaged" } == isDamage)
  }

  /// Every chunk is the first one, so that all samples together are longer than the file, and none is outside it.
  @Test func sharedSamplesAreNotPastTheEnd() throws {
    let findings = try rules("clip-h264.mp4") { file in
      let stbl = "moov/trak/mdia/minf/stbl"
      try file.edit("\(stbl)/stco", as: ChunkOffsetBox.self) { box in
        let first = box.chunkOffsets.rows[0]
        box.chunkOffsets.rows = box.chunkOffsets.rows.map { _ in first }
      }
      try file.edit("\(stbl)/stsz", as: SampleSizeBox.self) { box in
        box.entries.rows = box.entries.rows.map { _ in [20_000] }
      }
    }
    #expect(findings.contains { $0.rule.id == "samples-exceed-file" })
    #expect(!findings.contains { $0.rule.id == "samples-past-end" })
  }

  /// Samples in another file give one note, which names the file, for any offsets in it.
  @Test func samplesInAnotherFileAreNamed() throws {
    let findings = try rules("clip-hevc.mov") { file in
      for track in ["moov/trak", "moov/trak[1]"] {
        try file.edit("\(track)/mdia/minf/dinf/dref") { box in
          var url = DataEntryUrlBox()
          url.header.flags = 0
          url.location = "file:///camera/clip.dv"
          box.children = [Box(url)]
        }
        try file.edit("\(track)/mdia/minf/stbl/stco", as: ChunkOffsetBox.self) { box in
          for row in box.chunkOffsets.rows.indices { box.chunkOffsets.rows[row][0] += 1 << 30 }
        }
      }
    }
    let notes = findings.filter { $0.rule.id == "media-elsewhere" }
    #expect(notes.map(\.repeatCount) == [2] && notes[0].further.count == 1)
    #expect(
      (notes + notes[0].further).map(\.message)
        == [1, 2].map { "track \($0) has samples in another file: file:///camera/clip.dv" })
    #expect(!findings.contains { $0.severity == .error || $0.rule.id.hasPrefix("chunk") })
  }
}
