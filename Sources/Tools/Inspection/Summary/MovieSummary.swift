import HEIF
import HEVC
import ISOBMFF
import Movie
import Text

/// The summary of a movie.
struct MovieSummary {
  private let movie: MovieFile
  private let bytes: Bytes
  private let isQuickTime: Bool
  private let prefix: String

  /// - Parameters:
  ///   - bytes: of the whole file.
  ///   - prefix: before each label, for a movie within a photo.
  ///   - isQuickTime: whether small numbers of languages are those of the Macintosh.
  init(_ movie: MovieFile, in bytes: Bytes, isQuickTime: Bool = false, prefix: String = "") {
    self.movie = movie
    self.isQuickTime = isQuickTime
    self.bytes = bytes
    self.prefix = prefix
  }

  var entries: [ReportEntry] {
    var entries: [ReportEntry] = []
    if let duration = movie.duration {
      entries.append(
        ReportEntry(
          "duration", label("Duration"), .double(duration),
          MovieSummary.time(duration) + (movie.isFragmented ? ", in fragments" : "")))
    }
    if let start = movie.start, start >= 1 {
      entries.append(
        ReportEntry("start", label("Start"), .double(start), MovieSummary.time(start)))
    }
    if movie.isCompressed {
      entries.append(
        ReportEntry(
          "compressed", label("Compressed"), .bool(true),
          movie.tracks.isEmpty
            ? "the description of the movie (cmov), which cannot be read"
            : "the description of the movie (cmov)"))
    }
    if let created = movie.header?.creationTime, created > 0 {
      entries.append(ReportEntry("created", label("Created"), Date1904.text(created)))
    }
    let origin = MovieOriginSummary(
      movie.metadata, movie.location, goProModel: movie.goProModel)
    entries += origin.entries.map {
      ReportEntry($0.key, label($0.label), $0.value, text: $0.text)
    }
    let tracks = movie.tracks.map { TrackDescription($0, in: bytes, isQuickTime: isQuickTime) }
    entries.append(
      ReportEntry(
        "tracks", label("Tracks"), .array(tracks.map(\.value)), text: tracks.flatMap(\.lines)))
    entries += chapters
    let shown = movie.metadata.filter { !$0.value.isEmpty && !origin.keys.contains($0.key) }
    if !movie.metadata.isEmpty {
      entries.append(
        ReportEntry(
          "keys", label("Keys"), .object(keyValues),
          text: shown.map { "\($0.shortKey): \($0.value)" }))
    }
    return entries
  }

  private var chapters: [ReportEntry] {
    let chapters = movie.chapters(in: bytes)
    guard !chapters.isEmpty else { return [] }
    return [
      ReportEntry(
        "chapters", label("Chapters"),
        .array(
          chapters.map { chapter in
            .object([
              ("start", .double(chapter.start)), ("end", .double(chapter.end)),
              ("title", .string(chapter.title)),
            ])
          }),
        text: chapters.map { "\(MovieSummary.time($0.start))  \($0.title)" })
    ]
  }

  /// A repeated key has an array of its values.
  private var keyValues: [(String, JSONValue?)] {
    var order: [String] = []
    var values: [String: [JSONValue]] = [:]
    for item in movie.metadata {
      if values[item.key] == nil { order.append(item.key) }
      values[item.key, default: []].append(.string(item.value))
    }
    return order.map { key in
      let all = values[key] ?? []
      return (key, all.count == 1 ? all[0] : .array(all))
    }
  }

  /// The movie of a motion photo.
  static func motion(_ movie: MovieFile, in bytes: Bytes) -> [ReportEntry] {
    MovieSummary(movie, in: bytes, prefix: "Motion ").entries.map {
      ReportEntry("motion." + $0.key, $0.label, $0.value, text: $0.text)
    }
  }

  private func label(_ text: String) -> String {
    prefix.isEmpty ? text : prefix + text.lowercased()
  }

  /// `0:02.36`, `1:02:03.00`
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "\(seconds) s" }
    let hundredths = Int((seconds * 100).rounded())
    let (hours, minutes) = (hundredths / 360_000, hundredths / 6000 % 60)
    let rest =
      "\(zeroPadded(hundredths / 100 % 60, to: 2)).\(zeroPadded(hundredths % 100, to: 2))"
    return hours > 0
      ? "\(hours):\(zeroPadded(minutes, to: 2)):\(rest)" : "\(minutes):\(rest)"
  }
}

extension MetadataItem {
  /// The key without the part that all keys of QuickTime share.
  fileprivate var shortKey: String {
    let common = "com.apple.quicktime."
    return key.hasPrefix(common) ? String(key.dropFirst(common.count)) : key
  }
}
