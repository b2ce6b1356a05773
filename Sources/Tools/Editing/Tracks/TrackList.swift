import ISOBMFF
public import Movie

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
