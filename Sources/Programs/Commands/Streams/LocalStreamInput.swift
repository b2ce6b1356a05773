import FieldCoding
import Files
import Verification

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
