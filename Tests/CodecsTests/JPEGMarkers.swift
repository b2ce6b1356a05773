/// The segments of a JPEG file up to its first scan (ITU-T T.81 annex B).
struct JPEGMarkers {
  struct Segment: Equatable {
    var marker: UInt8
    var payload: [UInt8]
  }
  var segments: [Segment] = []
  /// Whether it starts with SOI and ends with EOI.
  var isComplete = false

  init(_ file: [UInt8]) {
    isComplete = file.starts(with: [0xFF, 0xD8]) && file.suffix(2) == [0xFF, 0xD9]
    var position = 2
    while position + 4 <= file.count, file[position] == 0xFF {
      let marker = file[position + 1]
      let length = Int(file[position + 2]) << 8 | Int(file[position + 3])
      guard length >= 2, position + 2 + length <= file.count else { return }
      segments.append(
        Segment(marker: marker, payload: Array(file[position + 4..<position + 2 + length])))
      // Behind the header of a scan comes entropy-coded data.
      if marker == 0xDA { return }
      position += 2 + length
    }
  }

  /// The sampling factors of each component in the frame header.
  var sampling: [UInt8] {
    guard let frame = segments.first(where: { $0.marker == 0xC0 })?.payload, frame.count > 5 else {
      return []
    }
    return stride(from: 7, to: frame.count, by: 3).map { frame[$0] }
  }
}
