/// The format of a file that images are converted to.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// JPEG (ITU-T T.81).
  case jpeg
  /// PNG (W3C PNG, third edition).
  case png
  /// HEIF with an image in HEVC (ISO/IEC 23008-12 annex B).
  case heic
  /// HEIF with an image in AV1 (AVIF).
  case avif

  /// The format for the extension of a file's name; nil for other extensions.
  public init?(path: String) {
    let name = path.lowercased()
    let found = OutputFormat.allCases.first { format in
      format.pathExtensions.contains { name.hasSuffix("." + $0) }
    }
    guard let found else { return nil }
    self = found
  }

  /// The name of the format: `JPEG`.
  public var title: String { rawValue.uppercased() }

  /// Why a file of this format should not have a name, as a sentence: it is the name of a file of another format. Nil if
  /// nothing speaks against it.
  public func refusal(ofName path: String) -> String? {
    if let other = OutputFormat(path: path) {
      return other == self
        ? nil : "\(path) is the name of a \(other.title) file, and the format is \(title)."
    }
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."),
      let other = OutputFormat.others[name[dot...].dropFirst().lowercased()]
    else { return nil }
    let isMovie = ["MOV", "MP4", "Matroska", "WebM"].contains(other)
    return "\(other) files are not written"
      + (isMovie
        ? " here: boxwalk transcode and boxwalk remux write movies."
        : ": name a .jpg, .png, .heic or .avif file.")
  }

  /// The same for a name that a person chose; if it alone says which format the file has, it has to be that of an image.
  ///
  /// - Parameter isStated: whether the person also stated the format.
  public func refusal(ofChosenName path: String, isStated: Bool) -> String? {
    if let refusal = refusal(ofName: path) { return refusal }
    guard !isStated, !path.isEmpty, OutputFormat(path: path) == nil else { return nil }
    let name = path.split(separator: "/").last ?? ""
    guard name.dropFirst().contains(".") else {
      let file = "\(path).\(pathExtensions[0])"
      return "\(path) can be a folder or a file: name the folder \(path)/, or the file \(file)."
    }
    return "\(path) does not have the name of an image: name a .jpg, .png, .heic or .avif file."
  }

  /// Other formats that images and movies have, by the extensions of their names.
  private static let others = [
    "tif": "TIFF", "tiff": "TIFF", "bmp": "BMP", "jxl": "JPEG XL", "jp2": "JPEG 2000",
    "j2k": "JPEG 2000", "dng": "DNG", "pdf": "PDF", "gif": "GIF", "webp": "WebP", "svg": "SVG",
    "mov": "MOV", "mp4": "MP4", "m4v": "MP4", "mkv": "Matroska", "webm": "WebM",
  ]

  /// Whether it consists of boxes, and is written by libheif.
  public var isHEIF: Bool { self == .heic || self == .avif }

  /// The possible bit depths of a sample.
  public var bitDepths: [Int] {
    switch self {
    case .jpeg: [8]
    case .png: [8, 16]
    case .heic, .avif: [8, 10]
    }
  }

  /// What names of such files end in; the first is the usual one.
  public var pathExtensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png"]
    case .heic: ["heic", "heif", "hif"]
    case .avif: ["avif"]
    }
  }
}
