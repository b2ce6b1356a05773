import Editing
import Files
package import ISOBMFF

/// The still or the movie of a Live Photo, with its name and its modification time.
package struct LivePhotoFile: ~Copyable {
  package let path: String
  let input: OriginalFile
  /// Nanoseconds since the start of 1970.
  let modified: Int64
  /// The permissions to read and write it, without those to execute it.
  let permissions: UInt16

  init(_ path: String) throws {
    let input = try OriginalFile(named: path)
    let modified = try input.file.times().nanoseconds ?? 0
    let permissions = try input.file.permissions() & 0o666
    self.modified = modified
    self.permissions = permissions
    self.input = input
    self.path = path
  }

  package var bytes: Bytes { input.bytes }

  /// The name without its folder.
  package var name: String { path.lastPathName }

  /// Throws if the system cannot read all bytes.
  func requireReadable() throws(LiveError) {
    do throws(SystemError) { try input.file.requireReadable() } catch {
      throw LiveError(path, "\(error)")
    }
  }

  /// Copies the bytes from file to file, with the other attributes of the file.
  func copy(to output: borrowing OutputFile) throws {
    var copy = ByteWriter()
    copy.write(bytes)
    try LiveError.naming(path) { () throws(EditError) in try input.write(copy, to: output) }
    guard try OpenFilePart(of: output).isSame(as: OpenFilePart(of: input.file), count: bytes.count)
    else {
      throw LiveError(path, "would not be the same after it is taken out; nothing is written")
    }
  }
}

extension MediaFacts {
  /// Reads one of the files from its bytes; throws if it is none.
  package init(of kind: MediaKind, _ bytes: Bytes, path: String) throws {
    self.init(reading: bytes, namedAs: kind)
    let refusal =
      kind == .movie ? FileKind(bytes).refusalAsMovie : FileKind(bytes).refusalAsStill
    let isNamedSo = BundleNames.kind(path) == kind
    if refusal == nil, !isNamedSo, self.kind.isMedia, (self.kind == .movie) != (kind == .movie) {
      throw LiveError(
        path, "is a \(self.kind.word), and not a \(kind.word): name the still, and then its movie")
    }
    if let problem = refusal ?? problem { throw LiveError(path, problem) }
  }
}
