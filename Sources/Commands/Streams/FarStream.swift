import FarFiles
import FieldCoding
import StreamVerification

/// The files of a stream whose document is at an address. All of them together may cost what one file may, each time that
/// the stream is read.
final class FarStream {
  private let document: FarAddress
  /// The server of the document, as addresses begin that lead to it: `https://example.org`.
  private let server: String
  private let options: FarOptions
  private let own = FarFiles()
  /// Files of other servers, which get no fields of the header.
  private let others = FarFiles()
  private var used = FarTally()
  /// The file that was asked for last, with what it had cost before: its bytes come when they are read.
  private var last: (files: FarFiles, name: String, before: FarTally)?

  /// - Parameter name: that of a file at an address; nil for any other.
  init?(_ name: String) {
    guard FarInputs.isName(name), let address = FarInputs.files.address(named: name),
      let root = DocumentAddress(name).resolving("/")
    else { return nil }
    (document, options) = (address, FarInputs.files.options)
    server = String(root.text.dropLast())
  }

  /// The document as it is now.
  func readDocument() throws(StreamLoadError) -> Bytes {
    (used, last) = (FarTally(), nil)
    return try whole(document, own)
  }

  func load(_ resource: StreamResource) throws(StreamLoadError) -> Bytes {
    let (address, files) = try place(of: resource.address)
    if resource.isDocument { return try whole(address, files) }
    try allow(files)
    let name = files.name(of: address)
    last = (files, name, files.tally(of: name) ?? FarTally())
    let file: Bytes
    do throws(FarError) { file = try files.source(of: address).bytes } catch {
      throw StreamLoadError("\(error)")
    }
    return try resource.part(of: file)
  }

  /// All of a document, asked for anew.
  private func whole(_ address: FarAddress, _ files: FarFiles) throws(StreamLoadError) -> Bytes {
    let left = try allow(files)
    used.requests += 1
    do throws(FarError) {
      let bytes = try files.bytes(of: address, limit: min(left.mostBytes, HLSPlaylist.mostBytes))
      used.bytes += bytes.count
      return bytes
    } catch {
      throw StreamLoadError("\(error)")
    }
  }

  /// An address of the server of the document keeps what the address of the document says of the user.
  private func place(
    of address: DocumentAddress
  ) throws(StreamLoadError) -> (FarAddress, FarFiles) {
    if address.text.hasPrefix(server + "/") {
      do throws(FarError) {
        return (try document.resolving(String(address.text.dropFirst(server.count))), own)
      } catch {
        throw StreamLoadError("\(error)")
      }
    }
    guard let found = FarAddress(address.text) else {
      throw StreamLoadError("is at no address of http or https, and is not read")
    }
    return (found, others)
  }

  /// Lets files be asked for as much as is left.
  @discardableResult
  private func allow(_ files: FarFiles) throws(StreamLoadError) -> FarOptions {
    if let last, let now = last.files.tally(of: last.name) {
      used.requests += now.requests - last.before.requests
      used.bytes += now.bytes - last.before.bytes
      used.seconds += now.seconds - last.before.seconds
    }
    last = nil
    var left = options
    left.mostRequests -= used.requests
    left.mostBytes -= used.bytes
    left.mostSeconds -= Int(used.seconds)
    for (count, words) in [
      (left.mostRequests, "\(counted(options.mostRequests, "request")), the limit; --max-requests"),
      (left.mostBytes, "\(counted(options.mostBytes, "byte")), the limit; --max-bytes"),
      (left.mostSeconds, "\(counted(options.mostSeconds, "second")), the limit; --max-time"),
    ] where count < 1 {
      throw StreamLoadError("is not read: the stream needs more than \(words) raises it")
    }
    if files === others { left.fields = [] }
    files.options = left
    return left
  }
}
