import HEIF
import ISOBMFF
import Metadata
import Movie
import Text
import Verification

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
