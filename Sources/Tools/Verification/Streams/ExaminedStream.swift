import FieldCoding

/// A stream, with everything that rules need. Each part is read when the first rule needs it.
public final class ExaminedStream {
  /// Reads the resource at a URL.
  public typealias Load = (StreamResource) throws(StreamLoadError) -> Bytes
  /// Reads the current version of a playlist or manifest, and returns its final URL, to which its URLs are
  /// relative (RFC 3986 §5.1.3).
  public typealias LoadDocument =
    (DocumentURL) throws(StreamLoadError) -> (bytes: Bytes, url: DocumentURL)

  /// The name as the user wrote it.
  public let name: String
  /// The URL of its document.
  public let url: DocumentURL
  /// The name of its document, with which ``name`` ends.
  let documentName: String
  /// The first document.
  public let document: StreamDocument
  /// Its tracks, with those of media playlists that could be read.
  public let presentation: StreamPresentation
  /// The media playlists, with their names, in the order in which the multivariant playlist names them.
  let playlists: [NamedPlaylist]
  /// Media playlists that were not read.
  let unread: [UnreadPlaylist]
  private let load: Load
  private var budget = StreamBudget()
  private var starts: [StreamResource: ExaminedInitialization] = [:]
  /// The results of earlier readings; nil for a stream that is read once.
  var memory: StreamMemory?

  /// If a multivariant playlist has more playlists, the rest is not examined.
  static let mostPlaylists = 1024

  /// A media playlist of HLS.
  struct NamedPlaylist: Sendable {
    var name: String
    /// The URL of the document.
    var url: DocumentURL
    var whole: HLSPlaylist
    var media: HLSMediaPlaylist
    /// The entry that refers to it; nil for the first document.
    var entry: HLSMultivariantPlaylist.Entry?
  }

  /// Reads the playlists or the manifest of a stream. Nil if `bytes` are neither a playlist nor a manifest.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the first playlist, or of the manifest.
  ///   - url: its final URL.
  ///   - name: its name as the user wrote it.
  ///   - documents: reads other playlists; by default, `load` reads them at their URLs.
  ///   - load: reads segments when they are needed.
  public init?(
    _ bytes: Bytes, _ url: DocumentURL, name: String, documents: LoadDocument? = nil,
    load: @escaping Load
  ) {
    documentName = DocumentURL(name).name
    guard let document = StreamDocument(bytes, url, name: documentName) else { return nil }
    (self.name, self.url, self.document, self.load) = (name, url, document, load)
    var reader = DocumentReader(
      url, name: documentName,
      documents ?? { (url) throws(StreamLoadError) in
        (try load(StreamResource(url)), url)
      })
    switch document {
    case .manifest(let manifest):
      reader.presentation = StreamPresentation(.dash)
      reader.presentation.isLive = manifest.isLive
      reader.presentation.duration = manifest.duration
      reader.presentation.tracks = manifest.tracks
      reader.presentation.isCut = manifest.isCut
    case .playlist(let playlist): reader.add(playlist)
    }
    (presentation, playlists) = (reader.presentation, reader.playlists)
    unread = reader.unread
  }

  /// The manifest of DASH; nil for HLS.
  var manifest: DASHManifest? {
    if case .manifest(let manifest) = document { manifest } else { nil }
  }

  /// The multivariant playlist of HLS; nil without one.
  var multivariant: HLSMultivariantPlaylist? {
    guard case .playlist(let playlist) = document,
      case .multivariant(let content) = playlist.content
    else { return nil }
    return content
  }

  /// All playlists of HLS with their names.
  var allPlaylists: [(name: String, playlist: HLSPlaylist)] {
    guard case .playlist(let playlist) = document else { return [] }
    return (multivariant == nil ? [] : [(documentName, playlist)])
      + playlists.map { ($0.name, $0.whole) }
  }

  /// Its tracks with the information in their segments.
  public private(set) lazy var tracks: [ExaminedStreamTrack] =
    presentation.tracks.enumerated().map { ExaminedStreamTrack($1, $0, of: self) }

  /// The variants of a multivariant playlist, including those of key frames.
  private(set) lazy var variants: [ExaminedVariant] = examineVariants()

  /// The video tracks for playback, without those for previews.
  var videoTracks: [ExaminedStreamTrack] {
    tracks.filter { $0.hasVideo && $0.track.kind != .keyFrames }
  }

  /// The bytes at a URL.
  func bytes(_ resource: StreamResource) throws(StreamLoadError) -> Bytes {
    let bytes = try load(resource)
    try budget.take(bytes.count, of: resource)
    return bytes
  }

  /// Counts a start that is read again, for one more segment.
  func readAgain(_ start: ExaminedInitialization) throws(StreamLoadError) {
    try budget.take(start.bytes?.count ?? 0, of: start.resource)
  }

  /// The initialization segment; it is read once.
  func start(_ resource: StreamResource) -> ExaminedInitialization {
    if let start = starts[resource] { return start }
    let start = memory?.start(resource) ?? ExaminedInitialization(resource, load)
    memory?.keep(start)
    starts[resource] = start
    return start
  }

  /// The information in a segment, which is read unless it is known.
  ///
  /// - Parameter describes: whether the codec of its samples is requested.
  func examined(
    _ segment: StreamSegment, name: String, start: ExaminedInitialization?, describes: Bool = false
  ) -> ExaminedSegment {
    if let known = memory?.segment(segment), !describes || !known.content.isExamined {
      return known
    }
    let examined = ExaminedSegment(segment, name: name, start: start, describes: describes) {
      (resource) throws(StreamLoadError) in
      if let start { try readAgain(start) }
      return try bytes(resource)
    }
    if examined.problem != nil { budget.countUnread() }
    memory?.keep(examined)
    return examined
  }

  /// Whether no more segments are examined.
  public var isSpent: Bool { budget.reason != nil }

  /// Why segments after those of ``tracks`` are not examined, as a sentence; nil if all are.
  var end: String? {
    let count = presentation.tracks.reduce(0) { $0 + $1.segments.count }
    let reason =
      budget.reason ?? (presentation.isCut ? "there are more than \(grouped(count)) segments" : nil)
    return reason.map { $0 + ": the other segments were not checked" }
  }

  /// The name of a file in messages: its URL relative to the folder of the stream.
  func shortName(of url: DocumentURL) -> String {
    // Resolved URLs have no steps such as `./`, which the user may have written.
    let folder = self.url.resolving(".").map { found in
      found.text.isEmpty || found.text.hasSuffix("/") ? found.text : found.text + "/"
    }
    guard let folder, url.text.hasPrefix(folder) else { return url.text }
    return String(url.text.dropFirst(folder.count))
  }

  /// The reason why video or audio of the stream are unknown, as a sentence; nil if all of those playlists were
  /// read.
  public var unknownRendition: String? {
    unread.first { $0.kind != .keyFrames && $0.kind != .text }?.message
  }

  /// The reason why a URL is not read, although it may be valid: local documents may not refer to files outside
  /// their folder. Nil if it is read.
  func reasonNotToRead(_ url: DocumentURL) -> String? {
    self.url.reasonNotToRead(url)
  }
}

extension StreamResource {
  /// Its bytes in a file, as far as the file has them.
  ///
  /// - Throws: if the file ends before the first one.
  public func part(of file: Bytes) throws(StreamLoadError) -> Bytes {
    guard let range else { return file }
    guard range.lowerBound < file.count || range.isEmpty,
      let part = file.part(range.clamped(to: 0..<file.count))
    else {
      throw StreamLoadError(
        "has only \(counted(file.count, "byte")), not those from \(range.lowerBound) on")
    }
    return part
  }
}

/// The reason why a URL was not read.
public struct StreamLoadError: Error, Sendable {
  /// A phrase that follows the name: `cannot be read: there is no such file or folder`.
  public var message: String

  /// - Parameter message: a phrase that follows the name.
  public init(_ message: String) { self.message = message }
}

extension DocumentURL {
  /// The reason why a URL in this document, or in one to which it refers, is not read, as text that follows the
  /// name; nil if it is read.
  public func reasonNotToRead(_ other: DocumentURL) -> String? {
    if isRemote { return nil }
    if other.isRemote { return "on another machine, which is not asked" }
    return other.isBelowFolder(of: self)
      ? nil : "outside of the folder of the stream, and is not read"
  }
}

/// A media playlist in a multivariant playlist that was not read.
struct UnreadPlaylist {
  /// Where the document refers to it.
  var position: DocumentPosition
  /// Its kind, if it is stated.
  var kind: StreamTrack.Kind
  /// Why it was not read, as a sentence.
  var message: String
  /// Whether it may be valid: local documents may not refer to files outside their folder.
  var isElsewhere = false
}

/// Reads the documents that a stream consists of.
private struct DocumentReader {
  var presentation = StreamPresentation(.hls)
  var playlists: [ExaminedStream.NamedPlaylist] = []
  var unread: [UnreadPlaylist] = []
  private let url: DocumentURL
  private let name: String
  private let load: ExaminedStream.LoadDocument
  private var bytesLeft = HLSPlaylist.mostBytes
  private var segmentsLeft = StreamPresentation.mostSegments

  init(
    _ url: DocumentURL, name: String, _ load: @escaping ExaminedStream.LoadDocument
  ) {
    (self.url, self.name, self.load) = (url, name, load)
  }

  mutating func add(_ playlist: HLSPlaylist) {
    switch playlist.content {
    case .media(let media):
      playlists = [
        ExaminedStream.NamedPlaylist(name: name, url: url, whole: playlist, media: media)
      ]
      presentation.tracks = [
        StreamTrack(media, url, name: name, DocumentPosition(name, line: 1))
      ]
      presentation.isLive = !media.hasEnd
      presentation.duration = media.duration
      presentation.isCut = media.isCut
    case .multivariant(let multivariant):
      for entry in multivariant.entries.prefix(ExaminedStream.mostPlaylists) { add(entry) }
      presentation.isLive = presentation.tracks.contains(where: \.isLive)
      presentation.duration = playlists.map(\.media.duration).max()
    }
  }

  private mutating func leave(
    _ entry: HLSMultivariantPlaylist.Entry, _ message: String, isElsewhere: Bool = false
  ) {
    unread.append(
      UnreadPlaylist(
        position: DocumentPosition(name, line: entry.line), kind: entry.kind, message: message,
        isElsewhere: isElsewhere))
  }

  private mutating func add(_ entry: HLSMultivariantPlaylist.Entry) {
    let position = DocumentPosition(name, line: entry.line)
    let reference = entry.url.prefix(200)
    guard let found = url.resolving(entry.url) else {
      return leave(entry, "'\(reference)' does not lead to a file that may be read")
    }
    if let reason = self.url.reasonNotToRead(found) {
      return leave(entry, "\(found.text.prefix(200)) is \(reason)", isElsewhere: true)
    }
    let bytes: Bytes
    let url: DocumentURL
    do throws(StreamLoadError) { (bytes, url) = try load(found) } catch {
      return leave(entry, "\(reference) \(error.message)")
    }
    guard bytes.count <= bytesLeft else {
      return leave(
        entry,
        "\(reference) was not read: the playlists have more than \(grouped(HLSPlaylist.mostBytes)) bytes together"
      )
    }
    bytesLeft -= bytes.count
    let playlist = HLSPlaylist(bytes, mostSegments: segmentsLeft)
    if let problem = bytes.source.problem { return leave(entry, "\(reference) \(problem)") }
    guard let playlist else {
      return leave(entry, "\(reference) is not a playlist: it does not begin with #EXTM3U")
    }
    guard case .media(let media) = playlist.content else {
      return leave(entry, "\(reference) is a multivariant playlist, but should be a media playlist")
    }
    segmentsLeft -= media.segments.count
    presentation.isCut = presentation.isCut || media.isCut
    playlists.append(
      ExaminedStream.NamedPlaylist(
        name: found.name, url: url, whole: playlist, media: media, entry: entry))
    var track = StreamTrack(media, url, name: found.name, position)
    (track.kind, track.claims, track.set) = (
      entry.kind, entry.claims, entry.variant == nil ? nil : 0
    )
    presentation.tracks.append(track)
  }
}

/// A variant of a multivariant playlist, with the tracks that play together.
struct ExaminedVariant {
  let variant: HLSMultivariantPlaylist.Variant
  /// Nil if its playlist could not be read.
  let track: ExaminedStreamTrack?
  /// The audio of the group that it names; empty if it names none, or if the audio is in the variant itself.
  let audio: [ExaminedStreamTrack]
  /// Texts of the group that it names.
  let texts: [ExaminedStreamTrack]
}

extension ExaminedStream {
  /// The tracks by the URLs of their playlists in the multivariant playlist.
  private var trackIndices: [String: Int] {
    Dictionary(
      playlists.enumerated().compactMap { index, playlist in
        playlist.entry.map { ($0.url, index) }
      }
    ) { first, _ in first }
  }

  /// The variants, including those of key frames.
  func examineVariants() -> [ExaminedVariant] {
    guard let multivariant else { return [] }
    let indices = trackIndices
    func track(_ url: String?) -> ExaminedStreamTrack? {
      url.flatMap { indices[$0] }.map { tracks[$0] }
    }
    var groups: [String: [ExaminedStreamTrack]] = [:]
    var seen: Set<[String]> = []
    for rendition in multivariant.renditions {
      let group = "\(rendition.type) \(rendition.group)"
      // Each track is added once, even if several renditions refer to it.
      if let url = rendition.url, let track = track(url),
        seen.insert([group, url]).inserted
      {
        groups[group, default: []].append(track)
      }
    }
    let most = ExaminedStream.mostPlaylists
    let all = multivariant.variants.prefix(most) + multivariant.keyFrames.prefix(most)
    return all.map { variant in
      ExaminedVariant(
        variant: variant, track: track(variant.url),
        audio: variant.attributes["AUDIO"].flatMap { groups["AUDIO \($0)"] } ?? [],
        texts: variant.attributes["SUBTITLES"].flatMap { groups["SUBTITLES \($0)"] } ?? [])
    }
  }

  /// The media playlists, each with its track.
  var mediaPlaylists: [(playlist: NamedPlaylist, track: ExaminedStreamTrack)] {
    Array(zip(playlists, tracks))
  }

  /// The representations of a manifest, each with its track.
  var representations: [(representation: DASHManifest.Representation, track: ExaminedStreamTrack)] {
    let all = manifest?.periods.flatMap { $0.sets.flatMap(\.representations) } ?? []
    return Array(zip(all, tracks))
  }

  /// Tracks that are versions of one content, by their number.
  var switchingSets: [[ExaminedStreamTrack]] {
    let sets = Dictionary(
      grouping: tracks.filter { $0.track.set != nil && $0.track.kind != .keyFrames },
      by: { $0.track.set ?? 0 })
    return sets.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension ExaminedStreamTrack {
  /// The first segments of two versions of one content that do not begin at the same time; nil if all do. Documents of
  /// a live stream are read one after the other, and may begin with different segments.
  func firstNotAligned(
    with other: ExaminedStreamTrack
  ) -> (own: ExaminedSegment, ownStart: Double, other: ExaminedSegment, otherStart: Double)? {
    var (own, others) = (segments[...], other.segments[...])
    if track.isLive || other.track.isLive {
      func isBefore(_ start: Double?) -> (ExaminedSegment) -> Bool {
        { segment in
          guard let start, let own = segment.samples?.start else { return segment.samples == nil }
          return own < start - StreamTolerance.time
        }
      }
      let starts = [own, others].map { $0.lazy.compactMap { $0.samples?.start }.first }
      (own, others) = (
        own.drop(while: isBefore(starts[1])), others.drop(while: isBefore(starts[0]))
      )
    }
    for (one, two) in zip(own, others) {
      guard let start = one.samples?.start, let second = two.samples?.start,
        abs(start - second) > StreamTolerance.time
      else { continue }
      return (one, start, two, second)
    }
    return nil
  }
}

/// How times of streams are compared.
enum StreamTolerance {
  /// A smaller difference is not noticeable, in seconds.
  static let time = 0.1
  /// The tolerance for stated durations, in seconds: a few frames, or a packet of audio.
  static let duration = 0.25
}

extension ExaminedSegment {
  /// The position in the document at which the segment is declared.
  var position: DocumentPosition { segment.position }
}

extension ExaminedVariant {
  /// The bit rate of its video together with its most demanding audio and texts; nil if a segment could not be read.
  var rate: PlaylistBitRate? {
    guard let track, var rate = track.rate else { return nil }
    for group in [audio, texts] where !group.isEmpty {
      let others = group.filter { $0 !== track }.compactMap(\.rate)
      rate = rate + PlaylistBitRate.most(of: others)
    }
    return rate
  }
}

extension ExaminedStream {
  /// The URL of a reference in a media playlist.
  func url(of playlist: NamedPlaylist, _ reference: String) -> DocumentURL? {
    playlist.url.resolving(reference)
  }
}

extension HLSMediaPlaylist {
  /// The parts of segments, and of the segment that is not complete yet.
  var allParts: [Part] { segments.flatMap(\.parts) + pendingParts }
}
