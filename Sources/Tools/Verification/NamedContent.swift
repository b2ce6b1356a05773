import HEIF
import ISOBMFF
import Movie

/// What a file is, as far as a name can say it.
struct NamedContent {
  /// `a JPEG image`
  let title: String
  /// The usual extension.
  let usual: String
  /// All extensions that are right.
  let extensions: Set<String>

  private init(_ title: String, _ usual: String, _ extensions: Set<String>) {
    (self.title, self.usual, self.extensions) = (title, usual, extensions)
  }

  /// Nil if any name is right, or if it is not known.
  init?(_ file: ExaminedFile) {
    if file.kind == .jpeg {
      self.init("a JPEG image", "jpg", MediaExtensions.jpeg)
    } else if let (text, usual) = file.kind.otherMedia {
      self.init(text, usual, file.kind.extensions)
    } else if file.movie == nil, let type = file.boxes.boxes.first?.type,
      let content = NamedContent.signed[type]
    {
      self = content
    } else if file.images.isEmpty {
      guard let movie = file.movie else { return nil }
      self.init(movie: movie, file)
    } else {
      self.init(imagesOf: file)
    }
  }

  /// Images whose first box is their signature.
  private static let signed: [FourCC: NamedContent] = [
    "JXL ": NamedContent("a JPEG XL image", "jxl", ["jxl"]),
    "jP  ": NamedContent("a JPEG 2000 image", "jp2", ["jp2", "jpx", "jpm"]),
  ]

  private init?(movie: MovieFile, _ file: ExaminedFile) {
    let images = movie.tracks.filter { $0.handlerType == "pict" }
    if let first = images.first {
      guard let codec = Codec(first.sampleEntries.map(\.type)) else { return nil }
      self.init(
        "an image sequence in \(codec.name)", codec.sequence,
        codec.sequences.union(["heifs", "heif", "hif"]))
      return
    }
    // A movie without a type is older than MP4.
    let isQuickTime =
      file.boxes.boxes.first(FileTypeBox.self).map { $0.majorBrand == "qt  " } ?? true
    let besides = Set(movie.tracks.flatMap { $0.references("chap") })
    let hasVideo = movie.tracks.contains {
      $0.handlerType == "vide" && $0.isEnabled && !besides.contains($0.id)
    }
    let names =
      hasVideo
      ? MediaExtensions.moviesWithPictures.union(MediaExtensions.segments)
      : MediaExtensions.movies
    self.init(
      hasVideo ? "a movie with video" : "a movie", isQuickTime ? "mov" : "mp4",
      names.union(["cr3"]))
  }

  private init?(imagesOf file: ExaminedFile) {
    let images = file.movie?.tracks.filter { $0.handlerType == "pict" } ?? []
    // A movie may contain a still image, and a photo may be followed by a movie.
    if file.movie != nil, images.isEmpty { return nil }
    guard let codec = Codec(file.shownCodecs) else { return nil }
    var names = codec.stills.union(["heif", "hif"])
    if !images.isEmpty { names.formUnion(codec.sequences.union(["heifs"])) }
    self.init(
      images.isEmpty
        ? "a still image in \(codec.name)" : "an image in \(codec.name) with an image sequence",
      codec.still, names)
  }

  /// How images are coded, which decides the registered names.
  private struct Codec {
    let name: String
    let types: Set<FourCC>
    let stills: Set<String>
    let sequences: Set<String>
    var still: String
    var sequence: String

    /// Coded images, whose names are known.
    private static let images = all.reduce(
      into: Set<FourCC>(["jpeg", "j2k1", "vvc1", "evc1", "unci"])
    ) { $0.formUnion($1.types) }

    private static let all = [
      Codec(
        name: "HEVC", types: ["hvc1", "hev1", "lhv1", "lhe1"], stills: ["heic"],
        sequences: ["heics"], still: "heic", sequence: "heics"),
      Codec(
        name: "AV1", types: ["av01"], stills: ["avif"], sequences: ["avif", "avifs", "avis"],
        still: "avif", sequence: "avif"),
      Codec(
        name: "AVC", types: ["avc1", "avc3"], stills: ["avci"], sequences: ["avcs"],
        still: "avci", sequence: "avcs"),
    ]

    private init(
      name: String, types: Set<FourCC>, stills: Set<String>, sequences: Set<String>,
      still: String, sequence: String
    ) {
      (self.name, self.types, self.stills, self.sequences) = (name, types, stills, sequences)
      (self.still, self.sequence) = (still, sequence)
    }

    /// Other codecs have only the names of HEIF in general. Nil if no image has a codec.
    init?(_ types: [FourCC]) {
      let coded = types.filter { Codec.images.contains($0) }
      guard let first = coded.first else { return nil }
      if let found = Codec.all.first(where: { codec in coded.contains(where: codec.types.contains) }
      ) {
        self = found
      } else {
        self.init(
          name: "'\(first)'", types: [], stills: [], sequences: [], still: "heif",
          sequence: "heifs")
      }
    }
  }
}

extension ExaminedFile {
  /// The types of the coded images of which the primary item consists; those of all images if there is none.
  fileprivate var shownCodecs: [FourCC] {
    guard let heif, let primary = heif.primaryItem else { return images.map(\.type) }
    var (found, waiting): ([FourCC], [Item]) = ([], [primary])
    var seen: Set<UInt32> = []
    while let item = waiting.popLast() {
      guard seen.insert(item.id).inserted else { continue }
      let parts = heif.targets("dimg", from: item.id).compactMap { heif.item($0) }
      if parts.isEmpty { found.append(item.type) }
      waiting += parts
    }
    return found
  }
}
