import FieldCoding
import Files
import RemoteFiles
import Verification

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
