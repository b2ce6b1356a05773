import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// The permitted and the forbidden effects of an edit.
@Suite struct EditTests {
  private func bytes(_ name: String) throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix(name) })
    return try ByteSource(mapping: path).bytes
  }

  /// The example of the documentation.
  @Test func anEditOfTheTree() throws {
    let original = try bytes("clip-hevc.mov")
    var edit = Edit(original)
    edit.file.boxes.removeAll { $0.type == "wide" }
    edit.keepsOffsets = false
    let edited = try edit.finished()
    #expect(edited.isChanged)
    #expect(edited.written.count == original.count - 8)
    #expect(Bytes(edited.written.bytes) == edited.view.bytes)
    #expect(BoxFile(Bytes(edited.written.bytes)).boxes.map(\.type) == ["ftyp", "mdat", "moov"])
  }

  /// The example of `Documentation/package.md`.
  @Test func editsOneAfterTheOther() throws {
    let original = try bytes("clip-hevc.mov")
    var edit = Edit(original)
    try edit.strip(.location)
    try edit.moveMovie(to: .first)
    #expect(edit.notes.count == 2)
    let edited = try edit.finished()
    #expect(edited.written.segments.reduce(0) { $0 + $1.count } == edited.view.bytes.count)
    let (old, new) = (BoxFile(original), edited.view)
    for id in [1, 2] as [UInt32] { #expect(old.samples(of: id) == new.samples(of: id)) }
    #expect(old.samples(of: 1).count == 75)
    #expect(MovieFile(new)?.metadata.contains { $0.key.contains("location") } == false)
  }

  @Test(arguments: RelocationTests.files) func withoutAChangeTheFileIsTheSame(path: String) throws {
    let bytes = try ByteSource(mapping: path).bytes
    guard bytes.count < 16 << 20 else { return }
    let edited = try Edit(bytes).finished()
    #expect(!edited.isChanged)
    #expect(edited.patches?.isEmpty == true)
  }

  /// A change of media bytes is refused, unless the edit declares it.
  @Test func mediaThatChangesIsRefused() throws {
    let original = try bytes("clip-hevc.mov")
    let file = BoxFile(original)
    let movie = try #require(MovieFile(file))
    let range = try #require(movie.tracks[0].samples.sample(at: 2)).fileRange
    var edit = Edit(original)
    let isReplaced = edit.file.replace(
      range, with: Bytes([UInt8](repeating: 0, count: range.count)))
    #expect(isReplaced)
    #expect(throws: EditError.self) { try edit.finished() }
    edit.changedTracks = [movie.tracks[0].id]
    let new = try edit.finished().view
    #expect(new.bytes.part(range)?.allSatisfy { $0 == 0 } == true)
    #expect(new.bytes.count == original.count)
  }

  @Test func anItemThatChangesIsRefused() throws {
    let original = try bytes("landscape-tiled.heic")
    let heif = try #require(HEIFFile(BoxFile(original)))
    let exif = try #require(heif.items.first { $0.type == "Exif" })
    let range = try #require(heif.extents(of: exif.id).first)
    var edit = Edit(original)
    // It is shorter by ten bytes, which moves the bytes after it.
    let shorter = try #require(original.part(range.dropLast(10)))
    let isReplaced = edit.file.replace(range, with: shorter)
    #expect(isReplaced)
    #expect(throws: EditError.self) { try edit.finished() }
  }

  /// An offset that is stated wrongly is an edit of the tree like any other, and is refused.
  @Test func aWrongOffsetIsRefused() throws {
    var edit = Edit(try bytes("clip-hevc.mov"))
    edit.file.boxes = edit.file.boxes.map { $0.type == "moov" ? $0.shiftingChunks(by: 1) : $0 }
    #expect(throws: EditError.self) { try edit.finished() }
  }

  /// The offsets in a damaged file are not known, so nothing in it moves.
  @Test func damagedFilesKeepTheirOffsets() throws {
    var damaged = Array(try bytes("clip-hevc.mov"))
    // An unknown version: the offsets of the chunks cannot be read.
    let type = try #require(damaged.firstRange(of: Array("stco".utf8)))
    damaged[type.upperBound] = 9
    var edit = Edit(Bytes(damaged))
    #expect(throws: EditError.self) {
      try edit.moveMovie(to: .first)
      _ = try edit.finished()
    }
    let same = Edit(Bytes(damaged))
    #expect(try !same.finished().isChanged)
  }

  // MARK: Faststart

  @Test(arguments: RelocationTests.files) func faststartAndBack(path: String) throws {
    let original = try ByteSource(mapping: path).bytes
    guard original.count < 16 << 20, BoxFile(original).findings.isEmpty else { return }
    var edit = Edit(original)
    guard (try? edit.moveMovie(to: .first)) != nil else { return }
    // In movies whose media was cut out, samples seem to be in the remaining data.
    guard !BoxFile(original).boxes.all("mdat").allSatisfy({ $0.origin?.count == 8 }) else { return }
    let first = try edit.finished()
    let types = first.view.boxes.map(\.type)
    let (movie, media) = (types.firstIndex(of: "moov"), types.firstIndex(of: "mdat"))
    #expect(try #require(movie) < #require(media))

    var undo = Edit(Bytes(first.written.bytes))
    try undo.moveMovie(to: .last)
    let last = try undo.finished()
    #expect(last.view.boxes.last?.type == "moov")
    let types0 = BoxFile(original).boxes.map(\.type)
    guard types0.last == "moov", types0.firstIndex(of: "mdat") != nil else { return }
    // Recorders write it at the end, and there it is again.
    #expect(last.view.bytes == original)
  }

  /// Media data that continues to the end of the file gets a size when something is added after it.
  @Test func dataToTheEndGetsASize() throws {
    let original = try bytes("clip-hevc.mov")
    var first = Edit(original)
    try first.moveMovie(to: .first)
    var open = Array(try first.finished().view.bytes)
    let media = try #require(open.firstRange(of: Array("mdat".utf8))).lowerBound
    for index in media - 4..<media { open[index] = 0 }
    var edit = Edit(Bytes(open))
    try edit.moveMovie(to: .last)
    #expect(try edit.finished().view.bytes == original)
  }

  /// The proof looks at the samples that are left of a shorter movie, too.
  @Test func samplesThatStayAreProved() throws {
    var edit = Edit(try bytes("clip-hevc.mov"))
    try edit.trim(from: 1, to: 2)
    #expect(throws: Never.self) { try edit.finished() }
    edit.file.boxes = edit.file.boxes.map {
      $0.type == "moov" ? $0.shiftingChunks(by: 1) : $0
    }
    let error = #expect(throws: EditError.self) { try edit.finished() }
    #expect(error?.kind == .proofFailed)
  }
}

extension Box {
  fileprivate func shiftingChunks(by count: Int64) -> Box {
    var box = self
    if var chunks = box[ChunkOffsetBox.self] {
      chunks.chunkOffsets =
        (try? chunks.chunkOffsets.mapping(0) { (offset) throws(FieldError) in offset + count })
        ?? chunks.chunkOffsets
      box[ChunkOffsetBox.self] = chunks
    } else if !children.isEmpty {
      box.children = children.map { $0.shiftingChunks(by: count) }
    }
    return box
  }
}
