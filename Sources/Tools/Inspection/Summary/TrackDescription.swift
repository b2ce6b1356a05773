import HEIF
import HEVC
import ISOBMFF
import Movie
import Text

/// One track as text.
struct TrackDescription {
  private let track: Track
  let codec: CodecDescription?
  let dynamicRange: DynamicRangeSummary?
  private let views: ViewsDescription?
  private let captions: CaptionSummary?
  private let dts: DTSStream?
  private let audioFrame: AudioFrameHeader?

  private let isQuickTime: Bool

  /// - Parameters:
  ///   - bytes: the bytes of the file; the first sample may have more information.
  ///   - isQuickTime: whether small numbers of languages are those of the Macintosh.
  init(_ track: Track, in bytes: Bytes, isQuickTime: Bool = false) {
    self.track = track
    self.isQuickTime = isQuickTime
    let entry = track.sampleEntries.first
    var codec = entry.map { CodecDescription(entry: $0) }
    func firstSample() -> Bytes? {
      entry.flatMap { track.firstSample($0, in: bytes) }
    }
    dts = codec?.mayBeDTS == true ? firstSample().flatMap { DTSStream($0) } : nil
    if let dts { codec?.name(dts) }
    if codec?.mayBeOtherLayer == true, let frame = firstSample() { codec?.correctLayer(frame) }
    if let entry, FramedAudioCodec(entry) != nil {
      audioFrame = firstSample().flatMap { AudioFrameHeader(entry, sample: $0) }
    } else {
      audioFrame = nil
    }
    if codec?.type == "vp09", let entry, let frame = firstSample().flatMap({ VP9FrameHeader($0) }) {
      codec?.correct(frame, entry.children)
    }
    self.codec = codec
    guard let entry, entry[VisualSampleEntry.self] != nil else {
      (dynamicRange, views, captions) = (nil, nil, nil)
      return
    }
    let sample = track.firstSample(entry, in: bytes)
    dynamicRange = DynamicRangeSummary(
      entry.children, Track.colour(of: entry, codec), sample: sample)
    captions = sample.flatMap { CaptionSummary(in: $0, entry.children) }
    views = ViewsDescription(entry.children)
  }

  private var kind: String {
    switch track.handlerType {
    case "vide": "video"
    case "soun": "audio"
    case "pict": "image sequence"
    case "auxv": "auxiliary video"
    case "meta": "metadata"
    case "tmcd": "timecode"
    case "text", "sbtl", "subt": "text"
    case "sdsm": "scene description"
    case "odsm": "object descriptors"
    case "clcp": "closed captions"
    case "hint": "hints"
    default: "\(track.handlerType)"
    }
  }

  private var visual: VisualSampleEntry? { track.sampleEntries.first(VisualSampleEntry.self) }
  private var audio: AudioSampleEntry? { track.sampleEntries.first(AudioSampleEntry.self) }
  private var isVideo: Bool { visual != nil }
  private var audioDescription: AudioDescription? {
    audio.map { AudioDescription(codec?.type ?? "mp4a", $0, dts, audioFrame) }
  }

  /// The size that a player shows: the track's own size, scaled and rotated by its matrix.
  private var displaySize: (width: Double, height: Double)? {
    guard let header = track.header, header.width > 0, header.height > 0 else { return nil }
    var (width, height) = (Double(header.width) / 65536, Double(header.height) / 65536)
    if let scale = track.matrix.scale {
      width *= Double(scale.width) / 65536
      height *= Double(scale.height) / 65536
    }
    return track.matrix.swapsSides ? (height, width) : (width, height)
  }

  private var colour: CodingIndependentCodePoints? {
    track.sampleEntries.first.flatMap { Track.colour(of: $0, codec) }
  }

  /// Whether samples use the full range. Nil where nothing says it: `nclc` says nothing of the
  /// range.
  private var isFullRange: Bool? {
    let box = track.sampleEntries.first?.children.first(ColourInformationBox.self)
    return box?.colourType == "nclx" ? box?.isFullRange : codec?.colour?.isFullRange
  }

  var lines: [String] {
    var first = "\(track.id) \(kind): "
    if let codec, !isVideo, audio == nil, track.handlerType == "meta" {
      let keys = track.metadataKeys
      first += keys.isEmpty ? codec.name : keys.map(TrackDescription.short).joined(separator: ", ")
    } else {
      first += codec?.text ?? "no sample description"
    }
    let rest =
      [frameLine, colourLine] + (dynamicRange?.lines ?? []) + [
        views?.text, captions?.text, audioDescription?.text, countLine,
      ]
    return [first] + rest.compactMap { $0 }.filter { !$0.isEmpty }.map { "    " + $0 }
  }

  /// `1440 × 1080, shown as 1080 × 1440, rotated 90° clockwise, 29.763 frames/s`
  private var frameLine: String? {
    guard let visual else { return nil }
    var parts: [String] = []
    if visual.width > 0, visual.height > 0 { parts.append("\(visual.width) × \(visual.height)") }
    if let display = displaySize,
      display.width != Double(visual.width) || display.height != Double(visual.height)
    {
      parts.append(
        "shown as \(decimal(display.width, digits: 2)) × \(decimal(display.height, digits: 2))")
    }
    parts += TrackDescription.rotation(track.matrix)
    if track.sampleCount > 1, let rate = track.sampleRate {
      parts.append("\(decimal(rate, digits: 3)) frames/s")
    }
    return parts.joined(separator: ", ")
  }

  private static func rotation(_ matrix: TransformationMatrix) -> [String] {
    if let rotation = matrix.rotation {
      return rotation == 0 ? [] : ["rotated \(rotation)° clockwise"]
    }
    guard let rotation = matrix.mirroredRotation else { return ["skewed by a matrix"] }
    return ["mirrored" + (rotation == 0 ? "" : ", then rotated \(rotation)° clockwise")]
  }

  private var colourLine: String? {
    guard isVideo, let colour else { return nil }
    let range = isFullRange.map { $0 ? "full range" : "limited range" }
    return (CodePoints.texts(colour) + [range].compactMap { $0 }).joined(separator: ", ")
  }

  /// `93 samples, 0:01.98, 236 kbit/s, language eng`; bit rates only if they have a meaning.
  private var countLine: String {
    var parts: [String] = []
    if track.sampleCount > 0 {
      parts.append(counted(track.sampleCount, "sample"))
      if let duration = track.duration { parts.append(MovieSummary.time(duration)) }
    }
    if isVideo || audio != nil, track.sampleCount > 1, let rate = track.bitRate, rate >= 1 {
      parts.append(
        rate < 10_000
          ? "\(decimal(rate / 1000, digits: 1)) kbit/s"
          : "\(grouped(Int((min(rate, 1e15) / 1000).rounded()))) kbit/s")
    }
    if let language, language != "und" { parts.append("language \(language)") }
    return parts.joined(separator: ", ")
  }

  private var language: String? {
    track.mediaHeader.flatMap { header in
      PackedLanguage.letters(UInt64(header.language))
        ?? (isQuickTime && header.language < 0x400 ? track.language : nil)
    }
  }

  private static func short(_ key: String) -> String {
    key.split(separator: ".").last.map(String.init) ?? key
  }

  var value: JSONValue {
    .object([
      ("id", .int(Int(track.id))), ("kind", .string(kind)),
      ("handler", .string("\(track.handlerType)")), ("codec", codec?.value),
      ("width", .int(visual.map { Int($0.width) })),
      ("height", .int(visual.map { Int($0.height) })),
      ("displayWidth", .double(displaySize?.width)),
      ("displayHeight", .double(displaySize?.height)),
      (
        "rotation", isVideo ? .int(track.matrix.rotation ?? track.matrix.mirroredRotation) : nil
      ),
      (
        "mirrored",
        isVideo && track.matrix.mirroredRotation != nil
          ? .bool(true) : nil
      ),
      ("frameRate", isVideo ? .double(track.sampleRate) : nil),
      ("colour", isVideo ? colour.map { CodePoints.value($0, isFullRange: isFullRange) } : nil),
      ("dynamicRange", dynamicRange?.value), ("views", views?.value),
      ("captions", captions.map { .array($0.kinds.map { .string($0) }) }),
      ("sampleRate", .double(audioDescription?.samplesPerSecond)),
      ("channels", .int(audioDescription.flatMap { $0.channels > 0 ? $0.channels : nil })),
      ("channelLayout", .string(audioDescription?.layout?.name)),
      ("objects", .string(audioDescription?.hasAtmos == true ? "Dolby Atmos" : nil)),
      ("samples", .int(track.sampleCount)), ("duration", .double(track.duration)),
      ("timescale", .int(Int(track.timescale))),
      ("bytes", .int(track.byteCount.map { Int(clamping: $0) })),
      ("bitRate", .double(track.bitRate)), ("language", .string(language)),
      (
        "metadataKeys",
        track.metadataKeys.isEmpty ? nil : .array(track.metadataKeys.map { .string($0) })
      ),
      (
        "references",
        track.references.isEmpty
          ? nil
          : .object(
            track.references.map { reference in
              ("\(reference.type)", .array(reference.trackIDs.map { .int(Int($0)) }))
            })
      ),
    ])
  }
}

/// The summary of the segments of each track: the decoding times, the number of samples, and the number of those at
/// which decoding can start.
struct SegmentSummary {
  /// The samples of one track in one segment.
  fileprivate struct Piece {
    /// The name of the file; nil if there is only one.
    var name: String?
    var track: UInt32
    /// Ticks in a second; 0 if nothing says it.
    var timescale: UInt32
    var sampleCount = 0
    var keyFrameCount = 0
    var start: Int64
    var end: Int64
  }

  private var pieces: [Piece] = []
  /// The maximum number of samples that are read.
  private static let mostSamples = 1 << 20

  /// - Parameter source: that of the movie, which may be joined of several files.
  init(_ movie: MovieFile, in source: ByteSource) {
    var left = SegmentSummary.mostSamples
    for track in movie.tracks {
      for sample in track.samples.prefix(left) {
        left -= 1
        let name = sample.fragmentStart.flatMap { source.joinedFile(at: $0)?.name }
        if pieces.last?.track != track.id || pieces.last?.name != name {
          pieces.append(
            Piece(
              name: name, track: track.id, timescale: track.timescale, start: sample.decodeTime,
              end: sample.decodeTime))
        }
        pieces[pieces.count - 1].sampleCount += 1
        if sample.isSync { pieces[pieces.count - 1].keyFrameCount += 1 }
        pieces[pieces.count - 1].end = sample.decodeTime.addingSaturating(sample.duration)
      }
    }
  }

  var entry: ReportEntry {
    ReportEntry(
      "segments", "Segments", .array(pieces.map(\.value)), text: pieces.map(\.text))
  }
}

extension SegmentSummary.Piece {
  /// `video-2.m4s, track 1: 0:02.00 to 0:04.00, 60 samples, 1 key frame`
  fileprivate var text: String {
    let span =
      timescale > 0
      ? "\(MovieSummary.time(seconds(start) ?? 0)) to \(MovieSummary.time(seconds(end) ?? 0))"
      : "tick \(start) to \(end)"
    let owner = (name.map { "\($0), " } ?? "") + "track \(track)"
    return
      "\(owner): \(span), \(counted(sampleCount, "sample")), \(counted(keyFrameCount, "key frame"))"
  }

  fileprivate var value: JSONValue {
    .object([
      ("file", .string(name)), ("track", .int(Int(track))), ("samples", .int(sampleCount)),
      ("keyFrames", .int(keyFrameCount)), ("timescale", timescale > 0 ? .int(Int(timescale)) : nil),
      ("startTicks", .int(Int(start))), ("endTicks", .int(Int(end))),
      ("start", .double(seconds(start))), ("end", .double(seconds(end))),
    ])
  }

  /// A number of ticks in seconds; nil without a timescale.
  private func seconds(_ ticks: Int64) -> Double? {
    timescale > 0 ? Double(ticks) / Double(timescale) : nil
  }
}
