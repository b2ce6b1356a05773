import FieldCoding
import Files
import RemoteFiles
import Verification

/// The files of a stream whose document is at an address. Each time that the stream is read, all of them together have
/// the limits of one file.
final class FarStreamInput {
  /// The address as the user named it.
  private let document: FarAddress
  private let options: FarOptions
  private let own = FarFiles()
  /// Files of servers that the user did not name. Requests for them do not get the user's header fields.
  private let others = FarFiles()
  /// The requests before the document was read for the last time.
  private var before = FarTally()
  /// The user names and passwords in addresses of documents, by the servers of these documents.
  private var users: [DocumentAddress: FarAddress] = [:]
  /// The address where the document was found, after redirections.
  private(set) var address: DocumentAddress

  /// Whether whole files are kept after they are read, for callers that read each of them again.
  private let keeps: Bool
  private var kept: [DocumentAddress: Bytes] = [:]
  /// Each file has a mapping; systems allow only some ten thousands.
  private static let mostKept = 1 << 14

  /// - Parameters:
  ///   - name: the name of a file at an address; nil for any other file.
  ///   - keeps: whether whole files are kept after they are read, for callers that read each of them again.
  init?(_ name: String, keeps: Bool = false) {
    let files = FarInputs.files
    guard FarInputs.isName(name), let document = files.address(named: name) else { return nil }
    (self.document, options, self.keeps) = (document, files.options, keeps)
    address = DocumentAddress(document.base)
    note(document)
    if let location = files.location(of: name) { address = note(location) }
    for parts in [own, others] { files.count(parts, for: name) }
  }

  /// Reads the current version of the document. Other files will be requested again, too.
  func readDocument() throws(StreamLoadError) -> Bytes {
    before = tally
    for files in [own, others] { files.forgetAll() }
    let (bytes, location) = try whole(document)
    address = location
    return bytes
  }

  /// A document of the stream, and its address.
  func load(
    _ address: DocumentAddress
  ) throws(StreamLoadError) -> (bytes: Bytes, address: DocumentAddress) {
    try whole(place(of: address))
  }

  func load(_ resource: StreamResource) throws(StreamLoadError) -> Bytes {
    if let file = kept[resource.address] { return try resource.part(of: file) }
    let address = try place(of: resource.address)
    let files = try allowed(for: address)
    let file: Bytes
    do throws(FarError) { file = try files.source(of: address).bytes } catch {
      throw StreamLoadError("\(error)")
    }
    if keeps, resource.range == nil, kept.count < FarStreamInput.mostKept, let copy = copy(of: file)
    {
      kept[resource.address] = copy
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
    _ address: FarAddress
  ) throws(StreamLoadError) -> (bytes: Bytes, address: DocumentAddress) {
    let files = try allowed(for: address)
    do throws(FarError) {
      let limit = min(files.options.mostBytes, HLSPlaylist.mostBytes)
      let (bytes, location) = try files.document(at: address, limit: limit)
      return (bytes, note(location))
    } catch {
      throw StreamLoadError("\(error)")
    }
  }

  /// Remembers the user name and password in the address of a document: addresses in the document use them too.
  @discardableResult
  private func note(_ location: FarAddress) -> DocumentAddress {
    let address = DocumentAddress(location.base)
    if let server = address.resolving("/"), users[server] == nil { users[server] = location }
    return address
  }

  private func place(of address: DocumentAddress) throws(StreamLoadError) -> FarAddress {
    if let server = address.resolving("/"), let user = users[server] {
      do throws(FarError) {
        return try user.resolving("/" + address.text.dropFirst(server.text.count))
      } catch {
        throw StreamLoadError("\(error)")
      }
    }
    guard let found = FarAddress(address.text) else {
      throw StreamLoadError("is not a complete http or https address, and is not read")
    }
    return found
  }

  private var tally: FarTally { own.tally + others.tally }

  /// The files of the server of an address, with the limits that are left.
  private func allowed(for address: FarAddress) throws(StreamLoadError) -> FarFiles {
    let spent = tally
    var left = options
    left.mostRequests -= spent.requests - before.requests
    left.mostBytes -= spent.bytes - before.bytes
    left.mostSeconds -= Int(spent.seconds - before.seconds)
    for (count, words) in [
      (left.mostRequests, "\(counted(options.mostRequests, "request")), the limit; --max-requests"),
      (left.mostBytes, "\(counted(options.mostBytes, "byte")), the limit; --max-bytes"),
      (left.mostSeconds, "\(counted(options.mostSeconds, "second")), the limit; --max-time"),
    ] where count < 1 {
      throw StreamLoadError("is not read: the stream needs more than \(words) raises it")
    }
    let files = address.origin == document.origin ? own : others
    if files === others { left.fields = [] }
    files.options = left
    return files
  }
}
