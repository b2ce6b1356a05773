/// The frames of a packet, because decoders need one at a time.
enum AudioDecoderFrames {
  /// The number of bytes that follow the first one in a frame of AMR, by its type (3GPP TS 26.101 §4, 26.201 §4).
  private static let sizes: [String: [Int]] = [
    "amrnb": [12, 13, 15, 17, 19, 20, 26, 31, 5, 0, 0, 0, 0, 0, 0, 0],
    "amrwb": [17, 23, 32, 36, 40, 46, 50, 58, 60, 5, 0, 0, 0, 0, 0, 0],
  ]

  /// - Parameter decoder: FFmpeg's name. Only decoders of AMR need packets in parts.
  static func ranges(in data: [UInt8], _ decoder: String) -> [Range<Int>] {
    guard let sizes = sizes[decoder] else { return [data.indices] }
    var ranges: [Range<Int>] = []
    var start = 0
    while start < data.count {
      let end = min(start + 1 + sizes[Int(data[start] >> 3 & 15)], data.count)
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }
}
