/// A frame that ffmpeg shows of a movie: when, in seconds, and the MD5 of its samples.
public struct ShownFrame: Equatable {
  public var time: Double
  public var hash: String

  public static func all(of path: String) throws -> [ShownFrame] {
    let lines = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0", "-fps_mode",
        "passthrough", "-copyts", "-enc_time_base", "-1", "-f", "framemd5", "-",
      ]
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
