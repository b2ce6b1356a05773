/// A rule that checks the change from one version of a live playlist to the next.
public typealias PlaylistChangeRule = Rule<PlaylistChange>

/// The previous and the current version of a media playlist.
public struct PlaylistChange {
  let last: ExaminedStream.NamedPlaylist
  let next: ExaminedStream.NamedPlaylist
  /// The time since the last new segment, in seconds.
  let secondsWithoutNews: Double

  /// The number after that of the last segment.
  var endOfLast: Int { PlaylistChange.end(last.media) }
  var endOfNext: Int { PlaylistChange.end(next.media) }

  static func end(_ media: HLSMediaPlaylist) -> Int {
    media.firstNumber.addingReportingOverflow(media.segments.count).partialValue
  }

  /// Segments that are in both, by their numbers.
  var common: [(number: Int, old: HLSMediaPlaylist.Segment, new: HLSMediaPlaylist.Segment)] {
    let oldStart = endOfLast - last.media.segments.count
    let newStart = endOfNext - next.media.segments.count
    let range = max(oldStart, newStart)..<max(oldStart, newStart, min(endOfLast, endOfNext))
    return range.map {
      ($0, last.media.segments[$0 - oldStart], next.media.segments[$0 - newStart])
    }
  }
}
