import ISOBMFF
import SystemAccess

/// A file that is read.
struct LiveInput: ~Copyable {
  let file: OpenFile
  let source: ByteSource
  var bytes: Bytes { source.bytes }

  init(_ path: String) throws {
    guard PathKind(path) != .folder else { throw LiveError(path, "is a folder") }
    let file = try OpenFile.reading(path)
    let source: ByteSource
    do throws(ByteSourceError) { source = try file.source(path) } catch {
      throw LiveError(path, error.reason.words)
    }
    self.file = file
    self.source = source
  }
}

/// What went wrong with which file.
struct LiveError: Error {
  /// Nil if it is with no file, or with several together.
  var path: String?
  var message: String
  var outcome = Outcome.badInput

  init(_ path: String?, _ message: String, _ outcome: Outcome = .badInput) {
    self.path = path
    self.message = message
    self.outcome = outcome
  }
}
