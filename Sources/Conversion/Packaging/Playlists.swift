import FieldCoding
import Inspection
import Movie
import Streams

/// The renditions of a program, among which a player chooses (RFC 8216 §4.3.4, and RFC 8216bis for newer features).
struct MultivariantPlaylist {
  /// Audio or texts that are played with frames.
  struct Rendition {
    enum Kind: String {
      case audio = "AUDIO"
      case texts = "SUBTITLES"
    }

    var kind: Kind
    /// The group that variants name.
    var group: String
    /// The name for users, which is unique in its group.
    var name: String
    /// The language in the form of RFC 5646.
    var language: String?
    /// Whether it is played by default.
    var isDefault = false
    var isForced = false
    /// `2`, `16/JOC`.
    var channels: String?
    var url: String
  }

  /// Frames of one size and bit rate, with their audio.
  struct Variant {
    var rate: PlaylistBitRate
    var codecs: [String]
    var supplementalCodec: String?
    var size: (width: Int, height: Int)?
    var frameRate: Double?
    var range: StreamedTrack.VideoRange?
    /// The groups of the renditions that are played with it.
    var audio: String?
    var texts: String?
    var url: String
  }

  var renditions: [Rendition] = []
  var variants: [Variant] = []
  /// The playlists of key frames, for seeking.
  var keyFrames: [Variant] = []
  var isIndependent = true

  var text: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7"]
    if isIndependent { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
    lines += renditions.map { "#EXT-X-MEDIA:\($0.attributes)" }
    for variant in variants {
      lines.append("#EXT-X-STREAM-INF:\(variant.attributes(isStream: true).text)")
      lines.append(variant.url)
    }
    for variant in keyFrames {
      var attributes = variant.attributes(isStream: false)
      attributes.add("URI", quoted: variant.url)
      lines.append("#EXT-X-I-FRAME-STREAM-INF:\(attributes.text)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension MultivariantPlaylist.Rendition {
  fileprivate var attributes: String {
    var list = AttributeList()
    list.add("TYPE", kind.rawValue)
    list.add("GROUP-ID", quoted: group)
    list.add("NAME", quoted: name)
    list.add("LANGUAGE", quoted: language)
    list.add("DEFAULT", if: isDefault)
    list.add("AUTOSELECT", if: true)
    list.add("FORCED", if: isForced)
    list.add("CHANNELS", quoted: channels)
    list.add("URI", quoted: url)
    return list.text
  }
}

extension MultivariantPlaylist.Variant {
  /// - Parameter isStream: whether the variant can be played with its audio and texts, and is not only for previews.
  fileprivate func attributes(isStream: Bool) -> AttributeList {
    var list = AttributeList()
    list.add("BANDWIDTH", "\(max(1, rate.peak))")
    list.add("AVERAGE-BANDWIDTH", "\(max(1, rate.average))")
    list.add("CODECS", quoted: codecs.joined(separator: ","))
    list.add("SUPPLEMENTAL-CODECS", quoted: supplementalCodec)
    if let size { list.add("RESOLUTION", "\(size.width)x\(size.height)") }
    if let range { list.add("VIDEO-RANGE", range.rawValue) }
    guard isStream else { return list }
    if let frameRate { list.add("FRAME-RATE", fixed(frameRate, digits: 3)) }
    list.add("AUDIO", quoted: audio)
    list.add("SUBTITLES", quoted: texts)
    return list
  }
}

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

/// The attributes of a tag (RFC 8216 §4.2): `BANDWIDTH=800000,CODECS="avc1.64001f"`.
struct AttributeList {
  private(set) var text = ""

  /// Adds a number, or a word without quotation marks.
  mutating func add(_ name: String, _ value: String) {
    text += (text.isEmpty ? "" : ",") + name + "=" + value
  }

  /// Adds a quoted text, from which quotation marks and line ends are removed.
  mutating func add(_ name: String, quoted value: String?) {
    guard let value else { return }
    let safe = value.unicodeScalars.filter { $0 != "\"" && $0.value >= 0x20 && $0.value != 0x7F }
    add(name, "\"\(String(String.UnicodeScalarView(safe)))\"")
  }

  /// Adds YES if the condition is true; without the attribute, a player assumes NO.
  mutating func add(_ name: String, if isSo: Bool) { if isSo { add(name, "YES") } }
}
