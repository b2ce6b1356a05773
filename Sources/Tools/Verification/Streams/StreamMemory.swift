import Movie

/// The results for the files of a stream that is read repeatedly, so that each file is requested once. Only the results
/// of the last reading are kept, so that removed segments are forgotten.
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

  /// Tracks with the same initialization segment have the same codec.
  struct CodecKey: Hashable {
    var track: String
    var initialization: StreamResource?
  }

  private struct Records {
    var segments: [SegmentKey: ExaminedSegment] = [:]
    var starts: [StreamResource: ExaminedInitialization] = [:]
    var codecs: [CodecKey: [StreamedTrack]] = [:]
  }

  private var before = Records()
  private var now = Records()

  /// The memory for the next reading.
  var next: StreamMemory {
    var next = StreamMemory()
    next.before = now
    return next
  }

  /// The number of segments in the last reading.
  var segmentCount: Int { before.segments.count }

  private static func key(_ segment: StreamSegment) -> SegmentKey? {
    segment.resource.map {
      SegmentKey(
        resource: $0, initialization: segment.initialization, number: segment.number,
        start: segment.start)
    }
  }

  /// The earlier result of a segment, with its current position in the list.
  mutating func segment(_ listed: StreamSegment) -> ExaminedSegment? {
    guard let key = StreamMemory.key(listed), var known = before.segments[key],
      known.segment.isGap == listed.isGap, known.segment.isSealed == listed.isSealed
    else { return nil }
    known.segment = listed
    now.segments[key] = known
    return known
  }

  /// Keeps the information in a segment. One that could not be read may be readable the next time.
  mutating func keep(_ examined: ExaminedSegment) {
    guard examined.problem == nil, let key = StreamMemory.key(examined.segment) else { return }
    now.segments[key] = examined
  }

  mutating func start(_ resource: StreamResource) -> ExaminedInitialization? {
    let start = before.starts[resource]
    if let start { now.starts[resource] = start }
    return start
  }

  mutating func keep(_ start: ExaminedInitialization) {
    if start.problem == nil { now.starts[start.resource] = start }
  }

  mutating func codecs(_ key: CodecKey) -> [StreamedTrack]? {
    let known = before.codecs[key]
    if let known { now.codecs[key] = known }
    return known
  }

  mutating func keep(_ codecs: [StreamedTrack], of key: CodecKey) { now.codecs[key] = codecs }
}

/// Limits the bytes of a stream that are read, because a document of a few bytes can name the same file, or files that
/// do not exist, a million times.
struct StreamBudget {
  /// Why no more segments are examined; nil if they are.
  private(set) var reason: String?
  private var unread = 0
  private var taken = 0
  /// The known sizes of files.
  private var sizes: [DocumentURL: Int] = [:]
  private var size = 0

  /// Each part of a file is read a few times: by rules for streams and movies, and once for each track in it.
  private static let mostTimes = 16
  private static let free = 1 << 24
  private static let mostUnread = 1000

  /// Counts a segment that could not be read.
  mutating func countUnread() {
    unread += 1
    guard unread >= StreamBudget.mostUnread, reason == nil else { return }
    reason = "\(grouped(unread)) segments could not be read"
  }

  /// - Throws: if parts were read more often than a stream with files of these sizes needs.
  mutating func take(_ count: Int, of resource: StreamResource) throws(StreamLoadError) {
    if let reason { throw StreamLoadError("is not read: \(reason)") }
    let end = resource.range?.upperBound ?? count
    let known = sizes[resource.url] ?? 0
    if end > known {
      sizes[resource.url] = end
      size += end - known
    }
    taken += count
    guard taken / StreamBudget.mostTimes <= size || taken <= StreamBudget.free else {
      let reason =
        "the stream has \(counted(size, "byte")) in \(counted(sizes.count, "file")), and names them repeatedly"
      self.reason = reason
      throw StreamLoadError("is not read: \(reason)")
    }
  }
}
