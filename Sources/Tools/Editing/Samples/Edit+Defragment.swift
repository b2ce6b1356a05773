import FieldCoding
public import ISOBMFF
import Movie

extension Edit {
  /// Converts a fragmented movie (ISO/IEC 14496-12 §8.8) to a movie with sample tables: every sample keeps its
  /// bytes, times, flags and groups.
  ///
  /// Throws if the movie has no fragments here, or if sample tables cannot describe them: if they are encrypted, if
  /// their times go backwards, or if samples are in other files.
  public mutating func defragment() throws(EditError) {
    let movie = try MovieFile(requiredIn: file)
    guard movie.isFragmented else { throw EditError(.wrongFile, "has no fragments") }
    guard !movie.isInitialization else {
      throw EditError(
        .wrongFile,
        "is an initialization segment, and its samples are in other files: boxwalk remux --init makes a movie of them"
      )
    }
    try movie.requireTables()
    try describeFragments(of: movie, FragmentFiles(file))
    file.makeMediaData()
    removeFragments()
  }

  /// Appends media segments to this initialization segment (ISO/IEC 23009-1 §6.3). The result has sample tables,
  /// and all samples keep their bytes, times, flags and groups.
  ///
  /// Throws for the reasons of ``defragment()``, and if a segment is an initialization segment itself, or has no
  /// samples for the tracks of this file.
  public mutating func append(segments bytes: [Bytes]) throws(EditError) {
    var parts: [BoxFile] = []
    var files = FragmentFiles(file)
    for (index, bytes) in bytes.enumerated() {
      let part = BoxFile(bytes)
      guard part.boxes.contains(where: { $0.type == "moof" }),
        !part.boxes.contains(where: { $0.type == "moov" })
      else {
        throw EditError(
          .wrongFile, "continues with file \(index + 1), which is not a segment of a movie")
      }
      if let damage = part.findings.first {
        throw EditError(.damaged, "continues with file \(index + 1), which is damaged (\(damage))")
      }
      files.append(bytes, at: file.registerMedia(bytes))
      parts.append(part)
    }
    guard let movie = MovieFile(file, segments: parts), movie.isFragmented else {
      throw EditError(.wrongFile, "is not the initialization segment of a movie")
    }
    try refuseTables(among: parts.flatMap(\.boxes))
    try describeFragments(of: movie, files)
    segments = (parts, files)
    let media = file.boxes.lastIndex { $0.type == "mdat" } ?? file.boxes.endIndex - 1
    for index in parts.indices { parts[index].makeMediaData() }
    let data = parts.flatMap(\.boxes).filter { $0.type == "mdat" }
    file.boxes.insert(
      contentsOf: data.map { Box(mediaData: $0.pieces) }, at: media + 1)
    removeFragments(among: parts.flatMap(\.boxes))
  }

  /// Writes tables of all samples to each track.
  private mutating func describeFragments(
    of movie: MovieFile, _ files: FragmentFiles
  ) throws(EditError) {
    guard let movieIndex = file.boxes.firstIndex(where: { $0.type == "moov" }) else { return }
    try refuseEncrypted(movie)
    try refuseTables(among: file.boxes)
    let timescale = movie.header?.timescale ?? 0
    let start =
      movie.tracks.compactMap {
        DefragmentedEdits.start(of: $0, EditedTimescale(movie: timescale, media: $0.timescale))
      }.min() ?? 0
    if start > 0, timescale > 0 {
      let seconds = decimal(Double(start) / Double(timescale), digits: 3)
      notes.append("began at \(seconds) s, and begins at 0 s now")
    }
    var children = file.boxes[movieIndex].children.filter { $0.type != "mvex" }
    var duration: UInt64 = 0
    for index in children.indices where children[index].type == "trak" {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID
      guard let track = movie.tracks.first(where: { $0.id == id }) else { continue }
      var described = try DefragmentedTrack(
        track, movieTimescale: timescale, movieStart: start, files)
      described.apply(to: &children[index])
      if children[index].hasIdentifiedMedia { children[index].nameThisFile() }
      duration = max(duration, described.presentedDuration)
      rebuiltTracks.insert(track.id)
    }
    if let header = children.firstIndex(where: { $0.type == "mvhd" }) {
      children[header][MovieHeaderBox.self]?.setDuration(duration)
    }
    file.boxes[movieIndex].children = children
  }

  private func refuseEncrypted(_ movie: MovieFile) throws(EditError) {
    guard let track = movie.tracks.first(where: \.isEncrypted) else { return }
    throw EditError(
      .unsupported,
      "is encrypted (track \(track.id)), and the encryption entries of its fragments cannot be written to tables yet"
    )
  }

  /// Throws if fragments have properties of samples that these tables cannot have: encryption, although the movie
  /// begins without it, or subsamples.
  private func refuseTables(among boxes: [Box]) throws(EditError) {
    let tables: Set<FourCC> = ["senc", "saiz", "saio", "subs"]
    for fragment in boxes where fragment.type == "moof" {
      for track in fragment.children where track.type == "traf" {
        guard let table = track.children.first(where: { tables.contains($0.type) }) else {
          continue
        }
        throw EditError(
          .unsupported,
          "has \(table.type == "subs" ? "samples of several parts" : "encrypted samples") in fragments (\(table.type)), which cannot be described by tables yet",
          path: ["moof", "traf", "\(table.type)"], offset: table.origin?.fileOffset)
      }
    }
  }

  /// Removes the boxes that describe fragments, or index them.
  ///
  /// - Parameter others: the boxes of segments.
  private mutating func removeFragments(among others: [Box] = []) {
    let types: Set<FourCC> = ["moof", "mfra", "sidx", "ssix", "styp", "prft"]
    let all = file.boxes + others
    let fragments = all.count { $0.type == "moof" }
    let events = all.count { $0.type == "emsg" }
    file.boxes.removeAll { types.contains($0.type) || $0.type == "emsg" }
    for index in file.boxes.indices {
      file.boxes[index][FileTypeBox.self]?.removeBrandsOfFragments()
    }
    keepsOffsets = false
    notes.append("the samples of \(counted(fragments, "fragment")) are described by tables now")
    if events > 0 {
      lose([
        "\(counted(events, "event message is", "event messages are")) removed (emsg): only fragments can have them"
      ])
    }
  }
}

extension FileTypeBox {
  /// Removes brands that require fragments (ISO/IEC 14496-12 Annex E, 23000-19, 23009-1).
  fileprivate mutating func removeBrandsOfFragments() {
    let brands: Set<FourCC> = [
      "dash", "msdh", "msix", "dsms", "risx", "lmsg", "sims", "hlsf", "cmfc", "cmf2", "cmff",
      "cmfl",
      "cmfs", "iso5",
    ]
    let kept = compatibleBrands.filter { !brands.contains($0) }
    if brands.contains(majorBrand) {
      majorBrand = kept.first { $0 == "iso6" } ?? kept.first { $0 == "isom" } ?? "isom"
    }
    compatibleBrands = kept.isEmpty ? [majorBrand] : kept
  }
}
