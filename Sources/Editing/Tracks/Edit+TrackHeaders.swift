import ISOBMFF
import Movie

extension Edit {
  /// Sets the language of a track (`mdhd`, ISO/IEC 14496-12 §8.4.2).
  ///
  /// Throws if the track does not exist, or if the code is not valid.
  ///
  /// - Parameter code: three letters from `a` to `z` (ISO 639-2/T).
  public mutating func setLanguage(ofTrack id: UInt32, _ code: String) throws(EditError) {
    let letters = code.utf8.map { UInt16($0) }
    guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw EditError(
        .invalid, "cannot have the language '\(code)': a language has three letters, as in 'eng'")
    }
    let packed = letters.reduce(UInt16(0)) { $0 << 5 | ($1 - 0x60) }
    try requireTrack(id)
    try changeTrack(id) { (track) throws(EditError) in
      track.change(["mdia", "mdhd"]) { header in
        header[MediaHeaderBox.self]?.language = packed
        return true
      }
      // A tag for more than letters can say would say what was true before (§8.4.6).
      track.change(["mdia"]) { media in
        let kept = media.children.filter { $0.type != "elng" }
        guard kept.count < media.children.count else { return false }
        media.children = kept
        return true
      }
    }
    notes.append("track \(id) is in the language '\(code)' now")
  }

  /// Makes a track the only enabled one of its kind, so that players play it (`track_enabled`, ISO/IEC 14496-12
  /// §8.3.2).
  ///
  /// Throws if the track does not exist.
  public mutating func playByDefault(track id: UInt32) throws(EditError) {
    let chosen = try requireTrack(id)
    for track in MovieFile(file)?.tracks ?? [] where track.handlerType == chosen.handlerType {
      let isChosen = track.id == id
      guard track.isEnabled != isChosen else { continue }
      try changeTrack(track.id) { (box) throws(EditError) in
        box.change(["tkhd"]) { header in
          if isChosen {
            header[TrackHeaderBox.self]?.header.flags |= 1
          } else {
            header[TrackHeaderBox.self]?.header.flags &= ~1
          }
          return true
        }
      }
      notes.append("track \(track.id) is \(isChosen ? "played" : "not played") by default now")
    }
  }

  @discardableResult
  private func requireTrack(_ id: UInt32) throws(EditError) -> Track {
    guard let movie = MovieFile(file) else {
      throw EditError(.wrongFile, "is not a movie: it has no moov box")
    }
    guard let track = movie.tracks.first(where: { $0.id == id }) else {
      throw EditError(
        .notFound,
        "has no track \(id), only \(movie.tracks.map { String($0.id) }.joined(separator: ", "))")
    }
    return track
  }
}
