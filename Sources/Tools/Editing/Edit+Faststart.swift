import ISOBMFF

/// The position of the movie box (`moov`).
public enum MoviePosition: Sendable {
  /// Before all media data, so that a player can start before it has received the whole file.
  case first
  /// At the end of the file, where recorders write it.
  case last
}

extension Edit {
  /// Moves the movie box, and its indexes, before or after the media data.
  ///
  /// Throws if the file has no `moov` box, or if it has fragments, because a fragment has its own metadata
  /// before its media data (ISO/IEC 14496-12 §8.8.4).
  public mutating func moveMovie(to position: MoviePosition) throws(EditError) {
    guard let movie = file.boxes.firstIndex("moov") else {
      throw EditError(noMovieIn: file)
    }
    guard !file.boxes.contains(where: { $0.type == "moof" }) else {
      throw EditError(.wrongFile, "is a fragmented movie, which starts to play at once as it is")
    }
    let media = file.boxes.indices.filter { ["mdat", "imda"].contains(file.boxes[$0].type) }
    guard let first = media.first, let last = media.last else {
      throw EditError(.wrongFile, "has no media data (mdat)")
    }
    // Free space for metadata is useless where the metadata no longer is.
    keepsOffsets = false
    switch position {
    case .first where movie > first:
      let box = file.boxes.remove(at: movie)
      // `wide` is space for a longer header of the media data, and stays before it.
      let isWide = first > 0 && file.boxes[first - 1].type == "wide"
      file.boxes.insert(box, at: isWide ? first - 1 : first)
      notes.append(
        "moov, of \(grouped(box.origin?.count ?? 0)) bytes, is now before the media data")
    case .last where movie < last:
      let box = file.boxes.remove(at: movie)
      file.boxes.append(box)
      notes.append("moov, of \(grouped(box.origin?.count ?? 0)) bytes, is now at the end")
    case .first, .last: break
    }
  }
}
