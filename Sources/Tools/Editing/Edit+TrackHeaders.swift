import FieldCoding
import ISOBMFF
public import Movie

extension Edit {
  /// Sets the language of a track (`mdhd`, ISO/IEC 14496-12 §8.4.2).
  ///
  /// Throws if the track does not exist, or if the code is not valid.
  ///
  /// - Parameter code: three letters from `a` to `z` (ISO 639-2/T).
  public mutating func setLanguage(ofTrack id: UInt32, _ code: String) throws(EditError) {
    guard let packed = PackedLanguage.packed(code) else {
      throw EditError(
        .invalid, "cannot have the language '\(code)': a language has three letters, as in 'eng'")
    }
    try requireTrack(id)
    var hasLanguage = true
    try changeTrack(id) { (track) throws(EditError) in
      let media = track.children.at("mdia")
      hasLanguage =
        media.first(MediaHeaderBox.self)?.language == packed && media.first("elng") == nil
      track.change(["mdia", "mdhd"]) { header in
        header[MediaHeaderBox.self]?.language = packed
        return true
      }
      // An extended language tag takes precedence, and would state the old language (§8.4.6).
      track.change(["mdia"]) { media in
        let kept = media.children.filter { $0.type != "elng" }
        guard kept.count < media.children.count else { return false }
        media.children = kept
        return true
      }
    }
    notes.append(
      "track \(id) is \(hasLanguage ? "already " : "")in the language '\(code)'"
        + (hasLanguage ? "" : " now"))
  }

  /// Sets the title of a track, which people see where they choose one (`name` in `udta`, QuickTime File Format).
  ///
  /// Throws if the track does not exist.
  ///
  /// - Parameter title: the text; empty to remove it.
  public mutating func setTitle(ofTrack id: UInt32, _ title: String) throws(EditError) {
    guard try requireTrack(id).title ?? "" != title else { return }
    try changeTrack(id) { (track) throws(EditError) in
      var children = track.children
      children.changeUserData { data in
        data.removeAll { $0.type == "name" }
        guard !title.isEmpty else { return }
        var name = UserDataPlainTextBox()
        name.text = Text(title, form: .plain)
        data.append(Box(name, in: .userData))
      }
      track.children = children
    }
    notes.append(
      title.isEmpty ? "track \(id) has no title now" : "track \(id) has the title '\(title)' now")
  }

  /// Puts tracks first, in the order of a list. Others follow in their order.
  ///
  /// Throws if the list has the number of no track.
  public mutating func orderTracks(_ list: TrackList) throws(EditError) {
    guard let movie = MovieFile(file),
      let movieIndex = file.boxes.firstIndex("moov")
    else { throw EditError(noMovieIn: file) }
    try list.check(movie.tracks)
    let old = movie.tracks.map(\.id)
    // Sorting keeps the order of tracks with the same index.
    let new = movie.tracks.enumerated().sorted { one, other in
      (list.index(of: one.element) ?? .max, one.offset)
        < (list.index(of: other.element) ?? .max, other.offset)
    }.map(\.element.id)
    guard old != new else { return }
    var children = file.boxes[movieIndex].children
    let indices = children.indices.filter { children[$0].type == "trak" }
    let boxes = Dictionary(
      indices.map { (children[$0].children.first(TrackHeaderBox.self)?.trackID ?? 0, children[$0]) }
    ) { first, _ in first }
    guard boxes.count == indices.count, indices.count == new.count else {
      throw EditError(.damaged, "has several tracks with the same number")
    }
    for (index, id) in zip(indices, new) {
      if let box = boxes[id] { children[index] = box }
    }
    file.boxes[movieIndex].children = children
    notes.append("the tracks are in the order \(new.map(String.init).joined(separator: ", ")) now")
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
    let movie = try MovieFile(requiredIn: file)
    guard let track = movie.tracks.first(where: { $0.id == id }) else {
      throw EditError(
        .notFound,
        "has no track \(id), only \(listed(movie.tracks.map { String($0.id) }))")
    }
    return track
  }
}

/// Tracks by their numbers, or by their kind: `video,2`.
public struct TrackList: Sendable {
  private enum Name {
    case number(UInt32)
    case kind(Set<FourCC>)
  }

  private let names: [Name]

  /// Nil if a part is neither a number nor the word for a kind: `video`, `audio`, `text`, `metadata`, `timecode`; or if it
  /// is there twice.
  ///
  /// - Parameter argument: numbers and words, separated by commas.
  public init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let names = parts.compactMap { part in
      UInt32(part).map(Name.number) ?? TrackList.handlers[part].map(Name.kind)
    }
    guard names.count == parts.count, Set(parts).count == parts.count else { return nil }
    self.names = names
  }

  /// Types of handlers, by the words for them.
  private static let handlers: [String: Set<FourCC>] = [
    "video": ["vide"], "audio": ["soun"], "text": ["text", "sbtl", "subt", "clcp"],
    "metadata": ["meta"], "timecode": ["tmcd"],
  ]

  /// Whether it names the track.
  public func contains(_ track: Track) -> Bool { index(of: track) != nil }

  /// The index of the first name of a track.
  func index(of track: Track) -> Int? {
    names.firstIndex { name in
      switch name {
      case .number(let id): track.id == id
      case .kind(let handlers): handlers.contains(track.handlerType)
      }
    }
  }

  /// Throws if a number is that of no track.
  public func check(_ tracks: [Track]) throws(EditError) {
    for case .number(let id) in names where !tracks.contains(where: { $0.id == id }) {
      throw EditError(
        .notFound,
        "has no track \(id), only \(listed(tracks.map { String($0.id) }))")
    }
  }
}

/// A text for a track: `2=eng`.
public struct TrackText: Sendable {
  /// The `track_ID` of the track.
  public var track: UInt32
  /// The text.
  public var text: String

  /// Nil without the number of a track and an equals sign.
  public init?(argument: String) {
    let parts = argument.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let track = UInt32(parts[0]) else { return nil }
    (self.track, text) = (track, String(parts[1]))
  }
}
