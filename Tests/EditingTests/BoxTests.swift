import Editing
import HEIF
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Boxes are removed and inserted, and the other boxes are read as before.
@Suite struct BoxTests {
  private func path(_ text: String) throws -> BoxPath { try #require(BoxPath(text)) }
  private let room = Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: 16)))

  @Test func aTrackGoes() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.remove(path("moov/trak[1]"))
    let written = BoxFile(try edit.bytes())
    #expect(MovieFile(written)?.tracks.map(\.id) == [1])
    #expect(written.samples(of: 1) == edit.original.samples(of: 1))
    #expect(edit.changedTracks == [2])
    #expect(
      edit.notes == [
        "moov/trak[1] is removed, with 2,209 bytes",
        "track 2 is removed with it; its samples stay in the file, unused",
      ])
  }

  @Test(arguments: [
    (
      "moov/trak/mdia/minf/stbl/stsz",
      "samples of track 1 would no longer have the same bytes"
    ),
    ("mdat", "to which it points, are not in the new file"),
    ("moov/trak[7]", "there is no box at moov/trak[7]"),
    ("moov/mvhd/free", "moov/mvhd contains no boxes"),
    ("moov/trak/mdia/minf/stbl/stsd/hvc1", "refer to these boxes by their position"),
  ])
  func whatIsNeededStays(box: String, message: String) throws {
    #expect {
      var edit = try Edit(sample: "clip-hevc.mov")
      try edit.remove(path(box))
      _ = try edit.finished()
    } throws: { "\($0)".contains(message) }
  }

  /// Properties are numbered, and those after a removed one get other numbers.
  @Test func propertiesAreNumberedAnew() throws {
    var edit = try Edit(sample: "landscape-tiled.heic")
    let before = try #require(HEIFFile(edit.original))
    try edit.remove(path("meta/iprp/ipco/irot"))
    let removed = try edit.bytes()
    let after = try #require(HEIFFile(BoxFile(removed)))
    for (old, new) in zip(before.items, after.items) {
      #expect(
        old.properties.map(\.box).filter { $0.type != "irot" } == new.properties.map(\.box))
    }
    #expect(after.items.count == before.items.count)
    var back = Edit(removed)
    let rotation = try #require(
      edit.original.boxes.at("meta", "iprp", "ipco").first { $0.type == "irot" })
    try back.insert([rotation], into: path("meta/iprp/ipco"), at: .index(0))
    let inserted = try #require(HEIFFile(BoxFile(back.bytes())))
    for (old, new) in zip(after.items, inserted.items) {
      #expect(old.properties.map(\.box) == new.properties.map(\.box))
    }
  }

  @Test(arguments: [
    (BoxPosition.last, 3), (.index(0), 0), (.before("trak"), 1), (.after("mvhd"), 1),
  ])
  func boxesArePutIn(position: BoxPosition, index: Int) throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    let count = edit.original.boxes.at("moov").count
    try edit.insert([room], into: path("moov"), at: position)
    let written = BoxFile(try edit.bytes())
    let children = written.boxes.at("moov")
    #expect(children.firstIndex { $0.type == "free" } == (position == .last ? count : index))
    for track in [UInt32(1), 2] {
      #expect(written.samples(of: track) == edit.original.samples(of: track))
    }
    #expect(edit.notes == ["moov has one more free box now"])
  }

  @Test func theFileIsAContainer() throws {
    var edit = try Edit(sample: "landscape-tiled.heic")
    try edit.insert(
      bytes: Bytes([0, 0, 0, 12, 0x66, 0x72, 0x65, 0x65, 1, 2, 3, 4]), into: BoxPath(steps: []),
      at: .after("ftyp"))
    let written = BoxFile(try edit.bytes())
    #expect(written.boxes.map(\.type) == ["ftyp", "free", "meta", "mdat"])
    #expect(written.bytes.count == edit.original.bytes.count + 12)
  }

  @Test(arguments: [
    ([0, 0, 0, 13, 0x66, 0x72, 0x65, 0x65, 1, 2, 3, 4], "in the middle of its free box"),
    ([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65, 1, 2], "2 bytes are left"),
    ([0, 0, 0, 0, 0x66, 0x72, 0x65, 0x65], "a box without a size"), ([], "0 bytes are left"),
  ])
  func onlyWholeBoxesArePutIn(bytes: [UInt8], message: String) throws {
    #expect {
      var edit = try Edit(sample: "clip-h264.mp4")
      try edit.insert(bytes: Bytes(bytes), into: path("moov"), at: .last)
      _ = try edit.finished()
    } throws: { "\($0)".contains(message) }
  }
}
