public import ISOBMFF

/// The tracks of a movie and what is said about it (ISO/IEC 14496-12 §8; QuickTime File Format).
public struct MovieFile: Sendable {
  public let header: MovieHeaderBox?
  public let tracks: [Track]
  /// QuickTime and iTunes metadata, in the order of the file.
  public let metadata: [MetadataItem]
  /// Whether samples come in fragments (`moof`).
  public let isFragmented: Bool
  /// Whether this is only the start of a movie, whose fragments are in other files.
  public let isInitialization: Bool
  /// Of all fragments, in the movie's timescale (`mehd`).
  private let fragmentDuration: UInt64?

  /// Nil if there is no `moov` box.
  public init?(_ file: BoxFile) { self.init(children: file.boxes) }

  /// A movie among other boxes, as in a motion photo.
  public init?(children boxes: [Box]) {
    guard let moov = boxes.first("moov") else { return nil }
    let children = moov.children
    header = children.first(MovieHeaderBox.self)
    let extends = children.at("mvex")
    let fragments = Fragments(boxes, defaults: extends.compactMap { $0[TrackExtendsBox.self] })
    isFragmented = !extends.isEmpty || !fragments.isEmpty
    fragmentDuration = extends.first(MovieExtendsHeaderBox.self)?.fragmentDuration
    tracks = children.all("trak").map { Track($0, movie: children, fragments: fragments) }
    isInitialization = !extends.isEmpty && tracks.allSatisfy { $0.sampleCount == 0 }
    metadata = MetadataItem.items(in: children)
  }

  /// In seconds; the longest track's if the header does not say, or knows nothing of the fragments;
  /// nil if nothing says it.
  public var duration: Double? {
    let timescale = Double(header?.timescale ?? 0)
    func seconds(_ duration: UInt64?) -> Double? {
      guard let duration, duration > 0, timescale > 0 else { return nil }
      return Double(duration) / timescale
    }
    let stated = header.flatMap { statedDuration($0.duration, version: $0.header.version) }
    let longest = tracks.compactMap(\.duration).max().flatMap { $0 > 0 ? $0 : nil }
    if isFragmented, let longest { return max(longest, seconds(stated) ?? 0) }
    return seconds(stated) ?? longest ?? seconds(fragmentDuration)
  }
}
