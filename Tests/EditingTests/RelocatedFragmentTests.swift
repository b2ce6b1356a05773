import Editing
import FieldCoding
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Fragments whose second track counts from the end of the data of the first one (ISO/IEC 14496-12 §8.8.7).
@Suite struct RelocatedFragmentTests {
  /// The data of each track is in an `mdat` box of its own.
  private func fragmented() throws -> BoxFile {
    var file = BoxFile(try SampleFile.bytes("clip-hevc-fragmented.mp4"))
    for index in file.boxes.indices.reversed() where file.boxes[index].type == "moof" {
      let ends = try ends(of: file.boxes[index])
      let media = try #require(file.boxes[index + 1].origin)
      let border = ends.start + ends.first - media.fileOffset
      let parts = try [8..<border, border..<media.count].map { try #require(media.part($0)) }
      file.boxes.replaceSubrange(
        index + 1...index + 1, with: parts.map { Box(type: "mdat", opaque: $0) })
    }
    return BoxFile(Bytes(try file.relocated().bytes))
  }

  /// The start of a fragment, and where the data of its first track ends behind it.
  private func ends(of moof: Box) throws -> (start: Int, first: Int) {
    let run = try #require(moof.children.at("traf").first(TrackRunBox.self))
    let offset = try #require(run.dataOffset)
    return (
      try #require(moof.origin?.fileOffset),
      Int(offset) + Int(run.sum(of: "sample_size", default: 0))
    )
  }

  /// The same file, whose second tracks state no base.
  private func chained(_ file: BoxFile) throws -> BoxFile {
    var bytes = Array(file.bytes)
    for moof in file.boxes.all("moof") {
      let second = try #require(moof.children.all("traf").last)
      let header = try #require(second.children.first { $0.type == "tfhd" }?.origin?.fileOffset)
      let run = try #require(second.children.first { $0.type == "trun" }?.origin?.fileOffset)
      bytes[header + 9] &= ~2
      let offset = try #require(second.children.first(TrackRunBox.self)?.dataOffset)
      let new = UInt32(Int(offset) - (try ends(of: moof).first))
      bytes.replaceSubrange(
        run + 16..<run + 20, with: (0..<4).map { UInt8(truncatingIfNeeded: new >> (24 - 8 * $0)) })
    }
    return BoxFile(Bytes(bytes))
  }

  private func samples(_ file: BoxFile) -> [[Bytes]] { [file.samples(of: 1), file.samples(of: 2)] }

  /// Each position is where anything can be put in: in front of the data of both, between them, and in the fragment
  /// itself.
  @Test(arguments: 0..<4) func dataThatFollowsAnotherTrackIsFound(position: Int) throws {
    let plain = try fragmented()
    let before = samples(plain)
    var file = try chained(plain)
    try #require(before.allSatisfy { !$0.isEmpty } && samples(file) == before)
    let room = Box(type: "free", opaque: Bytes([UInt8](repeating: 7, count: 1000)))
    for index in file.boxes.indices.reversed() where file.boxes[index].type == "moof" {
      if position < 3 {
        file.boxes.insert(room, at: index + position)
      } else {
        file.boxes[index].children.insert(room, at: 1)
      }
    }
    let new = BoxFile(Bytes(try file.relocated().bytes))
    #expect(new.findings.isEmpty && samples(new) == before)
  }
}
