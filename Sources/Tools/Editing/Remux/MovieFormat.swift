import ISOBMFF
import Movie

/// The kinds of movie files that consist of boxes.
public enum MovieFormat: String, CaseIterable, Sendable {
  /// QuickTime.
  case mov
  /// MP4 (ISO/IEC 14496-14).
  case mp4
  /// MP4 with video, with the brand and extension of iTunes.
  case m4v
  /// MP4 with audio only.
  case m4a

  /// The format for an extension, in upper or lower case; nil for other extensions.
  public init?(extension name: String) {
    switch name.lowercased() {
    case "mov", "qt": self = .mov
    case "mp4", "m4s", "cmfv", "cmfa": self = .mp4
    case "m4v": self = .m4v
    case "m4a", "m4b", "m4p", "m4r": self = .m4a
    default: return nil
    }
  }

  /// Whether it is QuickTime, and not a format of ISO/IEC 14496-12.
  public var isQuickTime: Bool { self == .mov }

  /// The name of the format.
  public var name: String {
    switch self {
    case .mov: "QuickTime"
    case .mp4: "MP4"
    case .m4v: "M4V"
    case .m4a: "M4A"
    }
  }

  /// The brands in `ftyp`: the major brand, and then the compatible ones.
  var brands: [FourCC] {
    switch self {
    case .mov: ["qt  "]
    // Offsets of composition can be negative from `iso4` on.
    case .mp4: ["mp42", "isom", "iso4"]
    case .m4v: ["M4V ", "mp42", "isom", "iso4"]
    case .m4a: ["M4A ", "mp42", "isom", "iso4"]
    }
  }

  /// The major brands of files of this format that other programs write; empty for MP4, which has many.
  private var majorBrands: Set<FourCC> {
    switch self {
    case .mov: ["qt  "]
    case .mp4: []
    case .m4v: ["M4V ", "M4VH", "M4VP"]
    case .m4a: ["M4A ", "M4B ", "M4P "]
    }
  }

  /// Brands that identify one of these formats.
  static let allBrands = MovieFormat.allCases.reduce(into: Set<FourCC>()) {
    $0.formUnion($1.majorBrands)
  }

  /// Brands of photos and image sequences (ISO/IEC 23008-12 §10 and annexes, AV1 Image File Format §8).
  static let imageBrands: Set<FourCC> = [
    "mif1", "mif2", "mif3", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis",
    "avci", "avcs", "vvic", "vvis", "jpeg", "jpgs", "j2ki", "j2is", "miaf", "MA1A", "MA1B", "MiHB",
    "MiHA", "MiHE", "MiAC", "tmap", "avio", "1pic",
  ]

  /// Whether a movie has this format.
  func isFormat(of file: BoxFile, _ movie: MovieFile) -> Bool {
    // Files without a type are older than MP4 (QuickTime File Format, "File type compatibility").
    let brand = file.boxes.first(FileTypeBox.self)?.majorBrand ?? "qt  "
    if movie.tracks.contains(where: { $0.handlerType == "pict" }) { return false }
    switch self {
    case .mov, .m4v: return majorBrands.contains(brand)
    case .mp4: return !MovieFormat.allBrands.union(MovieFormat.imageBrands).contains(brand)
    case .m4a: return majorBrands.contains(brand) && movie.tracksBesidesAudio.isEmpty
    }
  }

  /// Why a movie does not get a name, as a part of a sentence: it is the name of another kind of file, which is not
  /// written. Nil if it gets it: names of these formats, and those that end as the name of the original does.
  public static func refusal(ofName output: String, from input: String) -> String? {
    let ending = MediaExtensions.of(output)
    guard !ending.isEmpty, MovieFormat(extension: ending) == nil,
      ending != MediaExtensions.of(input)
    else { return nil }
    return
      "\(output) has the name of another kind of file: name a .mov, .mp4, .m4v or .m4a file; boxwalk remux writes .mkv, .webm, .ts and .flv files, too"
  }
}
