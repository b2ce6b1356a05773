import HEIF
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
    removeJoinedMedia(of: ids)
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
    guard let movie = file.boxes.firstIndex("moov"),
      let longest = tracks.compactMap({ $0.header?.duration }).max()
    else { return }
    file.boxes[movie].change(["mvhd"]) { header in
      guard let old = header[MovieHeaderBox.self]?.duration, old > longest else { return false }
      header[MovieHeaderBox.self]?.setDuration(longest)
      return true
    }
  }
}

extension BoxFile {
  /// The ranges of the samples of a track; adjacent samples are joined.
  func mediaRanges(of track: Track) -> [Range<Int>] { track.mediaRanges(in: 0..<bytes.count) }

  /// The ranges of samples, of what decrypts them, and of items, except those of some tracks.
  func usedMedia(without gone: Set<UInt32> = []) -> [Range<Int>] {
    let items = HEIFFile(self)?.usedMedia ?? []
    return (items + (MovieFile(self)?.usedMedia(in: 0..<bytes.count, without: gone) ?? [])).joined
  }

  /// Removes the descriptions of some tracks, and references to them. Their samples stay.
  mutating func removeDescriptions(ofTracks ids: Set<UInt32>) {
    for index in boxes.indices {
      let box = boxes[index]
      switch box.type {
      case "moov":
        var children = box.children
        children.removeAll { $0.type == "trak" && ids.contains($0.trackID) }
        for child in children.indices {
          switch children[child].type {
          case "trak": children[child].removeReferences(toTracks: ids)
          case "mvex":
            children[child].children.removeAll {
              $0[TrackExtendsBox.self].map { ids.contains($0.trackID) } ?? false
            }
          default: break
          }
        }
        boxes[index].children = children
      case "moof":
        let kept = box.children.filter { $0.type != "traf" || !ids.contains($0.fragmentTrackID) }
        if kept.count != box.children.count { boxes[index].children = kept }
      case "mfra":
        let kept = box.children.filter {
          $0[TrackFragmentRandomAccessBox.self].map { !ids.contains($0.trackID) } ?? true
        }
        if kept.count != box.children.count { boxes[index].children = kept }
      default: break
      }
    }
  }
}

extension Box {
  /// Removes references to some tracks from a `trak` box.
  fileprivate mutating func removeReferences(toTracks ids: Set<UInt32>) {
    var children = children
    guard let index = children.firstIndex("tref") else { return }
    var isChanged = false
    let references = children[index].children.compactMap { child -> Box? in
      guard var reference = child[TrackReferenceTypeBox.self],
        reference.trackIDs.contains(where: ids.contains)
      else { return child }
      isChanged = true
      reference.trackIDs.removeAll { ids.contains($0) }
      guard !reference.trackIDs.isEmpty else { return nil }
      var child = child
      child[TrackReferenceTypeBox.self] = reference
      return child
    }
    guard isChanged else { return }
    if references.isEmpty {
      children.remove(at: index)
    } else {
      children[index].children = references
    }
    self.children = children
  }

  /// The ID of a `trak` box; 0 if it has none.
  var trackID: UInt32 { children.first(TrackHeaderBox.self)?.trackID ?? 0 }
  fileprivate var fragmentTrackID: UInt32 {
    children.first(TrackFragmentHeaderBox.self)?.trackID ?? 0
  }
}
