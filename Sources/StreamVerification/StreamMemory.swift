import Inspection

/// What is known of the files of a stream that is read again and again, so that each is asked for once. Of a reading, what
/// the one before it had met is known; so nothing stays that playlists list no more.
struct StreamMemory: Sendable {
  /// The maximum number of segments of a track that are examined. They are the last ones: earlier segments were missed,
  /// or were examined before.
  static let mostSegments = 256

  /// The key of a segment. A name is not enough, because it may be used again for another segment.
  private struct SegmentKey: Hashable {
    var resource: StreamResource
    var initialization: StreamResource?
    var number: Int?
    var start: Double?
  }

  /// Tracks whose segments start alike are coded alike.
  struct CodingKey: Hashable {
    var track: String
    var initialization: StreamResource?
  }

  private struct Records {
    var segments: [SegmentKey: ExaminedSegment] = [:]
    var starts: [StreamResource: StreamStart] = [:]
    var codings: [CodingKey: [StreamedTrack]] = [:]
  }

  private var before = Records()
  private var now = Records()

  /// The memory for the next reading.
  var next: StreamMemory {
    var next = StreamMemory()
    next.before = now
    return next
  }

  /// How many segments the reading before had met.
  var segmentCount: Int { before.segments.count }

  private static func key(_ segment: StreamSegment) -> SegmentKey? {
    segment.resource.map {
      SegmentKey(
        resource: $0, initialization: segment.initialization, number: segment.number,
        start: segment.start)
    }
  }

  /// The earlier result of a segment, at the place where it is listed now.
  mutating func segment(_ listed: StreamSegment) -> ExaminedSegment? {
    guard let key = StreamMemory.key(listed), var known = before.segments[key],
      known.segment.isGap == listed.isGap, known.segment.isSealed == listed.isSealed
    else { return nil }
    known.segment = listed
    now.segments[key] = known
    return known
  }

  /// Keeps what a segment says. One that could not be read may be there the next time.
  mutating func keep(_ examined: ExaminedSegment) {
    guard examined.problem == nil, let key = StreamMemory.key(examined.segment) else { return }
    now.segments[key] = examined
  }

  mutating func start(_ resource: StreamResource) -> StreamStart? {
    let start = before.starts[resource]
    if let start { now.starts[resource] = start }
    return start
  }

  mutating func keep(_ start: StreamStart) {
    if start.problem == nil { now.starts[start.resource] = start }
  }

  mutating func coding(_ key: CodingKey) -> [StreamedTrack]? {
    let coding = before.codings[key]
    if let coding { now.codings[key] = coding }
    return coding
  }

  mutating func keep(_ coding: [StreamedTrack], of key: CodingKey) { now.codings[key] = coding }
}
