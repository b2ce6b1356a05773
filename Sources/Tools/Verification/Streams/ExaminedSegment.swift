import ISOBMFF
import Movie
import Streams

/// The information in a segment. Its bytes are not kept.
struct ExaminedSegment: Sendable {
  /// The segment in the list of the document.
  var segment: StreamSegment
  /// Its name in messages.
  let name: String
  private(set) var byteCount: Int?
  /// The number of stated bytes that its file does not have.
  private(set) var missingCount = 0
  /// The reason why it cannot be read, as text that follows its name; nil if it can, or if it is a stated gap.
  private(set) var problem: String?
  private(set) var content = Content.nothing
  /// The types of its top-level boxes, each once.
  private(set) var types: [FourCC] = []
  /// The first error in its boxes.
  private(set) var damage: FieldError?
  /// The samples of its main track: video, or else the first track.
  private(set) var samples: Samples?
  /// Event messages, with their offsets.
  private(set) var events: [Event] = []
  /// Whether there is a `moov` box in it.
  var hasMovie: Bool { types.contains("moov") }
  /// The video and audio in its first samples, one entry for each track. Nil if this was not requested.
  private(set) var coded: [StreamedTrack]?

  /// An event message. Its bytes are not kept.
  struct Event: Sendable {
    var scheme: String
    var value: String
    var id: UInt32
    var version: UInt8
    /// The checksum that distinguishes messages.
    var checksum: UInt32
    var byteCount: Int
    /// Whether it is the message of an ID3 frame; all of these have the same ID.
    var isTag: Bool
    var path: BoxPath
    var offset: Int
    /// Whether there is a fragment before it.
    var isLate: Bool
  }

  /// Whether a transport stream or its initialization segment has the tables.
  private(set) var hasTables = true

  /// The kind of the bytes.
  enum Content: Equatable, Sendable {
    case nothing, boxes, transportStream, text, webM
    case other(String)

    /// Whether its samples are read.
    var isExamined: Bool { self == .boxes || self == .transportStream }
  }

  /// The samples of a track in a segment, with times in seconds of the media.
  struct Samples: Sendable {
    var trackID: UInt32
    var isVideo: Bool
    var count = 0
    var keyFrames: [Double] = []
    /// Whether decoding can start at the first one.
    var startsWithKeyFrame = false
    /// The decoding time of the first sample; nil if it is unknown.
    var decodeStart: Double?
    var decodeEnd = 0.0
    /// The presentation time of the first sample, with edit lists.
    var start = 0.0
    var end = 0.0

    /// How much of its start is not presented, because an edit list hides it, in seconds.
    var hidden = 0.0

    var duration: Double { max(0, decodeEnd - (decodeStart ?? 0) - hidden) }
    /// Nil if there are too few frames.
    var rate: FrameRate?
    /// The average number of frames in a second.
    var averageRate: Double? {
      isVideo && count > 0 && duration > 0 ? Double(count) / duration : nil
    }
  }

  /// A segment that is not examined.
  init(passingOver segment: StreamSegment, name: String) {
    (self.segment, self.name) = (segment, name)
  }

  /// - Parameter describes: whether the codec of its samples is requested.
  init(
    _ segment: StreamSegment, name: String, start: ExaminedInitialization?, describes: Bool = false,
    _ load: ExaminedStream.Load
  ) {
    (self.segment, self.name) = (segment, name)
    if segment.isGap { return }
    guard let resource = segment.resource else { return }
    let bytes: Bytes
    do throws(StreamLoadError) { bytes = try load(resource) } catch {
      problem = error.message
      return
    }
    byteCount = bytes.count
    missingCount = max(0, (resource.range?.count ?? 0) - bytes.count)
    guard !segment.isSealed else { return }
    if segment.isWebM {
      content = .webM
      return
    }
    switch FileKind(bytes) {
    case .boxes:
      content = .boxes
      read(BoxFile(bytes), start)
      if describes { coded = ExaminedSegment.coded(hasMovie ? nil : start, bytes) }
    case .empty: problem = "is empty"
    case _ where ExaminedSegment.isTransportStream(bytes):
      content = .transportStream
      readPackets(bytes, start, describes: describes)
    case .other where ExaminedSegment.isWebVTT(bytes): content = .text
    case .other(let text): content = .other(text)
    default: content = .other("an unknown format")
    }
    // Missing bytes of a remote file read as zeros.
    if let problem = bytes.source.problem {
      self.problem = problem
      (content, types, damage, samples, events, coded) = (.nothing, [], nil, nil, [], nil)
    }
  }

  /// A segment, such as one of a key frame, can consist of a few packets.
  static func isTransportStream(_ bytes: Bytes) -> Bool {
    ForeignContainer(bytes) == .transportStream
      || bytes.count % 188 == 0
        && stride(from: 0, to: bytes.count, by: 188).prefix(3).allSatisfy { bytes[$0] == 0x47 }
  }

  /// A byte order mark may come first (WebVTT §4).
  private static func isWebVTT(_ bytes: Bytes) -> Bool {
    let start = Array("WEBVTT".utf8)
    return bytes.starts(with: start) || bytes.starts(with: [0xEF, 0xBB, 0xBF] + start)
  }

  private mutating func read(_ file: BoxFile, _ start: ExaminedInitialization?) {
    damage = file.findings.first
    var seen: Set<FourCC> = []
    for box in file.boxes {
      if seen.count < 256, seen.insert(box.type).inserted { types.append(box.type) }
      if let event = box[EventMessageBox.self], events.count < 4096 {
        events.append(
          Event(
            event, index: events.count, offset: box.origin?.fileOffset ?? 0,
            isLate: seen.contains("moof")))
      }
    }
    let movie =
      hasMovie
      ? MovieFile(file)
      : start?.file.flatMap { MovieFile($0, segments: [file]) } ?? MovieFile(segment: file)
    guard let movie else { return }
    let tracks = movie.tracks.filter { $0.sampleCount > 0 && $0.timescale > 0 }
    guard let track = tracks.first(where: { $0.handlerType == "vide" }) ?? tracks.first else {
      return
    }
    samples = ExaminedSegment.samples(of: track)
  }

  private mutating func readPackets(
    _ bytes: Bytes, _ start: ExaminedInitialization?, describes: Bool
  ) {
    let file = TransportStream(bytes, tables: start?.bytes)
    (damage, hasTables) = (file.damage, file.hasTables)
    if describes { coded = file.tracks.compactMap(\.coded) }
    samples = (file.tracks.first { $0.isVideo } ?? file.tracks.first).map(Samples.init)
  }

  /// Times of transport streams start again after 26 hours, so they continue those of the segment before.
  mutating func follow(_ last: ExaminedSegment) {
    guard content == .transportStream, let before = last.samples?.decodeStart,
      let start = samples?.decodeStart
    else { return }
    let cycle = TransportStream.secondsInCycle
    samples?.shift(by: ((before - start) / cycle).rounded() * cycle)
  }

  /// The first samples are near the start, even in long segments.
  private static func coded(_ start: ExaminedInitialization?, _ media: Bytes) -> [StreamedTrack] {
    let whole =
      start?.bytes.map { Bytes(Array($0) + Array(media.prefix(1 << 26))) }
      ?? media
    return MovieFile(BoxFile(whole))?.tracks.compactMap { StreamedTrack($0, in: whole) } ?? []
  }

  /// The maximum number of samples of a segment that are read: an hour of audio has fewer.
  private static let mostSamples = 1 << 18

  private static func samples(of track: Track) -> Samples {
    let second = Double(track.timescale)
    var found = Samples(trackID: track.id, isVideo: track.handlerType == "vide")
    var (least, greatest): (Int64, Int64) = (.max, .min)
    if found.isVideo {
      found.rate = FrameRate(
        segment: track.samples.prefix(FrameRate.mostFrames).map(\.compositionTime),
        timescale: second)
    }
    for sample in track.samples.prefix(mostSamples) {
      if found.count == 0 {
        found.decodeStart = Double(sample.decodeTime) / second
        found.startsWithKeyFrame = sample.isSync
      }
      found.count += 1
      found.decodeEnd = Double(sample.decodeTime.addingSaturating(sample.duration)) / second
      least = min(least, sample.compositionTime)
      greatest = max(greatest, sample.compositionTime.addingSaturating(sample.duration))
      if sample.isSync, found.keyFrames.count < 65_536 {
        found.keyFrames.append(Double(sample.compositionTime) / second)
      }
    }
    guard found.count > 0 else { return found }
    // Edits shift the whole track by the same time.
    let first = track.editList.edits.first { $0.mediaTime != nil }
    let shift =
      first.flatMap { edit in
        edit.mediaTime.flatMap { time in
          track.editList.time(ofMedia: time, in: edit).map { $0.seconds - Double(time) / second }
        }
      } ?? 0
    // Sums of seconds are exact to a nanosecond.
    func shown(_ seconds: Double) -> Double { ((seconds + shift) * 1e9).rounded() / 1e9 }
    (found.start, found.end) = (shown(Double(least) / second), shown(Double(greatest) / second))
    found.keyFrames = found.keyFrames.map(shown)
    found.hidden = max(0, min(0, found.end) - found.start)
    return found
  }
}

extension ExaminedSegment.Event {
  fileprivate init(_ box: EventMessageBox, index: Int, offset: Int, isLate: Bool) {
    var checksum = CRC32()
    checksum.add(Array(box.messageData)[...])
    self.init(
      scheme: String(box.schemeIDURI.string.prefix(1000)),
      value: String(box.value.string.prefix(1000)), id: box.id, version: box.header.version,
      checksum: checksum.value, byteCount: box.messageData.count, isTag: box.tag != nil,
      path: BoxPath(steps: [BoxPath.Step(type: EventMessageBox.type, index: index)]),
      offset: offset, isLate: isLate)
  }
}

extension ExaminedSegment.Samples {
  fileprivate init(_ track: TransportStream.Track) {
    func seconds(_ ticks: Int64) -> Double { Double(ticks) / Double(TransportStream.timescale) }
    self.init(trackID: UInt32(track.pid), isVideo: track.isVideo)
    let samples = track.samples
    count = samples.count
    startsWithKeyFrame = samples.first?.isKey ?? false
    decodeStart = samples.first.map { seconds($0.decodeTime) }
    decodeEnd = samples.last.map { seconds($0.decodeTime + $0.duration) } ?? 0
    start = samples.map { seconds($0.presentationTime) }.min() ?? 0
    end = samples.map { seconds($0.presentationTime + $0.duration) }.max() ?? 0
    keyFrames = samples.filter(\.isKey).prefix(65_536).map { seconds($0.presentationTime) }
    if isVideo {
      rate = FrameRate(
        segment: samples.prefix(FrameRate.mostFrames).map(\.presentationTime),
        timescale: Double(TransportStream.timescale))
    }
  }

  fileprivate mutating func shift(by seconds: Double) {
    guard seconds != 0 else { return }
    decodeStart = decodeStart.map { $0 + seconds }
    decodeEnd += seconds
    start += seconds
    end += seconds
    keyFrames = keyFrames.map { $0 + seconds }
  }
}

/// An initialization segment: `moov`, and its information about tracks.
final class ExaminedInitialization: Sendable {
  let resource: StreamResource
  /// The bytes before the segments, up to the end of `moov`, because a playlist may name the whole file as
  /// initialization segment. Nil if it cannot be read.
  let bytes: Bytes?
  /// The reason why it cannot be used, as text that follows its name; nil if it can.
  let problem: String?
  let file: BoxFile?
  let movie: MovieFile?

  init(_ resource: StreamResource, _ load: ExaminedStream.Load) {
    self.resource = resource
    let read: Bytes
    do throws(StreamLoadError) { read = try load(resource) } catch {
      (bytes, file, movie, problem) = (nil, nil, nil, error.message)
      return
    }
    let boxes = BoxFile(read)
    let end = boxes.boxes.first("moov")?.origin.map { $0.fileOffset + $0.count - read.fileOffset }
    bytes = end.flatMap { read.part(0..<$0) } ?? read
    file = boxes
    movie = MovieFile(boxes)
    problem =
      read.source.problem != nil
      ? read.source.problem
      : ExaminedInitialization.hasTables(read)
        ? nil
        : movie == nil
          ? "has no moov box, which an initialization segment needs"
          : movie?.tracks.isEmpty ?? true
            ? "has a moov box without tracks" : ExaminedInitialization.damage(of: boxes, end: end)
  }

  /// The first error up to the end of `moov`. Bytes after it are not read.
  private static func damage(of file: BoxFile, end: Int?) -> String? {
    guard let found = file.findings.first, found.offset < end ?? .max else { return nil }
    return "is damaged: \(found)"
  }

  /// The initialization segment of a transport stream consists of its tables (RFC 8216bis §4.4.4.5).
  private static func hasTables(_ bytes: Bytes) -> Bool {
    ExaminedSegment.isTransportStream(bytes) && TransportStream(bytes).hasTables
  }

  /// The sample entries of all tracks.
  var entries: [Box] { movie?.tracks.flatMap(\.sampleEntries) ?? [] }

  /// The encryption of samples; empty if they are not encrypted.
  var encryptions: [Encryption] {
    entries.compactMap { entry in
      guard ["encv", "enca", "enct", "encs"].contains(entry.type) else { return nil }
      let protection = entry.children.at("sinf")
      return Encryption(
        scheme: protection.first(SchemeTypeBox.self)?.schemeType,
        key: protection.at("schi").first(TrackEncryptionBox.self).map { Array($0.defaultKID) })
    }
  }

  struct Encryption: Sendable {
    var scheme: FourCC?
    var key: [UInt8]?
  }

  /// The properties whose change matters to a decoder: codecs, sizes, rates and languages of tracks.
  var signature: String {
    (movie?.tracks ?? []).map { track in
      "\(track.id) \(track.handlerType) \(track.timescale) "
        + track.sampleEntries.map { "\($0.type)" }.joined(separator: " ")
    }.joined(separator: ", ")
  }
}
