import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// If sizes and offsets in a movie are wrong, its samples are found where they are, with the bytes that they had.
@Suite struct RepairedStructureTests {
  private func original(_ name: String = "clip-hevc.mov") throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix(name) })
    return try ByteSource(mapping: path).bytes
  }

  private func box(_ type: FourCC, in bytes: Bytes) throws -> Bytes {
    try #require(BoxFile(bytes).boxes.first { $0.type == type }?.origin)
  }

  /// The bytes of all samples of each track.
  private func samples(_ bytes: Bytes) throws -> [[Bytes?]] {
    try #require(MovieFile(BoxFile(bytes))).tracks.map { track in
      track.samples.map { bytes.part($0.fileRange) }
    }
  }

  /// The end of a transfer by HTTP looks like a box of an unknown type, many times as long as the file.
  @Test(
    arguments: ["clip-hevc.mov", "clip-h264.mp4", "portrait-single.heic"],
    ["\r\n------WebKitFormBoundary7MA4YWxkTrZu0gW--\r\n", "\r\n"])
  func bytesOfATransferAreRemoved(name: String, end: String) throws {
    let original = try original(name)
    let bytes = Bytes(original + Array(end.utf8))
    #expect(BoxFile(bytes).missingByteCount == nil)
    let (file, notes) = try repaired(bytes)
    #expect(file == original && notes.count == 1 && notes[0].hasSuffix("not a box: removed"))
  }

  /// Other bytes that look like a truncated box of an unknown type may have a meaning, and stay.
  @Test(arguments: ["1234567812345678", "\0\0\u{1}\0SDLN123"])
  func otherBytesAfterTheEndStay(_ end: String) throws {
    let bytes = Bytes(try original() + Array(end.utf8))
    #expect(BoxFile(bytes).missingByteCount == nil)
    #expect(try repaired(bytes).0 == bytes)
  }

  @Test(arguments: [0, 91_000, 600_000, 12])
  func theSizeOfMediaDataIsCorrected(size: Int) throws {
    let original = try original()
    let mdat = try box("mdat", in: original)
    var bytes = Array(original)
    for index in 0..<4 {
      bytes[mdat.range.lowerBound + index] = UInt8(truncatingIfNeeded: size >> (24 - index * 8))
    }
    let (file, notes) = try repaired(bytes)
    #expect(file == original && notes.count == 1)
  }

  /// The `ftyp` box has 32 bytes, and the `moov` box follows it.
  @Test(arguments: [
    (0..<8, [UInt8](repeating: 0xFF, count: 8)), (0..<32, [UInt8](repeating: 0xE5, count: 32)),
    (0..<4, [0, 0, 0x10, 0]), (0..<4, [0, 0, 0, 12]), (0..<0, [1, 2, 3]), (14..<14, [1, 2]),
    (9..<11, []), (0..<20, []), (32..<32, [1, 2, 3]),
    (0..<0, [UInt8](repeating: 0xE5, count: 5_000)),
  ])
  func aMovieBehindADamagedStartIsFound(_ range: Range<Int>, _ replacement: [UInt8]) throws {
    let original = try original("clip-h264.mp4")
    #expect(BoxFile(original).boxes.map(\.type) == ["ftyp", "moov", "free", "mdat"])
    var bytes = Array(original)
    bytes.replaceSubrange(range, with: replacement)
    let (file, notes) = try repaired(Bytes(bytes))
    #expect(BoxFile(file).boxes.first?.type == "ftyp" && !notes.isEmpty)
    #expect(try samples(file) == samples(original))
  }

  @Test func anOverwrittenHeadIsReplaced() throws {
    let original = try original()
    var bytes = Array(original)
    for index in 0..<36 { bytes[index] = 0xE5 }
    let (file, notes) = try repaired(bytes)
    #expect(notes.count == 2)
    #expect(BoxFile(file).boxes.map(\.type) == ["ftyp", "mdat", "moov"])
    #expect(BoxFile(file).boxes.first?[FileTypeBox.self]?.majorBrand == "qt  ")
    #expect(file.dropFirst(36).elementsEqual(original.dropFirst(36)))
    #expect(try samples(file) == samples(original))
  }

  @Test(arguments: [-20, -60, 8, 36, 700]) func shiftedChunksAreFound(distance: Int) throws {
    for name in ["clip-hevc.mov", "clip-h264.mp4"] {
      let original = try original(name)
      var edit = Edit(original)
      let moov = try #require(edit.file.boxes.firstIndex { $0.type == "moov" })
      var bytes = Array(original)
      for table in edit.file.boxes[moov].children.all("trak").compactMap({
        $0.children.at("mdia").at("minf").at("stbl").first { $0.type == "stco" }?.origin
      }) {
        for offset in stride(from: table.range.lowerBound + 16, to: table.range.upperBound, by: 4) {
          let old = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
          for index in 0..<4 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: (old + distance) >> (24 - index * 8))
          }
        }
      }
      edit = Edit(Bytes(bytes))
      #expect(try samples(Bytes(bytes)) != samples(original))
      let (file, notes) = try repaired(bytes)
      #expect(file == original && notes.count == 1, "\(name), \(distance)")
    }
  }

  @Test(arguments: [-300, 8, 4000]) func shiftedItemsAreFound(distance: Int) throws {
    for name in ["landscape-tiled.heic", "portrait-single.heic"] {
      let original = try original(name)
      var edit = Edit(original)
      edit.file.changeLocations { locations in
        for index in locations.items.indices where locations.items[index].constructionMethod == 0 {
          for extent in locations.items[index].extents.indices {
            let old = Int(locations.items[index].extents[extent].offset)
            locations.items[index].extents[extent].offset = UInt64(old + distance)
          }
        }
      }
      var bytes = try edit.file.encoded().bytes
      #expect(bytes.count == original.count && !bytes.elementsEqual(original))
      let (file, notes) = try repaired(bytes)
      #expect(file == original && notes.count == 1, "\(name), \(distance)")
      // Other bytes than coded images tell nothing.
      bytes.removeLast(bytes.count / 3)
      _ = try? repaired(bytes)
    }
  }

  @Test func aSecondMovieIsRemoved() throws {
    let original = try original()
    let moov = try box("moov", in: original)
    let (file, notes) = try repaired(Array(original) + moov)
    #expect(file == original && notes.count == 1)
    // The first has lost its header.
    var torn = Array(moov)
    for index in 8..<120 { torn[index] = 0 }
    let (other, words) = try repaired(
      Array(original.prefix(moov.range.lowerBound)) + torn + Array(moov))
    #expect(try samples(other) == samples(original) && words.count == 1)
  }

  @Test func aTornMovieIsRebuiltLikeAnother() throws {
    let original = try original()
    let moov = try box("moov", in: original)
    let torn = Array(original.dropLast(moov.count / 2))
    // Without another recording, only the tracks are left whose tables are whole.
    #expect(try samples(repaired(torn).0).count == 1)
    let (file, notes) = try repaired(torn, like: original)
    #expect(
      notes.first?.hasPrefix("the moov box, at byte \(moov.fileOffset), is damaged") == true)
    #expect(try samples(file) == samples(original))
    // The tables of a complete one are used and not replaced.
    let (same, words) = try repaired(Array(original), like: original)
    #expect(try samples(same) == samples(original))
    #expect(words.contains { $0.contains("its own tables are whole") }, "\(words)")
  }

  /// The unit of times is that of the other recording, and commands that need times say so.
  @Test(arguments: ["mvhd", "mdhd"] as [FourCC]) func lostTimescalesAreReplaced(_ type: FourCC)
    throws
  {
    let original = try original("clip-h264.mp4")
    var file = BoxFile(original)
    for index in file.boxes.indices where file.boxes[index].type == "moov" {
      file.boxes[index].edit("mvhd") {
        if type == "mvhd" { $0[MovieHeaderBox.self]?.timescale = 0 }
      }
      file.boxes[index].edit("trak", "mdia", "mdhd") {
        if type == "mdhd" { $0[MediaHeaderBox.self]?.timescale = 0 }
      }
    }
    let damaged = Bytes(try file.encoded().bytes)
    var edit = Edit(damaged)
    let error = #expect(throws: EditError.self) { try edit.trim(from: 0, to: 1) }
    #expect(error?.message.contains("repair --like") == true, "\(error?.message ?? "")")
    let (rebuilt, _) = try repaired(damaged, like: original)
    let (old, new) = (
      try #require(MovieFile(BoxFile(original))), try #require(MovieFile(BoxFile(rebuilt)))
    )
    #expect(new.header?.timescale == old.header?.timescale && new.duration == old.duration)
    #expect(new.tracks.map(\.timescale) == old.tracks.map(\.timescale))
    #expect(new.tracks.map(\.duration) == old.tracks.map(\.duration))
    #expect(new.tracks.map(\.start) == old.tracks.map(\.start))
  }

  /// Edits refuse movies whose samples have lost their times or their coding, and say what helps.
  @Test(arguments: ["mdhd", "stts", "stsd"] as [FourCC])
  func tablesThatAreMissingAreNamed(_ type: FourCC) throws {
    var file = BoxFile(try original("clip-h264.mp4"))
    for index in file.boxes.indices where file.boxes[index].type == "moov" {
      file.boxes[index].edit("trak", "mdia") { $0.children.removeAll { $0.type == type } }
      file.boxes[index].edit("trak", "mdia", "minf", "stbl") {
        $0.children.removeAll { $0.type == type }
      }
    }
    let damaged = Bytes(try file.relocated().bytes)
    let edits: [(inout Edit) throws -> Void] = [
      { try $0.trim(from: 0.5, to: nil) }, { try $0.remux(to: .mov) },
      { try $0.fragment(every: .group) }, { try $0.join([("other.mp4", damaged)]) },
    ]
    for change in edits {
      var edit = Edit(damaged)
      let error = #expect(throws: EditError.self) { try change(&edit) }
      #expect(error?.kind == .damaged)
      let message = error?.message ?? ""
      #expect(message.contains("(\(type))") && message.contains("boxwalk repair --"), "\(message)")
    }
  }

  /// A file that a camera had not finished, or a part of a disk: without any box.
  @Test func mediaDataWithoutBoxesIsRebuilt() throws {
    let original = try original()
    let mdat = try box("mdat", in: original)
    let (file, _) = try repaired(Array(mdat.dropFirst(8)), like: original)
    #expect(BoxFile(file).boxes.map(\.type) == ["ftyp", "mdat", "moov"])
    #expect(try samples(file) == samples(original))
  }

  /// A photo whose description is lost has all of its images again, and its metadata.
  @Test func aPhotoIsRebuiltLikeAnother() throws {
    for name in ["landscape-tiled.heic", "portrait-single.heic"] {
      let original = try original(name)
      let meta = try box("meta", in: original)
      var zeros = Array(original)
      for index in 0..<meta.range.upperBound { zeros[index] = 0 }
      let rest = Array(original.dropFirst(meta.range.upperBound))
      // Without properties that the picture cannot do without.
      var incomplete = Array(original)
      for type in ["hvcC", "ispe"] {
        for index in 0..<meta.range.upperBound - 4
        where incomplete[index..<index + 4].elementsEqual(type.utf8) {
          incomplete.replaceSubrange(index..<index + 4, with: "free".utf8)
        }
      }
      for broken in [zeros, rest, Array(rest.dropFirst(8)), incomplete] {
        var edit = Edit(Bytes(broken))
        try edit.rebuildPhoto(like: original)
        let file = try edit.finished().view.bytes
        let old = try #require(HEIFFile(BoxFile(original)))
        let new = try #require(HEIFFile(BoxFile(file)))
        #expect(new.items.map(\.type) == old.items.map(\.type), "\(edit.notes)")
        for item in old.items where item.type != "Exif" && item.type != "mime" {
          #expect(try new.data(of: item.id) == old.data(of: item.id), "item \(item.id)")
        }
      }
      var edit = Edit(original)
      #expect(throws: EditError.self) { try edit.rebuildPhoto(like: original) }
    }
  }

  /// A photo with one image needs no other photo to name it, and its own orientation is not replaced.
  @Test func onlyWhatIsMissingIsThatOfTheOtherPhoto() throws {
    let other = try original("portrait-single.heic")
    var edit = Edit(other)
    try edit.rotate(try #require(.clockwise(90)))
    let photo = Array(try edit.finished().view.bytes)
    func angle(_ bytes: Bytes) -> UInt8? {
      HEIFFile(BoxFile(bytes))?.primaryItem?.property(ImageRotation.self)?.angle
    }
    #expect(angle(Bytes(photo)) == 3 && angle(other) == nil)

    var unnamed = photo
    let item = try #require(photo.firstRange(of: Array("pitm".utf8))).upperBound + 4
    unnamed.replaceSubrange(item..<item + 2, with: [0, 0])
    let (named, notes) = try repaired(unnamed)
    #expect(Array(named) == photo && notes.count == 1, "\(notes)")

    for bytes in [photo, unnamed] {
      var incomplete = bytes
      let type = try #require(photo.firstRange(of: Array("hvcC".utf8)))
      incomplete.replaceSubrange(type, with: "free".utf8)
      var rebuilt = Edit(Bytes(incomplete))
      try rebuilt.rebuildPhoto(like: other)
      #expect(try angle(rebuilt.finished().view.bytes) == 3)
    }
  }

  /// Without the start of its metadata, a photo shows the same picture, and not its thumbnail.
  @Test func aPictureWithoutItsStartIsFound() throws {
    let original = try original("meadow.jpg")
    let jpeg = JPEGSegments(original)
    let tables = try #require(jpeg.segments.first { $0.marker == 0xDB })
    for lost in [2, 3, 500, tables.offset] {
      let (file, notes) = try repaired(Array(original.dropFirst(lost)))
      let found = JPEGSegments(file)
      #expect(
        notes.count == 1 && found.finding == nil && found.frameSize?.width == jpeg.frameSize?.width)
      let scan = original.dropFirst(tables.offset)
      #expect(file.suffix(scan.count).elementsEqual(scan), "\(lost)")
    }
    // Without its tables, nothing can show it.
    #expect(try repaired(Array(original.dropFirst(tables.offset + tables.size))).1.isEmpty)
  }

  /// A segment that is shorter than its tables is no picture, and no reason to stop.
  @Test func tablesThatAreCutOffAreNoPicture() throws {
    var bytes: [UInt8] = [UInt8](repeating: 0x5A, count: 600)
    bytes.replaceSubrange(40..<48, with: [0xFF, 0xDB, 0, 6, 0, 1, 2, 3])
    bytes.replaceSubrange(80..<88, with: [0xFF, 0xC4, 0, 6, 0, 9, 9, 9])
    #expect(try repaired(bytes).1.isEmpty)
  }

  @Test func fragmentsGetTheirOffsetsBack() throws {
    let original = try original("clip-hevc-fragmented.mp4")
    let moov = try box("moov", in: original)
    // An index of one fragment, at the offset that it had.
    let index: [UInt8] = [
      0, 0, 0, 51, 0x6D, 0x66, 0x72, 0x61, 0, 0, 0, 43, 0x74, 0x66, 0x72, 0x61, 1, 0, 0, 0, 0, 0, 0,
      1,
      0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 0, 0, 0, 1, 1, 1,
    ]
    var edit = Edit(Bytes(Array(original.dropFirst(moov.range.upperBound)) + index))
    #expect(edit.isInFragments)
    try edit.repair(initialization: original)
    let file = try edit.finished().view.bytes
    #expect(try samples(file) == samples(original))
  }

  /// A recording in fragments that was cut off keeps all whole samples, also those of its last fragment.
  @Test(arguments: [9, 6, 4], [false, true])
  func tornFragmentsKeepTheirWholeSamples(tenths: Int, isWithoutStart: Bool) throws {
    let original = try original("clip-hevc-fragmented.mp4")
    let cut = original.count * tenths / 10
    let moov = try box("moov", in: original)
    let first = isWithoutStart ? moov.range.upperBound : 0
    var edit = Edit(Bytes(Array(original[first..<cut])))
    try edit.repair(initialization: isWithoutStart ? original : nil)
    let file = try edit.finished().view.bytes
    let wanted = try #require(MovieFile(BoxFile(original))).tracks.map { track in
      track.samples.map(\.fileRange).filter { $0.upperBound <= cut }.map { original.part($0) }
    }
    let all = try samples(original)
    #expect(wanted.contains { $0.count > 3 } && wanted != all)
    #expect(try samples(file) == wanted)
  }
}
