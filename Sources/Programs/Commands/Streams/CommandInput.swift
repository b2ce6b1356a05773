import FieldCoding
import Files
import Packaging
import RemoteFiles
import Verification

/// The input that a command reads as one file: a file, standard input, or a movie that is joined from segments.
struct CommandInput {
  let name: String
  let bytes: Bytes
  /// The path of a file that was named; - for standard input.
  private let named: String
  /// A joined movie; its file exists as long as this object.
  private let joined: JoinedSegments?
  /// The path with which other parts of the program open it; - for standard input.
  var path: String { joined?.path ?? named }

  fileprivate init(_ bytes: Bytes, name: String, path: String) {
    (self.name, self.bytes, named, joined) = (name, bytes, path, nil)
  }

  fileprivate init(_ joined: JoinedSegments, name: String) {
    (self.name, bytes, named, self.joined) = (name, joined.bytes, name, joined)
  }
}

extension Inputs {
  /// The inputs that these names mean: each file by itself, or one movie that is joined from segments.
  ///
  /// - Parameter problem: gets a message about each path that cannot be listed.
  func jobs(_ options: SegmentOptions, problem: (String) -> Void) -> [InputJob] {
    let files = files(Inputs.media, problem: problem)
    guard let start = options.initialization else { return files.map { .file($0.path) } }
    return [.segments(of: start, files)]
  }
}

/// A file, or segments that are one movie.
enum InputJob: Sendable {
  case file(String)
  case segments(of: String, [Inputs.File])

  /// The one file that is named, or a movie of segments; nil, with a message, if their folder cannot be listed.
  init?(_ names: [String], _ options: SegmentOptions, _ console: Console) {
    guard let start = options.initialization else {
      guard let name = names.first else { return nil }
      self = .file(name)
      return
    }
    var isWhole = true
    let files = names.flatMap { name in
      Inputs.files(Inputs.media, of: name) { problem in
        console.message(problem)
        isWhole = false
      }
    }
    guard isWhole else { return nil }
    self = .segments(of: start, files)
  }

  /// The name that outputs get.
  var name: String { path.lastPathName }

  /// The files that are named, with their bytes.
  func read(_ bytes: Bytes) -> [(path: String, bytes: Bytes)] { paths.map { ($0, bytes) } }

  /// The file that is named, or the initialization segment.
  var path: String {
    switch self {
    case .file(let path), .segments(let path, _): path
    }
  }

  /// The files that are named.
  var paths: [String] {
    switch self {
    case .file(let path): [path]
    case .segments(let start, let files): [start] + files.map(\.path)
    }
  }
}

extension Console {
  /// Reads the input; nil, with a message, if it cannot be read. A playlist or manifest becomes the movie of one of its
  /// renditions.
  func input(_ job: InputJob, _ options: SegmentOptions, _ limits: [LimitOption] = [])
    -> CommandInput?
  {
    switch job {
    case .segments(let start, let files):
      guard let joined = JoinedSegments.of(start, files, self) else { return nil }
      return CommandInput(joined, name: start)
    case .file(let path):
      guard let bytes = bytes(of: path, limits) else { return nil }
      let name = path == "-" ? "standard input" : path
      guard path != "-", StreamDocument.looksLike(bytes) else {
        return CommandInput(bytes, name: name, path: path)
      }
      guard let stream = stream(path, bytes, RemoteStreamInput(path, keeps: true)) else {
        return nil
      }
      return movie(of: stream, options)
    }
  }

  /// The stream of a playlist or manifest; nil for any other file.
  ///
  /// - Parameter readsAgain: whether all of its files are read more than once.
  func stream(_ job: InputJob, readsAgain: Bool = false) -> ExaminedStream? {
    document(job).flatMap {
      stream($0.path, $0.bytes, RemoteStreamInput($0.path, keeps: readsAgain))
    }
  }

  /// Opens a stream; nil, with a message, if it cannot be read.
  ///
  /// - Parameter remote: what reads the files of a stream at a URL.
  func stream(_ path: String, _ bytes: Bytes, _ remote: RemoteStreamInput? = nil) -> ExaminedStream?
  {
    // Bytes of a remote file may not arrive.
    let document = Bytes(Array(bytes.prefix(HLSPlaylist.mostBytes + 1)))
    if let problem = bytes.source.problem {
      message("\(path): \(problem)")
      return nil
    }
    let stream: ExaminedStream?
    if let remote = remote ?? RemoteStreamInput(path) {
      stream = ExaminedStream(
        document, remote.url, name: path,
        documents: { (url) throws(StreamLoadError) in try remote.load(url) },
        load: { (resource) throws(StreamLoadError) in try remote.load(resource) })
    } else {
      let url = DocumentURL(path)
      let files = LocalStreamInput(url)
      stream = ExaminedStream(document, url, name: path) { resource throws(StreamLoadError) in
        try files.load(resource)
      }
    }
    if stream == nil {
      message("\(path): \(StreamDocument.problem(in: document))")
    }
    return stream
  }

  /// Whether a file is a playlist or a manifest.
  func isStream(_ job: InputJob) -> Bool { document(job) != nil }

  private func document(_ job: InputJob) -> (path: String, bytes: Bytes)? {
    guard case .file(let path) = job, path != "-", let bytes = try? ByteSource(mapping: path).bytes,
      StreamDocument.looksLike(bytes)
    else { return nil }
    return (path, bytes)
  }

  private func movie(of stream: ExaminedStream, _ options: SegmentOptions) -> CommandInput? {
    let names = stream.tracks.map(\.track.name)
    if options.rendition == nil, let unknown = stream.unknownRendition {
      message(
        "\(stream.name): \(unknown): that may be the best rendition; --rendition NAME takes another one: \(names.joined(separator: ", "))"
      )
      return nil
    }
    let tracks = stream.movieTracks(named: options.rendition)
    guard !tracks.isEmpty else {
      message(
        options.rendition.map {
          "\(stream.name): has no rendition '\($0)', only \(names.joined(separator: ", "))"
        } ?? "\(stream.name): has no segments that can be read")
      return nil
    }
    var runs: [[(name: String, bytes: Bytes)]] = []
    for track in tracks {
      guard let parts = parts(of: track, in: stream) else { return nil }
      runs.append(parts)
    }
    guard let joined = joined(runs, of: stream) else { return nil }
    let shown = tracks.map(\.track.name)
    if options.rendition == nil, names.count > shown.count {
      message(
        "\(stream.name): \(listed(shown)) \(shown.count == 1 ? "is" : "are") read, of \(counted(names.count, "rendition")); --rendition chooses another"
      )
    }
    return CommandInput(joined, name: "\(stream.name), \(shown.joined(separator: " with "))")
  }

  private func joined(
    _ runs: [[(name: String, bytes: Bytes)]], of stream: ExaminedStream
  ) -> JoinedSegments? {
    if runs.count == 1 { return JoinedSegments.joined(runs[0], self) }
    guard let muxed = MuxedSegments(runs) else {
      message("\(stream.name): has no start of segments (moov) that can be read")
      return nil
    }
    return JoinedSegments.joined(self) { () throws(SystemError) in
      try JoinedSegments(muxed)
    }
  }

  private func parts(
    of track: ExaminedStreamTrack, in stream: ExaminedStream
  ) -> [(name: String, bytes: Bytes)]? {
    if let (name, problem) = track.missing {
      message(
        "\(stream.name): \(name) \(problem): the movie of \(track.track.name) would lack it; boxwalk verify says what else is wrong"
      )
      return nil
    }
    guard let runs = runs(of: track, in: stream) else { return nil }
    guard let first = runs.first else {
      message("\(stream.name): \(track.track.name) has no segments of boxes that can be read")
      return nil
    }
    if runs.count > 1 {
      message(
        "\(stream.name): \(track.track.name) has discontinuities: this is what comes before the first one"
      )
    }
    return first
  }

  /// The movies that form a track; nil, with a message, if a segment can no longer be read.
  func runs(
    of track: ExaminedStreamTrack, in stream: ExaminedStream
  ) -> [[(name: String, bytes: Bytes)]]? {
    do throws(StreamLoadError) { return try track.runs } catch {
      message("\(stream.name): a segment of \(track.track.name) \(error.message)")
      return nil
    }
  }
}

/// The files of a stream on this machine: those in the folder of its document, and in folders below that.
final class LocalStreamInput {
  private let document: DocumentURL
  /// The folder without symbolic links.
  private let root: String?
  /// The file that was read last: the parts of a file are read one after the other.
  private var last: (path: String, bytes: Bytes)?

  init(_ document: DocumentURL) {
    self.document = document
    let folder = document.text.splitAtName.folder
    root = try? pathWithoutLinks(folder.isEmpty ? "." : folder)
  }

  func load(_ resource: StreamResource) throws(StreamLoadError) -> Bytes {
    try resource.part(of: file(resource.url))
  }

  private func file(_ url: DocumentURL) throws(StreamLoadError) -> Bytes {
    let path = url.text
    if let last, last.path == path { return last.bytes }
    if let reason = document.reasonNotToRead(url) { throw StreamLoadError("is \(reason)") }
    // A symbolic link may lead out of the folder.
    if let found = try? pathWithoutLinks(path), let root, found.path(below: root) == nil {
      throw StreamLoadError(
        "leads out of the folder of the stream by a symbolic link, and is not read")
    }
    do throws(ByteSourceError) {
      let bytes = try ByteSource(mapping: path).bytes
      last = (path, bytes)
      return bytes
    } catch {
      throw StreamLoadError("cannot be read: \(error.reason.text)")
    }
  }
}

/// The files of a stream whose document is at a URL. Each time that the stream is read, all of them together have
/// the limits of one file.
final class RemoteStreamInput {
  /// The URL as the user named it.
  private let document: RemoteURL
  private let options: RemoteOptions
  private let own = RemoteReader()
  /// Files of servers that the user did not name. Requests for them do not get the user's header fields.
  private let others = RemoteReader()
  /// The requests before the document was read for the last time.
  private var before = RemoteTally()
  /// The user names and passwords in URLs of documents, by the servers of these documents.
  private var users: [DocumentURL: RemoteURL] = [:]
  /// The URL where the document was found, after redirections.
  private(set) var url: DocumentURL

  /// Whether whole files are kept after they are read, for callers that read each of them again.
  private let keeps: Bool
  private var kept: [DocumentURL: Bytes] = [:]
  /// Each file has a mapping; systems allow only some ten thousands.
  private static let mostKept = 1 << 14

  /// - Parameters:
  ///   - name: the name of a file at a URL; nil for any other file.
  ///   - keeps: whether whole files are kept after they are read, for callers that read each of them again.
  init?(_ name: String, keeps: Bool = false) {
    let files = RemoteInputs.files
    guard RemoteInputs.isName(name), let document = files.url(named: name) else { return nil }
    (self.document, options, self.keeps) = (document, files.options, keeps)
    url = DocumentURL(document.base)
    note(document)
    if let location = files.location(of: name) { url = note(location) }
    for parts in [own, others] { files.count(parts, for: name) }
  }

  /// Reads the current version of the document. Other files will be requested again, too.
  func readDocument() throws(StreamLoadError) -> Bytes {
    before = tally
    for files in [own, others] { files.forgetAll() }
    let (bytes, location) = try whole(document)
    url = location
    return bytes
  }

  /// A document of the stream, and its URL.
  func load(
    _ url: DocumentURL
  ) throws(StreamLoadError) -> (bytes: Bytes, url: DocumentURL) {
    try whole(location(of: url))
  }

  func load(_ resource: StreamResource) throws(StreamLoadError) -> Bytes {
    if let file = kept[resource.url] { return try resource.part(of: file) }
    let url = try location(of: resource.url)
    let files = try allowed(for: url)
    let file: Bytes
    do throws(RemoteError) { file = try files.source(of: url).bytes } catch {
      throw StreamLoadError("\(error)")
    }
    if keeps, resource.range == nil, kept.count < RemoteStreamInput.mostKept,
      let copy = copy(of: file)
    {
      kept[resource.url] = copy
      return copy
    }
    return try resource.part(of: file)
  }

  /// A copy of a file in a file without a name; nil if not all bytes arrive, or the disk is full.
  private func copy(of file: Bytes) -> Bytes? {
    guard let output = try? OutputFile.temporary(), (try? output.write(file)) != nil,
      file.source.problem == nil
    else { return nil }
    return (try? output.source())?.bytes
  }

  /// Requests a whole document.
  private func whole(
    _ url: RemoteURL
  ) throws(StreamLoadError) -> (bytes: Bytes, url: DocumentURL) {
    let files = try allowed(for: url)
    do throws(RemoteError) {
      let limit = min(files.options.mostBytes, HLSPlaylist.mostBytes)
      let (bytes, location) = try files.document(at: url, limit: limit)
      return (bytes, note(location))
    } catch {
      throw StreamLoadError("\(error)")
    }
  }

  /// Remembers the user name and password in the URL of a document: URLs in the document use them too.
  @discardableResult
  private func note(_ location: RemoteURL) -> DocumentURL {
    let url = DocumentURL(location.base)
    if let server = url.resolving("/"), users[server] == nil { users[server] = location }
    return url
  }

  private func location(of url: DocumentURL) throws(StreamLoadError) -> RemoteURL {
    if let server = url.resolving("/"), let user = users[server] {
      do throws(RemoteError) {
        return try user.resolving("/" + url.text.dropFirst(server.text.count))
      } catch {
        throw StreamLoadError("\(error)")
      }
    }
    guard let found = RemoteURL(url.text) else {
      throw StreamLoadError("is not a complete http or https URL, and is not read")
    }
    return found
  }

  private var tally: RemoteTally { own.tally + others.tally }

  /// The files of the server of a URL, with the limits that are left.
  private func allowed(for url: RemoteURL) throws(StreamLoadError) -> RemoteReader {
    let spent = tally
    var left = options
    left.mostRequests -= spent.requests - before.requests
    left.mostBytes -= spent.bytes - before.bytes
    left.mostSeconds -= Int(spent.seconds - before.seconds)
    for (count, text) in [
      (left.mostRequests, "\(counted(options.mostRequests, "request")), the limit; --max-requests"),
      (left.mostBytes, "\(counted(options.mostBytes, "byte")), the limit; --max-bytes"),
      (left.mostSeconds, "\(counted(options.mostSeconds, "second")), the limit; --max-time"),
    ] where count < 1 {
      throw StreamLoadError("is not read: the stream needs more than \(text) raises it")
    }
    let files = url.origin == document.origin ? own : others
    if files === others { left.fields = [] }
    files.options = left
    return files
  }
}
