import Foundation
import TestSupport
import Testing

/// `inspect --nal` against ffprobe, which finds samples and picture types by itself.
@Suite struct NALUnitTests {
  private struct Unit {
    var sample: Int
    var type: Int
    var picture: String?
    var offset: Int
    var size: Int
  }

  private func units(_ path: String) throws -> [[Unit]] {
    let result = try Program.boxwalk("inspect", "--nal", "--json", path)
    #expect(result.code == 0)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    return try #require(object["nalUnits"] as? [[String: Any]]).map { owner in
      try #require(owner["units"] as? [[String: Any]]).map {
        Unit(
          sample: try #require($0["sample"] as? Int), type: try #require($0["type"] as? Int),
          picture: $0["pictureType"] as? String, offset: try #require($0["offset"] as? Int),
          size: try #require($0["size"] as? Int))
      }
    }
  }

  @Test(
    .needs("ffprobe"),
    arguments: [
      "clip-hevc.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov",
    ])
  func samplesAreThoseOfFFprobe(name: String) throws {
    let path = Program.sample(name)
    let frames = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
      "frame=pkt_pos,pkt_size,pict_type", "-of", "csv=print_section=0", path)
    let answer = frames.output.split(separator: "\n").map { $0.split(separator: ",") }
    let all = try #require(try units(path).first)
    let samples = Dictionary(grouping: all, by: \.sample)
    #expect(samples.count == answer.count)
    for units in samples.values {
      let first = try #require(units.first)
      let frame = try #require(
        answer.first { Int($0[0]) == first.offset - 4 }, "no packet at \(first.offset - 4)")
      #expect(Int(frame[1]) == units.reduce(0) { $0 + $1.size + 4 })
      let picture = try #require(units.compactMap(\.picture).first)
      #expect((["IDR", "CRA"].contains(picture) ? "I" : picture) == frame[2])
    }
  }

  @Test func imagesHaveOneEach() throws {
    let tiled = try units(Program.sample("landscape-tiled.heic"))
    #expect(tiled.count >= 48)
    #expect(tiled.allSatisfy { $0.contains { $0.picture == "IDR" } })
    let avif = try #require(try units(Program.sample("coast.avif")).first)
    #expect(avif.map(\.type) == [2, 1, 6])
    let text = try Program.boxwalk("inspect", "--nal", Program.sample("portrait-single.heic"))
    #expect(text.output.contains("item 1, hvc1\n"))
    let none = try Program.boxwalk("inspect", "--nal", Program.sample("meadow.jpg"))
    #expect(none.errors.contains("has no images or video of NAL units"))
  }
}
