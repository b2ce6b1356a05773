import FileKind
import ISOBMFF
import Movie

/// What one segment says of itself. Its bytes are not kept.
struct ExaminedSegment {
  /// As the document lists it.
  let segment: StreamSegment
  /// Its name, for people.
  let name: String
  private(set) var byteCount: Int?
  /// How many of the bytes that are stated its file does not have.
  private(set) var missingCount = 0
  /// Why it cannot be read, behind its name; nil if it can, or if it is known to be a gap.
  private(set) var problem: String?
  private(set) var content = Content.nothing
  /// The types of the boxes at its top.
  private(set) var types: [FourCC] = []
  /// What is wrong with its boxes.
  private(set) var damage: [FieldError] = []
  /// What it has of the track that counts: pictures, or what is there.
  private(set) var samples: Samples?
  /// Event messages, with their places.
  private(set) var events: [Event] = []
  /// Whether there is a `moov` box in it.
  private(set) var hasMovie = false
  /// Indexes, with their places.
  private(set) var indexes: [(box: SegmentIndexBox, range: Range<Int>)] = []

  /// An event message.
  struct Event {
    var box: EventMessageBox
    var path: BoxPath
    var offset: Int
    /// Whether a fragment stands before it.
    var isLate: Bool
  }

  /// What the bytes are.
  enum Content: Equatable {
    case nothing, boxes, transportStream, text
    case other(String)
  }

  /// The samples of a track in a segment, with times in seconds of the media.
  struct Samples {
    var trackID: UInt32
    var isPictures: Bool
    var count = 0
    var keyFrames: [Double] = []
    /// Whether decoding can start at the first one.
    var startsWithKeyFrame = false
    /// When the first one is decoded; nil if nothing says it.
    var decodeStart: Double?
    var decodeEnd = 0.0
    /// When the first one is shown, edit lists regarded.
    var start = 0.0
    var end = 0.0

    var duration: Double { max(0, decodeEnd - (decodeStart ?? 0)) }
  }

  init(_ segment: StreamSegment, name: String, start: StreamStart?, _ load: ExaminedStream.Load) {
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
    switch FileKind(bytes) {
    case .boxes:
      content = .boxes
      read(BoxFile(bytes), start)
    case .empty: problem = "is empty"
    case .other where ForeignContainer(bytes) == .transportStream: content = .transportStream
    case .other where ExaminedSegment.isWebVTT(bytes): content = .text
    case .other(let words): content = .other(words)
    default: content = .other("no format that is known here")
    }
    // What does not come from far reads as zeros.
    if let problem = bytes.source.problem {
      self.problem = problem
      (content, types, damage, samples, events, indexes) = (.nothing, [], [], nil, [], [])
    }
  }

  /// A byte order mark may stand before it (WebVTT §4).
  private static func isWebVTT(_ bytes: Bytes) -> Bool {
    let start = Array("WEBVTT".utf8)
    return bytes.starts(with: start) || bytes.starts(with: [0xEF, 0xBB, 0xBF] + start)
  }

  private mutating func read(_ file: BoxFile, _ start: StreamStart?) {
    types = file.boxes.map(\.type)
    damage = file.findings
    hasMovie = types.contains("moov")
    var isAfterFragment = false
    for box in file.boxes {
      isAfterFragment = isAfterFragment || box.type == "moof"
      let range = box.origin.map { $0.fileOffset..<$0.fileOffset + $0.count } ?? 0..<0
      if let event = box[EventMessageBox.self], events.count < 4096 {
        let path = BoxPath(steps: [BoxPath.Step(type: box.type, index: events.count)])
        events.append(
          Event(box: event, path: path, offset: range.lowerBound, isLate: isAfterFragment))
      }
      if let index = box[SegmentIndexBox.self], indexes.count < 64 {
        indexes.append((index, range))
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

  /// So many samples of a segment are looked at: an hour of sound has fewer.
  private static let mostSamples = 1 << 18

  private static func samples(of track: Track) -> Samples {
    let second = Double(track.timescale)
    var found = Samples(trackID: track.id, isPictures: track.handlerType == "vide")
    var (least, greatest): (Int64, Int64) = (.max, .min)
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
    // Edits move all of a track by the same time.
    let shift =
      track.editList.isEmpty
      ? 0
      : (track.editList.times(ofMedia: greatest - 1).first?.seconds).map {
        $0 - Double(greatest - 1) / second
      } ?? 0
    // Sums of seconds are exact to a nanosecond.
    func shown(_ seconds: Double) -> Double { ((seconds + shift) * 1e9).rounded() / 1e9 }
    (found.start, found.end) = (shown(Double(least) / second), shown(Double(greatest) / second))
    found.keyFrames = found.keyFrames.map(shown)
    return found
  }
}
