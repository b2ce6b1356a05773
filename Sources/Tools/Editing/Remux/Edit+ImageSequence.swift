import FieldCoding
import HEIF
import ISOBMFF
import Movie

extension Edit {
  /// Makes the image sequence of a HEIF file a movie (ISO/IEC 23008-12 §7): its tracks of images become tracks of video,
  /// and its still images go. Other files stay as they are.
  ///
  /// Throws if the bytes of the images cannot be left out.
  mutating func makeMovieOfImageSequence() throws(EditError) {
    guard let movie = MovieFile(file),
      movie.tracks.contains(where: { $0.handlerType == "pict" }),
      let movieIndex = file.boxes.firstIndex(where: { $0.type == "moov" })
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
