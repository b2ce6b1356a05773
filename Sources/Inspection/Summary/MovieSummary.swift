import HEIF
import HEVC
import ISOBMFF
import JSON
import Movie

/// What a person wants to know of a movie.
struct MovieSummary {
  private let movie: MovieFile
  private let prefix: String

  /// - Parameter prefix: before each label, for a movie within a photo.
  init(_ movie: MovieFile, prefix: String = "") {
    self.movie = movie
    self.prefix = prefix
  }

  var entries: [ReportEntry] {
    var entries: [ReportEntry] = []
    if let duration = movie.duration {
      entries.append(
        ReportEntry(
          "duration", label("Duration"), .double(duration),
          MovieSummary.time(duration) + (movie.isFragmented ? ", in fragments" : "")))
    }
    if let start = movie.start, start >= 1 {
      entries.append(
        ReportEntry("start", label("Start"), .double(start), MovieSummary.time(start)))
    }
    if movie.isCompressed {
      entries.append(
        ReportEntry(
          "compressed", label("Compressed"), .bool(true),
          movie.tracks.isEmpty
            ? "the description of the movie (cmov), which cannot be read"
            : "the description of the movie (cmov)"))
    }
    if let created = movie.header?.creationTime, created > 0 {
      entries.append(ReportEntry("created", label("Created"), Date1904.text(created)))
    }
    entries.append(
      ReportEntry(
        "tracks", label("Tracks"), .array(movie.tracks.map { TrackDescription($0).value }),
        text: movie.tracks.flatMap { TrackDescription($0).lines }))
    let shown = movie.metadata.filter { !$0.value.isEmpty }
    if !shown.isEmpty {
      entries.append(
        ReportEntry(
          "keys", label("Keys"), .object(keyValues),
          text: shown.map { "\($0.shortKey): \($0.value)" }))
    }
    return entries
  }

  /// A key that comes more than once has an array of its values.
  private var keyValues: [(String, JSONValue?)] {
    var order: [String] = []
    var values: [String: [JSONValue]] = [:]
    for item in movie.metadata {
      if values[item.key] == nil { order.append(item.key) }
      values[item.key, default: []].append(.string(item.value))
    }
    return order.map { key in
      let all = values[key] ?? []
      return (key, all.count == 1 ? all[0] : .array(all))
    }
  }

  /// The movie of a motion photo.
  static func motion(_ movie: MovieFile) -> [ReportEntry] {
    MovieSummary(movie, prefix: "Motion ").entries.map {
      ReportEntry("motion." + $0.key, $0.label, $0.value, text: $0.text)
    }
  }

  private func label(_ text: String) -> String {
    prefix.isEmpty ? text : prefix + text.lowercased()
  }

  /// `0:02.36`, `1:02:03.00`
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "\(seconds) s" }
    let hundredths = Int((seconds * 100).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (hundredths / 360_000, hundredths / 6000 % 60)
    let rest = "\(two(hundredths / 100 % 60)).\(two(hundredths % 100))"
    return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
  }
}

extension MetadataItem {
  /// The key without the part that all keys of QuickTime share.
  fileprivate var shortKey: String {
    let common = "com.apple.quicktime."
    return key.hasPrefix(common) ? String(key.dropFirst(common.count)) : key
  }
}

/// One track in words.
struct TrackDescription {
  private let track: Track
  private let coding: CodingDescription?

  init(_ track: Track) {
    self.track = track
    coding = track.sampleEntries.first.map { CodingDescription(entry: $0) }
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
  private var isPicture: Bool { visual != nil }
  private var sound: SoundDescription? {
    audio.map { SoundDescription(coding?.type ?? "mp4a", $0) }
  }

  /// The size that a player shows: the track's own size, turned.
  private var displaySize: (width: Double, height: Double)? {
    guard let header = track.header, header.width > 0, header.height > 0 else { return nil }
    let (width, height) = (Double(header.width) / 65536, Double(header.height) / 65536)
    return (header.rotation ?? 0) % 180 == 0 ? (width, height) : (height, width)
  }

  /// The keys of a `mebx` track.
  private var metadataKeys: [String] {
    track.sampleEntries.flatMap { entry in
      entry.children.all("keys").flatMap(\.children).compactMap { key in
        key.children.first(MetadataKeyDeclarationBox.self)?.keyValue.string
      }
    }
  }

  private var colour: CodingIndependentCodePoints? {
    guard let box = track.sampleEntries.first?.children.first(ColourInformationBox.self),
      !box.hasProfile
    else { return coding?.colour }
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = box.colourPrimaries
    points.transferCharacteristics = box.transferCharacteristics
    points.matrixCoefficients = box.matrixCoefficients
    points.isFullRange = isFullRange ?? false
    return points
  }

  /// Whether samples use the full range. Nil where nothing says it: `nclc` says nothing of the
  /// range.
  private var isFullRange: Bool? {
    let box = track.sampleEntries.first?.children.first(ColourInformationBox.self)
    return box?.colourType == "nclx" ? box?.isFullRange : coding?.colour?.isFullRange
  }

  var lines: [String] {
    var first = "\(track.id) \(kind): "
    if let coding, !isPicture, audio == nil, track.handlerType == "meta" {
      let keys = metadataKeys
      first += keys.isEmpty ? coding.name : keys.map(TrackDescription.short).joined(separator: ", ")
    } else {
      first += coding?.text ?? "no sample description"
    }
    let rest = [pictureLine, colourLine, sound?.text, countLine]
    return [first] + rest.compactMap { $0 }.filter { !$0.isEmpty }.map { "    " + $0 }
  }

  /// `1440 × 1080, shown as 1080 × 1440, turned 90° clockwise, 29.763 frames/s`
  private var pictureLine: String? {
    guard let visual else { return nil }
    var words: [String] = []
    if visual.width > 0, visual.height > 0 { words.append("\(visual.width) × \(visual.height)") }
    if let display = displaySize,
      display.width != Double(visual.width) || display.height != Double(visual.height)
    {
      words.append(
        "shown as \(decimal(display.width, digits: 2)) × \(decimal(display.height, digits: 2))")
    }
    switch track.header?.rotation {
    case 0?: break
    case let rotation?: words.append("turned \(rotation)° clockwise")
    case nil: if track.header != nil { words.append("mirrored or scaled by a matrix") }
    }
    if track.sampleCount > 1, let rate = track.sampleRate {
      words.append("\(decimal(rate, digits: 3)) frames/s")
    }
    return words.joined(separator: ", ")
  }

  private var colourLine: String? {
    guard isPicture, let colour else { return nil }
    let range = isFullRange.map { $0 ? "full range" : "limited range" }
    return (CodePoints.words(colour) + [range].compactMap { $0 }).joined(separator: ", ")
  }

  /// `93 samples, 0:01.98, 236 kbit/s, language eng`; bit rates only where they say something.
  private var countLine: String {
    var words: [String] = []
    if track.sampleCount > 0 {
      words.append(counted(track.sampleCount, "sample"))
      if let duration = track.duration { words.append(MovieSummary.time(duration)) }
    }
    if isPicture || audio != nil, track.sampleCount > 1, let rate = track.bitRate, rate >= 1 {
      words.append(
        rate < 10_000
          ? "\(decimal(rate / 1000, digits: 1)) kbit/s"
          : "\(grouped(Int((min(rate, 1e15) / 1000).rounded()))) kbit/s")
    }
    if let language, language != "und" { words.append("language \(language)") }
    return words.joined(separator: ", ")
  }

  private var language: String? {
    track.mediaHeader.flatMap { Language.code(UInt64($0.language)) }
  }

  private static func short(_ key: String) -> String {
    key.split(separator: ".").last.map(String.init) ?? key
  }

  var value: JSONValue {
    .object([
      ("id", .int(Int(track.id))), ("kind", .string(kind)),
      ("handler", .string("\(track.handlerType)")), ("coding", coding?.value),
      ("width", .int(visual.map { Int($0.width) })),
      ("height", .int(visual.map { Int($0.height) })),
      ("displayWidth", .double(displaySize?.width)),
      ("displayHeight", .double(displaySize?.height)),
      ("rotation", isPicture ? .int(track.header?.rotation) : nil),
      ("frameRate", isPicture ? .double(track.sampleRate) : nil),
      ("colour", isPicture ? colour.map { CodePoints.value($0, isFullRange: isFullRange) } : nil),
      ("sampleRate", .double(sound?.samplesPerSecond)), ("channels", .int(sound?.channels)),
      ("samples", .int(track.sampleCount)), ("duration", .double(track.duration)),
      ("timescale", .int(Int(track.timescale))),
      ("bytes", .int(track.byteCount.map { Int(clamping: $0) })),
      ("bitRate", .double(track.bitRate)), ("language", .string(language)),
      (
        "metadataKeys",
        metadataKeys.isEmpty ? nil : .array(metadataKeys.map { .string($0) })
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
