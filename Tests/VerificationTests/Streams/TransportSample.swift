import Foundation
import Movie
import TestSupport
import Testing

@testable import Streams
@testable import Verification

/// Segments of a transport stream that ffmpeg made.
enum TransportSample {
  static func segment(_ number: Int) throws -> [UInt8] {
    let path = PackageFolder.path("Tests/TransportStreams/segment-\(number).ts")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func files() throws -> SampleStream.Files {
    [
      "segment-0.ts": try segment(0), "segment-1.ts": try segment(1),
      "multivariant.m3u8": Array(multivariant.utf8), "media.m3u8": Array(media.utf8),
      "key-frames.m3u8": Array(keyFrames.utf8),
    ]
  }

  private static let multivariant = """
    #EXTM3U
    #EXT-X-VERSION:4
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-STREAM-INF:BANDWIDTH=105000,RESOLUTION=96x64,CODECS="avc1.4D400A,mp4a.40.2",FRAME-RATE=25.000
    media.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=25000,RESOLUTION=96x64,CODECS="avc1.4D400A",URI="key-frames.m3u8"

    """

  private static let media = """
    #EXTM3U
    #EXT-X-VERSION:4
    #EXT-X-TARGETDURATION:1
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXTINF:1.0,
    segment-0.ts
    #EXTINF:1.0,
    segment-1.ts
    #EXT-X-ENDLIST

    """

  /// The bytes of tables and key frames.
  private static let keyFrames = """
    #EXTM3U
    #EXT-X-VERSION:4
    #EXT-X-TARGETDURATION:1
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-I-FRAMES-ONLY
    #EXTINF:1.0,
    #EXT-X-BYTERANGE:2444@0
    segment-0.ts
    #EXTINF:1.0,
    #EXT-X-BYTERANGE:2068@0
    segment-1.ts
    #EXT-X-ENDLIST

    """
}

extension StreamMutation {
  static let transport: [StreamMutation] = [
    StreamMutation(
      "hls-tables-missing", .transport, also: ["hls-key-frame-list-wrong"]
    ) { files in
      // The second packet has the program association table, the third one the program map.
      files["segment-1.ts"]?.replaceSubrange(189..<191, with: [0x1F, 0xFF])
    },
    StreamMutation("stream-segment-damaged", .transport) { files in
      files["segment-1.ts"]?.removeSubrange(20 * 188..<21 * 188)
    },
    StreamMutation("stream-segment-damaged", .transport) { files in
      files["segment-1.ts"]?[20 * 188] = 0
    },
    StreamMutation(
      "hls-codecs-differ", .transport, "multivariant.m3u8", "avc1.4D400A,mp4a.40.2", "avc1.4D400A"),
    StreamMutation("hls-size-differs", .transport, "multivariant.m3u8", "96x64", "1280x720"),
    StreamMutation("hls-frame-rate-differs", .transport, "multivariant.m3u8", "25.000", "50.000"),
    StreamMutation(
      "hls-duration-differs", .transport, "media.m3u8", "1.0,\nsegment-1", "0.6,\nsegment-1",
      also: ["hls-bandwidth-exceeded"]),
  ]
}

@Suite struct TransportStreamTests {
  private func read(_ bytes: [UInt8], tables: [UInt8]? = nil) -> TransportStream {
    TransportStream(Bytes(bytes), tables: tables.map { Bytes($0) })
  }

  /// The counts of ffprobe.
  @Test func samplesAreThoseOfTheSegments() throws {
    for (number, frames) in [(0, 41), (1, 47)] {
      let file = read(try TransportSample.segment(number))
      #expect(file.hasTables && file.damage == nil && file.tracks.count == 2)
      let (pictures, sound) = (file.tracks[0], file.tracks[1])
      #expect(pictures.samples.count == 25 && pictures.samples.filter(\.isKey).count == 1)
      #expect(pictures.samples[0].isKey && pictures.samples.allSatisfy { $0.duration == 3600 })
      #expect(pictures.coded?.codec == "avc1.4D400A" && pictures.coded?.frameRate == 25)
      #expect(sound.samples.count == frames)
      #expect(sound.coded?.codec == "mp4a.40.2" && sound.coded?.samplesPerSecond == 44100)
    }
  }

  @Test func tablesMayComeBefore() throws {
    let bytes = try TransportSample.segment(1)
    let (tables, rest) = (Array(bytes[..<(3 * 188)]), Array(bytes[(3 * 188)...]))
    #expect(read(rest).tracks.isEmpty && !read(rest).hasTables)
    #expect(read(rest, tables: tables).tracks.map(\.samples.count) == [25, 47])
    let start = ExaminedInitialization(StreamResource(DocumentURL("tables.ts"))) {
      _ throws(StreamLoadError) in Bytes(tables)
    }
    #expect(start.problem == nil)
  }

  @Test func timesGoOnBehind33Bits() {
    var clock = TransportClock()
    let last = TransportClock.cycle - 3600
    #expect(clock.time(last) == last && clock.time(0) == last + 3600)
    #expect(clock.time(last) == last)
    #expect(TransportClock.distance(from: 5, to: TransportClock.cycle - 5) == -10)
  }

  /// Bytes that are wrong somewhere are read to their end.
  @Test func damageIsNoCrash() throws {
    let whole = try TransportSample.segment(0)
    for number in 0..<60 {
      var bytes = whole
      for index in stride(from: number, to: bytes.count, by: 37 + number) {
        bytes[index] ^= UInt8(truncatingIfNeeded: number &* 31 &+ index)
      }
      // Packets are cut off in the middle, except at multiples of 188.
      let file = read(Array(bytes.dropLast(number * 29 + 1)))
      #expect(file.damage != nil && file.tracks.count <= 2)
    }
  }
}
