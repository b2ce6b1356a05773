import FieldCoding

/// The segments of one rendition (RFC 8216 §4.3.3).
struct MediaPlaylist {
  /// A part of a file; nil for the whole file.
  typealias Part = Range<Int>

  struct Segment {
    /// The duration in seconds.
    var duration: Double
    var url: String
    var part: Part?
  }

  /// The maximum duration of segments in seconds, rounded to the nearest.
  var targetDuration: Int
  /// The initialization segment.
  var map: (url: String, part: Part?)?
  var segments: [Segment] = []
  /// Whether each of the segments is one frame that can be decoded by itself.
  var hasKeyFramesOnly = false
  /// Whether all segments can be decoded without others.
  var isIndependent = true
  /// The time when the first segment was recorded, in ISO 8601.
  var date: String?

  var text: String {
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(targetDuration)",
      "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD",
    ]
    if hasKeyFramesOnly { lines.append("#EXT-X-I-FRAMES-ONLY") }
    if isIndependent { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
    if let map {
      var attributes = AttributeList()
      attributes.add("URI", quoted: map.url)
      attributes.add("BYTERANGE", quoted: map.part.map { "\($0.count)@\($0.lowerBound)" })
      lines.append("#EXT-X-MAP:\(attributes.text)")
    }
    if let date { lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date)") }
    for segment in segments {
      lines.append("#EXTINF:\(fixed(segment.duration, digits: 6)),")
      if let part = segment.part {
        lines.append("#EXT-X-BYTERANGE:\(part.count)@\(part.lowerBound)")
      }
      lines.append(segment.url)
    }
    return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
  }
}

/// A number such as `5.005000`, at least 0, with all its digits, and never with an exponent.
func fixed(_ value: Double, digits: Int) -> String {
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  let number = Int64(min(max(0, (value * Double(scale)).rounded()), 9e15))
  let (whole, rest) = number.quotientAndRemainder(dividingBy: Int64(scale))
  return "\(whole)." + zeroPadded(rest, to: digits)
}
