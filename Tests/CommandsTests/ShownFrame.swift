import TestSupport
import Testing

/// A frame that ffmpeg shows of a movie: when, in seconds, and the MD5 of its samples.
struct ShownFrame: Equatable {
  var time: Double
  var hash: String

  static func all(of path: String) throws -> [ShownFrame] {
    let lines = try Program.other(
      "ffmpeg", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0", "-fps_mode",
      "passthrough", "-copyts", "-enc_time_base", "-1", "-f", "framemd5", "-"
    ).output.split(separator: "\n")
    var unit = 1.0
    return lines.compactMap { line in
      if line.hasPrefix("#tb 0:") {
        let parts = line.dropFirst(6).split(separator: "/").compactMap {
          Double($0.filter { $0 != " " })
        }
        if parts.count == 2 { unit = parts[0] / parts[1] }
      }
      let fields = line.split(separator: ",").map { $0.filter { $0 != " " } }
      guard fields.count == 6, !line.hasPrefix("#"), let time = Double(fields[2]) else {
        return nil
      }
      return ShownFrame(time: time * unit, hash: fields[5])
    }
  }
}

/// The same numbers each time.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
