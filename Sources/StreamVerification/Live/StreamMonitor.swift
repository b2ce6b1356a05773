/// Follows a stream: it is given the stream again and again, and says what was not wrong before.
///
///     var monitor = StreamMonitor("live.m3u8")
///     for finding in monitor.observe(stream, at: seconds) { print(finding.message) }
public struct StreamMonitor: Sendable {
  /// How often it was given the stream.
  public private(set) var observationCount = 0
  /// Segments that came while it was followed, those of the first time included.
  public private(set) var segmentCount = 0
  /// How long they last in the longest of the tracks, in seconds.
  public private(set) var duration = 0.0
  /// All that was found, each once.
  public private(set) var report: Report
  private var last: [String: Followed] = [:]
  private var seen: Set<[String]> = []

  private struct Followed {
    var playlist: ExaminedStream.NamedPlaylist
    /// When the last segment came.
    var news: Double
    var duration: Double
  }

  /// - Parameter name: of the stream, as the user wrote it.
  public init(_ name: String) { report = Report(name: name, []) }

  /// Looks at the stream as it is now.
  ///
  /// - Parameter seconds: by a clock that only goes forward.
  /// - Returns: what was not found before, the worst first.
  public mutating func observe(_ stream: ExaminedStream, at seconds: Double) -> [Finding] {
    observationCount += 1
    var found = Report(stream)
    for playlist in stream.playlists {
      let key = playlist.entry?.address ?? playlist.name
      guard let known = last[key] else {
        begin(key, playlist, seconds)
        continue
      }
      let added = max(
        0, PlaylistChange.end(playlist.media) - PlaylistChange.end(known.playlist.media))
      let news = added > 0 ? seconds : known.news
      let change = PlaylistChange(
        last: known.playlist, next: playlist, secondsWithoutNews: seconds - news)
      found.add(
        Report(
          name: stream.name,
          StreamRules.live.map { rule in
            (rule, { (findings: inout Findings) in rule.check(change, &findings) })
          }))
      let length = playlist.media.segments.suffix(added).reduce(0) { $0 + $1.duration }
      last[key] = Followed(playlist: playlist, news: news, duration: known.duration + length)
      segmentCount += added
    }
    duration = last.values.map(\.duration).max() ?? 0
    // Lines move as segments come and go.
    let new = found.findings.filter {
      seen.count < 1 << 16 && seen.insert([$0.rule.id, $0.document ?? "", $0.message]).inserted
    }
    report.add(new)
    return new
  }

  private mutating func begin(
    _ key: String, _ playlist: ExaminedStream.NamedPlaylist, _ seconds: Double
  ) {
    last[key] = Followed(playlist: playlist, news: seconds, duration: playlist.media.duration)
    segmentCount += playlist.media.segments.count
  }
}
