import FieldCoding

/// A stream, and what the rules need to know of it; each part is read when the first rule asks.
public final class ExaminedStream {
  /// Reads the resource at an address.
  public typealias Load = (StreamResource) throws(StreamLoadError) -> Bytes
  /// Reads the current version of a playlist or manifest, and returns its final address, to which its addresses are
  /// relative (RFC 3986 §5.1.3).
  public typealias LoadDocument =
    (DocumentAddress) throws(StreamLoadError) -> (bytes: Bytes, address: DocumentAddress)

  /// The name as the user wrote it.
  public let name: String
  /// Where its document was found.
  public let address: DocumentAddress
  /// What people call its document: what ``name`` ends with.
  let documentName: String
  /// The document that it begins with.
  public let document: StreamDocument
  /// Its tracks, with those of media playlists that could be read.
  public let presentation: StreamPresentation
  /// The media playlists, with their names, in the order in which the multivariant playlist names them.
  let playlists: [NamedPlaylist]
  /// Media playlists that were not read.
  let unread: [UnreadPlaylist]
  private let load: Load
  private var budget = StreamBudget()
  private var starts: [StreamResource: StreamStart] = [:]
  /// What is known of its files already; nil for a stream that is read once.
  var memory: StreamMemory?

  /// In a multivariant playlist with more playlists, the rest is not examined.
  static let mostPlaylists = 1024

  /// A media playlist of HLS.
  struct NamedPlaylist: Sendable {
    var name: String
    /// Where it was found.
    var address: DocumentAddress
    var whole: HLSPlaylist
    var media: HLSMediaPlaylist
    /// What names it; nil for the document that the stream begins with.
    var entry: HLSMultivariantPlaylist.Entry?
  }

  /// Reads the playlists or the manifest of a stream. Nil if `bytes` are neither a playlist nor a manifest.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the first playlist, or of the manifest.
  ///   - address: its final address.
  ///   - name: its name as the user wrote it.
  ///   - documents: reads other playlists; by default, `load` reads them at their addresses.
  ///   - load: reads segments when they are needed.
  public init?(
    _ bytes: Bytes, _ address: DocumentAddress, name: String, documents: LoadDocument? = nil,
    load: @escaping Load
  ) {
    documentName = DocumentAddress(name).name
    guard let document = StreamDocument(bytes, address, name: documentName) else { return nil }
    (self.name, self.address, self.document, self.load) = (name, address, document, load)
    var reader = DocumentReader(
      address, name: documentName,
      documents ?? { (address) throws(StreamLoadError) in
        (try load(StreamResource(address)), address)
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

  /// Its tracks with what their segments say.
  public private(set) lazy var tracks: [ExaminedStreamTrack] =
    presentation.tracks.enumerated().map { ExaminedStreamTrack($1, $0, of: self) }

  /// The variants of a multivariant playlist, those of key frames too.
  private(set) lazy var variants: [ExaminedVariant] = examineVariants()

  /// The tracks of pictures that play, not those for looking.
  var pictures: [ExaminedStreamTrack] {
    tracks.filter { $0.hasPictures && $0.track.kind != .keyFrames }
  }

  /// What is at an address.
  func bytes(_ resource: StreamResource) throws(StreamLoadError) -> Bytes {
    let bytes = try load(resource)
    try budget.take(bytes.count, of: resource)
    return bytes
  }

  /// Counts a start that is read again, for one more segment.
  func readAgain(_ start: StreamStart) throws(StreamLoadError) {
    try budget.take(start.bytes?.count ?? 0, of: start.resource)
  }

  /// What segments start with; it is read once.
  func start(_ resource: StreamResource) -> StreamStart {
    if let start = starts[resource] { return start }
    let start = memory?.start(resource) ?? StreamStart(resource, load)
    memory?.keep(start)
    starts[resource] = start
    return start
  }

  /// What a segment says, which is read unless that is known.
  ///
  /// - Parameter describes: whether it has to say how its samples are coded.
  func examined(
    _ segment: StreamSegment, name: String, start: StreamStart?, describes: Bool = false
  ) -> ExaminedSegment {
    if let known = memory?.segment(segment), !describes || !known.content.isExamined {
      return known
    }
    let examined = ExaminedSegment(segment, name: name, start: start, describes: describes) {
      (resource) throws(StreamLoadError) in
      if let start { try readAgain(start) }
      return try bytes(resource)
    }
    memory?.keep(examined)
    return examined
  }

  /// What people call a file: its address from the folder of the stream on.
  func shortName(of address: DocumentAddress) -> String {
    // Found addresses have no steps such as `./`, which the user may have written.
    let folder = self.address.resolving(".").map { found in
      found.text.isEmpty || found.text.hasSuffix("/") ? found.text : found.text + "/"
    }
    guard let folder, address.text.hasPrefix(folder) else { return address.text }
    return String(address.text.dropFirst(folder.count))
  }

  /// Why pictures or sound of the stream are not known, as a sentence; nil if those playlists were all read.
  public var unknownRendition: String? {
    unread.first { $0.kind != .keyFrames && $0.kind != .texts }?.message
  }

  /// Why an address is not read, although it may be sound: a document of this machine leads out of its
  /// folder. Nil if it is read.
  func reasonNotToRead(_ address: DocumentAddress) -> String? {
    self.address.reasonNotToRead(address)
  }
}

extension StreamResource {
  /// Its bytes in a file: as many as the file has of them.
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

/// Why nothing is read at an address.
public struct StreamLoadError: Error, Sendable {
  /// A phrase that follows the name: `cannot be read: No such file or directory`.
  public var message: String

  /// - Parameter message: a phrase that follows the name.
  public init(_ message: String) { self.message = message }
}

extension DocumentAddress {
  /// Why an address in this document, or in one that it refers to, is not read, in words that follow the name; nil
  /// if it is read.
  public func reasonNotToRead(_ other: DocumentAddress) -> String? {
    if isFar { return nil }
    if other.isFar { return "on another machine, which is not asked" }
    return other.isBelowFolder(of: self)
      ? nil : "outside of the folder of the stream, and is not read"
  }
}

/// A media playlist that a multivariant playlist names, and that was not read.
struct UnreadPlaylist {
  /// What names it.
  var place: StreamPlace
  /// What it is for, as far as that is said.
  var kind: StreamTrack.Kind
  /// Why it was not read, as a sentence.
  var message: String
  /// Whether it may be sound: a document of this machine leads out of its folder.
  var isElsewhere = false
}

/// Reads the documents that a stream consists of.
private struct DocumentReader {
  var presentation = StreamPresentation(.hls)
  var playlists: [ExaminedStream.NamedPlaylist] = []
  var unread: [UnreadPlaylist] = []
  private let address: DocumentAddress
  private let name: String
  private let load: ExaminedStream.LoadDocument
  private var bytesLeft = HLSPlaylist.mostBytes
  private var segmentsLeft = StreamPresentation.mostSegments

  init(
    _ address: DocumentAddress, name: String, _ load: @escaping ExaminedStream.LoadDocument
  ) {
    (self.address, self.name, self.load) = (address, name, load)
  }

  mutating func add(_ playlist: HLSPlaylist) {
    switch playlist.content {
    case .media(let media):
      playlists = [
        ExaminedStream.NamedPlaylist(name: name, address: address, whole: playlist, media: media)
      ]
      presentation.tracks = [StreamTrack(media, address, name: name, StreamPlace(name, line: 1))]
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
        place: StreamPlace(name, line: entry.line), kind: entry.kind, message: message,
        isElsewhere: isElsewhere))
  }

  private mutating func add(_ entry: HLSMultivariantPlaylist.Entry) {
    let place = StreamPlace(name, line: entry.line)
    let reference = entry.address.prefix(200)
    guard let found = address.resolving(entry.address) else {
      return leave(entry, "'\(reference)' does not lead to a file that may be read")
    }
    if let reason = self.address.reasonNotToRead(found) {
      return leave(entry, "\(found.text.prefix(200)) is \(reason)", isElsewhere: true)
    }
    let bytes: Bytes
    let address: DocumentAddress
    do throws(StreamLoadError) { (bytes, address) = try load(found) } catch {
      return leave(entry, "\(reference) \(error.message)")
    }
    guard bytes.count <= bytesLeft else {
      return leave(
        entry,
        "\(reference) was not read: the playlists have more than \(grouped(HLSPlaylist.mostBytes)) bytes together"
      )
    }
    bytesLeft -= bytes.count
    if let problem = bytes.source.problem { return leave(entry, "\(reference) \(problem)") }
    guard let playlist = HLSPlaylist(bytes, mostSegments: segmentsLeft) else {
      return leave(entry, "\(reference) is not a playlist: it does not begin with #EXTM3U")
    }
    guard case .media(let media) = playlist.content else {
      return leave(entry, "\(reference) is a multivariant playlist, but should be a media playlist")
    }
    segmentsLeft -= media.segments.count
    presentation.isCut = presentation.isCut || media.isCut
    playlists.append(
      ExaminedStream.NamedPlaylist(
        name: found.name, address: address, whole: playlist, media: media, entry: entry))
    var track = StreamTrack(media, address, name: found.name, place)
    (track.kind, track.claims, track.set) = (
      entry.kind, entry.claims, entry.variant == nil ? nil : 0
    )
    presentation.tracks.append(track)
  }
}
