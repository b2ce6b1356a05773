import ISOBMFF
import Movie

extension Edit {
  /// Removes tracks from a movie, with their samples and the references to them. Bytes that another track or an
  /// item also uses stay, and all other tracks keep every byte.
  ///
  /// If this removes all enabled tracks of an alternate group, the first remaining track of the group becomes
  /// enabled (`alternate_group`, ISO/IEC 14496-12 §8.3.2).
  ///
  /// Throws if a track does not exist, if no track would be left, if the movie has fragments (``defragment()``), or
  /// if the samples are in other files or inside other data.
  public mutating func removeTracks(_ ids: Set<UInt32>) throws(EditError) {
    let movie = try MovieFile(requiredIn: file)
    guard !movie.isFragmented else {
      throw EditError(.unsupported, "has fragments: its tracks cannot be taken out one by one")
    }
    let gone = movie.tracks.filter { ids.contains($0.id) }
    if let missing = ids.subtracting(gone.map(\.id)).min() {
      throw EditError(.notFound, "has no track \(missing)")
    }
    guard !gone.isEmpty else { return }
    let left = movie.tracks.filter { !ids.contains($0.id) }
    guard !left.isEmpty else { throw EditError(.invalid, "would have no track left") }
    let used = file.usedMedia(without: ids)
    let unused = gone.filter { $0.samples.chunks.contains { $0.location == .file(0) } }
      .flatMap(file.mediaRanges(of:)).flatMap(used.gaps(in:)).joined
    guard file.replaceMedia(by: Bytes(), unused.map { ($0, 0..<0) }) != nil else {
      throw EditError(
        .damaged, "has samples of tracks to remove that overlap other data")
    }
    file.removeDescriptions(ofTracks: ids)
    file.removeBrands(ofCodings: gone.flatMap(\.sampleEntries).map(\.type))
    for track in gone where track.isEnabled && track.alternateGroup != 0 {
      let alternatives = left.filter {
        $0.handlerType == track.handlerType && $0.alternateGroup == track.alternateGroup
      }
      if let first = alternatives.first, !alternatives.contains(where: \.isEnabled) {
        try changeTrack(first.id) { (box) throws(EditError) in
          box.change(["tkhd"]) { header in
            header[TrackHeaderBox.self]?.header.flags |= 1
            return true
          }
        }
      }
    }
    shortenMovie(to: left)
    changedTracks.formUnion(ids)
    keepsOffsets = false
  }

  /// Sets the duration of the movie to that of its longest track (§8.2.2).
  private mutating func shortenMovie(to tracks: [Track]) {
    guard let movie = file.boxes.firstIndex(where: { $0.type == "moov" }),
      let longest = tracks.compactMap({ $0.header?.duration }).max()
    else { return }
    file.boxes[movie].change(["mvhd"]) { header in
      guard let old = header[MovieHeaderBox.self]?.duration, old > longest else { return false }
      header[MovieHeaderBox.self]?.setDuration(longest)
      return true
    }
  }
}
