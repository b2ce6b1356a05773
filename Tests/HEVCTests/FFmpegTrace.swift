import TestSupport

/// The output of `ffmpeg -bsf:v trace_headers` about a stream.
enum FFmpegTrace {
  /// `bit:field=value` for each field of each NAL unit that it reads.
  static func units(ofStream path: String, pictures: Int) throws -> [[String]] {
    let text = try InstalledProgram.run(
      "ffmpeg",
      [
        "-nostdin", "-nostats", "-hide_banner", "-i", path, "-c", "copy", "-frames:v",
        "\(pictures)", "-bsf:v", "trace_headers", "-f", "null", "-",
      ]
    ).errors
    var units: [[String]] = []
    var isInPacket = false
    for line in text.split(separator: "\n") where line.hasPrefix("[trace_headers") {
      let words = line.split(separator: " ").dropFirst(3)
      guard let first = words.first else { continue }
      if first == "Packet:" { isInPacket = true }
      // The text before the first packet is a copy of the parameter sets.
      guard isInPacket, let bit = Int(first), words.count >= 4, let value = words.last else {
        continue
      }
      let name = words.dropFirst().first?.prefix { $0 != "[" } ?? ""
      if name == "forbidden_zero_bit" { units.append([]) }
      guard !units.isEmpty else { continue }
      units[units.count - 1].append("\(bit):\(name)=\(value)")
    }
    return units
  }
}
