import FieldCoding
import HEIF
import ISOBMFF
import Movie

extension Edit {
  /// Gives a movie the format that the name of its new file promises, if it has another one. Files that are no movies,
  /// and names of no such format, stay as they are.
  ///
  /// Throws if the movie cannot have the format.
  public mutating func remux(toFit name: String) throws(EditError) {
    guard let format = MovieFormat(extension: MediaExtensions.of(name)),
      let movie = MovieFile(file), !format.isFormat(of: file, movie)
    else { return }
    try remux(to: format)
  }

  /// Makes a movie of an image sequence, if the name of a new file promises one.
  ///
  /// Throws if the sequence cannot be one.
  public mutating func makeMovie(toFit name: String) throws(EditError) {
    guard MovieFormat(extension: MediaExtensions.of(name)) != nil else { return }
    try makeMovieOfImageSequence()
  }

  /// Converts the movie to another format without re-encoding. Structures that differ between QuickTime and
  /// ISO/IEC 14496-12 are converted; everything else stays, even if readers of the new format ignore it. The
  /// bytes and times of samples do not change.
  ///
  /// ``notes`` name everything that the format cannot hold, and ``losesMedia`` is true if media is lost.
  ///
  /// Throws if the file is not a movie, if its movie box is compressed or refers to other movies, if samples are
  /// in other files, or if no track would be left.
  public mutating func remux(to format: MovieFormat) throws(EditError) {
    try makeMovieOfImageSequence()
    let movie = try MovieFile(requiredIn: file)
    guard !movie.tracks.isEmpty else {
      throw EditError(.unsupported, "has no tracks that can be read")
    }
    try movie.requireTables()
    if format == .m4a { try keepAudio(movie) }
    guard let index = file.boxes.firstIndex("moov") else { return }
    var form = RemuxedMovie(format)
    try form.convert(&file.boxes[index], of: MovieFile(file) ?? movie)
    setType(format)
    if !format.isQuickTime { file.boxes.removeAll { $0.type == "wide" } }
    lose(form.losses)
    let backward = movie.tracks.filter(\.goesBackInTime).map { "track \($0.id)" }
    if !backward.isEmpty {
      lose([
        "the fragments of \(listed(backward)) are not in the order of their times, and stay so: boxwalk repair puts them in order if their numbers show it"
      ])
    }
    rebuiltTracks.formUnion(movie.tracks.map(\.id))
    keepsOffsets = false
  }

  /// Removes all media other than audio from a file of audio, except texts such as the titles of chapters.
  private mutating func keepAudio(_ movie: MovieFile) throws(EditError) {
    let gone = movie.tracksBesidesAudio
    guard !gone.isEmpty else { return }
    guard movie.tracks.contains(where: { $0.handlerType == "soun" }) else {
      throw EditError(.unsupported, "has no audio, but an M4A file contains only audio")
    }
    try removeTracks(Set(gone.map(\.id)))
    lose(
      gone.map { "track \($0.id) (\($0.handlerType)) is left out: an M4A file has only audio" })
  }

  private mutating func setType(_ format: MovieFormat) {
    let index = file.boxes.firstIndex("ftyp")
    let old = index.flatMap { file.boxes[$0][FileTypeBox.self] }
    // The `ftyp` box does not change if its brands already fit the format.
    if let old, old.majorBrand == format.brands[0] { return }
    let others = MovieFormat.allBrands.union(MovieFormat.imageBrands)
    if let old, format == .mp4, !others.contains(old.majorBrand),
      !old.compatibleBrands.contains("qt  ")
    {
      return
    }
    var type = FileTypeBox()
    type.majorBrand = format.brands[0]
    type.compatibleBrands = format.brands
    if !format.isQuickTime {
      type.compatibleBrands += (old?.compatibleBrands ?? []).filter {
        !type.compatibleBrands.contains($0) && !others.contains($0) && $0.rawValue != 0
      }
    }
    if let index {
      file.boxes[index][FileTypeBox.self] = type
    } else {
      file.boxes.insert(Box(type), at: 0)
    }
    if MovieFile(file)?.isFragmented == true, !format.isQuickTime { file.requireBrands(["iso6"]) }
    notes.append("is \(format.isQuickTime ? "a" : "an") \(format.name) file now")
  }
}

extension MovieFile {
  /// The tracks that a file of audio does not have: all except audio and texts such as the titles of chapters.
  var tracksBesidesAudio: [Track] {
    let chapters = Set(tracks.flatMap { $0.references("chap") })
    return tracks.filter { track in
      !["soun", "text", "sbtl"].contains(track.handlerType) && !chapters.contains(track.id)
    }
  }
}

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

extension Edit {
  /// Makes the image sequence of a HEIF file a movie (ISO/IEC 23008-12 §7): its tracks of images become tracks of video,
  /// and its still images go. Other files stay as they are.
  ///
  /// Throws if the bytes of the images cannot be left out.
  mutating func makeMovieOfImageSequence() throws(EditError) {
    guard let movie = MovieFile(file),
      movie.tracks.contains(where: { $0.handlerType == "pict" }),
      let movieIndex = file.boxes.firstIndex("moov")
    else { return }
    var repeats = false
    var children = file.boxes[movieIndex].children
    let boxes = children.indices.filter { children[$0].type == "trak" }
    for (index, track) in zip(boxes, movie.tracks) {
      if track.handlerType == "pict" {
        children[index].change(["mdia", "hdlr"]) { box in
          box[HandlerBox.self]?.handlerType = "vide"
          return true
        }
      }
      guard track.editList.repeats else { continue }
      repeats = true
      children[index].playOnce(track)
    }
    file.boxes[movieIndex].children = children
    if repeats {
      let durations = MovieFile(file)?.tracks.compactMap { $0.header?.duration } ?? []
      file.boxes[movieIndex].change(["mvhd"]) { box in
        box[MovieHeaderBox.self]?.setDuration(durations.max() ?? 0)
        return true
      }
      notes.append("is played once, and not in a loop")
    }
    for track in movie.tracks where track.handlerType == "auxv" {
      notes.append(
        "track \(track.id) (auxv) stays, but few players use auxiliary video, such as transparency")
    }
    try removeStillImages()
    keepsOffsets = false
  }

  /// Removes all items, and the bytes that only they use.
  private mutating func removeStillImages() throws(EditError) {
    guard let heif = HEIFFile(file), !heif.items.isEmpty else { return }
    let ranges = heif.items.flatMap { (try? heif.extents(of: $0.id)) ?? [] }
    file.boxes.removeAll { $0.type == "meta" }
    let used = file.usedMedia()
    let unused = ranges.flatMap(used.gaps(in:)).joined
    guard file.replaceMedia(by: Bytes(), unused.map { ($0, 0..<0) }) != nil else {
      throw EditError(.damaged, "has still images whose bytes overlap other data")
    }
    changedItems.formUnion(heif.items.map(\.id))
    let kinds = Set(heif.items.map { "\($0.type)" }).sorted().joined(separator: ", ")
    lose([
      "\(counted(heif.items.count, "item")) beside the image sequence (\(kinds)) left out: a movie has no still images and no items of metadata"
    ])
  }
}

extension Box {
  /// - Precondition: a `trak` box.
  fileprivate mutating func playOnce(_ track: Track) {
    let length = track.editList.edits.reduce(Int64(0)) { $0.addingSaturating($1.duration ?? 0) }
    change(["edts", "elst"]) { box in
      box[EditListBox.self]?.header.flags &= ~1
      return true
    }
    change(["tkhd"]) { box in
      box[TrackHeaderBox.self]?.setDuration(UInt64(clamping: length))
      return true
    }
  }
}
