import Editing
import FieldCoding
import Files
import Inspection
import Movie
import Streams

/// The files of a track, and their entries in playlists.
extension PackagedTrack {
  var fileName: String { name + ".mp4" }
  var initializationName: String { name + "-init.mp4" }
  var keyFramesName: String { name + "-keyframes.m3u8" }

  /// The number of an index: `00001` for 0.
  static func number(_ index: Int) -> String { zeroPadded(index + 1, to: 5) }

  func url(ofSegment number: Int, _ isSingleFile: Bool) -> String {
    isSingleFile ? fileName : "\(name)-\(PackagedTrack.number(number)).m4s"
  }

  func map(_ isSingleFile: Bool) -> (url: String, part: MediaPlaylist.Part?) {
    isSingleFile ? (fileName, initialization) : (initializationName, nil)
  }

  func write(to files: inout StreamFiles, isSingleFile: Bool) throws(SystemError) {
    guard !isSingleFile else {
      return try files.write(edited.written, fileName, of: input.original)
    }
    let parts = edited.written.parts([initialization] + segments.map(\.bytes))
    for (index, part) in parts.enumerated() {
      let name = index == 0 ? initializationName : url(ofSegment: index - 1, false)
      try files.write(part, name, of: input.original)
    }
  }

  /// The key frames that can be found, with the time to the next one. Those that are hidden before the start of a segment
  /// count from there.
  var keyFrames: [(bytes: Range<Int>, seconds: Double, segment: Int)] {
    let all = segments.enumerated().flatMap { index, segment in
      segment.keyFrames.map {
        (bytes: $0.bytes, time: max($0.time, segment.start), segment: index)
      }
    }
    let ends = all.dropFirst().map(\.time) + [segments.last?.end ?? 0]
    return zip(all, ends).map { frame, end in
      (frame.bytes, seconds(max(1, end - frame.time)), frame.segment)
    }
  }

  /// The entry of frames in a playlist.
  func variant(_ rate: PlaylistBitRate, _ options: StreamOptions) -> MultivariantPlaylist.Variant {
    var variant = MultivariantPlaylist.Variant(
      rate: rate, codecs: [attributes.codec], url: name + ".m3u8")
    variant.supplementalCodec = attributes.supplementalCodec
    if attributes.width > 0, attributes.height > 0 {
      variant.size = (attributes.width, attributes.height)
    }
    variant.frameRate = attributes.frameRate
    variant.range = attributes.range
    return variant
  }

  /// The report about the track after it was written.
  func rendition(_ rate: PlaylistBitRate) -> StreamResult.Rendition {
    var rendition = StreamResult.Rendition(
      name: name, codec: attributes.codec, language: RenditionLanguage.tag(of: track),
      segmentCount: segments.count, peakBitRate: rate.peak, averageBitRate: rate.average)
    if isVideo {
      (rendition.width, rendition.height) = (attributes.width, attributes.height)
      rendition.frameRate = attributes.frameRate
      rendition.videoRange = attributes.range.rawValue
    } else if attributes.channels > 0 {
      rendition.channels = attributes.channels
    }
    return rendition
  }
}
