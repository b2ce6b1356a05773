import ISOBMFF
import Movie

/// A track of a stream, with the information in its segments.
public final class ExaminedStreamTrack {
  /// The track in the document.
  public let track: StreamTrack
  /// Its index among the tracks of the stream.
  private let number: Int
  private unowned let stream: ExaminedStream

  init(_ track: StreamTrack, _ number: Int, of stream: ExaminedStream) {
    (self.track, self.number, self.stream) = (track, number, stream)
  }

  /// Its segments; for a file with an index, the segments in the index.
  public private(set) lazy var listed: [StreamSegment] =
    track.indexed.map { readIndex($0) } ?? track.segments

  /// The reason why its index cannot be used, as text that follows the name of the file; nil if it can, or if there is
  /// none.
  private(set) lazy var indexProblem: String? = {
    _ = listed
    return foundProblem
  }()
  private var foundProblem: String?
  /// The box of its index, with its range in the file.
  private(set) var index: (box: SegmentIndexBox, range: Range<Int>)?

  /// The examined segments. If the stream is monitored, these are the last ones.
  private(set) lazy var segments: [ExaminedSegment] = {
    let listed = listed
    let first = stream.memory == nil ? 0 : max(0, listed.count - StreamMemory.mostSegments)
    var segments: [ExaminedSegment] = []
    for (index, segment) in listed.enumerated() {
      if stream.isSpent { break }
      let name = segment.resource.map { stream.shortName(of: $0.url) } ?? segment.reference
      var next =
        index < first
        ? ExaminedSegment(passingOver: segment, name: name) : examined(segment, name: name)
      if let last = segments.last, last.segment.discontinuity == segment.discontinuity {
        next.follow(last)
      }
      segments.append(next)
    }
    return segments
  }()

  /// The codecs of samples, by the initialization segment.
  private var codecs: [StreamResource?: [StreamedTrack]] = [:]

  private func examined(_ segment: StreamSegment, name: String) -> ExaminedSegment {
    let initialization = segment.initialization
    let key = StreamMemory.CodecKey(
      track: "\(number) \(track.name)", initialization: initialization)
    if codecs[initialization] == nil, let known = stream.memory?.codecs(key) {
      codecs[initialization] = known
    }
    let examined = stream.examined(
      segment, name: name, start: initialization.map { stream.start($0) },
      describes: codecs[initialization] == nil)
    if let coded = examined.coded, codecs[initialization] == nil {
      codecs[initialization] = coded
      stream.memory?.keep(coded, of: key)
    }
    return examined
  }

  /// Its initialization segments, each once, with the first segment that uses it.
  private(set) lazy var starts: [(start: ExaminedInitialization, segment: StreamSegment)] = {
    var seen: Set<StreamResource> = []
    return listed.compactMap { segment in
      guard let resource = segment.initialization, seen.insert(resource).inserted else {
        return nil
      }
      return (stream.start(resource), segment)
    }
  }()

  /// The video and audio in its first samples, one entry for each track.
  private(set) lazy var coded: [StreamedTrack] =
    segments.first { $0.content.isExamined }.flatMap { codecs[$0.segment.initialization] } ?? []

  var codedVideo: StreamedTrack? { coded.first { $0.width > 0 } }
  var codedAudio: StreamedTrack? { coded.first { $0.channels > 0 } }
  var hasVideo: Bool { codedVideo != nil || track.kind == .video }

  /// The least and the greatest number of frames in a second that its segments have, and the one that the segment with the
  /// most usually has; nil if it is unknown.
  var frameRates: (least: Double, most: Double, greatest: Double)? {
    let averages = segments.compactMap { $0.samples?.averageRate }
    let rates = segments.compactMap { $0.samples?.rate }
    guard let least = (averages + rates.map(\.usual)).min(),
      let greatest = (averages + rates.map(\.greatest)).max()
    else { return codedVideo?.frameRate.map { ($0, $0, $0) } }
    return (least, rates.map(\.usual).max() ?? least, greatest)
  }

  /// Whether the times of its segments are stated one by one.
  var hasTimeline: Bool { track.indexed != nil || track.hasTimeline }

  /// The size and the duration of each segment; nil if one of them is unknown.
  var sizes: [(bytes: Int, seconds: Double)]? {
    var sizes: [(bytes: Int, seconds: Double)] = []
    for segment in segments where !segment.segment.isGap {
      guard let bytes = segment.byteCount else { return nil }
      sizes.append((bytes, segment.segment.duration))
    }
    return sizes.isEmpty ? nil : sizes
  }

  private(set) lazy var encryptions: [ExaminedInitialization.Encryption] = starts.flatMap(
    \.start.encryptions)

  /// The bit rate of its segments; nil if one of them is unknown.
  private(set) lazy var rate: PlaylistBitRate? = sizes.map {
    PlaylistBitRate($0, target: track.targetDuration ?? $0.map(\.seconds).max() ?? 1)
  }

  /// The name of the initialization segment's file in messages.
  func name(of start: ExaminedInitialization) -> String {
    stream.shortName(of: start.resource.url)
  }

  // MARK: Indexes

  /// The segments that `sidx` lists (ISO/IEC 14496-12 §8.16.3).
  private func readIndex(_ indexed: StreamTrack.IndexedSegments) -> [StreamSegment] {
    let position = track.position
    func whole() -> [StreamSegment] {
      var segment = StreamSegment(
        StreamResource(indexed.file), reference: indexed.file.name, duration: 0, position)
      (segment.initialization, segment.isWebM) = (nil, track.isWebM)
      return [segment]
    }
    if track.isWebM { return whole() }
    let bytes: Bytes
    // Without a range, the index is among the first boxes.
    do throws(StreamLoadError) {
      bytes = try stream.bytes(StreamResource(indexed.file, range: indexed.index))
    } catch {
      foundProblem = error.message
      return []
    }
    let base = indexed.index?.lowerBound ?? 0
    let file = BoxFile(bytes)
    guard let box = file.boxes.first("sidx"), let sidx = box[SegmentIndexBox.self],
      let origin = box.origin
    else {
      if indexed.index != nil {
        foundProblem = "has no index (sidx) at bytes \(base) to \(base + bytes.count - 1)"
      }
      return whole()
    }
    let boxStart = base + origin.fileOffset - bytes.fileOffset
    index = (sidx, boxStart..<boxStart + origin.count)
    guard sidx.timescale > 0 else { return whole() }
    var start = Int(
      clamping: UInt64(boxStart + origin.count).addingReportingOverflow(sidx.firstOffset)
        .partialValue)
    var time = sidx.earliestPresentationTime
    var segments: [StreamSegment] = []
    let second = Double(sidx.timescale)
    let initialization = indexed.initialization ?? StreamResource(indexed.file, range: 0..<boxStart)
    sidx.references.forEachRow { _, row in
      let (end, overflow) = start.addingReportingOverflow(Int(row[1]))
      guard !overflow else { return }
      var segment = StreamSegment(
        StreamResource(indexed.file, range: start..<end), reference: indexed.file.name,
        duration: Double(row[2]) / second, position)
      segment.start = Double(time) / second
      segment.initialization = initialization
      segments.append(segment)
      (start, time) = (end, time &+ UInt64(row[2]))
    }
    return segments
  }
}

extension ExaminedStreamTrack {
  /// The movies of the track, one for each part between discontinuities: the initialization segment and the media
  /// segments, with their names. Segments that do not consist of boxes, or are missing, are left out.
  public var runs: [[(name: String, bytes: Bytes)]] {
    get throws(StreamLoadError) {
      var runs: [[(name: String, bytes: Bytes)]] = []
      var last: (initialization: StreamResource?, discontinuity: Int)?
      for segment in segments where segment.content == .boxes {
        guard let resource = segment.segment.resource else { continue }
        let (start, discontinuity) = (segment.segment.initialization, segment.segment.discontinuity)
        if last.map({ $0.initialization != start || $0.discontinuity != discontinuity }) ?? true {
          runs.append([])
          if let start = start.map({ stream.start($0) }), let bytes = start.bytes {
            try stream.readAgain(start)
            runs[runs.count - 1] = [(name(of: start), bytes)]
          }
        }
        last = (start, discontinuity)
        runs[runs.count - 1].append((segment.name, try stream.bytes(resource)))
      }
      return runs
    }
  }
}

extension ExaminedStream {
  /// The tracks that are read as one movie: the track with a name, which may also be the name of its playlist without
  /// the extension; without a name, the video with the highest bandwidth and the audio that belongs to it. Empty if
  /// there is no such track.
  public func movieTracks(named name: String?) -> [ExaminedStreamTrack] {
    if let name {
      let named =
        tracks.first { $0.track.name == name }
        ?? tracks.first { $0.track.name.hasPrefix(name + ".") }
      return named.map { [$0] } ?? []
    }
    let best = videoTracks.filter { $0.track.period == 0 }
      .max { ($0.track.claims.bandwidth ?? 0) < ($1.track.claims.bandwidth ?? 0) }
    guard let best else { return Array(tracks.prefix(1)) }
    // Audio may be in the video segments.
    guard best.codedAudio == nil else { return [best] }
    let beside = variants.first { $0.track === best }?.audio
    let audio =
      beside ?? tracks.filter { $0.track.kind == .audio && $0.track.period == best.track.period }
    return [best] + audio.prefix(1)
  }
}

/// A summary of a track of a stream, from its document and its segments.
public struct StreamTrackSummary: Sendable {
  /// A summary of a segment.
  public struct Segment: Sendable {
    /// Its file, from the folder of the stream on.
    public var name: String
    /// The duration that the document states, in seconds.
    public var duration: Double
    /// The time when its first sample is shown, in seconds of the media.
    public var start: Double?
    /// The end of its last sample, in seconds of the media.
    public var end: Double?
    /// The number of its samples, of video if it has some; nil if it cannot be read.
    public var sampleCount: Int?
    /// At how many of them decoding can start.
    public var keyFrameCount: Int?
    /// Its size in bytes; nil if it cannot be read.
    public var byteCount: Int?
    /// The offset of its start in its file; nil if the playlist or manifest does not state it.
    public var offset: Int?
    /// Why it cannot be read, or its kind, if this kind is not read.
    public var problem: String?
  }

  /// The name of its playlist, or the id of its representation.
  public var name: String
  /// The purpose of the track.
  public var kind: StreamTrack.Kind
  /// By its segments, or else as the document states them.
  public var codecs: [String]
  /// The width of frames in samples, from its segments, or else from the document.
  public var width: Int?
  /// The height of frames in samples, from its segments, or else from the document.
  public var height: Int?
  /// Channels of audio; by its segments, or else as the document states it.
  public var channels: Int?
  /// The language that the document states (RFC 5646).
  public var language: String?
  /// Its segments, in the order in which they play.
  public var segments: [Segment]

  /// The total duration of its segments in seconds, as the document states it.
  public var duration: Double { segments.reduce(0) { $0 + $1.duration } }
  /// The number of samples in the segments that can be read.
  public var sampleCount: Int { segments.reduce(0) { $0 + ($1.sampleCount ?? 0) } }
  /// At how many samples decoding can start.
  public var keyFrameCount: Int { segments.reduce(0) { $0 + ($1.keyFrameCount ?? 0) } }
  /// The total size of its segments in bytes.
  public var byteCount: Int { segments.reduce(0) { $0 + ($1.byteCount ?? 0) } }

  /// Reads the segments of a track.
  public init(_ track: ExaminedStreamTrack) {
    let coded = track.coded.map(\.codec)
    let claims = track.track.claims
    name = track.track.name
    codecs = coded.isEmpty ? claims.codecs : coded
    width = track.codedVideo?.width ?? claims.width
    height = track.codedVideo?.height ?? claims.height
    channels = track.codedAudio?.channels ?? claims.channels
    language = claims.language
    segments = track.segments.map { segment in
      Segment(
        name: segment.name, duration: segment.segment.duration, start: segment.samples?.start,
        end: segment.samples?.end,
        sampleCount: track.track.kind == .keyFrames
          // Fragments also describe the samples after the key frame, whose bytes are not in the segment.
          ? segment.samples?.keyFrames.count : segment.samples?.count,
        keyFrameCount: segment.samples?.keyFrames.count, byteCount: segment.byteCount,
        offset: segment.segment.resource?.range?.lowerBound, problem: segment.summaryProblem)
    }
    kind =
      track.track.kind != .other
      ? track.track.kind
      : track.codedVideo != nil ? .video : track.codedAudio != nil ? .audio : .other
  }
}

extension ExaminedStreamTrack {
  /// The reason why a movie of its segments would be incomplete: the first segment that cannot be read, or is not
  /// examined. Nil if only stated gaps are missing.
  public var missing: (name: String, problem: String)? {
    for segment in segments where segment.content != .boxes && !segment.segment.isGap {
      return (
        segment.name,
        segment.summaryProblem ?? "is a transport stream, from which no movie is made here"
      )
    }
    return nil
  }
}

extension ExaminedSegment {
  /// The reason why there is no summary of its samples; nil if there is one.
  fileprivate var summaryProblem: String? {
    if let problem { return problem }
    if segment.isGap { return "is a gap: its URL has no file" }
    if segment.isSealed { return "is completely encrypted" }
    switch content {
    case .text: return "is WebVTT"
    case .webM: return "is WebM, which is not examined"
    case .other(let text): return "is \(text)"
    case .nothing: return "is not read: its URL leads to no permitted file"
    case .boxes, .transportStream: return nil
    }
  }
}

/// Compares codecs as players do.
enum CodecComparison {
  /// A profile or level may be stated in another form. The codec has to be the same, and for video the profile.
  static func matches(_ coded: String, _ stated: [String]) -> Bool {
    stated.contains { isSame(coded, $0) }
  }

  private static let families: [[String]] = [
    ["avc1", "avc3"], ["hvc1", "hev1", "dvh1", "dvhe"],
    ["mp4a.40.2", "mp4a.40.5", "mp4a.40.29", "mp4a.67"],
    ["opus", "Opus"], ["flac", "fLaC"], ["ac-3", "mp4a.a5", "mp4a.A5"],
    ["ec-3", "mp4a.a6", "mp4a.A6"],
  ]

  private static func isSame(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    func family(_ codec: String) -> Int? {
      let entry = String(codec.prefix { $0 != "." })
      return families.firstIndex { $0.contains(codec) || $0.contains(entry) }
    }
    if let first = family(one) { return first == family(other) }
    return one.prefix { $0 != "." } == other.prefix { $0 != "." }
  }

  /// The codec of `stated` that is the same codec with another profile, or with a level that is too low; nil if there
  /// is none.
  static func wrongProfile(_ coded: String, _ stated: [String]) -> String? {
    guard let own = ProfileAndLevel(coded), let other = stated.first(where: { isSame(coded, $0) }),
      let said = ProfileAndLevel(other), own.profile != said.profile || own.level > said.level
    else { return nil }
    return other
  }

  /// The profile and level in codec strings of AVC and HEVC (RFC 6381 §3.3, ISO/IEC 14496-15 Annex E).
  private struct ProfileAndLevel {
    var profile: Int
    var level: Int

    init?(_ codec: String) {
      let parts = codec.split(separator: ".")
      switch parts.first {
      case "avc1", "avc3":
        guard parts.count == 2, parts[1].utf8.count == 6, let number = Int(parts[1], radix: 16)
        else { return nil }
        (profile, level) = (number >> 16, number & 0xFF)
      case "hvc1", "hev1":
        guard parts.count >= 4, let profile = Int(parts[1].filter(\.isNumber)),
          let level = Int(parts[3].dropFirst())
        else { return nil }
        (self.profile, self.level) = (profile, level)
      default: return nil
      }
    }
  }
}
