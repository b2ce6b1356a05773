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
