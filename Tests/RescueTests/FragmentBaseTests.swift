import FieldCoding
import ISOBMFF
import TestSupport
import Testing

@testable import Rescue

/// Offsets of fragments that count from the start of a file, which has lost bytes there.
@Suite struct FragmentBaseTests {
  private func boxes(_ base: (Int, Int) -> UInt64) throws -> [Box] {
    let path = try #require(
      MediaFolder.samples.first { $0.hasSuffix("clip-hevc-fragmented.mp4") })
    var boxes = BoxFile(try ByteSource(mapping: path).bytes).boxes
    for index in boxes.indices where boxes[index].type == "moof" {
      let start = try #require(boxes[index].origin?.fileOffset)
      let media = try #require(boxes[index + 1].pieces.first?.fileOffset)
      var children = boxes[index].children
      for traf in children.indices where children[traf].type == "traf" {
        for child in children[traf].children.indices {
          children[traf].children[child][TrackFragmentHeaderBox.self]?.baseDataOffset =
            base(start, media)
        }
      }
      boxes[index].children = children
    }
    return boxes
  }

  private func bases(_ boxes: [Box]) -> [UInt64] {
    boxes.all("moof").flatMap { $0.children.all("traf") }.compactMap {
      $0.children.first(TrackFragmentHeaderBox.self)?.baseDataOffset
    }
  }

  @Test func theyCountFromTheFragmentOrFromItsMedia() throws {
    for isMedia in [false, true] {
      func base(_ start: Int, _ media: Int) -> UInt64 { UInt64(isMedia ? media : start) }
      var moved = try boxes { base($0, $1) + 1000 }
      moved.correctFragmentBases()
      #expect(try bases(moved) == bases(boxes(base)))
    }
  }

  @Test func theyStayIfTheyCountFromAnythingElse() throws {
    let other = try boxes { _, _ in 0 }
    var same = other
    same.correctFragmentBases()
    #expect(bases(same) == bases(other))
  }
}
