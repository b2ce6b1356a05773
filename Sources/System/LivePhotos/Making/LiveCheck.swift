import HEIF
public import ISOBMFF
public import Metadata
public import Movie
import Verification

/// Checks whether two files are a Live Photo, and whether Photos will accept them.
///
///     let check = LiveCheck(still: still, named: "IMG_1.HEIC", movie: movie, named: "IMG_1.MOV")
///     print(check.worst == nil ? "a Live Photo" : "something is missing")
public struct LiveCheck: Sendable {
  /// The facts about the still.
  public let still: LiveStillCheck
  /// The facts about the movie.
  public let movie: LiveMovieCheck
  /// The findings of the still, of the movie, and of both together.
  public let findings: [LiveFinding]

  /// Checks the boxes or segments of both files, without decoding their media.
  ///
  /// - Parameters:
  ///   - stillName: the name of the still; its extension is compared with the content of the file.
  ///   - movieName: the name of the movie; its extension is compared, too.
  public init(
    still: Bytes, named stillName: String, movie: Bytes, named movieName: String
  ) {
    self.still = LiveStillCheck(still, name: stillName)
    self.movie = LiveMovieCheck(movie, name: movieName)
    if self.still.format == nil, self.movie.format == nil,
      LiveStillCheck(movie, name: movieName).format != nil,
      LiveMovieCheck(still, name: stillName).format != nil
    {
      let sentence = "the still and the movie are swapped: name the photo first, and then the movie"
      findings = [LiveFinding(.pair, .error, .seen, sentence)]
      return
    }
    var findings = self.still.findings + self.movie.findings
    if let a = self.still.identifier, let b = self.movie.identifier, a != b {
      let sentence = "the identifiers differ: \(a) in the still, \(b) in the movie"
      findings.append(LiveFinding(.pair, .error, .strong, sentence))
    }
    self.findings = findings
  }

  /// The highest severity of all findings; nil if there are none.
  public var worst: LiveFinding.Severity? { findings.map(\.severity).max() }

  /// Whether both files have the same identifier.
  public var isPaired: Bool {
    still.identifier != nil && still.identifier == movie.identifier
  }
}

/// A reason why two files are not, or may not be, a Live Photo.
public struct LiveFinding: Equatable, Sendable {
  /// The file that a finding is about, or both files together.
  public enum Part: String, Sendable {
    /// The photo.
    case still
    /// The movie.
    case movie
    /// Both files together.
    case pair
  }

  /// The severity of a finding.
  public enum Severity: String, Comparable, Sendable {
    /// It is worth knowing, but harmless.
    case note
    /// Some programs of Apple may refuse the files.
    case warning
    /// Photos does not recognise the files as a Live Photo, or cannot read one of them.
    case error
    /// Notes are less than warnings, and warnings are less than errors.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// How certain the behaviour of Photos is; Apple documents little of it.
  public enum Evidence: String, Sendable {
    /// The bytes of the file show it.
    case seen
    /// Several programs and people found it independently.
    case strong
    /// Some people report it, or it is reported only for some versions.
    case medium
    /// There are only single reports.
    case weak
  }

  /// The file that the finding is about, or both.
  public var part: Part
  /// The severity of the finding.
  public var severity: Severity
  /// How certain the behaviour of Photos is.
  public var evidence: Evidence
  /// A sentence whose subject is the file: "is truncated".
  public var message: String

  init(_ part: Part, _ severity: Severity, _ evidence: Evidence, _ message: String) {
    self.part = part
    self.severity = severity
    self.evidence = evidence
    self.message = message
  }
}

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

/// The facts about the still of a Live Photo, and what is wrong with it.
public struct LiveStillCheck: Sendable {
  /// "JPEG", "HEIC" or "AVIF"; nil if the file is not a photo.
  public private(set) var format: String?
  /// The content identifier in the maker note; nil if there is none.
  public private(set) var identifier: ContentIdentifier?
  /// The vendor of the maker note; only Apple's maker note can contain the identifier.
  public private(set) var makerNoteVendor: MakerNote.Vendor?
  /// The date on which it was taken, according to Exif.
  public private(set) var date: String?
  /// What is wrong or unusual.
  public private(set) var findings: [LiveFinding] = []

  /// - Parameter name: the name of the file; its extension is compared with the content.
  public init(_ bytes: Bytes, name: String) {
    let kind = FileKind(bytes)
    switch kind {
    case .jpeg:
      format = "JPEG"
      checkJPEG(JPEGSegments(bytes))
    case .boxes: checkBoxes(BoxFile(bytes))
    case .empty, .other, .unknown: if let refusal = kind.refusalAsStill { add(refusal) }
    }
    guard let format else { return }
    let named = format == "JPEG" ? MediaExtensions.jpeg : MediaExtensions.heif
    if !named.contains(MediaExtensions.of(name)) {
      add("is a \(format) photo, but is named .\(MediaExtensions.of(name))", .warning)
    }
    guard identifier == nil else { return }
    if let makerNoteVendor, makerNoteVendor != .apple {
      add(
        "has no identifier: its maker note is from \(makerNoteVendor.rawValue), and Photos reads only Apple's",
        .error, .strong)
    } else {
      add(
        "has no identifier (Apple maker note, tag 0x0011): Photos shows a still and a movie",
        .error, .strong)
    }
  }

  private mutating func checkJPEG(_ picture: JPEGSegments) {
    if let finding = picture.finding {
      add("is truncated, or damaged: \(finding.reason)")
    } else if !picture.endsWithEOI {
      add("is truncated: nothing ends the image (EOI)")
    }
    if let exif = picture.exif { read(exif) }
  }

  private mutating func checkBoxes(_ file: BoxFile) {
    guard let photo = HEIFFile(file), let primary = photo.primaryItem else {
      if file.boxes.contains(where: { $0.type == "moov" }) {
        return add("is a movie, and not a photo")
      }
      return add(
        file.findings.first.map { "is truncated, or damaged: \($0)" } ?? "has no image in it")
    }
    format = photo.codedItem(of: primary.id)?.type == "av01" ? "AVIF" : "HEIC"
    if format == "AVIF" {
      add(
        "is an AVIF photo; only JPEG and HEIC are known as stills of Live Photos", .warning, .weak)
    }
    var isWhole = true
    for item in photo.items where item.location != nil {
      do throws(ItemLocationError) { _ = try photo.dataRanges(of: item.id) } catch {
        guard case .pastEnd = error, isWhole else { continue }
        isWhole = false
        add("is truncated: item \(item.id) (\(item.type)) \(error)")
      }
    }
    if isWhole, let finding = file.findings.first { add("is damaged: \(finding)") }
    guard let item = photo.exifItem(of: primary.id), let payload = try? photo.data(of: item.id),
      let exif = ExifItem.tiff(in: payload)
    else { return }
    read(exif)
  }

  private mutating func read(_ exif: Bytes) {
    guard let tiff = try? TIFFFile(exif) else {
      return add("has Exif metadata that cannot be read")
    }
    identifier = ContentIdentifier(tiff)
    makerNoteVendor = tiff.makerNote?.vendor
    date = ExifSummary(tiff).dateTimeOriginal
  }

  private mutating func add(
    _ message: String, _ severity: LiveFinding.Severity = .error,
    _ evidence: LiveFinding.Evidence = .seen
  ) {
    findings.append(LiveFinding(.still, severity, evidence, message))
  }
}
