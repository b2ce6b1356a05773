import Foundation
import TestSupport
import Testing

/// The list of NAL units against ffprobe, which finds samples and picture types by itself.
@Suite struct NALUnitProbeTests {
  private struct Unit {
    var sample: Int
    var type: Int
    var pictureType: String?
    var offset: Int
    var size: Int
  }

  private func units(_ name: String) throws -> [[Unit]] {
    try Sample.inspection(name).json(nalUnits: true)["nalUnits"].array.map { owner in
      try owner["units"].array.map {
        Unit(
          sample: try #require($0["sample"].int), type: try #require($0["type"].int),
          pictureType: $0["pictureType"].string, offset: try #require($0["offset"].int),
          size: try #require($0["size"].int))
      }
    }
  }

  @Test(
    .needs("ffprobe"),
    arguments: [
      "clip-hevc.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "clip-h264-fragmented.mov",
    ])
  func samplesAreThoseOfFFprobe(name: String) throws {
    let frames = try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries",
        "frame=pkt_pos,pkt_size,pict_type", "-of", "csv=print_section=0", Sample.path(name),
      ])
    let answer = frames.output.split(separator: "\n").map { $0.split(separator: ",") }
    let all = try #require(try units(name).first)
    let samples = Dictionary(grouping: all, by: \.sample)
    #expect(samples.count == answer.count)
    for units in samples.values {
      let first = try #require(units.first)
      let frame = try #require(
        answer.first { Int($0[0]) == first.offset - 4 }, "no packet at \(first.offset - 4)")
      #expect(Int(frame[1]) == units.reduce(0) { $0 + $1.size + 4 })
      let picture = try #require(units.compactMap(\.pictureType).first)
      #expect((["IDR", "CRA"].contains(picture) ? "I" : picture) == frame[2])
    }
  }

  @Test func imagesHaveOneEach() throws {
    let tiled = try units("landscape-tiled.heic")
    #expect(tiled.count >= 48)
    #expect(tiled.allSatisfy { $0.contains { $0.pictureType == "IDR" } })
    let avif = try #require(try units("coast.avif").first)
    #expect(avif.map(\.type) == [2, 1, 6])
    #expect(try Sample.inspection("portrait-single.heic").nalUnitText.contains("item 1, hvc1\n"))
  }
}
