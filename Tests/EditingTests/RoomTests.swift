import Editing
import FieldCoding
import ISOBMFF
import TestSupport
import Testing

/// Free space takes up what changes, and nothing moves.
@Suite struct RoomTests {
  private func file(_ boxes: [Box]) throws -> BoxFile {
    var file = BoxFile(Bytes())
    file.boxes = boxes
    return BoxFile(Bytes(try file.encoded().bytes))
  }

  private func room(_ count: Int) -> Box {
    Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: count - 8)))
  }

  private func movie(_ children: [Box]) throws -> Box {
    var inside = BoxFile(Bytes())
    inside.boxes = children
    return Box(type: "moov", opaque: Bytes(try inside.encoded().bytes))
  }

  private let media = Box(type: "mdat", opaque: Bytes([1, 2, 3, 4]))

  /// - Parameters:
  ///   - behind: free space behind the movie, header included.
  ///   - growth: of the movie.
  @Test(arguments: [
    (behind: 100, growth: 50, isKept: true), (behind: 100, growth: 92, isKept: true),
    (behind: 100, growth: 93, isKept: false), (behind: 100, growth: 100, isKept: true),
    (behind: 100, growth: 101, isKept: false), (behind: 0, growth: 20, isKept: false),
    (behind: 0, growth: -20, isKept: true), (behind: 0, growth: -7, isKept: false),
    (behind: 100, growth: -30, isKept: true), (behind: 8, growth: 8, isKept: true),
  ])
  func roomBehindTheMovie(behind: Int, growth: Int, isKept: Bool) throws {
    let large = Box(type: "abcd", opaque: Bytes([UInt8](repeating: 1, count: 200)))
    let file = try file([movie([large])] + (behind > 0 ? [room(behind)] : []) + [media])
    var changed = file
    changed.boxes[0].children = [
      Box(type: "abcd", opaque: Bytes([UInt8](repeating: 1, count: 200 + growth)))
    ]
    #expect(try changed.keepOffsets() == isKept)
    let written = Bytes(try changed.relocated().bytes)
    #expect((written.count == file.bytes.count) == isKept)
    let new = BoxFile(written)
    #expect(new.findings.isEmpty)
    #expect(new.boxes.last?.opaquePayload == media.opaquePayload)
    #expect((new.boxes.last?.origin?.fileOffset == file.boxes.last?.origin?.fileOffset) == isKept)
  }

  @Test func roomInTheMovieComesFirst() throws {
    let file = try file([movie([room(50)]), room(100), media])
    var changed = file
    changed.boxes[0].children.append(Box(type: "abcd", opaque: Bytes([1, 2])))
    #expect(try changed.keepOffsets())
    let new = BoxFile(Bytes(try changed.relocated().bytes))
    #expect(new.boxes[0].children.map { $0.origin?.count } == [40, 10])
    #expect(new.boxes[1].origin?.count == 100 && new.bytes.count == file.bytes.count)
  }

  /// Nothing follows the end of the file, so nothing moves.
  @Test func theLastBoxGrowsFreely() throws {
    var changed = try file([media, movie([])])
    changed.boxes[1].children = [room(64)]
    #expect(try changed.keepOffsets())
    #expect(changed.boxes.count == 2)
  }

  @Test func nothingIsDoneWhereNothingChanged() throws {
    let file = try file([movie([]), room(9), media])
    var same = file
    #expect(try same.keepOffsets())
    #expect(try Bytes(same.relocated().bytes) == file.bytes)
  }
}
