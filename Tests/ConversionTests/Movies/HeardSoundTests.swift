import ISOBMFF
import Movie
import TestSupport
import Testing

@testable import Conversion

/// Audio is the same if each edit presents the same part of it at the same time.
@Suite struct HeardSoundTests {
  /// The audio of a movie, of which a track shows these rows of an edit list: ticks of the movie, and ticks of the media.
  private func heard(_ rows: [[Int64]], rate: Int64 = 1, delay: Int64 = 0) throws -> HeardAudio {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/clip-h264.mp4") })
    var file = BoxFile(try ByteSource(mapping: path).bytes)
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let list = EditListBox(rows: rows.map { $0 + [rate, 0] })
    var edits = Box(type: "edts", ContainerBox())
    edits.children = [Box(list)]
    file.boxes[moov].children = file.boxes[moov].children.map { box in
      guard box.type == "trak" else { return box }
      var track = box
      track.children = box.children.filter { $0.type != "edts" } + [edits]
      return track
    }
    let movie = try #require(MovieFile(file))
    let track = try #require(movie.tracks.first { $0.handlerType == "soun" })
    return HeardAudio(track, in: movie, delay: delay)
  }

  @Test func eachPartCounts() throws {
    let parts: [[Int64]] = [[100, -1], [200, 4800], [200, 24_000]]
    let sound = try heard(parts)
    #expect(sound.isSame(as: try heard(parts)))
    // A half of a sample, or less, is nothing.
    #expect(sound.isSame(as: try heard([[100, -1], [200, 4800], [200, 24_000]])))
    for others: [[Int64]] in [
      [[100, -1], [200, 4800]], [[100, 0], [200, 4800], [200, 24_000]],
      [[101, -1], [200, 4800], [200, 24_000]], [[100, -1], [201, 4800], [200, 24_000]],
      [[100, -1], [200, 4801], [200, 24_000]], [[100, -1], [200, 4800], [200, 24_001]],
      [[100, -1], [200, 4800], [199, 24_000]], [],
    ] {
      #expect(!sound.isSame(as: try heard(others)), "\(others)")
    }
    #expect(!sound.isSame(as: try heard(parts, rate: 2)))
    // All of the media is later, and the edits show it so.
    let late: [[Int64]] = [[100, -1], [200, 5000], [200, 24_200]]
    #expect(sound.isSame(as: try heard(late, delay: 200)))
    #expect(!sound.isSame(as: try heard(late)))
  }
}
