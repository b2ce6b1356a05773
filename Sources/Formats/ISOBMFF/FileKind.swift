public import FieldCoding

/// The kind of a file, by its first bytes and not by its name.
public enum FileKind: Equatable, Sendable {
  /// A file without a byte.
  case empty
  /// Boxes: HEIF, MP4, QuickTime and their relatives.
  case boxes
  /// A JPEG image, by its SOI marker and the start of the next one.
  case jpeg
  /// A file without boxes that is not a JPEG image: "a PNG image".
  case other(String)
  /// A file that starts like none that is known here.
  case unknown

  private static let text = "a text file"
  private static let archive = "a ZIP archive"
  private static let document = "a PDF document"
  private static let playlist = "an HLS playlist"
  package static let png = "a PNG image"
  private static let tiff = "a TIFF image, or a raw photo"
  private static let wave = "a WAV file"
  private static let webp = "a WebP image"
  private static let xmp = "an XMP file"
  private static let propertyList = "a property list"
  private static let json = "a JSON file"
  /// Files with metadata or edits of the photos beside them.
  private static let besidePhotos: Set<String> = [xmp, propertyList, json]

  /// The kind of a file with these bytes. It reads the first 512 bytes, and the headers of the first boxes.
  public init(_ bytes: Bytes) {
    func starts(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      bytes.part(offset..<offset + signature.count)?.elementsEqual(signature) ?? false
    }
    func starts(_ text: String, at offset: Int = 0) -> Bool { starts(Array(text.utf8), at: offset) }

    if bytes.isEmpty {
      self = .empty
    } else if starts([0xFF, 0xD8, 0xFF]) || FileKind.looksLikeStrayJPEG(bytes) {
      self = .jpeg
    } else if FileKind.looksLikeBoxes(bytes) {
      self = .boxes
    } else if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .other(FileKind.png)
    } else if starts([0x89, 0x50, 0x4E, 0x47]) || starts([0x09, 0x50, 0x4E, 0x47]) {
      self = .other(changedPNG)
    } else if starts("GIF8") {
      self = .other("a GIF image")
    } else if starts("II*\0") || starts("MM\0*") || starts("II+\0") || starts("MM\0+") {
      self = .other(FileKind.tiff)
    } else if starts("RIFF"), starts("WEBP", at: 8) {
      self = .other(FileKind.webp)
    } else if let container = ForeignContainer(bytes) {
      self = .other(container.text)
    } else if starts("RIFF") {
      self = .other(starts("WAVE", at: 8) ? FileKind.wave : "a RIFF file")
    } else if starts("PK\u{3}\u{4}") {
      self = .other(FileKind.archive)
    } else if starts("%PDF") {
      self = .other(FileKind.document)
    } else if starts([0xFF, 0x0A]) {
      self = .other("a JPEG XL codestream")
    } else if starts([0xFF, 0x4F, 0xFF, 0x51]) {
      self = .other("a JPEG 2000 codestream")
    } else if starts([0, 0, 1, 0xBA]) {
      // Its pack header (ISO/IEC 13818-1 §2.5.3.3).
      self = .other("an MPEG program stream")
    } else if starts([0, 0, 0, 1]) || starts([0, 0, 1]) {
      self = .other("a raw video stream with start codes")
    } else if starts("ID3") || starts([0xFF, 0xFB]) {
      self = .other("MP3 audio")
    } else if starts("fLaC") {
      self = .other("FLAC audio")
    } else if starts("OggS") {
      self = .other("an Ogg file")
    } else if starts("#EXTM3U") {
      self = .other(FileKind.playlist)
    } else if starts("bplist00") {
      self = .other(FileKind.propertyList)
    } else if FileKind.looksLikeText(bytes) {
      self = .other(FileKind.kind(ofText: bytes.prefix(512)))
    } else {
      self = .unknown
    }
  }

  /// QuickTime files need no `ftyp`: any box that may come first is accepted, if its size is possible. A segment may
  /// begin with unknown boxes if a known one follows.
  private static func looksLikeBoxes(_ bytes: Bytes) -> Bool {
    var position = 0
    for number in 0..<16 {
      guard let size = bytes.part(position..<position + 4),
        let type = bytes.part(position + 4..<position + 8)
      else { return false }
      let length = size.reduce(0) { $0 << 8 | Int($1) }
      let code = FourCC(rawValue: type.reduce(0) { $0 << 8 | UInt32($1) })
      if first.contains(code) { return number > 0 || length == 0 || length == 1 || length >= 8 }
      guard length >= 8, length <= bytes.count - position,
        type.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return false }
      position += length
    }
    return false
  }

  private static let first: Set<FourCC> = [
    "ftyp", "styp", "moov", "mdat", "wide", "free", "skip", "pnot", "moof", "sidx", "emsg",
    "prft",
    "jP  ", "JXL ", "meta", "uuid", "etyp", "ssix", "udta",
  ]

  /// Whether bytes that belong to nothing are between SOI and the first segment of a JPEG image: decoders skip
  /// them (ITU-T T.81 §B.1.1.2, table B.1).
  private static func looksLikeStrayJPEG(_ bytes: Bytes) -> Bool {
    let start = Array(bytes.prefix(512))
    guard start.starts(with: [0xFF, 0xD8]) else { return false }
    for (byte, next) in zip(start.dropFirst(2), start.dropFirst(3)) where byte == 0xFF {
      if next == 0 || next == 0xFF { continue }
      return next >= 0xC0 && !(0xD0...0xD9).contains(next)
    }
    return false
  }

  private static func kind(ofText text: Bytes.SubSequence) -> String {
    func has(_ words: String) -> Bool { text.contains(Array(words.utf8)) }

    if has("<?xpacket") || has("<x:xmpmeta") { return xmp }
    if has("<plist") { return propertyList }
    let first = text.first { $0 > 0x20 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? json : FileKind.text
  }

  private static func looksLikeText(_ bytes: Bytes) -> Bool {
    bytes.prefix(512).allSatisfy {
      (0x20...0x7E).contains($0) || (9...13).contains($0) || $0 >= 0x80
    }
      && String(
        validating: bytes.prefix(512).dropLast(min(3, bytes.count > 512 ? 3 : 0)), as: UTF8.self)
        != nil
  }
}

/// The signature of PNG has line ends and a byte above 0x7F, so that it shows such a transfer (Portable Network Graphics,
/// third edition, §5.2).
private let changedPNG = "a PNG image that was damaged by a transfer as text"

extension FileKind {
  /// Why `bytes` do not consist of boxes, as a part of a sentence about the file; nil if they do.
  public func refusalAsBoxes(of bytes: Bytes) -> String? {
    self == .jpeg ? "is a JPEG image, which has no boxes" : refusal(of: bytes)
  }

  /// Why there is nothing to read in `bytes`, after "the file"; nil if there is.
  public func refusal(of bytes: Bytes) -> String? {
    switch self {
    case .boxes, .jpeg: return nil
    case .empty: return "is empty (0 bytes)"
    case .other(let text) where ForeignContainer(bytes) != nil:
      return "is \(text), which has no boxes: boxwalk remux makes an MP4 file of it"
    case .other(FileKind.png):
      return
        "is \(FileKind.png), which has no boxes: boxwalk convert makes a HEIC, AVIF or JPEG file of it, and boxwalk inspect --metadata shows its metadata"
    case .other(changedPNG):
      let start = bytes.prefix(8).map { hexadecimal([$0]) }.joined(separator: " ")
      return
        "is \(changedPNG): it starts with \(start), and not with 89 50 4e 47 0d 0a 1a 0a; what such a transfer changes in the picture cannot be found again: copy the file once more, as binary data"
    case .other(let text) where [FileKind.tiff, FileKind.webp].contains(text):
      return
        "is \(text), of which boxwalk reads only the metadata: boxwalk inspect --metadata shows it"
    case .other(FileKind.playlist):
      return
        "is \(FileKind.playlist), not a movie: boxwalk transcode --preset passthrough makes a movie of its segments"
    case .other(FileKind.archive):
      return
        "is \(FileKind.archive), which boxwalk does not read: if it has a Live Photo, as LIVP files do, boxwalk live split writes the still and the movie"
    case .other(let text) where FileKind.besidePhotos.contains(text):
      return
        "is \(text), and neither a photo nor a movie: boxwalk live pair lists metadata and edits (.xmp, .json, .aae) with the photos that they belong to"
    case .other(let text): return "is \(text), which boxwalk does not read"
    case .unknown:
      let start = bytes.prefix(8).map { hexadecimal([$0]) }
      return
        "is not a photo or movie that boxwalk reads: it starts with \(start.joined(separator: " "))"
        + " at byte 0, where a box would have its size and type"
    }
  }

  /// Whether the file is a picture, a movie or audio of a format that is not checked.
  package var isOtherMedia: Bool {
    guard case .other(let text) = self else { return false }
    return ![changedPNG, FileKind.text, FileKind.archive, FileKind.document, FileKind.playlist]
      .contains(text) && !FileKind.besidePhotos.contains(text)
  }

  /// Why the file is not a movie, by its first bytes, after "the file"; nil if it may be one.
  package var refusalAsMovie: String? {
    switch self {
    case .boxes: nil
    case .empty: "is empty (0 bytes)"
    case .jpeg: "is a JPEG image, and not a movie"
    case .other(let text): "is \(text), and not a MOV or MP4 movie"
    case .unknown: "is not a movie: no box starts at byte 0"
    }
  }

  /// The kind of a file that begins among other data: a JPEG or PNG image, or boxes with `ftyp` first; nil for all
  /// else, which may be anything there.
  package init?(amongOther bytes: Bytes) {
    self.init(bytes)
    switch self {
    case .jpeg where bytes.starts(with: [0xFF, 0xD8, 0xFF]): break
    case .boxes where bytes.part(4..<8)?.elementsEqual("ftyp".utf8) == true: break
    case .other(FileKind.png): break
    default: return nil
    }
  }

  /// The extensions that are true of a file of this kind; empty if none is known.
  package var extensions: Set<String> {
    switch self {
    case .jpeg: MediaExtensions.jpeg
    case .boxes: MediaExtensions.media.subtracting(MediaExtensions.jpeg)
    case .empty, .unknown: []
    case .other(let text): Set(FileKind.extensions[text] ?? [])
    }
  }

  /// The description of a picture, a movie or audio of another format, and its usual extension; nil for other files,
  /// and if it has no usual one.
  package var otherMedia: (text: String, usual: String)? {
    guard isOtherMedia, case .other(let text) = self,
      let usual = FileKind.extensions[text]?.first
    else { return nil }
    return (text, usual)
  }

  /// The usual extension of each comes first.
  private static let extensions: [String: [String]] = {
    var all: [String: [String]] = [
      png: ["png", "apng"], changedPNG: ["png"], webp: ["webp"],
      tiff: ["tif", "tiff"] + MediaExtensions.raw,
      "a GIF image": ["gif"], wave: ["wav"], "a JPEG XL codestream": ["jxl"],
      "a JPEG 2000 codestream": ["j2k"], "an MPEG program stream": ["mpg", "mpeg", "vob"],
      // AAC of streams starts with ID3, too (RFC 8216 §3.4).
      "MP3 audio": ["mp3", "aac"], "FLAC audio": ["flac"], "an Ogg file": ["ogg", "opus"],
    ]
    for container in ForeignContainer.allCases { all[container.text] = [container.rawValue] }
    all[ForeignContainer.matroska.text]?.append("mka")
    // WebM is a part of Matroska.
    all[ForeignContainer.webm.text]?.append("mkv")
    all[ForeignContainer.transportStream.text]? += ["m2ts", "mts"]
    return all
  }()
}

/// Containers that do not consist of boxes: movies are converted from and to them without re-encoding.
public enum ForeignContainer: String, Sendable, CaseIterable {
  case matroska = "mkv"
  /// The part of Matroska that browsers play.
  case webm
  case transportStream = "ts"
  case flash = "flv"
  case avi

  /// The container that is written for this extension; nil if it is none of them. Packets of 192 bytes (`m2ts`), boxes
  /// (`f4v`) and Matroska of audio alone (`mka`) are none.
  public init?(extension name: String) {
    switch name.lowercased() {
    case "mkv": self = .matroska
    case "webm": self = .webm
    case "ts": self = .transportStream
    case "flv": self = .flash
    case "avi": self = .avi
    default: return nil
    }
  }

  /// The container that a file is, by its first bytes; nil if it is none of them.
  public init?(_ bytes: Bytes) {
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      // The header names it (RFC 8794 §11.2.7).
      self = bytes.prefix(64).contains(Array("webm".utf8)) ? .webm : .matroska
    } else if bytes.starts(with: Array("FLV".utf8)) {
      self = .flash
    } else if bytes.starts(with: Array("RIFF".utf8)),
      bytes.part(8..<12)?.elementsEqual(Array("AVI ".utf8)) ?? false
    {
      self = .avi
    } else if ForeignContainer.isTransportStream(bytes) {
      self = .transportStream
    } else {
      return nil
    }
  }

  /// Packets of 188 bytes start with 0x47 (ISO/IEC 13818-1 §2.4.3.2), behind four bytes in those of cameras.
  private static func isTransportStream(_ bytes: Bytes) -> Bool {
    [(0, 188), (4, 192)].contains { start, step in
      bytes.count > start + 2 * step
        && (0..<3).allSatisfy { bytes[start + $0 * step] == 0x47 }
    }
  }

  /// The description of a file with this container: `an AVI movie`.
  var text: String {
    switch self {
    case .webm: "a WebM movie"
    case .matroska: "a Matroska movie"
    case .transportStream: "an MPEG-TS movie"
    case .flash: "an FLV movie"
    case .avi: "an AVI movie"
    }
  }

  /// The name of the container.
  public var name: String {
    switch self {
    case .matroska: "Matroska"
    case .webm: "WebM"
    case .transportStream: "MPEG-TS"
    case .flash: "FLV"
    case .avi: "AVI"
    }
  }

  /// Whether such files consist of the elements of Matroska.
  public var isMatroska: Bool { self == .matroska || self == .webm }

  /// Whether such files are written.
  public var isWritten: Bool { self != .avi }
}

/// The extensions that names of photos and movies have, in lower case without a dot.
///
/// They say which files of a folder are looked at, and what the name of an output promises. What a file is, its content
/// decides.
public enum MediaExtensions {
  /// JPEG images, also several of them in a file.
  package static let jpeg: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "mpo", "insp"]
  /// Photos and sequences of them in boxes, of any codec.
  package static let heif: Set<String> = [
    "heic", "heif", "hif", "heics", "heifs", "avci", "avcs", "avif", "avifs", "avis",
  ]
  /// Photos that are converted.
  package static let photos = jpeg.union(heif)

  /// Raw photos. Those of Canon (`cr3`) consist of boxes.
  package static let raw: Set<String> = [
    "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "raf", "orf", "rw2", "srw",
    "pef", "3fr", "iiq",
  ]
  /// Pictures in other formats.
  package static let otherPictures: Set<String> = [
    "bmp", "gif", "j2k", "jp2", "jpm", "jpx", "jxl", "jxs", "png", "psd", "svg", "tif", "tiff",
    "webp",
  ]

  /// Movies that consist of boxes, also those with the names of action cameras and of parts of motion photos.
  package static let moviesWithPictures: Set<String> = [
    "mov", "qt", "mp4", "m4v", "mp4v", "3gp", "3gpp", "3g2", "3gp2", "mj2", "mqv", "f4v", "ismv",
    "insv", "360", "lrv", "lrf", "mp", "mv",
  ]
  /// Files of boxes with audio only.
  package static let audio: Set<String> = ["m4a", "m4b", "m4p", "m4r", "f4a", "isma"]
  /// Segments of streams.
  package static let segments: Set<String> = ["m4s", "cmfv", "cmfa"]
  /// Movies, audio and segments that consist of boxes.
  package static let movies = moviesWithPictures.union(audio).union(segments)

  /// Movies that do not consist of boxes.
  package static let otherMovies: Set<String> = [
    "avi", "flv", "m2ts", "mka", "mkv", "mpeg", "mpg", "mts", "ts", "vob", "webm", "wmv",
  ]

  /// Everything that is read: photos, movies, and other files that consist of boxes.
  package static let media = photos.union(movies).union(["cr3", "jp2", "jpm", "jpx", "jxl", "jxs"])

  /// The names of all photos and movies.
  package static let all =
    media.union(raw).union(otherPictures).union(otherMovies)

  /// The extension of a path, in lower case; empty if it has none.
  package static func of(_ path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    let parts = name?.dropFirst().split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let parts, parts.count > 1, let last = parts.last else { return "" }
    return String(decoding: last, as: UTF8.self).lowercased()
  }

  /// Files beside photos and movies, which are neither, and files that are still being written: their content decides
  /// nothing.
  package static let companions: Set<String> = [
    "aae", "csv", "db", "htm", "html", "ini", "json", "jsonl", "log", "md", "pdf", "srt", "txt",
    "vtt", "xml", "xmp", "zip",
    "crdownload", "download", "filepart", "part", "partial", "temp", "tmp",
  ]

  /// The usual extension of a photo or movie, by its first bytes; nil for other files.
  package static func usual(of bytes: Bytes) -> String? {
    switch FileKind(bytes) {
    case .jpeg: return "jpg"
    case .boxes:
      let brand = bytes.part(4..<12).flatMap { String(validating: $0, as: UTF8.self) } ?? ""
      guard brand.hasPrefix("ftyp") else { return "mov" }
      switch brand.dropFirst(4) {
      case "qt  ": return "mov"
      case "avif", "avis": return "avif"
      case "mif1", "mif2", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx": return "heic"
      case "crx ": return "cr3"
      default: return "mp4"
      }
    default: return ForeignContainer(bytes)?.rawValue
    }
  }
}
