import FieldCoding
import ISOBMFF

/// The metadata of a movie for containers that have names and texts: iTunes' and QuickTime's types of four characters
/// get the names that Matroska, FLV and FFmpeg know.
public struct PortableMovieMetadata: Sendable {
  /// The names with their values; no name comes twice, in other letters neither: at most `largestCount`.
  public private(set) var items: [(name: String, value: String)] = []
  /// The metadata of the movie that ``items`` has.
  package private(set) var sources: [MetadataItem] = []
  /// Whether the date at which the movie was made is among them.
  package private(set) var hasDate = false

  /// The metadata of a movie; that of its tracks is not among it.
  public init(_ movie: MovieFile) {
    var values: [String: String] = [:]
    // A cover is a file, and is no text.
    for item in movie.metadata where !item.value.isEmpty && item.key != "covr" {
      guard item.form == .text || item.form == .number && item.key.utf8.count > 5 else { continue }
      let name = PortableMovieMetadata.names.first { $0.key == item.key }?.name ?? item.key
      // `3 of 10` is `3/10` elsewhere.
      let isPosition = item.key == "trkn" || item.key == "disk"
      let value = isPosition ? item.value.replacing(" of ", with: "/") : item.value
      if let other = values[name.lowercased()] {
        guard other == value else { continue }
      } else {
        guard items.count < Self.largestCount else { continue }
        values[name.lowercased()] = value
        items.append((name, value))
      }
      sources.append(item)
    }
    if let created = movie.header?.creationTime, created > 0,
      let date = Date1904.standardText(created)
    {
      items.append((PortableMovieMetadata.date, date))
      hasDate = true
    }
  }

  /// FFmpeg compares each name with all others.
  private static let largestCount = 4096

  /// The name of the date at which the movie was made: `2024-06-15T16:42:07Z`.
  public static let date = "creation_time"

  /// The key of a movie for a name in another container, whose capital letters may be others.
  public static func key(of name: String) -> String {
    let small = name.lowercased()
    if let known = names.first(where: { $0.name == small }) { return known.key }
    // Keys of QuickTime and Android have small letters but for this one.
    let location = "com.apple.quicktime.location.ISO6709"
    if small == location.lowercased() { return location }
    if small.hasPrefix("com.apple.quicktime.") || small.hasPrefix("com.android.") { return small }
    guard small.hasPrefix("©"), small.count == 4 else { return name }
    return ["©tim", "©tsc", "©tsz"].contains(small) ? "©" + small.dropFirst().uppercased() : small
  }

  /// Whether a key is a type of iTunes' items, or of QuickTime's texts, and not one of QuickTime's keys.
  public static func isType(_ key: String) -> Bool {
    key.count == 4 && (key.hasPrefix("©") || names.contains { $0.key == key })
  }

  private static let names: [(key: String, name: String)] = [
    ("©nam", "title"), ("©ART", "artist"), ("aART", "album_artist"), ("©alb", "album"),
    ("©day", "date"), ("©cmt", "comment"), ("©gen", "genre"), ("©wrt", "composer"),
    ("©too", "encoder"), ("cprt", "copyright"), ("©cpy", "copyright"), ("desc", "description"),
    ("ldes", "synopsis"), ("©lyr", "lyrics"), ("©grp", "grouping"), ("tvsh", "show"),
    ("tven", "episode_id"), ("tvnn", "network"), ("keyw", "keywords"), ("catg", "category"),
    ("trkn", "track"), ("disk", "disc"), ("©xyz", "location"), ("©mak", "make"), ("©mod", "model"),
    ("©dir", "director"),
  ]
}
