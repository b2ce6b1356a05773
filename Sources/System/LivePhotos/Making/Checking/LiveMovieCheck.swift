public import ISOBMFF
public import Movie
import Verification

/// The facts about the movie of a Live Photo, and what is wrong with it.
public struct LiveMovieCheck: Sendable {
  /// The frame that shows the moment of the still.
  public struct StillFrame: Equatable, Sendable {
    /// The time in seconds from the start of the movie.
    public var time: Double
    /// The number of the frame among those that are shown, from 0; nil if no frame is shown at this time.
    public var frame: Int?
    /// The number of all frames that are shown.
    public var frameCount: Int
  }

  /// The content identifier in the metadata; nil if there is none.
  public private(set) var identifier: ContentIdentifier?
  /// "QuickTime", or the brand of another kind of file; nil if the file is not a movie.
  public private(set) var format: String?
  /// The duration in seconds.
  public private(set) var duration: Double?
  /// The types of the sample entries of video tracks that are shown, and of audio.
  public private(set) var videoCodecs: [FourCC] = []
  /// The codecs of audio.
  public private(set) var audioCodecs: [FourCC] = []
  /// The frame that the still-image-time track states; nil if there is no such track.
  public private(set) var stillFrame: StillFrame?
  /// All metadata of the movie.
  public private(set) var keys: [MetadataItem] = []
  /// What is wrong or unusual.
  public private(set) var findings: [LiveFinding] = []

  /// The vitality score of the phone, from 0 to 1: how much happens in the movie; nil if it is not stated.
  public var vitality: Double? { value("live-photo.vitality-score").flatMap(Double.init) }
  /// The value of `live-photo.auto`: whether the phone decided to make a Live Photo; nil if it is not stated.
  public var isAuto: Bool? { value("live-photo.auto").map { $0 == "1" } }

  private func value(_ name: String) -> String? {
    keys.first { $0.key == "com.apple.quicktime." + name }?.value
  }

  /// - Parameter name: the name of the file; its extension is compared with the content.
  public init(_ bytes: Bytes, name: String) {
    let file = BoxFile(bytes)
    let kind = FileKind(bytes)
    switch kind {
    case .empty, .other, .unknown: if let refusal = kind.refusalAsMovie { add(refusal) }
    case .jpeg: add("is a JPEG image, named .\(MediaExtensions.of(name))")
    case .boxes:
      if let movie = MovieFile(file) {
        read(movie, file)
      } else if file.boxes.contains(where: { $0.type == "meta" }) {
        add("is a HEIC photo, named .\(MediaExtensions.of(name))")
      } else {
        add("is truncated, or was never finished: its description (moov) is missing")
      }
    }
  }

  private mutating func read(_ movie: MovieFile, _ file: BoxFile) {
    let brand = file.boxes.first(FileTypeBox.self)?.majorBrand ?? "qt  "
    format = brand == "qt  " ? "QuickTime" : "\(brand)"
    duration = movie.duration
    keys = movie.metadata
    identifier = ContentIdentifier(movie)
    checkWhole(movie, file)
    checkCodecs(movie)
    if movie.hasNoLength { add("has a length of zero, so that nothing plays", .error, .strong) }
    if identifier == nil {
      add(
        "has no identifier (moov/meta, \(ContentIdentifier.key)): Photos shows a still and a movie",
        .error, .strong)
    }
    if LiveMovieCheck.frames(of: movie)?.ticks.count == 1 {
      add("shows a single frame, so that nothing moves", .warning, .weak)
    }
    checkStillTime(movie)
    checkFlavour(file, brand)
    if movie.isFragmented {
      add("is a fragmented movie, which phones never write for a Live Photo", .warning, .weak)
    }
    if let duration, duration > 5 {
      add(
        "lasts \(fixedPoint(duration, digits: 1)) s; those of phones last up to 3.7 s", .warning,
        .weak
      )
    }
    if identifier != nil, isAuto == nil {
      add("has no live-photo.auto; most phones write 1, but older ones do not", .note, .seen)
    }
  }

  private mutating func checkWhole(_ movie: MovieFile, _ file: BoxFile) {
    for track in movie.tracks {
      if !track.samples.areWithin(file.bytes.count) {
        return add("is truncated: samples of track \(track.id) are after its end")
      }
    }
    if let finding = file.findings.first {
      add("is damaged: \(finding)")
    } else if let refusal = movie.refusal {
      add("cannot be read completely: \(refusal)")
    }
  }

  private mutating func checkCodecs(_ movie: MovieFile) {
    if let track = movie.undescribedTrack {
      add(
        "has track \(track) without a sample entry (stsd), which no player opens", .error, .strong)
    }
    for doubt in UnusualLiveMedia.all(in: movie.tracks) {
      add(doubt.message, .warning, doubt.evidence)
    }
    let isShown: (Track) -> Bool = { ($0.header?.header.flags ?? 0) & 1 != 0 }
    let types = { (handler: FourCC, track: Track) in
      track.handlerType == handler ? track.sampleEntries.map(\.type) : []
    }
    videoCodecs = movie.tracks.filter(isShown).flatMap { types("vide", $0) }
    audioCodecs = movie.tracks.flatMap { types("soun", $0) }
    guard !videoCodecs.isEmpty else { return add("has no video") }
    let unplayed = LivePhotoCodecs.unplayed(in: movie.tracks)
    for codec in unplayed.video where LivePhotoCodecs.retagged.contains(codec) {
      add(
        "has video of type '\(codec)', which Apple's players do not play: boxwalk retag makes it playable",
        .error, .strong)
    }
    if (unplayed.video + unplayed.audio).contains(where: Track.encryptedEntries.contains) {
      return add("is encrypted, and Photos has no key")
    }
    let video = unplayed.video.filter { !LivePhotoCodecs.retagged.contains($0) }
    guard let codec = video.first ?? unplayed.audio.first else { return }
    let command = LivePhotoCodecs.transcoding(video: !video.isEmpty, audio: !unplayed.audio.isEmpty)
    add(
      "has '\(codec)', which Photos does not play; a movie that it plays: \(command)", .error,
      .medium)
  }

  private mutating func checkStillTime(_ movie: MovieFile) {
    guard let track = StillImageTime.track(among: movie.tracks) else {
      return add(
        "does not say which frame the still is (no still-image-time track): Photos on a Mac pairs it, iOS may not",
        .warning, .medium)
    }
    guard let header = movie.header, header.timescale > 0, track.sampleCount > 0,
      let tick = StillImageTime.tick(of: track)
    else { return add("has a still-image-time track that names no time", .warning, .seen) }
    let frames = LiveMovieCheck.frames(of: movie)
    stillFrame = StillFrame(
      time: Double(tick) / Double(header.timescale), frame: frames?.frame(at: tick),
      frameCount: frames?.ticks.count ?? 0)
    if let duration, Double(tick) / Double(header.timescale) > duration {
      add(
        "has its still at \(seconds(tick, header.timescale)) s, after its end at \(fixedPoint(duration, digits: 3)) s",
        .warning, .seen)
    }
  }

  private static func frames(of movie: MovieFile) -> FrameTimes? {
    movie.tracks.first { $0.handlerType == "vide" && $0.sampleCount > 0 }.flatMap { FrameTimes($0) }
  }

  private mutating func checkFlavour(_ file: BoxFile, _ brand: FourCC) {
    if brand != "qt  " {
      add(
        "has the brand '\(brand)', and is not a QuickTime movie: Photos on a Mac accepts it, iOS may not",
        .warning, .medium)
    }
    let metas = (file.boxes.first("moov")?.children ?? []).all("meta")
    if metas.count > 1 {
      add(
        "has \(metas.count) moov/meta boxes; readers use only one of them, and not always the same",
        .warning,
        .seen)
    }
    if let meta = metas.first?[MetaBox.self], meta.header != nil,
      meta.children.first(HandlerBox.self)?.handlerType == "mdta"
    {
      add(
        "has its keys in a moov/meta box of the ISO form, with a version, and not of the QuickTime form",
        .warning, .medium)
    }
  }

  private mutating func add(
    _ message: String, _ severity: LiveFinding.Severity = .error,
    _ evidence: LiveFinding.Evidence = .seen
  ) {
    findings.append(LiveFinding(.movie, severity, evidence, message))
  }
}
