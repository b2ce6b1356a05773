import Editing
import ISOBMFF
import TestSupport
import Testing

/// Fields get other values by the statement by which they are read.
@Suite struct SetTests {
  /// Offsets are those that `mp4dump` and a look at the bytes give: within the box, its header included.
  @Test(arguments: [
    ("clip-hevc.mov", "moov/mvhd", "timescale", "600", [20: [0, 0, 2, 0x58]]),
    ("clip-hevc.mov", "moov/mvhd", "rate", "1.5", [28: [0, 1, 0x80, 0]]),
    // `date -u -d "2004-02-29 12:00" +%s`, and 2082844800 more.
    (
      "clip-hevc.mov", "moov/mvhd", "creation_time", "2004-02-29T12:00:00Z",
      [12: [0xBC, 0x67, 0x84, 0xC0]]
    ),
    ("clip-hevc.mov", "moov/trak/mdia/mdhd", "language", "slv", [28: [0x4D, 0x96]]),
    ("clip-hevc.mov", "moov/trak[1]/tkhd", "volume", "0.5", [44: [0, 0x80]]),
    (
      "clip-hevc.mov", "moov/trak/mdia/minf/stbl/stts", "entries[0].sample_delta", "21",
      [20: [0, 0, 0, 21]]
    ),
    ("clip-hevc.mov", "ftyp", "compatible_brands[0]", "isom", [16: [0x69, 0x73, 0x6F, 0x6D]]),
    ("landscape-tiled.heic", "meta/iprp/ipco/irot", "angle", "1", [8: [1]]),
    ("landscape-tiled.heic", "meta/iprp/ipco/irot", "angle", "90° counter-clockwise", [8: [1]]),
    ("landscape-tiled.heic", "meta/pitm", "item_ID", "3", [12: [0, 3]]),
  ])
  func onlyTheBytesOfTheFieldChange(
    name: String, box: String, field: String, value: String, bytes: [Int: [UInt8]]
  ) throws {
    let original = try SampleFile.bytes(name)
    var edit = Edit(original)
    try edit.set("\(box).\(field)", to: value)
    let path = try #require(BoxPath(box))
    let start = try #require(edit.original.box(at: path)?.origin?.fileOffset)
    var expected = Array(original)
    for (offset, bytes) in bytes {
      expected.replaceSubrange(start + offset..<start + offset + bytes.count, with: bytes)
    }
    #expect(try Array(edit.bytes()) == expected)
  }

  @Test func textMakesABoxLonger() throws {
    var edit = try Edit(sample: "landscape-tiled.heic")
    try edit.set("meta/iinf/infe[2].item_name", to: "left eye, wide open")
    #expect(edit.notes == ["meta/iinf/infe[2].item_name is left eye, wide open now"])
    let written = BoxFile(try edit.bytes())
    let entry = try #require(BoxPath("meta/iinf/infe[2]").flatMap { written.box(at: $0) })
    #expect(entry[ItemInfoEntry.self]?.name == "left eye, wide open")
    #expect(written.bytes.count == edit.original.bytes.count + 19)
    #expect(written.findings.isEmpty)
  }

  /// Wider fields keep their values.
  @Test func aVersionCanBeAnother() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    let before = try #require(edit.original.boxes.at("moov").first(MovieHeaderBox.self))
    try edit.set("moov/mvhd.version", to: "1")
    let after = try #require(BoxFile(edit.bytes()).boxes.at("moov").first(MovieHeaderBox.self))
    #expect(after.header.version == 1)
    #expect(after.duration == before.duration && after.timescale == before.timescale)
    #expect(after.creationTime == before.creationTime && after.matrix == before.matrix)
  }

  @Test(arguments: [
    ("moov/mvhx.rate", "1", "there is no box at moov/mvhx"),
    ("moov/trak[2]/tkhd.flags", "1", "there is no box at moov/trak[2]/tkhd"),
    ("mvhd", "1", "'mvhd' is not the path of a field, such as moov/mvhd.timescale"),
    (
      "moov/trak/mdia/minf/vmhd.colour", "1",
      "moov/trak/mdia/minf/vmhd has no field colour; it has version, flags, graphicsmode, opcolor[0], "
        + "opcolor[1], opcolor[2]"
    ),
    (
      "moov/mvhd.rate", "fast", "moov/mvhd.rate cannot be set to 'fast': 'fast' is not a number"
    ),
    (
      "moov/trak/tkhd.volume", "300",
      "moov/trak/tkhd.volume cannot be set to '300': the value 76800 does not fit into 16 bits"
    ),
    (
      "moov/mvhd.creation_time", "2023-02-29",
      "moov/mvhd.creation_time cannot be set to '2023-02-29': '2023-02-29' is neither a date, as "
        + "2024-06-15T16:42:07Z, nor seconds"
    ),
    (
      "moov/trak/mdia/minf/stbl/stts.entry_count", "9",
      "moov/trak/mdia/minf/stbl/stts.entry_count follows from other content of the box, and cannot be set "
        + "by itself"
    ),
    (
      "moov/trak/mdia/minf/stbl/stsz.entries[2].entry_size", "9",
      "samples of track 1 would no longer have the same bytes; nothing was written"
    ),
  ])
  func whatCannotBeIsRefused(path: String, value: String, message: String) throws {
    let error = #expect(throws: EditError.self) {
      var edit = try Edit(sample: "clip-hevc.mov")
      try edit.set(path, to: value)
      _ = try edit.finished()
    }
    #expect(error?.message == message)
  }

  /// Every field of every box can be set to its own value in the form of text, and nothing changes.
  @Test(arguments: MediaFolder.samples.filter(MediaFolder.hasBoxes))
  func everyFieldTakesItsOwnValue(path: String) throws {
    let original = try SampleFile.bytes(path)
    let file = BoxFile(original)
    var failures: [String] = []
    func visit(_ boxes: [Box], _ steps: [BoxPath.Step]) throws {
      var seen: [FourCC: Int] = [:]
      for box in boxes {
        let index = seen[box.type, default: 0]
        seen[box.type] = index + 1
        // Boxes of one kind have the same statement.
        guard index < 2, box.type != "mdat" else { continue }
        let path = BoxPath(steps: steps + [.init(type: box.type, index: index)])
        let list = EditableFields(of: path, in: original)
        for (name, value) in list.values where !["data", "trailing", "reserved"].contains(name) {
          if case .bytes(let bytes) = value, bytes.count > 32 { continue }
          // The descriptions of coded data and of a colour profile, which are stored as bytes.
          if name.contains("_rbsp.") || name.contains("obu[") || name.hasPrefix("ICC_profile.") {
            continue
          }
          var changed = file
          var steps: [String] = []
          for part in name.split(separator: ".") { steps.append(String(part)) }
          do {
            let assignment = FieldAssignment(steps) { (current, bits) throws(FieldError) in
              let text = FieldEditText.text(current)
              let new = try FieldEditText.value(text, like: current, bits: bits)
              if !new.means(current) { failures.append("\(path).\(name): \(current) is \(new)") }
              return new
            }
            if try !changed.assign(assignment, at: path) { failures.append("\(path).\(name)") }
            let box = try #require(changed.box(at: path))
            let source = try #require(file.box(at: path)?.source)
            var one = BoxFile(Bytes())
            one.boxes = [box]
            if try Bytes(one.encoded().bytes) != source {
              failures.append("bytes of \(path).\(name)")
            }
          } catch {
            failures.append("\(path).\(name): \(error)")
          }
        }
        try visit(box.children, path.steps)
      }
    }
    try visit(file.boxes, [])
    #expect(failures.isEmpty)
  }
}
