import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Files that were damaged on purpose are repaired, completely or as far as possible.
@Suite struct RepairTests {
  private func bytes(_ name: String) throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix(name) })
    return try ByteSource(mapping: path).bytes
  }

  private func repaired(_ bytes: Bytes) throws -> (file: BoxFile, notes: [String]) {
    var edit = Edit(bytes)
    try edit.repair()
    let edited = try edit.finished()
    return (edited.view, edited.notes)
  }

  @Test(arguments: MediaFolder.samples) func whatIsInOrderStaysAsItIs(path: String) throws {
    let original = try ByteSource(mapping: path).bytes
    guard BoxFile(original).boxes.first?.type == "ftyp" else { return }
    let (file, notes) = try repaired(original)
    #expect(notes.isEmpty && file.bytes == original)
  }

  @Test func aFileWithoutDescriptionIsRefused() throws {
    let type = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]
    let data = [0, 0, 0, 12] + Array("mdat".utf8) + [1, 2, 3, 4]
    let error = #expect(throws: EditError.self) { try repaired(Bytes(type + data)) }
    #expect(error?.message.hasPrefix("has neither a moov nor a meta box") == true)
  }

  @Test func bytesAfterTheEndGo() throws {
    let original = try bytes("clip-hevc.mov")
    for junk in [[0x0A], [0, 0, 0, 0], [UInt8](repeating: 0, count: 5000)] as [[UInt8]] {
      let (file, notes) = try repaired(Bytes(Array(original) + junk))
      #expect(file.bytes == original && notes.count == 1)
    }
    // Data that may have a meaning stays.
    let more = Bytes(Array(original) + Array("SEFT and other things".utf8))
    #expect(try repaired(more).file.bytes == more)
  }

  /// An index that counts without a box which is before the fragments leads players to other offsets.
  @Test func aWrongIndexOfFragmentsGoes() throws {
    var fragmented = Edit(try bytes("clip-h264.mp4"))
    try fragmented.fragment(every: .group)
    var whole = Edit(Bytes(try fragmented.finished().written.bytes))
    whole.file.boxes.removeAll { $0.type == "sidx" }
    let original = Array(try whole.finished().written.bytes)
    let file = BoxFile(Bytes(original))
    let start = try #require(file.boxes.first("moof")?.origin?.fileOffset)
    let added: [UInt8] = [0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8)
    let stale = Bytes(original[..<start] + added + original[start...])
    // Such a file is refused where the index counts, and the message says what helps.
    var edit = Edit(stale)
    edit.keepsOffsets = false
    edit.file.boxes.removeAll { $0.type == "free" }
    let error = #expect(throws: EditError.self) { try edit.finished() }
    #expect(error?.message.contains("boxwalk repair removes it") == true, "\(error?.message ?? "")")
    let (repaired, notes) = try repaired(stale)
    #expect(notes.count == 1 && notes[0].contains("(mfra)"), "\(notes)")
    #expect(repaired.boxes.map(\.type).contains("moof") && repaired.boxes.first("mfra") == nil)
    #expect(repaired.samples(of: 1) == file.samples(of: 1))
  }

  /// A movie whose media data was never written: the header of `mdat`, and zeros after it.
  @Test func mediaDataThatWasNeverWritten() throws {
    let original = try bytes("clip-h264.mp4")
    let media = try #require(BoxFile(original).boxes.first("mdat")?.origin)
    let start = media.fileOffset
    let header: [UInt8] = [0, 0, 0, 8] + Array("mdat".utf8)
    let empty = Array(original)[..<start] + header + [UInt8](repeating: 0, count: 1024)
    let (nothing, lost) = try repaired(Bytes(empty))
    #expect(try #require(MovieFile(nothing)).tracks.allSatisfy { $0.sampleCount == 0 })
    #expect(lost.contains { $0.contains(": 0 of") }, "\(lost)")
    // One half is there, and the other half is zeros after the box.
    let count = media.count / 2
    let size = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    let half =
      Array(original)[..<start] + size + Array(original)[start + 4..<start + count]
      + [UInt8](repeating: 0, count: media.count - count - 100)
    let (file, notes) = try repaired(Bytes(half))
    let movie = try #require(MovieFile(file))
    #expect(movie.tracks.allSatisfy { $0.samples.areWithin(file.bytes.count) })
    #expect(movie.tracks.contains { $0.sampleCount > 0 })
    #expect(notes.contains { $0.contains("samples are whole") }, "\(notes)")
  }

  /// A file that ends right after the `moof` box of its last fragment.
  @Test(arguments: ["clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov"])
  func aFragmentWithoutItsData(_ name: String) throws {
    let original = try bytes(name)
    let last = try #require(BoxFile(original).boxes.last { $0.type == "moof" }?.origin)
    let cut = try #require(original.part(0..<last.fileOffset + last.count))
    let whole = try #require(MovieFile(BoxFile(original)))
    let (file, notes) = try repaired(cut)
    let movie = try #require(MovieFile(file))
    #expect(movie.tracks.allSatisfy { $0.samples.areWithin(file.bytes.count) })
    for (old, new) in zip(whole.tracks, movie.tracks) {
      let count = old.samples.chunks.filter { $0.fragmentStart == last.fileOffset }
        .reduce(0) { $0 + $1.sampleCount }
      #expect(new.sampleCount == old.sampleCount - count)
    }
    #expect(notes.contains { $0.contains("before the media data") }, "\(notes)")
  }

  /// Two fragments that something exchanged: they are played in the order of the file.
  @Test func exchangedFragmentsArePutInOrder() throws {
    let original = try bytes("clip-hevc-fragmented.mp4")
    let boxes = BoxFile(original).boxes.compactMap(\.origin)
    // ftyp moov sidx sidx moof mdat moof mdat moof mdat mfra
    let order = [0, 1, 2, 3, 4, 5, 8, 9, 6, 7, 10]
    #expect(boxes.count == order.count)
    let exchanged = order.flatMap { Array(boxes[$0]) }
    var edit = Edit(Bytes(exchanged))
    let error = #expect(throws: EditError.self) { try edit.defragment() }
    #expect(error?.message.contains("boxwalk repair") == true, "\(error?.message ?? "")")
    let (file, notes) = try repaired(Bytes(exchanged))
    #expect(notes.count == 1 && notes[0].contains("order of their times"), "\(notes)")
    let (old, new) = (
      try #require(MovieFile(BoxFile(original))), try #require(MovieFile(file))
    )
    for (old, new) in zip(old.tracks, new.tracks) {
      #expect(old.samples.map(\.decodeTime) == new.samples.map(\.decodeTime))
      #expect(BoxFile(original).samples(of: old.id) == file.samples(of: new.id))
    }
    // Numbers that start again are those of another recording, and nothing moves.
    let again = Array(original.prefix(boxes[10].fileOffset)) + boxes[4...9].flatMap { Array($0) }
    let (same, words) = try repaired(Bytes(again))
    #expect(words.isEmpty && same.bytes.elementsEqual(again), "\(words)")
  }

  @Test func aGridIsFoundInItemData() throws {
    let original = try bytes("landscape-tiled.heic")
    let heif = try #require(HEIFFile(BoxFile(original)))
    let grid = try #require(heif.items.first { $0.type == "grid" })
    #expect(grid.location?.constructionMethod == 1)
    var edit = Edit(original)
    edit.changedItems = [grid.id]
    edit.file.changeLocations { locations in
      for index in locations.items.indices where locations.items[index].id == grid.id {
        locations.items[index].constructionMethod = 0
      }
    }
    let broken = try edit.finished().view.bytes
    #expect(try #require(HEIFFile(BoxFile(broken))).data(of: grid.id) != heif.data(of: grid.id))
    let (file, notes) = try repaired(broken)
    #expect(file.bytes == original && notes.count == 1)
  }

  @Test func metadataGetsItsVersion() throws {
    let original = try bytes("portrait-single.heic")
    var edit = Edit(original)
    edit.keepsOffsets = false
    for index in edit.file.boxes.indices {
      edit.file.boxes[index][MetaBox.self]?.header = nil
    }
    let broken = try edit.finished().view.bytes
    #expect(broken.count == original.count - 4)
    let (file, notes) = try repaired(broken)
    #expect(file.bytes == original && notes.count == 1)
  }

  /// The only image is the primary item, also if no box says so.
  @Test(arguments: ["portrait-single.heic", "landscape-tiled.heic"])
  func theOnlyImageIsThePrimaryItem(_ name: String) throws {
    let original = try bytes(name)
    var edit = Edit(original)
    edit.keepsOffsets = false
    for index in edit.file.boxes.indices where edit.file.boxes[index].type == "meta" {
      edit.file.boxes[index].children.removeAll { $0.type == "pitm" }
    }
    let broken = try edit.finished().view.bytes
    #expect(HEIFFile(BoxFile(broken))?.primaryItemID == nil)
    let (file, notes) = try repaired(broken)
    let (old, new) = (
      try #require(HEIFFile(BoxFile(original))), try #require(HEIFFile(file))
    )
    let primary = try #require(old.primaryItemID)
    #expect(new.primaryItemID == primary)
    for item in old.items { #expect(try new.data(of: item.id) == old.data(of: item.id)) }
    #expect(file.findings.isEmpty && notes.count == 1)
  }

  // MARK: Copies that broke off

  // At the last of these only one track has lost something.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4"], [0.01, 0.2, 0.4, 0.7, 0.99, 0.999_99])
  func aMovieThatBrokeOff(name: String, part: Double) throws {
    var first = Edit(try bytes(name))
    try first.moveMovie(to: .first)
    let whole = try first.finished().view
    let media = try #require(whole.boxes.first("mdat")?.origin?.fileOffset) + 16
    let end = media + Int(Double(whole.bytes.count - media) * part)
    let (file, notes) = try repaired(try #require(whole.bytes.part(0..<end)))
    #expect(file.findings.isEmpty && notes.count > 1)
    #expect(file.bytes.count == end)

    let (before, after) = (try #require(MovieFile(whole)), try #require(MovieFile(file)))
    #expect(before.tracks.count == after.tracks.count)
    for (old, new) in zip(before.tracks, after.tracks) {
      // Each table has the samples that end before the cut, and no others.
      let kept = old.samples.prefix { $0.fileRange.upperBound <= end }.count
      #expect(new.sampleCount == kept)
      let table = new.box.children.at("mdia", "minf", "stbl")
      var timed: Int64 = 0
      table.first(TimeToSampleBox.self)?.entries.forEachRow { _, row in timed += row[0] }
      #expect(timed == Int64(kept))
      let found = new.samples.count {
        file.bytes.part($0.fileRange) == whole.bytes.part($0.fileRange)
      }
      #expect(found == kept)
      #expect(new.mediaDuration <= old.mediaDuration)
      #expect(new.mediaHeader?.duration == new.mediaDuration)
    }
    #expect(after.duration ?? 0 <= before.duration ?? 0)
  }

  @Test(.needsMedia) func aPhotoThatBrokeOff() throws {
    let path = try #require(MediaFolder.path) + "/iphone-heic/pug.heic"
    let original = try ByteSource(mapping: path).bytes
    let heif = try #require(HEIFFile(BoxFile(original)))
    let primary = try #require(heif.primaryItemID)
    func end(_ id: UInt32) -> Int { (try? heif.extents(of: id))?.map(\.upperBound).max() ?? 0 }
    let pictureEnd = try #require(heif.targets("dimg", from: primary).map(end).max())
    let others = heif.items.filter { end($0.id) > pictureEnd }
    #expect(!others.isEmpty)

    // One byte of the picture is missing: it cannot be decoded, and is not invented.
    #expect(throws: EditError.self) { try repaired(#require(original.part(0..<pictureEnd - 1))) }

    let (file, notes) = try repaired(try #require(original.part(0..<pictureEnd + 1)))
    let new = try #require(HEIFFile(file))
    #expect(file.findings.isEmpty && notes.count == 1 + heif.items.count - new.items.count)
    for item in new.items { #expect(throws: Never.self) { try new.data(of: item.id) } }
    #expect(try new.plan(for: primary).tiles == heif.plan(for: primary).tiles)
    for reference in new.references {
      #expect(new.item(reference.from) != nil && reference.to.allSatisfy { new.item($0) != nil })
    }
  }

  @Test func aStreamThatBrokeOff() throws {
    let original = try bytes("clip-hevc-fragmented.mp4")
    let whole = BoxFile(original)
    let last = try #require(whole.boxes.last { $0.type == "mdat" }?.origin)
    let cut = try #require(original.part(0..<last.fileOffset + last.count - 1))
    let (file, notes) = try repaired(cut)
    #expect(notes.contains { $0.contains("samples at the end of the last fragment") })
    #expect(file.boxes.all("moof").count == whole.boxes.all("moof").count)

    // Without its description it needs that of the stream.
    var edit = Edit(original)
    edit.file.boxes.removeAll { ["moov", "ftyp", "sidx", "mfra"].contains($0.type) }
    edit.changedTracks = Set(try #require(MovieFile(whole)).tracks.map(\.id))
    edit.keepsOffsets = false
    let fragments = try edit.finished().view.bytes
    #expect(throws: EditError.self) { try repaired(fragments) }
    var again = Edit(fragments)
    try again.repair(initialization: original)
    let joined = try again.finished().view
    let counts = [whole, joined].map { MovieFile($0)?.tracks.map(\.sampleCount) }
    #expect(counts[0] == counts[1])
  }
}

extension BoxFile {
  mutating func changeLocations(_ change: (inout ItemLocationBox) -> Void) {
    for index in boxes.indices where boxes[index].type == "meta" {
      var children = boxes[index].children
      for child in children.indices {
        guard var locations = children[child][ItemLocationBox.self] else { continue }
        change(&locations)
        children[child][ItemLocationBox.self] = locations
      }
      boxes[index].children = children
    }
  }
}
