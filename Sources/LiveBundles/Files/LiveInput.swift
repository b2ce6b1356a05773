package import ISOBMFF
package import SystemAccess

/// A file that is read.
package struct LiveInput: ~Copyable {
  package let file: OpenFile
  package let source: ByteSource
  package var bytes: Bytes { source.bytes }

  package init(_ path: String) throws {
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
