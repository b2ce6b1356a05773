import AVC
import HEIF
import HEVC
import ISOBMFF
import Metadata
import Movie
import Text
import Verification

/// The summary of a movie.
struct MovieSummary {
  private let movie: MovieFile
  private let bytes: Bytes
  private let isQuickTime: Bool
  private let prefix: String

  /// - Parameters:
  ///   - bytes: of the whole file.
  ///   - prefix: before each label, for a movie within a photo.
  ///   - isQuickTime: whether small numbers of languages are those of the Macintosh.
  init(_ movie: MovieFile, in bytes: Bytes, isQuickTime: Bool = false, prefix: String = "") {
    self.movie = movie
    self.isQuickTime = isQuickTime
    self.bytes = bytes
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
    let origin = MovieOriginSummary(
      movie.metadata, movie.location, goProModel: movie.goProModel)
    entries += origin.entries.map {
      ReportEntry($0.key, label($0.label), $0.value, text: $0.text)
    }
    let tracks = movie.tracks.map { TrackDescription($0, in: bytes, isQuickTime: isQuickTime) }
    entries.append(
      ReportEntry(
        "tracks", label("Tracks"), .array(tracks.map(\.value)), text: tracks.flatMap(\.lines)))
    entries += chapters
    let shown = movie.metadata.filter { !$0.value.isEmpty && !origin.keys.contains($0.key) }
    if !movie.metadata.isEmpty {
      entries.append(
        ReportEntry(
          "keys", label("Keys"), .object(keyValues),
          text: shown.map { "\($0.shortKey): \($0.value)" }))
    }
    return entries
  }

  private var chapters: [ReportEntry] {
    let chapters = movie.chapters(in: bytes)
    guard !chapters.isEmpty else { return [] }
    return [
      ReportEntry(
        "chapters", label("Chapters"),
        .array(
          chapters.map { chapter in
            .object([
              ("start", .double(chapter.start)), ("end", .double(chapter.end)),
              ("title", .string(chapter.title)),
            ])
          }),
        text: chapters.map { "\(MovieSummary.time($0.start))  \($0.title)" })
    ]
  }

  /// A repeated key has an array of its values.
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
  static func motion(_ movie: MovieFile, in bytes: Bytes) -> [ReportEntry] {
    MovieSummary(movie, in: bytes, prefix: "Motion ").entries.map {
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
    let (hours, minutes) = (hundredths / 360_000, hundredths / 6000 % 60)
    let rest =
      "\(zeroPadded(hundredths / 100 % 60, to: 2)).\(zeroPadded(hundredths % 100, to: 2))"
    return hours > 0
      ? "\(hours):\(zeroPadded(minutes, to: 2)):\(rest)" : "\(minutes):\(rest)"
  }
}

extension MetadataItem {
  /// The key without the part that all keys of QuickTime share.
  fileprivate var shortKey: String {
    let common = "com.apple.quicktime."
    return key.hasPrefix(common) ? String(key.dropFirst(common.count)) : key
  }
}

/// The device, time and location of a movie's recording, with the names of photo metadata: QuickTime's keys precede texts
/// of user data, which are older.
struct MovieOriginSummary {
  /// The keys of these values.
  private(set) var keys: Set<String> = []
  private let items: [MetadataItem]
  private var camera: String?
  private var lens: String?
  private var software: String?
  private var date: String?
  private var position: (latitude: Double, longitude: Double, altitude: Double?)?

  /// - Parameters:
  ///   - location: the location in the user data.
  ///   - goProModel: the model of a camera of GoPro, which is shown if no item states one.
  init(
    _ items: [MetadataItem], _ location: LocationInformationBox?, goProModel: String? = nil
  ) {
    self.items = items
    let stated = first(MetadataItem.modelKeys)
    let model = stated ?? goProModel
    let make = first(MetadataItem.makeKeys) ?? (model == stated ? nil : "GoPro")
    camera = model ?? make
    if let make, let model, !model.hasPrefix(make) { camera = "\(make) \(model)" }
    lens = first(MetadataItem.lensKeys)
    software = first(MetadataItem.softwareKeys)
    date = first(MetadataItem.dateKeys).map(MovieOriginSummary.date)
    let located = items.first { item in
      MetadataItem.locationKeys.contains(item.key) && ISO6709Position(item.value) != nil
    }
    position =
      located.flatMap { ISO6709Position($0.value) }
      .map { ($0.latitude, $0.longitude, $0.altitude) } ?? location?.position
    if let located { keys.insert(located.key) }
  }

  /// The value under the first of these keys that has one.
  private mutating func first(_ keys: [String]) -> String? {
    guard let item = items.first(of: keys) else { return nil }
    self.keys.insert(item.key)
    return item.value
  }

  var entries: [ReportEntry] {
    var entries: [ReportEntry] = []
    func add(_ key: String, _ label: String, _ text: String?) {
      if let text { entries.append(ReportEntry(key, label, text)) }
    }
    add("camera", "Camera", camera)
    add("lens", "Lens", lens)
    add("software", "Software", software)
    add("date", "Date", date)
    guard let position else { return entries }
    let (latitude, longitude) = (position.latitude, position.longitude)
    entries.append(
      ReportEntry(
        "location", "Location",
        .object([
          ("latitude", .double(latitude)), ("longitude", .double(longitude)),
          ("altitude", .double(position.altitude)),
        ]), GeographicPosition.text(latitude, longitude, position.altitude)))
    return entries
  }

  /// `2024-07-12 13:25:29+02:00` for `2024-07-12T13:25:29+0200` (ISO 8601), in the form of photos; other forms are
  /// unchanged.
  static func date(_ text: String) -> String {
    let parts = text.split(separator: "T", maxSplits: 1)
    guard parts.count == 2, parts[0].count == 10,
      parts[0].allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") })
    else { return text }
    var time = String(parts[1])
    let zone = time.suffix(5)
    if zone.first == "+" || zone.first == "-", zone.dropFirst().allSatisfy(\.isNumber) {
      time.insert(":", at: time.index(time.endIndex, offsetBy: -2))
    }
    return "\(parts[0]) \(time)"
  }
}

extension LocationInformationBox {
  /// The location, in degrees and metres; nil if it is not on Earth.
  fileprivate var position: (latitude: Double, longitude: Double, altitude: Double?)? {
    let (latitude, longitude) = (Double(self.latitude) / 65536, Double(self.longitude) / 65536)
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return (latitude, longitude, Double(altitude) / 65536)
  }
}

/// Captions inside the frames, and not in a separate track (ATSC A/53 Part 4).
struct CaptionSummary {
  /// `CEA-608`, `CEA-708`
  let kinds: [String]

  /// Nil for a sample without captions.
  ///
  /// - Parameter boxes: those of the sample entry.
  init?(in sample: Bytes, _ boxes: [Box]) {
    var types: Set<UInt8> = []
    for message in SampleMessageSummary(sample, boxes).messages {
      guard let data = try? message.content(as: UserDataRegistered.self),
        case .atsc(let user) = data.content, case .captions(let captions) = user.content
      else { continue }
      types.formUnion(captions.packets.filter(\.isValid).map(\.type))
    }
    // Two fields of the older captions, and packets of the newer ones.
    kinds =
      (types.isDisjoint(with: [0, 1]) ? [] : ["CEA-608"])
      + (types.isDisjoint(with: [2, 3]) ? [] : ["CEA-708"])
    if kinds.isEmpty { return nil }
  }

  /// `captions in the frames: CEA-608, CEA-708`
  var text: String { "captions in the frames: \(kinds.joined(separator: ", "))" }
}

/// The playback style of a file, with the names of PhotoKit (`PHAsset.PlaybackStyle`), as far as the file states it.
public enum PlaybackStyle: Hashable, Sendable {
  /// A still image.
  case image
  /// An image sequence, which is animated.
  case animatedImage
  /// A still image with a movie, which plays on request.
  case livePhoto(LivePhotoPart)
  /// A movie.
  case video
  /// A movie that starts again at its end, or plays backwards from there.
  case loopingVideo(isPalindromic: Bool)

  /// The part of a Live Photo that is in a file.
  public enum LivePhotoPart: String, Sendable, CaseIterable {
    /// The photo, with an identifier that its movie has, too.
    case still
    /// The movie, with an identifier that its still has, too.
    case movie
    /// Both in one file: a motion photo.
    case both
  }

  /// The name: "image", "animated image", "live photo", "video" or "looping video".
  public var name: String {
    switch self {
    case .image: "image"
    case .animatedImage: "animated image"
    case .livePhoto: "live photo"
    case .video: "video"
    case .loopingVideo: "looping video"
    }
  }
}

extension PlaybackStyle {
  /// The style of a file. Nil if the file does not say: only audio, a piece of a movie, JPEG XL.
  init?(_ contents: BoxContents) {
    let brands = contents.brands
    let hasImage = contents.heif?.items.contains(where: \.isImage) ?? false
    let sequence = contents.movie?.tracks.first { $0.handlerType == "pict" && $0.sampleCount > 1 }
    if let sequence, sequence.isEnabled,
      !hasImage || brands.first.map(PlaybackStyle.sequenceBrands.contains) ?? false
    {
      self = .animatedImage
    } else if hasImage || contents.file.isCanonRaw {
      let motion = contents.file.boxes.first("mpvd").flatMap { MovieFile(children: $0.children) }
      let identifier = contents.heif.flatMap(PlaybackStyle.identifier)
      self = motion != nil ? .livePhoto(.both) : identifier == nil ? .image : .livePhoto(.still)
    } else if let movie = contents.movie {
      if movie.tracks.contains(where: { $0.handlerType == "pict" }) {
        self = .image
      } else if movie.tracks.contains(where: { $0.handlerType == "vide" }) {
        self.init(movie, userData: contents.file.boxes.at("moov").userData)
      } else {
        return nil
      }
    } else if brands.contains("jp2 ") || brands.contains("jpx ")
      || contents.file.boxes.first("mini") != nil
    {
      self = .image
    } else {
      return nil
    }
  }

  private init(_ movie: MovieFile, userData: [Box]) {
    let key = "com.apple.quicktime.content.identifier"
    if movie.metadata.contains(where: { $0.key == key && !$0.value.isEmpty }) {
      self = .livePhoto(.movie)
    } else if let loop = userData.first(LoopStyleBox.self) {
      self = .loopingVideo(isPalindromic: loop.style == 1)
    } else {
      self = .video
    }
  }

  init(_ contents: ExaminedJPEG) {
    let movie = contents.motion.flatMap { MovieFile(children: $0.boxes) }
    let identifier = contents.segments.exif.flatMap { ExifSummary(tiff: $0).contentIdentifier }
    self =
      movie != nil
      ? .livePhoto(.both) : identifier?.isEmpty == false ? .livePhoto(.still) : .image
  }

  private static func identifier(of photo: HEIFFile) -> String? {
    guard let primary = photo.primaryItemID, let item = photo.exifItem(of: primary),
      let payload = try? photo.data(of: item.id), let tiff = ExifItem.tiff(in: payload),
      let identifier = ExifSummary(tiff: tiff).contentIdentifier
    else { return nil }
    return identifier.isEmpty ? nil : identifier
  }

  /// Brands of files with an image and a sequence whose sequence is shown first.
  private static let sequenceBrands: Set<FourCC> = [
    "msf1", "hevc", "hevx", "hevm", "hevs", "avcs", "avis", "jpgs",
  ]

  // MARK: In the summary

  /// `live photo (its still)`
  private var text: String {
    switch self {
    case .livePhoto(.still): "\(name) (its still)"
    case .livePhoto(.movie): "\(name) (its movie)"
    case .livePhoto(.both): "\(name) (still and movie in one file)"
    case .loopingVideo(isPalindromic: true): "\(name), back and forth"
    default: name
    }
  }

  var entry: ReportEntry {
    var values: [(String, JSONValue?)] = [("style", .string(name))]
    if case .livePhoto(let part) = self { values.append(("part", .string(part.rawValue))) }
    if case .loopingVideo(let isPalindromic) = self {
      values.append(("backAndForth", .bool(isPalindromic)))
    }
    return ReportEntry("playback", "Playback", .object(values), text)
  }
}

extension Track {
  fileprivate var isEnabled: Bool { (header?.header.flags ?? 1) & 1 != 0 }
}
