/// Follows a stream: it gets the stream repeatedly, and returns new findings. It reads each segment once, and of a live
/// stream only the last ones of each track; it keeps only a limited amount of data about them.
///
///     var monitor = StreamMonitor("live.m3u8")
///     for finding in monitor.observe(stream, at: seconds) { print(finding.message) }
public struct StreamMonitor: Sendable {
  /// The number of observations.
  public private(set) var observationCount = 0
  /// The number of segments that were seen, including those of the first observation.
  public private(set) var segmentCount = 0
  /// The total duration of these segments, in the longest of the tracks, in seconds.
  public private(set) var duration = 0.0
  /// All findings, each once: the most severe ones, and the number of the others.
  public private(set) var report: Report
  private var last: [String: Followed] = [:]
  private var memory = StreamMemory()
  /// The number of segments whose information is kept.
  var memorySize: Int { memory.segmentCount }
  private var said = RecentFindings<[String]>(limit: mostFindings)

  /// The most findings that are kept to recognise repeated ones.
  private static let mostFindings = 1 << 14
  /// A playlist that was missing so often in a row counts as new when it returns.
  private static let mostAbsences = 16

  private struct Followed {
    var playlist: ExaminedStream.NamedPlaylist
    /// The time of the last new segment.
    var news: Double
    var duration: Double
    /// The last observation in which it existed.
    var observation: Int
  }

  /// - Parameter name: of the stream, as the user wrote it.
  public init(_ name: String) { report = Report(name: name, []) }

  /// Checks the current state of the stream, including segments that were not read before.
  ///
  /// - Parameter seconds: the time of a monotonic clock, in seconds.
  /// - Returns: the new findings, the most severe first.
  public mutating func observe(_ stream: ExaminedStream, at seconds: Double) -> [Finding] {
    // A stream that has ended is complete.
    if stream.presentation.isLive || observationCount > 0 { stream.memory = memory }
    observationCount += 1
    // Each segment has its own finding, because later segments are new.
    var found = Report(stream, foldsRepeats: false)
    if let known = stream.memory { memory = known.next }
    for playlist in stream.playlists {
      let key = playlist.entry?.url ?? playlist.name
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
      last[key] = Followed(
        playlist: playlist, news: news, duration: known.duration + length,
        observation: observationCount)
      segmentCount += added
    }
    last = last.filter { observationCount - $0.value.observation < StreamMonitor.mostAbsences }
    duration = max(duration, last.values.map(\.duration).max() ?? 0)
    // Line numbers change when segments are added and removed.
    let new = found.findings.filter {
      said.insert([$0.rule.id, $0.document ?? "", $0.message])
    }
    report.add(new, limit: StreamMonitor.mostFindings)
    return new
  }

  private mutating func begin(
    _ key: String, _ playlist: ExaminedStream.NamedPlaylist, _ seconds: Double
  ) {
    last[key] = Followed(
      playlist: playlist, news: seconds, duration: playlist.media.duration,
      observation: observationCount)
    segmentCount += playlist.media.segments.count
  }
}

/// The elements that were inserted last. Older ones are forgotten, so that the set does not grow without limit.
struct RecentFindings<Element: Hashable & Sendable>: Sendable {
  private let limit: Int
  private var elements: Set<Element> = []
  /// The elements as a ring, in the order in which they were inserted. The next one replaces the oldest when there are
  /// ``limit``.
  private var order: [Element] = []
  private var next = 0

  init(limit: Int) { self.limit = limit }

  /// - Returns: whether the element is new.
  mutating func insert(_ element: Element) -> Bool {
    guard elements.insert(element).inserted else { return false }
    if order.count < limit {
      order.append(element)
    } else {
      elements.remove(order[next])
      order[next] = element
      next = (next + 1) % limit
    }
    return true
  }
}
