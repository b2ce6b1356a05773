import Foundation
import TestSupport
import Testing

/// `inspect --samples` prints the packets that ffprobe finds, in each of its three forms.
@Suite struct SamplesTests {
  private struct Packet: Equatable {
    var (track, dts, pts, size, offset) = (0, 0, 0, 0, 0)
    /// Nil where ffprobe does not say it.
    var duration: Int?
    var isSync = false
  }

  private func packets(ofFFprobe path: String) throws -> [Int: [Packet]] {
    let result = try Program.other(
      "ffprobe", "-v", "quiet", "-ignore_editlist", "1", "-fflags", "+noparse+nofillin",
      "-show_entries", "packet=stream_index,pts,dts,duration,size,pos,flags", "-of", "json", path)
    struct Document: Decodable {
      struct Packet: Decodable {
        var (stream_index, pts, dts) = (0, 0, 0)
        var duration: Int?
        var (size, pos, flags) = ("", "", "")
      }
      var packets: [Packet]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let packets = document.packets.map {
      Packet(
        track: $0.stream_index + 1, dts: $0.dts, pts: $0.pts, size: Int($0.size) ?? -1,
        offset: Int($0.pos) ?? -1, duration: $0.duration, isSync: $0.flags.hasPrefix("K"))
    }
    return Dictionary(grouping: packets, by: \.track)
  }

  @Test(
    .needs("ffprobe"),
    arguments: [
      "clip-h264.mp4", "clip-hevc.mov", "clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov",
    ])
  func samplesAreThePackets(name: String) throws {
    let path = Program.sample(name)
    let expected = try packets(ofFFprobe: path)
    let result = try Program.boxwalk("inspect", "--samples", "--json", path)
    #expect(result.code == 0)
    struct Line: Decodable {
      var (track, number, dts, pts, duration, size, offset, timescale) = (0, 0, 0, 0, 0, 0, 0, 0)
      var sync = false
    }
    let lines = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    for (track, lines) in Dictionary(grouping: lines, by: \.track) {
      // If offsets are negative, ffprobe starts decoding earlier.
      let shift = (lines.first?.dts ?? 0) - (expected[track]?.first?.dts ?? 0)
      let stated = expected[track] ?? []
      let found = zip(lines, stated).map { line, packet in
        Packet(
          track: line.track, dts: line.dts - shift, pts: line.pts, size: line.size,
          offset: line.offset, duration: packet.duration.map { _ in line.duration },
          isSync: line.sync)
      }
      #expect(lines.count == stated.count)
      #expect(found.dropLast() == stated.dropLast(), "\(name), track \(track)")
      #expect(lines.map(\.number) == Array(1...lines.count))
      // ffprobe omits the duration of the last one, or takes it from elsewhere.
      #expect(found.last?.offset == stated.last?.offset)
    }
    #expect(Set(lines.map(\.track)) == Set(expected.keys))

    let table = try Program.boxwalk("inspect", "--samples", "--csv", path)
      .output.split(separator: "\n")
    #expect(table.count == lines.count + 1)
    #expect(table.first?.hasPrefix("file,track,number,dts,") == true)
    let text = try Program.boxwalk("inspect", "--samples", "--track", "1", path).output
    let first = lines.filter { $0.track == 1 }
    #expect(text.split(separator: "\n").first?.contains("\(first.count) samples") == true)
  }

  @Test func whatHasNoSamplesIsRefused() throws {
    let result = try Program.boxwalk("inspect", "--samples", Program.sample("coast.avif"))
    #expect(result.code == 2)
    #expect(!result.errors.isEmpty)
  }
}
