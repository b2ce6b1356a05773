import Editing
import Foundation
import ISOBMFF
import Inspection
import Testing

@Suite struct DifferenceTests {
  private func bytes(_ name: String) throws -> Bytes {
    Bytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: Sample.path(name)))))
  }

  /// A sample, and the same after a change of its boxes.
  private func difference(
    _ name: String, ignoring ignored: FileDifference.Ignored = [],
    _ edit: (inout BoxFile) throws -> Void
  ) throws -> FileDifference {
    let old = try bytes(name)
    var file = BoxFile(old)
    try edit(&file)
    return FileDifference(between: old, and: Bytes(try file.encoded().bytes), ignoring: ignored)
  }

  private func text(_ difference: FileDifference) -> String {
    Collected { difference.write(to: $0) }.text
  }

  @Test(arguments: Sample.names)
  func aFileIsTheSameAsItsCopy(_ name: String) throws {
    let difference = FileDifference(between: try bytes(name), and: try bytes(name))
    #expect(difference.isEmpty)
    #expect(difference.tally == "no differences")
  }

  /// A change of any bytes is shown, even outside of fields.
  @Test(arguments: Sample.names.filter { $0 != "meadow.jpg" })
  func noChangedByteIsOverlooked(_ name: String) throws {
    let old = try bytes(name)
    let media = BoxFile(old).boxes.filter { $0.type == "mdat" }.compactMap { $0.source?.range }
    let indices =
      old.indices.filter { index in !media.contains { $0.dropFirst(8).contains(index) } }
    var copy = Array(old)
    for index in indices where index % 37 == 0 {
      copy[index] ^= 0x10
      let difference = FileDifference(between: old, and: Bytes(copy))
      #expect(!difference.isEmpty, "byte \(index)")
      copy[index] ^= 0x10
    }
  }

  @Test func aChangedFieldIsShownWithItsPath() throws {
    let difference = try difference("clip-hevc.mov") { file in
      try file.change("moov", "trak", "tkhd") { box in
        box[TrackHeaderBox.self]?.alternateGroup = 7
      }
    }
    #expect(
      text(difference) == """
          moov/trak/tkhd
        -     alternate_group = 0
        +     alternate_group = 7

        """)
    #expect(difference.tally == "1 box changed")
  }

  /// Properties are identified by their content: those after a new one are the same as before.
  @Test func aBoxThatWasPutInIsTheOnlyDifference() throws {
    let difference = try difference("landscape-tiled.heic", ignoring: .offsets) { file in
      try file.change("meta", "iprp", "ipco") { box in
        var rotation = ImageRotation()
        rotation.angle = 2
        box.children.insert(Box(rotation), at: 0)
      }
    }
    #expect(difference.boxes.map(\.kind) == [.added])
    #expect(difference.boxes.first?.new?.path == "meta/iprp/ipco/irot")
    #expect(text(difference).contains("+     angle = 2 "))
  }

  @Test func tracksAreToldApartByTheirNumber() throws {
    let difference = try difference("clip-hevc.mov", ignoring: .offsets) { file in
      try file.change("moov") { box in
        guard let first = box.children.firstIndex(where: { $0.type == "trak" }) else { return }
        box.children.remove(at: first)
      }
    }
    #expect(difference.boxes.map(\.kind) == [.removed])
    #expect(difference.boxes.first?.old?.path == "moov/trak")
  }

  @Test func aMovedBoxIsOne() throws {
    let difference = try difference("clip-hevc.mov") { file in
      guard let movie = file.boxes.firstIndex(where: { $0.type == "moov" }) else { return }
      file.boxes.insert(file.boxes.remove(at: movie), at: 1)
    }
    #expect(difference.boxes.map(\.kind) == [.moved])
    #expect(difference.boxes.first?.old?.path == "moov")
  }

  @Test func anotherNameIsNoOtherBox() throws {
    let difference = try difference("clip-hevc.mov") { file in
      try file.change("moov", "trak", "mdia", "minf", "stbl", "stsd") { box in
        guard let entry = box.children[0][VisualSampleEntry.self] else { return }
        box.children[0] = Box(type: "hev1", entry, in: .sampleEntries)
      }
    }
    #expect(difference.boxes.map(\.kind) == [.changed])
    #expect(difference.boxes.first?.new?.path == "moov/trak/mdia/minf/stbl/stsd/hev1")
    #expect(text(difference).contains("-     type = \"hvc1\"\n+     type = \"hev1\"\n"))
  }

  @Test func placesAreIgnoredOnRequest() throws {
    let old = try bytes("clip-hevc.mov")
    var file = BoxFile(old)
    file.boxes.insert(Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: 92))), at: 1)
    let moved = Bytes(try file.relocated().bytes)
    let plain = FileDifference(between: old, and: moved)
    #expect(plain.boxes.map(\.kind) == [.added, .changed, .changed])
    #expect(text(plain).contains("every chunk_offset is 100 more"))
    let without = FileDifference(between: old, and: moved, ignoring: .offsets)
    #expect(without.boxes.map(\.kind) == [.added])
    #expect(without.ignoredCount == 2)
    #expect(FileDifference(between: old, and: moved, ignoring: [.offsets, .padding]).isEmpty)
  }

  @Test func largeOffsetsAreNoDifferenceWhenPlacesAreNone() throws {
    let edit: (inout BoxFile) throws -> Void = { file in
      try file.change("moov", "trak", "mdia", "minf", "stbl") { box in
        guard let table = box.children.firstIndex(where: { $0.type == "stco" }),
          let chunks = box.children[table][ChunkOffsetBox.self]
        else { return }
        var rows: [[Int64]] = []
        chunks.chunkOffsets.forEachRow { rows.append([$1[0]]) }
        var large = ChunkLargeOffsetBox()
        large.chunkOffsets = FieldTable(
          columns: [.offset(64, "chunk_offset", .position(from: .file))], rows: rows)
        box.children[table] = Box(large)
      }
    }
    let plain = try difference("clip-hevc.mov", edit)
    #expect(plain.boxes.map(\.kind) == [.changed])
    #expect(plain.boxes.first?.fieldCount == 1, "\(text(plain))")
    #expect(text(plain).contains("+     type = \"co64\""))
    #expect(try difference("clip-hevc.mov", ignoring: .offsets, edit).isEmpty)
  }

  @Test func rowsThatDifferAreListedAndCounted() throws {
    let difference = try difference("clip-hevc.mov") { file in
      try file.change("moov", "trak", "mdia", "minf", "stbl", "stsz") { box in
        guard var sizes = box[SampleSizeBox.self] else { return }
        var index = 0
        sizes.entries = sizes.entries.mapping(0) { (size: Int64) -> Int64 in
          defer { index += 1 }
          return index < 6 ? size + Int64(index) + 1 : size
        }
        box[SampleSizeBox.self] = sizes
      }
    }
    let lines = text(difference)
    #expect(lines.contains("6 rows differ"))
    #expect(lines.contains("+     [3] entry_size ="))
    #expect(!lines.contains("[4] entry_size ="))
    #expect(lines.contains("… 2 more rows (--all)"))
  }

  /// A file whose media data is not filled in is compared without it.
  @Test func mediaDataIsIgnoredOnRequest() throws {
    let old = try bytes("clip-hevc.mov")
    var copy = Array(old)
    let media = try #require(BoxFile(old).boxes.first("mdat")?.source?.range)
    for index in media.dropFirst(8) { copy[index] = 0 }
    let difference = FileDifference(between: old, and: Bytes(copy))
    #expect(text(difference).contains("mdat"))
    guard case .bytes(let data)? = difference.boxes.first?.fields.first?.change else {
      Issue.record("the data of mdat")
      return
    }
    let first = media.dropFirst(8).first { old[$0] != 0 }
    #expect(data.firstDifference == first.map { $0 - media.lowerBound - 8 })
    #expect(FileDifference(between: old, and: Bytes(copy), ignoring: .mediaBytes).isEmpty)
  }

  /// Damaged files are compared as far as they can be read.
  @Test(arguments: Sample.names.filter { $0 != "meadow.jpg" })
  func filesThatWereCutOffDiffer(_ name: String) throws {
    let old = try bytes(name)
    for count in stride(from: 0, to: old.count, by: old.count / 40 + 1) {
      let cut = try #require(old.part(0..<count))
      #expect(!FileDifference(between: old, and: cut).isEmpty)
      #expect(!FileDifference(between: cut, and: old, ignoring: .offsets).isEmpty)
    }
  }

  @Test func theDocumentHasWhatTheTextHas() throws {
    let difference = try difference("clip-hevc.mov") { file in
      try file.change("moov", "trak", "tkhd") { $0[TrackHeaderBox.self]?.alternateGroup = 7 }
    }
    let text = Collected { difference.writeJSON(to: $0, old: "a", new: "b") }.text
    let json = JSON(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    #expect(json["schema"].string == "boxwalk.diff/1")
    #expect(json["same"].value as? Bool == false)
    let box = json["boxes"][0]
    #expect(box["change"].string == "changed")
    #expect(box["old"]["path"].string == "moov/trak/tkhd")
    #expect(box["old"]["size"].int == 92)
    #expect(box["fields"][0]["newPath"].string == "alternate_group")
    #expect(box["fields"][0]["old"].int == 0)
    #expect(box["fields"][0]["new"].int == 7)
  }
}
