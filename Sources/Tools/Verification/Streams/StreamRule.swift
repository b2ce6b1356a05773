/// A rule that checks a stream.
public typealias StreamRule = Rule<ExaminedStream>

/// All rules of streams, by area.
public enum StreamRules {
  /// All rules in the order in which they are checked.
  public static let all: [StreamRule] = presentations + hlsVariants + hlsPlaylists + dash
}

extension Report {
  /// Checks a stream with each of `rules`. Repeated findings in a track become one finding.
  public init(_ stream: ExaminedStream, rules: [StreamRule] = StreamRules.all) {
    self.init(stream, rules: rules, foldsRepeats: true)
  }

  init(
    _ stream: ExaminedStream, rules: [StreamRule] = StreamRules.all, foldsRepeats: Bool
  ) {
    self.init(
      name: stream.name,
      rules.map { rule in (rule, { (findings: inout Findings) in rule.check(stream, &findings) }) },
      foldsRepeats: foldsRepeats)
  }
}

extension Findings {
  /// Adds a finding about a position in a document of the stream.
  mutating func add(at position: DocumentPosition, _ message: @autoclosure () -> String) {
    add(in: position.document, line: position.line, element: position.element, message())
  }

  /// Reports an element of a manifest.
  mutating func add(
    at element: ManifestElement, in stream: ExaminedStream, _ message: @autoclosure () -> String
  ) {
    add(in: stream.documentName, line: element.line, element: element.path, message())
  }

  /// Adds a finding about a tag of the stream's first playlist.
  mutating func add(line: Int, of stream: ExaminedStream, _ message: @autoclosure () -> String) {
    add(in: stream.documentName, line: line, message())
  }
}

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
