import Editing
import FieldCoding
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Movies are joined if their samples are alike, and each is presented after the other.
@Suite struct JoinTests {
  /// A sample movie, whose tracks are changed: first that of pictures, then that of sound.
  private func movie(_ changes: ((inout Box) -> Void)...) throws -> Bytes {
    var file = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    for index in file.boxes.indices where file.boxes[index].type == "moov" {
      var children = file.boxes[index].children
      let tracks = children.indices.filter { children[$0].type == "trak" }
      for (track, change) in zip(tracks, changes) { change(&children[track]) }
      file.boxes[index].children = children
    }
    return Bytes(try file.relocated().bytes)
  }

  /// Shows a track like these rows of an edit list: in milliseconds, and in ticks of its media.
  private func showing(_ rows: [Int64]...) -> (inout Box) -> Void {
    { track in
      track.edit("edts", "elst") {
        $0[EditListBox.self] = EditListBox(rows: rows.map { $0 + [1, 0] })
      }
    }
  }

  private func joined(_ bytes: Bytes, _ other: Bytes) throws -> BoxFile {
    var edit = Edit(bytes)
    try edit.join([("other.mp4", other)])
    return BoxFile(try edit.bytes())
  }

  /// Of tracks that are removed afterwards, no samples are left, whatever movie they are in.
  @Test func samplesOfRemovedTracksAreLeftOut() throws {
    let bytes = try movie()
    let audio = try #require(MovieFile(BoxFile(bytes))?.tracks.first { $0.handlerType == "soun" })
    var edit = Edit(bytes)
    try edit.join([("b.mp4", movie()), ("c.mp4", movie())])
    try edit.remux(to: .m4a)
    let new = BoxFile(try edit.bytes())
    let tracks = try #require(MovieFile(new)).tracks
    #expect(tracks.map(\.handlerType) == ["soun"])
    #expect(tracks[0].sampleCount == 3 * audio.sampleCount)
    let media = new.boxes.filter { $0.type == "mdat" }.flatMap(\.pieces).reduce(0) { $0 + $1.count }
    #expect(media == 3 * audio.samples.reduce(0) { $0 + $1.fileRange.count })
  }

  // MARK: What is alike

  enum Difference: String, CaseIterable {
    case size = "the size of pictures (640×480 and 640×360)"
    case shape = "the shape of pixels (1:1 and 4:3)"
    case rate = "the rate of audio (48000 Hz and 44100 Hz)"
    case channels = "the number of channels (2 and 1)"
    case bits = "the bits of audio (16 and 24)"
    case coding = "the codec of audio (mp4a and alac)"

    func apply(toPictures track: inout Box) {
      track.edit("mdia", "minf", "stbl", "stsd", "avc1") { entry in
        switch self {
        case .size: entry[VisualSampleEntry.self]?.height = 360
        case .shape:
          let shape = make(PixelAspectRatioBox()) { ($0.hSpacing, $0.vSpacing) = (4, 3) }
          entry.children = entry.children.filter { $0.type != "pasp" } + [Box(shape)]
        default: break
        }
      }
    }

    func apply(toSound track: inout Box) {
      track.edit("mdia", "minf", "stbl", "stsd", "mp4a") { entry in
        switch self {
        case .bits: entry[AudioSampleEntry.self]?.sampleSize = 24
        case .coding: entry = entry.retyped("alac")
        default: break
        }
      }
      // The rate and the channels are those of the decoder, whatever the sample entry states.
      track.edit("mdia", "minf", "stbl", "stsd", "mp4a", "esds") { box in
        guard var stream = box[ElementaryStreamDescriptorBox.self] else { return }
        var specific = stream.descriptors[0].children[0].children[0]
        if self == .rate { specific.audio?.samplingFrequencyIndex = 4 }
        if self == .channels { specific.audio?.channelConfiguration = 1 }
        stream.descriptors[0].children[0].children[0] = specific
        box[ElementaryStreamDescriptorBox.self] = stream
      }
    }
  }

  @Test(arguments: Difference.allCases) func whatDiffersIsNamed(_ difference: Difference) throws {
    let other = try movie(difference.apply(toPictures:), difference.apply(toSound:))
    let error = #expect(throws: EditError.self) { try joined(movie(), other) }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.contains(difference.rawValue) == true, "\(error?.message ?? "")")
  }

  /// No command makes movies alike that also differ in the shape of pixels.
  @Test func onlyCommandsThatHelpAreNamed() throws {
    let pictures = Difference.shape.apply(toPictures:)
    let sound = Difference.bits.apply(toSound:)
    let both = #expect(throws: EditError.self) { try joined(movie(), movie(pictures, sound)) }
    let message = both?.message ?? ""
    #expect(
      message.contains(Difference.shape.rawValue) && message.contains(Difference.bits.rawValue))
    #expect(!message.contains("boxwalk"), "\(message)")
    let one = #expect(throws: EditError.self) { try joined(movie(), movie({ _ in }, sound)) }
    #expect(one?.message.contains("boxwalk transcode FILES") == true, "\(one?.message ?? "")")
  }

  /// QuickTime has the configuration of AAC inside `wave`, and states the channels that there are.
  @Test func soundOfQuickTimeIsTheSameAsThatOfMP4() throws {
    var edit = Edit(try movie())
    try edit.remux(to: .mov)
    let quickTime = try edit.bytes()
    let entry = try #require(MovieFile(BoxFile(quickTime))?.tracks[1].sampleEntries.first)
    try #require(entry.children.contains { $0.type == "wave" })
    let file = try joined(try movie(), quickTime)
    let tracks = try #require(MovieFile(file)).tracks
    #expect(tracks.allSatisfy { $0.sampleEntries.count == 1 })
    let count = try #require(MovieFile(BoxFile(quickTime))?.tracks.map(\.sampleCount))
    #expect(tracks.map(\.sampleCount) == count.map { 2 * $0 })
  }

  /// A bit rate says nothing about the coding (ISO/IEC 14496-12 §8.5.2): one description is of the samples of both, and
  /// states the larger rates.
  @Test(arguments: [nil, 70_000, 900_000] as [UInt32?])
  func bitRatesMayDiffer(_ rate: UInt32?) throws {
    func setRate(_ entry: FourCC) -> (inout Box) -> Void {
      { track in
        track.edit("mdia", "minf", "stbl", "stsd", entry) { entry in
          entry.children.removeAll { $0.type == "btrt" }
          guard let rate else { return }
          entry.children.append(
            Box(make(BitRateBox()) { ($0.maxBitrate, $0.avgBitrate) = (rate, rate) }))
        }
      }
    }
    let first = try movie({ _ in }, { _ in })
    let tracks = try #require(
      MovieFile(joined(first, movie(setRate("avc1"), setRate("mp4a"))))
    ).tracks
    for (track, old) in zip(tracks, try #require(MovieFile(BoxFile(first))).tracks) {
      let before = old.sampleEntries[0].children.first(BitRateBox.self)?.avgBitrate
      let after = track.sampleEntries[0].children.first(BitRateBox.self)?.avgBitrate
      #expect(track.sampleEntries.count == 1 && track.sampleCount == 2 * old.sampleCount)
      #expect(before != nil && after == rate.map { max($0, before ?? 0) })
    }
  }

  // MARK: Times

  private func expect(
    _ file: BoxFile, shows first: Bytes, then second: Bytes, at time: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let wanted = try Presentation(BoxFile(first)).followed(
      by: Presentation(BoxFile(second)), at: time)
    let difference = try Presentation(file).difference(from: wanted)
    #expect(difference == nil, sourceLocation: sourceLocation)
  }

  /// The last picture waits for the sound. The pictures of the second movie are shown in the order of decoding, and the
  /// last of the first one is composed after it is decoded: none of them may come before it has ended.
  @Test func aPictureThatWaitsEndsBeforeTheNext() throws {
    let first = try movie({ _ in }, showing([200, -1], [2500, 1024]))
    let second = try movie({ track in
      track.edit("mdia", "minf", "stbl") { $0.children.removeAll { $0.type == "ctts" } }
      showing([2500, 0])(&track)
    })
    try expect(joined(first, second), shows: first, then: second, at: 2.7)
  }

  /// Telemetry that lasts longer than the pictures does not delay the next movie.
  @Test func telemetryDoesNotDecideWhereAMovieEnds() throws {
    let first = try movie(
      showing([2000, 1024]),
      { track in
        track.edit("mdia", "hdlr") { $0[HandlerBox.self]?.handlerType = "meta" }
        showing([2060, 0])(&track)
      })
    var edit = Edit(first)
    try edit.join([("other.mp4", first)])
    #expect(edit.notes.contains { $0.contains("what track 2 has after that is hidden") })
    let tracks = try #require(MovieFile(BoxFile(edit.bytes()))).tracks
    for track in tracks {
      let last = try #require(track.editList.edits.last)
      #expect(last.start == 2000, "track \(track.id): \(track.editList.edits)")
    }
  }

  /// Nothing is presented for one millisecond, which lasts as long as the media that the edit after it leaves out.
  @Test func emptyTimesStay() throws {
    let first = try movie({ _ in }, showing([1, -1], [2400, 47]))
    let file = try joined(first, movie())
    try expect(file, shows: first, then: movie(), at: 2.5)
    let sound = MovieFile(file)?.tracks.last
    #expect(sound?.editList.edits.map(\.mediaTime).prefix(2) == [nil, 47])
  }

  /// What follows the last box of the first movie stays; what follows that of another one is named.
  @Test func recordsAfterTheLastBoxAreNamed() throws {
    let movie = try movie()
    let followed = Bytes(Array(movie) + Array("added".utf8))
    var edit = Edit(movie)
    try edit.join([("other.mp4", followed)])
    #expect(
      edit.notes.contains(
        "other.mp4: not carried over: what follows the last box: data of an unknown form"))
    var first = Edit(followed)
    try first.join([("other.mp4", movie)])
    #expect(!first.notes.contains { $0.contains("not carried over") })
    #expect(try Array(first.bytes().suffix(5)) == Array("added".utf8))
  }
}
