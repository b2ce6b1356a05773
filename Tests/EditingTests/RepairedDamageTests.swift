import Editing
import FieldCoding
import HEIF
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Files that have lost bytes, or have others: what is whole comes back, with its times, and nothing else.
@Suite struct RepairedDamageTests {
  private struct Shown: Hashable {
    var bytes: [UInt8]
    var decodeTime: Int64
    var compositionTime: Int64
  }

  /// The samples of each track in a range of the file; those of uncompressed sound are one by one.
  private func samples(
    _ bytes: Bytes, where isKept: (Range<Int>) -> Bool = { _ in true }
  ) throws -> [[Shown]] {
    try #require(MovieFile(BoxFile(bytes))).tracks.map { track in
      track.samples.filter { isKept($0.fileRange) }.map { sample in
        Shown(
          bytes: bytes.part(sample.fileRange).map { Array($0) } ?? [],
          decodeTime: sample.decodeTime, compositionTime: sample.compositionTime)
      }
    }
  }

  /// Whether the bytes are a sequence of NAL units, which all pictures of these files are.
  private func check(_ file: Bytes, has wanted: [[Shown]], of original: Bytes) throws {
    let all = try samples(original)
    for (track, (found, wanted)) in zip(try samples(file), wanted).enumerated() {
      #expect(Set(found).isSuperset(of: wanted), "track \(track)")
      let known = Set(all[track].map(\.bytes))
      #expect(found.allSatisfy { known.contains($0.bytes) }, "track \(track)")
    }
  }

  // MARK: Media data

  @Test(
    arguments: ["clip-hevc.mov", "clip-h264.mp4"], [(0.3, -512), (0.7, -4096), (0.5, 700)])
  func samplesAfterLostBytesAreFound(name: String, damage: (part: Double, count: Int)) throws {
    let original = try SampleFile.bytes(name)
    let mdat = try range(of: "mdat", in: original)
    let start = mdat.lowerBound + Int(Double(mdat.count) * damage.part)
    var bytes = Array(original)
    if damage.count < 0 {
      bytes.removeSubrange(start..<start - damage.count)
    } else {
      bytes.insert(contentsOf: [UInt8](repeating: 0xA5, count: damage.count), at: start)
    }
    let hole = start..<start + max(0, -damage.count)
    let (file, notes) = try repaired(bytes)
    #expect(notes.contains { $0.contains("byte\(abs(damage.count) == 1 ? "" : "s") ") })
    let whole = try samples(original) { range in
      range.upperBound <= hole.lowerBound || range.lowerBound >= hole.upperBound
    }
    try check(file, has: whole, of: original)
  }

  @Test(arguments: [1, 50, 20_000]) func aLostStartMovesAllSamples(count: Int) throws {
    let original = try SampleFile.bytes("clip-hevc.mov")
    let (file, _) = try repaired(original.dropFirst(count))
    let whole = try samples(original) { $0.lowerBound >= count }
    let found = try samples(file)
    for (found, whole) in zip(found, whole) {
      #expect(found.map(\.bytes) == whole.map(\.bytes))
    }
    // They are presented when they were.
    let (old, new) = (
      try #require(MovieFile(BoxFile(original))), try #require(MovieFile(BoxFile(file)))
    )
    for (old, new) in zip(old.tracks, new.tracks) {
      let lost = old.sampleCount - new.sampleCount
      let before = try #require(old.samples.sample(at: lost))
      let after = try #require(new.samples.sample(at: 0))
      let times = [
        old.editList.times(ofMedia: before.compositionTime).first?.seconds,
        new.editList.times(ofMedia: after.compositionTime).first?.seconds,
      ].compactMap { $0 }
      #expect(times.count < 2 || abs(times[0] - times[1]) < 0.01)
    }
  }

  @Test(arguments: [UInt32(7), 1]) func impossibleSizesAreCorrected(size: UInt32) throws {
    let original = try SampleFile.bytes("clip-hevc.mov")
    let mdat = try range(of: "mdat", in: original)
    var bytes = Array(original)
    for index in 0..<4 {
      bytes[mdat.lowerBound + index] = UInt8(truncatingIfNeeded: size >> UInt32(24 - index * 8))
    }
    #expect(try samples(repaired(bytes).0) == samples(original))
  }

  /// A size of 1 says that the next eight bytes are the size.
  @Test func samplesBeginInTheBytesOfALargeSize() throws {
    var edit = Edit(try SampleFile.bytes("clip-hevc.mov"))
    try edit.moveMovie(to: .first)
    let original = try edit.bytes()
    let mdat = try range(of: "mdat", in: original)
    var bytes = Array(original)
    bytes.replaceSubrange(mdat.lowerBound..<mdat.lowerBound + 4, with: [0, 0, 0, 1])
    #expect(try samples(repaired(bytes).0) == samples(original))
  }

  /// Pictures of MPEG-4 Visual, and frames of Apple Lossless, show by their form where they are.
  @Test(
    .needs("ffmpeg"),
    arguments: [["-c:v", "mpeg4", "-an"], ["-vn", "-c:a", "alac"]])
  func samplesOfOtherCodingsAreFound(coding: [String]) throws {
    let folder = try Folder()
    let path = folder.path("whole.mov")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-f", "lavfi", "-i",
        "sine=sample_rate=44100", "-t", "4",
      ] + coding + [path])
    #expect(made.code == 0, "\(made.errors)")
    let original = try ByteSource(mapping: path).bytes
    let mdat = try range(of: "mdat", in: original)
    let start = mdat.lowerBound + mdat.count / 3
    var bytes = Array(original)
    bytes.removeSubrange(start..<start + 100)
    let (file, _) = try repaired(bytes)
    let whole = try samples(original) {
      $0.upperBound <= start || $0.lowerBound >= start + 100
    }
    try check(file, has: whole, of: original)
  }

  // MARK: Tables

  /// Offsets are numbers of 32 bits: that of a sample before the start of the file is close to the largest of them.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4"], [1 << 16, 1 << 23, 60_000_000])
  func impossibleOffsetsAreNoFault(name: String, distance: Int) throws {
    var bytes = Array(try SampleFile.bytes(name))
    let table = Array("stco".utf8)
    for start in bytes.indices.dropLast(16) where bytes[start..<start + 4].elementsEqual(table) {
      let count = bytes[start + 8..<start + 12].reduce(0) { $0 << 8 | Int($1) }
      for entry in 0..<count where entry % 3 != 1 {
        let entryStart = start + 12 + 4 * entry
        let offset = bytes[entryStart..<entryStart + 4].reduce(0) { $0 << 8 | Int($1) }
        let new = UInt32(truncatingIfNeeded: offset - distance)
        for byte in 0..<4 {
          bytes[entryStart + byte] = UInt8(truncatingIfNeeded: new >> (24 - 8 * byte))
        }
      }
    }
    // It is mended, or refused.
    _ = try? repaired(bytes)
  }

  @Test func tablesThatAreWholeAreUsed() throws {
    let original = try SampleFile.bytes("clip-hevc.mov")
    let moov = try range(of: "moov", in: original)
    let tracks = try #require(MovieFile(BoxFile(original))).tracks.map { $0.box.origin }
    let second = try #require(tracks.last ?? nil).fileOffset
    let torn = original.prefix(second + 100)
    let (file, notes) = try repaired(torn)
    #expect(try samples(file) == [samples(original)[0]])
    #expect(notes.contains { $0.contains("--like") })
    // With another recording, the other track is found, too.
    #expect(try samples(repaired(torn, like: original).0) == samples(original))
    // A hole in the tables of the first track.
    var hole = Array(original)
    for index in moov.lowerBound + 200..<moov.lowerBound + 900 { hole[index] = 0 }
    #expect(try samples(repaired(hole, like: original).0) == samples(original))
  }

  @Test func aWholeMovieBehindATornOneIsUsed() throws {
    let original = try SampleFile.bytes("clip-hevc.mov")
    let moov = try range(of: "moov", in: original)
    for count in [20, 300, moov.count / 2, moov.count - 9] {
      let (file, _) = try repaired(
        original.prefix(moov.lowerBound + count) + Array(original[moov]))
      #expect(try samples(file) == samples(original), "\(count)")
    }
  }

  /// If the metadata of a `moov` box cannot be read, and another one is whole, readers understand only that one.
  @Test func aMovieThatCanBeReadCompletelyIsPreferred() throws {
    let original = try SampleFile.bytes("clip-hevc.mov")
    let moov = try range(of: "moov", in: original)
    let keys = (moov.lowerBound..<moov.upperBound).last {
      original.part($0..<$0 + 4)?.elementsEqual("keys".utf8) == true
    }
    var damaged = Array(original)
    let keysStart = try #require(keys)
    for index in keysStart + 12..<keysStart + 40 { damaged[index] = 0 }
    let (file, _) = try repaired(damaged + Array(original[moov]))
    #expect(BoxFile(file).findings.isEmpty && BoxFile(file).boxes.all("moov").count == 1)
    #expect(try samples(file) == samples(original))
  }

  // MARK: Fragments

  @Test(arguments: [0, 40, 1 << 20]) func fragmentsBehindAWrongSizeAreFound(size: Int) throws {
    for name in ["clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov"] {
      let original = try SampleFile.bytes(name)
      let mdat = try range(of: "mdat", in: original)
      var bytes = Array(original)
      for index in 0..<4 {
        bytes[mdat.lowerBound + index] = UInt8(truncatingIfNeeded: size >> (24 - index * 8))
      }
      #expect(try samples(repaired(bytes).0) == samples(original), "\(name)")
    }
  }

  @Test func fragmentsAfterLostBytesAreFound() throws {
    for name in ["clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov"] {
      let original = try SampleFile.bytes(name)
      let moofs = BoxFile(original).boxes.all("moof").compactMap { $0.origin?.fileOffset }
      let start = moofs[0] + (moofs[1] - moofs[0]) * 2 / 3
      var bytes = Array(original)
      bytes.removeSubrange(start..<start + 300)
      let (file, _) = try repaired(bytes)
      let whole = try samples(original) { $0.lowerBound >= moofs[1] }
      try check(file, has: whole, of: original)
    }
  }

  @Test func fragmentsWithoutAHeadAreFound() throws {
    let original = try SampleFile.bytes("clip-hevc-fragmented.mp4")
    let moof = try range(of: "moof", in: original)
    var bytes = Array(original)
    for index in 0..<moof.lowerBound { bytes[index] = 0 }
    var edit = Edit(Bytes(bytes))
    edit.findFragments()
    #expect(edit.isInFragments)
    try edit.repair(initialization: original)
    #expect(try samples(edit.finished().view.bytes) == samples(original))
  }

  /// A recording whose samples are in tables describes its tracks in the same way.
  @Test func fragmentsAreDescribedLikeARecordingWithoutThem() throws {
    let original = try SampleFile.bytes("clip-hevc-fragmented.mp4")
    var whole = Edit(original)
    try whole.defragment()
    let other = try whole.bytes()
    let moof = try range(of: "moof", in: original)
    var edit = Edit(Bytes(Array(original.dropFirst(moof.lowerBound))))
    try edit.repair(initialization: other, ofOther: true)
    #expect(edit.losesMedia)
    #expect(try samples(edit.finished().view.bytes) == samples(original))
  }

  // MARK: Photos

  private func items(_ bytes: Bytes) throws -> [UInt32: [UInt8]] {
    let photo = try #require(HEIFFile(BoxFile(bytes)))
    var items: [UInt32: [UInt8]] = [:]
    for item in photo.items { items[item.id] = (try? photo.data(of: item.id)).map { Array($0) } }
    return items
  }

  @Test func singleImagesAreFoundAgain() throws {
    let original = try SampleFile.bytes("landscape-tiled.heic")
    var edit = Edit(original)
    let photo = try #require(HEIFFile(BoxFile(original)))
    let coded = photo.items.filter { $0.property(HEVCConfigurationBox.self) != nil }.map(\.id)
    let meta = try #require(edit.file.boxes.firstIndex { $0.type == "meta" })
    edit.file.boxes[meta].change(["iloc"]) { box in
      var locations = box[ItemLocationBox.self] ?? ItemLocationBox()
      for index in locations.items.indices where locations.items[index].id == coded[0] {
        locations.items[index].extents[0].offset += 100
      }
      // Metadata that seems to be in the box itself.
      for index in locations.items.indices
      where photo.item(locations.items[index].id)?.type == "Exif" {
        locations.items[index].extents[0].offset = 200
      }
      box[ItemLocationBox.self] = locations
      return true
    }
    let broken = try edit.file.encoded().bytes
    let (old, new) = (try items(original), try items(repaired(broken).0))
    #expect(try items(Bytes(broken))[coded[0]] != old[coded[0]])
    for id in coded { #expect(new[id] == old[id]) }
  }

  @Test func aLostDescriptorOfAGridIsMadeAgain() throws {
    let original = try SampleFile.bytes("landscape-tiled.heic")
    let photo = try #require(HEIFFile(BoxFile(original)))
    let grid = try #require(photo.items.first { $0.type == "grid" })
    let data = try photo.data(of: grid.id)
    var bytes = Array(original)
    for index in 0..<data.count { bytes[data.fileOffset + index] = 0 }
    let (file, notes) = try repaired(bytes)
    #expect(notes.count == 1)
    #expect(try items(file)[grid.id] == Array(data))
  }

  @Test func aPhotoWithoutItsFirstBytesIsFound() throws {
    for name in ["landscape-tiled.heic", "portrait-single.heic"] {
      let original = try SampleFile.bytes(name)
      let meta = try range(of: "meta", in: original)
      for count in [8, meta.lowerBound] {
        var bytes = Array(original)
        for index in 0..<count { bytes[index] = 0 }
        let (file, _) = try repaired(bytes)
        #expect(file.count == original.count && BoxFile(file).boxes.first?.type == "ftyp")
        #expect(try items(file) == items(original))
      }
    }
  }

  /// Some phones write the `meta` box after the media data.
  @Test func aMetaBoxAfterTheMediaDataIsFound() throws {
    let original = try SampleFile.bytes("landscape-tiled.heic")
    let (meta, mdat) = (try range(of: "meta", in: original), try range(of: "mdat", in: original))
    var edit = Edit(original)
    let index = try #require(edit.file.boxes.firstIndex { $0.type == "meta" })
    edit.file.boxes.append(edit.file.boxes.remove(at: index))
    edit.keepsOffsets = false
    let late = Array(try edit.finished().view.bytes)
    #expect(late.count == original.count && meta.lowerBound < mdat.lowerBound)
    for damage in [0..<8, 0..<meta.lowerBound + 8, meta.lowerBound..<meta.lowerBound + 4] {
      var bytes = late
      for index in damage { bytes[index] = damage.lowerBound == 0 ? 0 : 0x11 }
      #expect(try items(repaired(bytes).0) == items(original), "\(damage)")
    }
  }

  @Test func aPhotoWithoutAPropertyIsRebuilt() throws {
    let original = try SampleFile.bytes("landscape-tiled.heic")
    var bytes = Array(original)
    let meta = try range(of: "meta", in: original)
    let found = (meta.lowerBound..<meta.upperBound).first {
      bytes[$0..<$0 + 4].elementsEqual("colr".utf8)
    }
    let colour = try #require(found)
    bytes.replaceSubrange(colour..<colour + 4, with: "free".utf8)
    var edit = Edit(Bytes(bytes))
    try edit.rebuildPhoto(like: original)
    let file = try edit.finished().view.bytes
    #expect(BoxFile(file).boxes.contains { $0.type == "meta" })
  }

  /// What a server sent before a picture is no part of it; without the SOI marker, its start is lost.
  @Test func bytesBeforeAPicture() throws {
    let photo = Array(try SampleFile.bytes("meadow.jpg"))
    let header = Array("HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
    for (bytes, isWhole) in [(header + photo, true), (header + photo.dropFirst(2), false)] {
      var edit = Edit(Bytes(bytes))
      try edit.repair()
      let edited = try edit.finished()
      #expect(Array(edited.view.bytes) == photo)
      #expect(edited.losesMedia != isWhole)
      #expect(
        edited.notes.contains {
          $0.contains("\(header.count) bytes") && $0.hasPrefix("removed") == isWhole
        }, "\(edited.notes)")
    }
  }
}
