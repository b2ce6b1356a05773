import HEIF
import HEVC
import ISOBMFF
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
    if let created = movie.header?.creationTime, created > 0 {
      entries.append(ReportEntry("created", label("Created"), Date1904.text(created)))
    }
    entries.append(
      ReportEntry(
        "tracks", label("Tracks"), .array(movie.tracks.map { TrackDescription($0).value }),
        text: movie.tracks.flatMap { TrackDescription($0).lines }))
    let shown = movie.metadata.filter { !$0.value.isEmpty }
    if !shown.isEmpty {
      let pairs = movie.metadata.map { ($0.key, ReportValue.string($0.value) as ReportValue?) }
      entries.append(
        ReportEntry(
          "keys", label("Keys"), .object(pairs), text: shown.map { "\($0.shortKey): \($0.value)" }))
    }
    return entries
  }

  private func label(_ text: String) -> String { prefix.isEmpty ? text : prefix + text.lowercased() }

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
  /// Without the part that all keys of QuickTime share.
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
    coding = track.sampleEntries.first.map { CodingDescription($0.type, $0.children) }
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
    case "clcp": "closed captions"
    case "hint": "hints"
    default: "\(track.handlerType)"
    }
  }

  private var visual: VisualSampleEntry? { track.sampleEntries.first(VisualSampleEntry.self) }
  private var audio: AudioSampleEntry? { track.sampleEntries.first(AudioSampleEntry.self) }
  private var isPicture: Bool { visual != nil }

  /// As a player shows it: with the track's own size, turned.
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
    // `nclc` says nothing of the range.
    points.isFullRange = box.colourType == "nclx" ? box.isFullRange : coding?.colour?.isFullRange ?? false
    return points
  }

  var lines: [String] {
    var first = "\(track.id) \(kind): "
    if let coding, !isPicture, audio == nil, track.handlerType == "meta" {
      let keys = metadataKeys
      first += keys.isEmpty ? coding.name : keys.map(TrackDescription.short).joined(separator: ", ")
    } else {
      first += coding?.text ?? "no sample description"
    }
    var lines = [first]
    if let visual {
      var words = ["\(visual.width) × \(visual.height)"]
      if let display = displaySize,
        display.width != Double(visual.width) || display.height != Double(visual.height)
      {
        words.append("shown as \(decimal(display.width, digits: 2)) × \(decimal(display.height, digits: 2))")
      }
      if let rotation = track.header?.rotation, rotation != 0 {
        words.append("turned \(rotation)° clockwise")
      }
      if let rate = track.sampleRate { words.append("\(decimal(rate, digits: 3)) frames/s") }
      lines.append("    " + words.joined(separator: ", "))
      if let colour {
        lines.append(
          "    \(CodePoints.words(colour)), \(CodePoints.matrixWords(colour)), \(colour.isFullRange ? "full" : "limited") range")
      }
    }
    if let audio {
      var words = ["\(decimal(audio.samplesPerSecond)) Hz", "\(audio.channels) channels"]
      if audio.channels == 1 { words[1] = "1 channel" }
      lines.append("    " + words.joined(separator: ", "))
    }
    var counts = ["\(grouped(track.sampleCount)) samples"]
    if let duration = track.duration { counts.append(MovieSummary.time(duration)) }
    if let rate = track.bitRate { counts.append("\(grouped(Int(min(rate, 1e15) / 1000))) kbit/s") }
    if let language = track.mediaHeader.flatMap({ Language.code(UInt64($0.language)) }),
      language != "und"
    {
      counts.append("language \(language)")
    }
    lines.append("    " + counts.joined(separator: ", "))
    return lines
  }

  private static func short(_ key: String) -> String {
    key.split(separator: ".").last.map(String.init) ?? key
  }

  var value: ReportValue {
    .object([
      ("id", .int(Int(track.id))), ("kind", .string(kind)),
      ("handler", .string("\(track.handlerType)")), ("coding", coding?.value),
      ("width", .int(visual.map { Int($0.width) })), ("height", .int(visual.map { Int($0.height) })),
      ("displayWidth", .double(displaySize?.width)), ("displayHeight", .double(displaySize?.height)),
      ("rotation", isPicture ? .int(track.header?.rotation) : nil),
      ("frameRate", isPicture ? .double(track.sampleRate) : nil),
      ("colour", isPicture ? colour.map(CodePoints.value) : nil),
      ("sampleRate", .double(audio?.samplesPerSecond)), ("channels", .int(audio?.channels)),
      ("samples", .int(track.sampleCount)), ("duration", .double(track.duration)),
      ("timescale", .int(Int(track.timescale))),
      ("bytes", .int(track.byteCount.map { Int(clamping: $0) })), ("bitRate", .double(track.bitRate)),
      (
        "language",
        .string(track.mediaHeader.flatMap { Language.code(UInt64($0.language)) })
      ),
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
