import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Samples stay the same when they are put into fragments, and when the fragments are joined again.
@Suite struct FragmentTests {
  private static let movies =
    MediaFolder.samples.filter { ["mov", "mp4"].contains(($0 as NSString).pathExtension) }
    + MediaFolder.oneOfEachForm { path in
      ["/mp4/", "/m4a-audio/", "/3gp/", "/mov/"].contains { path.contains($0) }
        && MovieFormat(extension: (path as NSString).pathExtension) != nil
    }

  /// In uncompressed sound, the samples that programs find depend on the chunks.
  private static func hasUncompressedSound(_ movie: MovieFile) -> Bool {
    let types: Set<FourCC> = ["lpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64", "raw "]
    return movie.tracks.contains { $0.sampleEntries.contains { types.contains($0.type) } }
  }

  /// No other movie is refused: these have no samples, or lost them, or packets of sound that fragments cannot describe.
  private static let refused = [
    "fate/mp4-with-mov-in24-ver.mp4", "/init_prog.mp4", "/QuickTime.m4a", "/alac_file.m4a",
    "/issue-318.m4a", "/issue-79.m4a", "/testMP4_esdsFlags.m4a", "/fixture-moov.mov",
    "/gstreamer_sample_sorenson.mov", "/short-zero-inband.mov", "/fixture-mp4v2.mp4", "/zero.mp4",
    "/catfight-cvid-pal8-partial.mp4", "/displaymatrix.mp4", "/white_zombie_scrunch-part.mp4",
    "/wwwq_cut.mp4",
  ]

  @Test(.needs("ffprobe"), arguments: movies)
  func thereAndBackEveryPacketStays(_ path: String) throws {
    var edit = Edit(try ByteSource(mapping: path).bytes)
    guard let movie = MovieFile(edit.original), !movie.isInitialization else { return }
    let fragmented: EditedFile
    do throws(EditError) {
      if movie.isFragmented { try edit.defragment() }
      try edit.fragment(every: .seconds(1))
      fragmented = try edit.finished()
    } catch {
      #expect(Self.refused.contains { path.hasSuffix($0) }, "\(path): \(error)")
      return
    }
    let whole = Bytes(fragmented.written.bytes)
    let made = try #require(MovieFile(BoxFile(whole)))
    #expect(made.isFragmented && made.tracks.map(\.sampleCount) == movie.tracks.map(\.sampleCount))
    #expect(made.tracks.allSatisfy { $0.tableSampleCount == 0 })
    var back = Edit(whole)
    try back.defragment()
    let folder = try Folder()
    let new = try folder.write(Data(try back.bytes()), to: "new.mp4")
    guard !Self.hasUncompressedSound(movie), !movie.isFragmented else { return }
    #expect(try Packets(path) == Packets(new), "\(path)")
  }

  /// Samples are copied from file to file, even short ones: a long movie does not fit in memory.
  @Test func samplesAreNotInMemory() throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    let media = edit.original.boxes.filter { $0.type == "mdat" }.compactMap(\.origin?.count)
    try edit.fragment(every: .group)
    let written = try edit.finished().written
    let new = written.segments.reduce(0) { sum, segment in
      if case .new(let bytes) = segment { return sum + bytes.count }
      return sum
    }
    #expect(written.count - new >= media.reduce(0, +) - 16, "\(new) of \(written.count)")
  }

  /// A track can state many groupings, and each sample is in a group of each.
  @Test func manyGroupingsTakeTheirShareOfTime() throws {
    let factor = try growth(of: 400, movie(ofGroupings:)) { movie in
      var edit = Edit(movie)
      try edit.fragment(every: .group)
      _ = try edit.finished()
    }
    #expect(factor < 8)
  }

  /// A movie whose samples are all in as many groups.
  private func movie(ofGroupings count: Int) throws -> Bytes {
    var file = BoxFile(try SampleFile.bytes("clip-hevc.mov"))
    let groupings = (0..<count).flatMap { number in
      var groups = SampleToGroupBox()
      groups.groupingType = FourCC(rawValue: 0x6100_0000 + UInt32(number))
      groups.entries = FieldTable(columns: SampleToGroupBox.columns, values: [60, 1])
      var descriptions = SampleGroupDescriptionBox()
      descriptions.groupingType = groups.groupingType
      descriptions.defaultLength = 1
      var description = SampleGroupEntry()
      description.data = Bytes([0])
      descriptions.entries = [description]
      return [Box(descriptions), Box(groups)]
    }
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    file.boxes[moov].edit("trak", "mdia", "minf", "stbl") { $0.children += groupings }
    return Bytes(try file.encoded().bytes)
  }

  /// Offsets, sizes and times of the indexes are those of the fragments.
  @Test(.needs("ffprobe"), arguments: [FragmentLength.group, .seconds(0.5)])
  func indexesLeadToFragments(_ length: FragmentLength) throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    try edit.fragment(every: length)
    let file = BoxFile(try edit.bytes())
    let fragments = file.boxes.filter { $0.type == "moof" }
    #expect(fragments.count > 1)
    let offsets = fragments.compactMap { $0.origin?.fileOffset }
    let index = try #require(file.boxes.first(SegmentIndexBox.self))
    var offset = offsets[0]
    index.references.forEachRow { row, values in
      #expect(offset == offsets[row])
      #expect(values[3] == 1)
      offset += Int(values[1])
    }
    #expect(index.references.count == fragments.count)
    let accesses = file.boxes.at("mfra").compactMap { $0[TrackFragmentRandomAccessBox.self] }
    let pictures = try #require(accesses.first { $0.trackID == index.referenceID })
    var found: [Int] = []
    pictures.entries.forEachRow { _, row in found.append(Int(row[1])) }
    #expect(found == offsets)
    // The last number of the file says how far before its end these tables begin.
    let last = try #require(file.boxes.last)
    #expect(last.type == "mfra")
    #expect(file.bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) } == last.origin?.count)
    let folder = try Folder()
    let path = try folder.write(Data(file.bytes), to: "a.mp4")
    let frames = try InstalledProgram.run(
      "ffprobe", ["-v", "error", "-show_entries", "packet=pts", "-of", "csv=p=0", path])
    #expect(frames.errors.isEmpty && !frames.output.isEmpty, "\(frames.errors)")
  }

  /// The index states when the first picture is presented, as ffprobe sees it in the file without the index.
  @Test(.needs("ffprobe")) func theIndexBeginsWithTheFirstPicture() throws {
    var late = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    let moov = try #require(late.boxes.firstIndex { $0.type == "moov" })
    late.boxes[moov].edit("trak") { $0.children.removeAll { $0.type == "edts" } }
    var edit = Edit(Bytes(try late.relocated().bytes))
    try edit.fragment(every: .group)
    var file = BoxFile(try edit.bytes())
    let index = try #require(file.boxes.first(SegmentIndexBox.self))
    file.boxes.removeAll { ["sidx", "mfra"].contains($0.type) }
    let folder = try Folder()
    let path = try folder.write(Data(try file.relocated().bytes), to: "a.mp4")
    let frames = try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts", "-of", "csv=p=0",
        path,
      ])
    let times = frames.output.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
    let first = try #require(times.min())
    #expect(first > 0 && index.earliestPresentationTime == UInt64(first))
  }

  /// A file of one track has that track and its index, whichever it was.
  @Test(arguments: [1, 2]) func oneTrackIsTaken(id: UInt32) throws {
    let original = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    var edit = try Edit(sample: "clip-h264.mp4")
    try edit.makeCMAF(track: id, CMAFLayout())
    let file = BoxFile(try edit.bytes())
    #expect(MovieFile(file)?.tracks.map(\.id) == [id])
    #expect(file.samples(of: id) == original.samples(of: id))
    #expect(file.boxes.first(SegmentIndexBox.self)?.referenceID == id)
    // One of one track, too.
    var again = Edit(file.bytes)
    try again.defragment()
    var alone = Edit(try again.bytes())
    try alone.makeCMAF(track: id, CMAFLayout())
    #expect(BoxFile(try alone.bytes()).samples(of: id) == file.samples(of: id))
  }

  /// A movie whose pictures have another description from a chunk on. The first chunk has two of them.
  private func changing(at chunk: Int64) throws -> Bytes {
    var file = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    for index in file.boxes.indices where file.boxes[index].type == "moov" {
      file.boxes[index].edit("trak", "mdia", "minf", "stbl") { table in
        table.edit("stsd") { $0.children += $0.children }
        table.edit("stsc") { box in
          box[SampleToChunkBox.self]?.entries = FieldTable(
            columns: SampleToChunkBox.columns, rows: [[1, 2, 1], [2, 1, 1], [chunk, 1, 2]])
        }
      }
    }
    return Bytes(try file.relocated().bytes)
  }

  @Test func theCodingChangesOnlyWhereDecodingCanStart() throws {
    var middle = Edit(try changing(at: 3))
    let error = #expect(throws: EditError.self) { try middle.makeCMAF(track: 1, CMAFLayout()) }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.contains("at which decoding cannot start") == true)
    // The second key frame.
    let original = try changing(at: 30)
    var edit = Edit(original)
    try edit.makeCMAF(track: 1, CMAFLayout())
    let file = BoxFile(try edit.bytes())
    #expect(file.samples(of: 1) == BoxFile(original).samples(of: 1))
    let samples = try #require(MovieFile(file)?.tracks.first?.samples)
    #expect(samples.map(\.descriptionIndex) == (0..<75).map { $0 < 30 ? 1 : 2 })
  }

  @Test func aTrackThatIsMissingIsNamed() throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    let error = #expect(throws: EditError.self) { try edit.makeCMAF(track: 9, CMAFLayout()) }
    #expect(error?.kind == .notFound)
    #expect(error?.message == "has no track 9, only 1 and 2")
  }

  /// A value that all samples have in common is not a column of a table.
  @Test func likeSamplesAreStatedOnce() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.fragment(every: .seconds(1))
    let file = BoxFile(try edit.bytes())
    let sound = try #require(MovieFile(file)?.tracks.first { $0.handlerType == "soun" })
    let groups = file.boxes.filter { $0.type == "moof" }.flatMap { $0.children.all("traf") }
      .filter { $0.children.first(TrackFragmentHeaderBox.self)?.trackID == sound.id }
    #expect(!groups.isEmpty)
    for group in groups {
      let header = try #require(group.children.first(TrackFragmentHeaderBox.self))
      #expect(header.isBaseAtFragment && header.defaultSampleFlags != nil)
      #expect(group.children.contains { $0.type == "tfdt" })
    }
  }

  @Test func hiddenSamplesAreNamed() throws {
    var hiding = try Edit(sample: "clip-h264.mp4")
    try hiding.trim(from: 0, to: 0.5, dropping: false)
    var edit = Edit(try hiding.bytes())
    try edit.fragment(every: .group)
    #expect(edit.notes.contains { $0.contains("pictures of track 1 are hidden") }, "\(edit.notes)")
    var whole = try Edit(sample: "clip-h264.mp4")
    try whole.fragment(every: .group)
    #expect(!whole.notes.contains { $0.contains("hidden") }, "\(whole.notes)")
  }

  /// Readers would take what follows the fragments for more of them.
  @Test func longDataBehindAMovieIsLeftOut() throws {
    let text = Bytes(Array(repeating: UInt8(ascii: "T"), count: 2000))
    var edit = Edit(Bytes(Array(try SampleFile.bytes("clip-h264.mp4")) + Array(text)))
    #expect(edit.original.trailing == text)
    try edit.fragment(every: .group)
    let edited = try edit.finished()
    #expect(edited.losesMedia && edited.losses.contains { $0.contains("2,000 bytes") })
    let file = BoxFile(Bytes(edited.written.bytes))
    #expect(file.trailing.isEmpty && file.findings.isEmpty)
    #expect(file.samples(of: 1) == edit.original.samples(of: 1))
  }

  /// The type of the box with the samples is damaged: they are read, and are not in the new file twice.
  @Test func samplesInABoxOfAnotherTypeAreMoved() throws {
    let original = try SampleFile.bytes("clip-h264.mp4")
    var bytes = Array(original)
    let media = try #require(bytes.firstRange(of: Array("mdat".utf8)))
    bytes.replaceSubrange(media, with: [0x6D, 0x64, 0xFF, 0xFF])
    var edit = Edit(Bytes(bytes))
    try edit.makeCMAF(track: 1, CMAFLayout())
    let file = BoxFile(try edit.bytes())
    #expect(file.samples(of: 1) == BoxFile(original).samples(of: 1))
    #expect(!file.boxes.contains { $0.type.rawValue == 0x6D64_FFFF })
  }

  /// The index of a camera points to data that a stream does not have.
  @Test func indexesOfVendorsAreLeftOut() throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    let space: [UInt8] = [0, 0, 0, 12] + Array("free".utf8) + [1, 2, 3, 4]
    edit.file.boxes += BoxFile(Bytes(space)).boxes
    let whole = BoxFile(try edit.bytes())
    // The box grows by its own size, and everything behind it moves as far.
    let offset = try #require(whole.boxes.last?.origin?.fileOffset) + 20
    let number: [UInt8] = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: offset >> $0) }
    let index: [UInt8] = [0, 0, 0, 20] + Array("gps ".utf8) + [0, 0, 1, 1, 0, 0, 0, 1] + number
    var other = Edit(whole.bytes)
    let box = try #require(BoxFile(Bytes(index)).boxes.first)
    other.editMovie { $0.children.append(box) }
    other.keepsOffsets = false
    let dashcam = try other.bytes()
    try #require(BoxFile(dashcam).boxes.last?.origin?.fileOffset == offset)
    var moving = Edit(dashcam)
    try moving.remux(to: .mov)
    #expect(throws: EditError.self) { try moving.finished() }
    var stream = Edit(dashcam)
    try stream.makeCMAF(track: 1, CMAFLayout())
    let edited = try stream.finished()
    #expect(edited.losses == ["the box gps , which lists offsets in the old file, is left out"])
    #expect(!BoxFile(Bytes(edited.written.bytes)).boxes.at("moov").contains { $0.type == "gps " })
  }

  @Test func whatCannotBeIsSaid() throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    #expect(throws: EditError.self) { try edit.fragment(every: .seconds(0)) }
    try edit.fragment(every: .group)
    #expect(throws: EditError.self) { try edit.fragment(every: .group) }
    var photo = try Edit(sample: "meadow.avci")
    #expect(throws: EditError.self) { try photo.fragment(every: .group) }
  }

  /// The proof finds a sample that is shown at another time.
  @Test func otherTimesAreFound() throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    try edit.remux(to: .mov)
    for index in edit.file.boxes.indices where edit.file.boxes[index].type == "moov" {
      edit.file.boxes[index].edit("trak", "mdia", "minf", "stbl", "stts") { box in
        guard let times = box[TimeToSampleBox.self] else { return }
        var rows: [[Int64]] = []
        times.entries.forEachRow { _, row in rows.append([row[0], row[1] + 1]) }
        box[TimeToSampleBox.self]?.entries = FieldTable(
          columns: TimeToSampleBox.columns, rows: rows)
      }
    }
    #expect(throws: EditError.self) { try edit.finished() }
  }
}
