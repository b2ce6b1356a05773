import FileAccess
import ISOBMFF
import LivePhoto
import Verification

/// The still or the movie of a Live Photo, open to be read.
struct LiveHalf: ~Copyable {
  let path: String
  let file: OpenFile
  let source: ByteSource
  /// Nanoseconds since the start of 1970.
  let modified: Int64

  init(_ path: String) throws {
    guard PathKind(path) != .folder else {
      throw LiveFailure(path: path, message: "is a folder")
    }
    let file = try OpenFile.reading(path)
    let modified = try file.times().nanoseconds ?? 0
    do throws(ByteSourceError) { source = try file.source(path) } catch {
      throw LiveFailure(path: path, message: error.reason.words)
    }
    self.modified = modified
    self.file = file
    self.path = path
  }

  /// Without its folder.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The same bytes, from file to file, with all that files have beside their bytes.
  func copy(to output: borrowing OutputFile) throws {
    var copy = ByteWriter()
    copy.write(source.bytes)
    try output.write(copy, of: source, in: file)
    try output.takeAttributes(of: file)
    guard try output.source().bytes == source.bytes else {
      throw LiveFailure(path: path, message: "did not come out as it was; nothing is written")
    }
  }
}

extension MediaFacts {
  /// What the bytes of one half say; throws if they are no such half.
  init(of kind: MediaKind, _ bytes: Bytes, path: String) throws {
    self.init(reading: bytes, namedAs: kind)
    let refusal =
      kind == .movie ? FileKind(bytes).refusalAsMovie : FileKind(bytes).refusalAsStill
    if let problem = refusal ?? problem { throw LiveFailure(path: path, message: problem) }
  }
}
