import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import TestSupport
import Testing

/// Offsets that count from something else than the file, and those that vendors state.
@Suite struct PlacesTests {
  private static let room = Bytes([UInt8](repeating: 7, count: 1000))

  private func box(_ type: FourCC, _ payload: [UInt8]...) -> [UInt8] {
    let bytes = payload.flatMap { $0 }
    return number(bytes.count + 8) + number(Int(type.rawValue)) + bytes
  }

  private func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func edited(
    _ bytes: [UInt8], _ change: (inout Edit) throws -> Void
  ) throws -> BoxFile {
    var edit = Edit(Bytes(bytes))
    edit.keepsOffsets = false
    try change(&edit)
    return BoxFile(Bytes(try edit.finished().written.bytes))
  }

  private func insertRoom(_ edit: inout Edit, into path: String, at position: BoxPosition) throws {
    let path = path.isEmpty ? BoxPath(steps: []) : try #require(BoxPath(path))
    try edit.insert([Box(type: "free", opaque: Self.room)], into: path, at: position)
  }

  // MARK: - Indexes of fragments

  /// `mfro` states how long `mfra` is (ISO/IEC 14496-12 §8.8.11).
  @Test func theIndexThatGrowsStatesItsLength() throws {
    let mfro = box("mfro", [0, 0, 0, 0], number(24))
    let file =
      box("ftyp", Array("isom".utf8), number(0)) + box("moov", box("free"))
      + box("mfra", mfro)
    let new = try edited(file) { try insertRoom(&$0, into: "mfra", at: .before("mfro")) }
    let mfra = try #require(new.boxes.first("mfra"))
    let stated = try #require(mfra.children.first(MovieFragmentRandomAccessOffsetBox.self))
    #expect(Int(stated.parentSize) == mfra.origin?.count)
    #expect(stated.parentSize == 24 + 1008)
  }

  /// If a fragment grows, its range in the index of levels grows by the same size (ISO/IEC 14496-12 §8.16.4).
  @Test func rangesOfSubsegmentsGrowWithThem() throws {
    let moof = box("moof", box("mfhd", number(0), number(1)))
    let data = box("mdat", [UInt8](repeating: 5, count: 92))
    let sizes = [moof.count, data.count]
    let sidx = box(
      "sidx", number(0), number(1), number(600), number(0), number(0), [0, 0, 0, 1],
      number(sizes[0] + sizes[1]), number(10), number(0))
    let ssix = box(
      "ssix", number(0), number(1), number(2), [1], number(sizes[0], bytes: 3), [2],
      number(sizes[1], bytes: 3))
    var index = sidx
    // From the end of the index to the fragment.
    index.replaceSubrange(24..<28, with: number(ssix.count))
    let file = box("ftyp", Array("isom".utf8), number(0)) + index + ssix + moof + data
    let new = try edited(file) { try insertRoom(&$0, into: "moof", at: .last) }
    let ranges = try #require(new.boxes.first(SubsegmentIndexBox.self)?.subsegments.first?.ranges)
    #expect(ranges[0, 1] == Int64(sizes[0] + 1008))
    #expect(ranges[1, 1] == Int64(sizes[1]))
    let references = try #require(new.boxes.first(SegmentIndexBox.self))
    #expect(references.firstOffset == UInt64(ssix.count))
    #expect(references.references[0, 1] == Int64(sizes[0] + sizes[1] + 1008))
  }

  // MARK: - Vendors

  /// Canon's list of offsets names the boxes that it named, and has 0 for one that is not there.
  @Test func listsOfCanon() throws {
    let identifier: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
      0x48,
    ]
    let start = box("ftyp", Array("crx ".utf8), number(1))
    func movie(_ rows: [(index: Int, offset: Int, size: Int)]) -> [UInt8] {
      let list = rows.flatMap {
        number($0.index) + number($0.offset, bytes: 8) + number($0.size, bytes: 8)
      }
      return box("moov", box("uuid", identifier, box("CTBO", number(rows.count), list)))
    }
    let preview = box("uuid", [UInt8](repeating: 0xEA, count: 16), [UInt8](repeating: 1, count: 60))
    let media = box("mdat", [UInt8](repeating: 5, count: 100))
    let offset = start.count + movie([(0, 0, 0), (0, 0, 0), (0, 0, 0)]).count
    let file =
      start
      + movie([(2, offset, preview.count), (3, offset + preview.count, media.count), (4, 0, 0)])
      + preview + media
    let before = try named(in: BoxFile(Bytes(file)))
    #expect(before == ["2: uuid \(preview.count) true", "3: mdat 108 true", "4: ftyp 0 false"])
    let moved = try edited(file) { try insertRoom(&$0, into: "", at: .after("ftyp")) }
    #expect(try named(in: moved) == before)
    let longer = try edited(file) { try insertRoom(&$0, into: "moov", at: .last) }
    #expect(try named(in: longer) == before)
  }

  /// The types and lengths of the boxes that are named.
  private func named(in file: BoxFile) throws -> [String] {
    let lists = file.boxes.flatMap { $0.children.flatMap(\.children) + $0.children }
    let entries = try #require(lists.first(CanonOffsetsBox.self)).entries
    return (0..<entries.count).map { row in
      let (start, count) = (Int(entries[row, 1]), Int(entries[row, 2]))
      let found = file.boxes.first { $0.origin?.fileOffset == start }
      return
        "\(entries[row, 0]): \(found.map { "\($0.type)" } ?? "-") \(count) \(found?.origin?.count == count)"
    }
  }

  // MARK: - Motion photos

  static let motionPhotos = MediaFolder.files.filter {
    ($0.hasSuffix(".heic") || $0.hasSuffix(".heif")) && $0.contains("motion-photo/")
  }

  private enum Change: String, CaseIterable {
    case boxAtTheStart, boxAtTheEnd, longerDescription, longerMovie
  }

  /// With any data before, after or in the movie of a photo, all references to it are right, and its samples are
  /// unchanged.
  @Test(.needsMedia, arguments: motionPhotos) func moviesInPhotos(path: String) throws {
    let source = try ByteSource(mapping: path).bytes
    let old = try #require(MotionPhoto(source))
    for change in Change.allCases {
      var edit = Edit(source)
      edit.keepsOffsets = false
      switch change {
      case .boxAtTheStart: try insertRoom(&edit, into: "", at: .after("ftyp"))
      case .boxAtTheEnd: try insertRoom(&edit, into: "", at: .last)
      case .longerDescription: try insertRoom(&edit, into: "meta", at: .last)
      case .longerMovie: try insertRoom(&edit, into: "mpvd/moov", at: .last)
      }
      let bytes = Bytes(try edit.finished().written.bytes)
      let new = try #require(MotionPhoto(bytes), "\(change)")
      #expect(new.contradictions == old.contradictions || change != .boxAtTheEnd, "\(change)")
      #expect(new.contradictions.count == old.contradictions.count, "\(change)")
      #expect(new.declarations == old.declarations, "\(change)")
      let (before, after) = (BoxFile(old.movie), BoxFile(new.movie))
      for id in 1...3 as ClosedRange<UInt32> {
        #expect(before.samples(of: id) == after.samples(of: id), "\(change)")
      }
      #expect(!before.samples(of: 1).isEmpty)
      if change != .longerMovie { #expect(old.movie == new.movie, "\(change)") }
    }
  }

  /// One edit reverses another, to the byte.
  @Test(.needsMedia, arguments: motionPhotos) func moviesInPhotosAndBack(path: String) throws {
    let source = try ByteSource(mapping: path).bytes
    var edit = Edit(source)
    try insertRoom(&edit, into: "", at: .after("ftyp"))
    var back = Edit(Bytes(try edit.finished().written.bytes))
    back.keepsOffsets = false
    try back.remove(try #require(BoxPath("free")))
    #expect(Bytes(try back.finished().written.bytes) == source)
  }

  // MARK: - Unknown offsets

  /// A box of unknown format that may state an offset prevents moves of data.
  @Test func unknownIndexes() throws {
    let media = box("mdat", [UInt8](repeating: 5, count: 100))
    let start =
      box("ftyp", Array("isom".utf8), number(0)) + box("free", [UInt8](repeating: 0, count: 5000))
    let offset = start.count + 8 + 12
    let index = box("ZZZZ", number(0), number(offset), number(0))
    let file = start + index + media
    let error = #expect(throws: EditError.self) {
      try edited(file) { try insertRoom(&$0, into: "", at: .after("ftyp")) }
    }
    // The file is what it should be, and so is the edit.
    #expect(error?.kind == .unsupported)
    // Behind the data, nothing moves.
    _ = try edited(file) { try insertRoom(&$0, into: "", at: .last) }
  }

  /// The offsets in a compressed movie cannot be changed.
  @Test func compressedMovies() throws {
    let packed = box("cmov", box("dcom", Array("zlib".utf8)), box("cmvd", number(500), number(0)))
    let file =
      box("ftyp", Array("qt  ".utf8), number(0)) + box("mdat", [UInt8](repeating: 5, count: 100))
      + box("moov", packed)
    #expect(throws: EditError.self) {
      try edited(file) { try insertRoom(&$0, into: "", at: .after("ftyp")) }
    }
    _ = try edited(file) { try insertRoom(&$0, into: "moov", at: .last) }
  }

  /// Content credentials are valid for the unchanged file (C2PA specification 2.1 §A.5).
  @Test(arguments: [true, false]) func credentialsAreSaidToBreak(hasThem: Bool) throws {
    let identifier: [UInt8] = [
      0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4,
      0x81,
    ]
    let manifest = box(
      "uuid", identifier, number(0), Array("manifest\0".utf8), number(0, bytes: 8))
    var edit = Edit(
      Bytes(Array(try SampleFile.bytes("clip-h264.mp4")) + (hasThem ? manifest : box("free"))))
    #expect(try edit.finished().notes.isEmpty)
    try insertRoom(&edit, into: "moov", at: .last)
    #expect(try edit.finished().notes.contains { $0.contains("C2PA") } == hasThem)
  }
}
