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
    guard let index = file.boxes.firstIndex(where: { $0.type == "moov" }) else { return }
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
    let index = file.boxes.firstIndex { $0.type == "ftyp" }
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
