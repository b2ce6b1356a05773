import FieldCoding
import HEVC
import ISOBMFF
import Movie
import TestSupport
import Testing

@testable import Editing

/// The order and the bytes of samples of tracks in several parts, and their proof.
@Suite struct ContinuousMediaTests {
  /// Each part begins with another group of pictures than the one before it ends with: in milliseconds, and in ticks.
  private static let parts: [[Int64]] = [
    [600, 20_000, 1, 0], [500, 33_000, 1, 0], [400, 17_000, 1, 0],
  ]

  private func edit(_ rows: [[Int64]] = parts) throws -> Edit {
    var edit = try Edit(sample: "clip-hevc.mov")
    edit.editMovie { movie in
      movie.edit("trak", "edts", "elst") { $0[EditListBox.self] = EditListBox(rows: rows) }
    }
    return Edit(try edit.bytes())
  }

  /// The types of the first units of pictures, by their samples.
  private func types(_ samples: [Bytes]) -> [NALUnitType?] {
    samples.map { sample in
      sample.part(4..<sample.count).flatMap { NALUnit.type(of: $0) }
    }
  }

  @Test func laterPartsBeginAnew() throws {
    var edit = try edit()
    let old = edit.original.samples(of: 1)
    let phrases = try edit.makeContinuous()
    #expect(phrases.count == 1 && phrases[0].contains("behind parts of track 1"))
    let made = BoxFile(try edit.bytes())
    let new = made.samples(of: 1)
    let order = try #require(edit.continuousTracks[1])
    let indices = order.ranges.flatMap(Array.init)
    #expect(order.starts.keys.sorted().map { indices[$0] } == [57, 26])
    #expect(indices.first == 26 && new.count == indices.count)
    for (number, index) in indices.enumerated() where order.starts[number] == nil {
      #expect(new[number].elementsEqual(old[index]), "\(number)")
    }
    let found = types(new)
    #expect(found.first == .cleanRandomAccess)
    for number in order.starts.keys {
      #expect(found[number] == .brokenLinkWithLeading)
      #expect(new[number].dropFirst(6).elementsEqual(old[indices[number]].dropFirst(6)))
    }
    let track = try #require(MovieFile(made)?.tracks.first)
    #expect(track.editList.edits.count == 1)
    // The parts last 1.5 s, and so do the pictures: those behind the last part end with it.
    let shown = track.editList.edits[0]
    #expect(shown.duration == 1500)
    let start = try #require(track.samples.map(\.compositionTime).min())
    let end = start + Int64(track.mediaDuration)
    let seconds = Double(end - (shown.mediaTime ?? 0)) / Double(track.timescale)
    #expect(abs(seconds - 1.5) < 0.001, "\(seconds) s")
    // No picture lasts longer, whatever is decoded after it.
    let latest = try #require(track.samples.map { $0.compositionTime + $0.duration }.max())
    let length = Double(latest - (shown.mediaTime ?? 0)) / Double(track.timescale)
    #expect(abs(length - 1.5) < 0.001, "\(length) s")
    // What is said of the hidden pictures is true.
    let words = try #require(phrases[0].firstMatch(of: #/for at most (\d+\.\d) ms/#)?.1)
    let stated = try #require(Double(words))
    let times = track.samples.map(\.compositionTime).sorted()
    let gaps = zip(times, times.dropFirst()).map {
      Double($1 - $0) * 1000 / Double(track.timescale)
    }
    let longest = try #require(gaps.filter { $0 < 2 }.max())
    #expect(longest <= stated && stated < longest + 0.1001, "\(longest) \(stated)")
  }

  /// The picture that is shown last is decoded before another one.
  @Test func noPictureLastsBeyondTheLast() {
    let shown: [(time: Int64, duration: Int64)] = [(0, 512), (1520, 16), (512, 1008)]
    let samples = shown.map { picture in
      NewSample(
        byteCount: 1, compositionTime: picture.time, duration: picture.duration, isSync: false)
    }
    var times = ReplacedTimes(samples)
    #expect(times.decodeTimes == [0, 512, 1520, 1536])
    times.endTogether(samples)
    #expect(times.decodeTimes == [0, 512, 528, 1536])
    // Pictures of equal durations keep their times.
    let starts: [Int64] = [0, 1536, 512, 1024]
    let equal = starts.map {
      NewSample(byteCount: 1, compositionTime: $0, duration: 512, isSync: false)
    }
    times = ReplacedTimes(equal)
    times.endTogether(equal)
    #expect(times.decodeTimes == [0, 512, 1024, 1536, 2048])
  }

  /// A key frame, and then nothing.
  @Test func onePictureIsEnough() throws {
    let movie = try #require(MovieFile(try Edit(sample: "clip-hevc.mov").original))
    let key = try #require(movie.tracks[0].samples.first { $0.isSync && $0.index > 0 })
    var edit = try edit([[10, key.compositionTime + 1, 1, 0], [500, -1, 1, 0]])
    _ = try edit.makeContinuous()
    #expect(edit.continuousTracks[1]?.ranges == [key.index..<key.index + 1])
    let made = BoxFile(try edit.bytes()).samples(of: 1)
    #expect(made == [edit.original.samples(of: 1)[key.index]])
  }

  /// Media of the original that two parts need, and media that the edit adds, are found in fragments as well.
  @Test func streamsOfThemAreProved() throws {
    var edit = try edit()
    _ = try edit.makeContinuous()
    let expected = BoxFile(try edit.bytes()).samples(of: 1)
    try edit.makeCMAF(track: 1, CMAFLayout())
    let made = BoxFile(try edit.bytes())
    #expect(made.samples(of: 1).elementsEqual(expected) { $0.elementsEqual($1) })
  }

  @Test(arguments: ["offset", "order", "start", "bytes"])
  func whatIsNotTheSameIsRefused(_ fault: String) throws {
    var edit = try edit()
    _ = try edit.makeContinuous()
    #expect(throws: Never.self) { try edit.finished() }
    switch fault {
    case "offset":
      edit.editMovie { movie in
        movie.edit("trak", "mdia", "minf", "stbl", "stco") { box in
          guard var chunks = box[ChunkOffsetBox.self] else { return }
          chunks.chunkOffsets =
            (try? chunks.chunkOffsets.mapping(0) { (offset) throws(FieldError) in offset + 1 })
            ?? chunks.chunkOffsets
          box[ChunkOffsetBox.self] = chunks
        }
      }
    case "order":
      let order = try #require(edit.continuousTracks[1])
      var other = ContinuousOrder()
      for index in order.ranges.flatMap(Array.init).reversed() { other.append(index) }
      other.starts = order.starts
      edit.continuousTracks[1] = other
    case "start":
      edit.continuousTracks[1]?.starts = [:]
    default:
      // The first picture of another sample in place of the right one.
      let order = try #require(edit.continuousTracks[1])
      let numbers = order.starts.keys.sorted()
      try #require(numbers.count == 2)
      edit.continuousTracks[1]?.starts[numbers[0]] = order.starts[numbers[1]]
    }
    let error = #expect(throws: EditError.self) { try edit.finished() }
    #expect(error?.kind == .proofFailed)
  }

  /// One edit can neither repeat, nor run at another speed.
  @Test(arguments: [
    [[600, 20_000, 2, 0], [400, 0, 1, 0]], [[600, 20_000, 0, 0], [400, 0, 1, 0]],
  ])
  func otherEditListsStay(_ rows: [[Int64]]) throws {
    var edit = try edit(rows)
    let before = edit.file
    #expect(try edit.makeContinuous().isEmpty)
    #expect(edit.continuousTracks.isEmpty)
    #expect(edit.file.boxes.count == before.boxes.count)
    #expect(MovieFile(edit.file)?.tracks.first?.editList.edits.map(\.rate).first != 1 << 16)
  }
}
