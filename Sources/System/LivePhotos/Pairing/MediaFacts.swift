import HEIF
public import ISOBMFF
import Metadata
package import Movie

/// The facts that a file states about itself.
public struct MediaFacts: Hashable, Sendable {
  /// The kind of the file, according to its content if that is known, and otherwise to its name.
  public var kind: MediaKind
  /// The content identifier, which its counterpart has, too.
  public var identifier: ContentIdentifier?
  /// The identifier of a burst, which all its frames have (tag 0x000B of Apple's maker note).
  public var burst: String?
  /// When it was taken.
  public var captureTime: CaptureTime?
  /// The duration of a movie, in seconds.
  public var duration: Double?
  /// The camera's model.
  public var model: String?
  /// Whether a movie is in the photo's own file.
  public var isMotionPhoto = false
  /// Why facts are missing, as a part of a sentence: "is empty (0 bytes)".
  public var problem: String?

  /// The facts of a file; by default, only its kind is known.
  public init(
    kind: MediaKind, identifier: ContentIdentifier? = nil, burst: String? = nil,
    captureTime: CaptureTime? = nil, duration: Double? = nil, model: String? = nil,
    problem: String? = nil
  ) {
    self.kind = kind
    self.identifier = identifier
    self.burst = burst
    self.captureTime = captureTime
    self.duration = duration
    self.model = model
    self.problem = problem
  }
}

extension MediaFacts {
  /// Reads the facts from the boxes and directories of a file, without its media.
  ///
  /// - Parameter name: the kind of the file according to its name; it is used if the bytes do not tell the
  ///   kind.
  public init(reading bytes: Bytes, namedAs name: MediaKind) {
    self.init(kind: name)
    if name == .metadata {
      captureTime = CaptureTime(takeoutSidecar: bytes)
      return
    }
    switch FileKind(bytes) {
    case .empty:
      // A file without readable media has no counterpart.
      if kind.isMedia { kind = .other }
      problem = "is empty (0 bytes)"
    case .jpeg:
      kind = .still
      let picture = JPEGSegments(bytes)
      if let exif = picture.exif { take(exif) }
      if let finding = picture.finding { problem = "\(finding)" }
    case .boxes: takeBoxes(bytes)
    default: takeOthers(bytes)
    }
    isMotionPhoto = kind == .still && MotionPhoto(bytes) != nil
    // Programs rely on the extension, and it is wrong.
    if problem == nil, name.isMedia, kind.isMedia, (name == .movie) != (kind == .movie) {
      problem = "is named as a \(name.word), but is a \(kind.word)"
    }
  }

  private mutating func takeOthers(_ bytes: Bytes) {
    // DNG and most other raw photos are TIFF files.
    if TIFFFile.byteOrder(bytes) != nil {
      if kind != .raw { kind = .still }
      take(bytes)
    } else if bytes.starts(with: PNGChunks.signature) {
      kind = .still
      let png = PNGChunks(bytes)
      if let exif = png.exif ?? PNGTextMetadata(png).exif { take(exif) }
    } else if let picture = WebPChunks(bytes) {
      kind = .still
      if let exif = picture.exif { take(exif) }
    } else if kind.isMedia, let refusal = FileKind(bytes).refusal(of: bytes),
      case .unknown = FileKind(bytes)
    {
      if kind != .raw { problem = refusal }
    }
  }

  /// An Exif structure.
  private mutating func take(_ exif: Bytes) {
    guard let tiff = try? TIFFFile(exif) else { return }
    take(ExifSummary(tiff))
    burst = tiff.makerNote?.directory?[0x000B]?.text.flatMap { $0.isEmpty ? nil : short($0) }
  }

  private mutating func take(_ summary: ExifSummary) {
    identifier = summary.contentIdentifier.flatMap(MediaFacts.identifier)
    captureTime = summary.dateTimeOriginal.flatMap { CaptureTime($0) }
    model = summary.model.map(short)
  }

  /// Ignores identifiers that are too long, as in hostile files.
  private static func identifier(_ text: String) -> ContentIdentifier? {
    text.isEmpty ? nil : ContentIdentifier(short(text))
  }

  private func short(_ text: String) -> String { MediaFacts.short(text) }

  private static func short(_ text: String) -> String {
    text.utf8.count <= 128 ? text : String(text.unicodeScalars.prefix(128).map(Character.init))
  }

  private mutating func takeBoxes(_ bytes: Bytes) {
    let file = BoxFile(bytes)
    let type = file.boxes.first(FileTypeBox.self)
    let brands = [type?.majorBrand].compactMap { $0 } + (type?.compatibleBrands ?? [])
    let photo = HEIFFile(file)
    if file.isCanonRaw {
      kind = .raw
      take(CanonDirectories(file.boxes).summary)
    } else if let photo, photo.primaryItemID != nil {
      kind = .still
      if let primary = photo.primaryItemID, let item = photo.exifItem(of: primary),
        let payload = try? photo.data(of: item.id), let exif = ExifItem.tiff(in: payload)
      {
        take(exif)
      }
    } else if file.boxes.first("moov") != nil {
      // An image sequence is an animated still: it has no movie.
      let isSequence = brands.contains { MediaFacts.sequenceBrands.contains($0) }
      if kind != .still || !isSequence { kind = .movie }
      takeMovie(file)
    } else if file.boxes.first("moof") != nil {
      // The file is a segment of a stream.
      kind = .other
    } else if brands.contains(where: { MediaFacts.otherPictures.contains($0) }) {
      kind = .still
    } else if kind == .movie {
      problem = "has no moov box: it was truncated, or is not a movie"
    } else if kind.isMedia {
      problem = "has no meta box with an image: it was truncated, or is not a photo"
    }
  }

  private static let sequenceBrands: Set<FourCC> = ["msf1", "hevc", "hevx", "avis", "avcs"]
  /// JPEG XL, JPEG 2000, and HEIF in its minimised form.
  private static let otherPictures: Set<FourCC> = ["jxl ", "jp2 ", "jpx ", "mif3"]

  private mutating func takeMovie(_ file: BoxFile) {
    guard let movie = MovieFile(file) else { return }
    if movie.tracks.isEmpty, let finding = file.findings.first {
      problem = "is truncated, or damaged: \(finding)"
    }
    duration = movie.duration
    func value(_ key: String) -> String? {
      movie.metadata.first { $0.key == "com.apple.quicktime." + key }?.value
    }
    identifier = ContentIdentifier(movie).flatMap { MediaFacts.identifier($0.text) }
    captureTime = CaptureTime(movie)
    model = value("model").map(short)
  }
}

/// The kind of a file in a library.
public enum MediaKind: String, Sendable, CaseIterable {
  /// A photo: JPEG, HEIC, and others.
  case still
  /// A raw photo with sensor data: DNG and the formats of vendors.
  case raw
  /// A movie: MOV, MP4.
  case movie
  /// Adjustments of an edit (`.AAE`).
  case adjustments
  /// Metadata in a separate file (`.xmp`, Takeout's `.json`).
  case metadata
  /// Anything else.
  case other

  /// Whether the file is an image or a movie.
  public var isMedia: Bool { self == .still || self == .raw || self == .movie }

  /// Whether the content of the file says more than its name.
  package var isRead: Bool { isMedia || self == .metadata }

  /// The kind for an extension, in lower case and without a dot.
  public init(fileExtension: some Collection<UInt8>) {
    guard fileExtension.count <= 8 else {
      self = .other
      return
    }
    self = MediaKind.kinds[String(decoding: fileExtension, as: UTF8.self)] ?? .other
  }

  /// The extensions of movies, in lower case without a dot.
  package static let movieExtensions = Set(kinds.filter { $0.value == .movie }.keys)

  /// The extensions of images and movies, in lower case without a dot.
  package static let mediaExtensions = Set(kinds.filter { $0.value.isMedia }.keys)

  private static let kinds: [String: MediaKind] = {
    let lists: [(MediaKind, Set<String>)] = [
      (.still, MediaExtensions.photos.union(["png", "webp", "tif", "tiff", "jxl"])),
      (.raw, MediaExtensions.raw),
      (.movie, MediaExtensions.moviesWithPictures),
      (.adjustments, ["aae"]),
      (.metadata, ["xmp", "json"]),
    ]
    var kinds: [String: MediaKind] = [:]
    for (kind, list) in lists {
      for word in list { kinds[word] = kind }
    }
    return kinds
  }()
}

extension MediaKind {
  package var word: String {
    switch self {
    case .still: "photo"
    case .raw: "raw photo"
    case .movie: "movie"
    case .adjustments: "file of adjustments"
    case .metadata: "file of metadata"
    case .other: "file"
    }
  }
}

extension CaptureTime {
  /// The start of the recording according to the keys of a movie, or else its header.
  package init?(_ movie: MovieFile) {
    let date = movie.metadata.first { $0.key == "com.apple.quicktime.creationdate" }
    guard
      let time = date.flatMap({ CaptureTime($0.value) })
        ?? movie.header.flatMap({ CaptureTime(since1904: $0.creationTime) })
    else { return nil }
    self = time
  }
}
