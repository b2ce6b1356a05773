package import FieldCoding
package import Files

/// A movie of segments, joined in a file without a name, which exists as long as this object.
package final class JoinedSegments {
  private let file: OutputFile
  /// All of its bytes, with the files that they come from.
  package let bytes: Bytes

  /// - Parameter parts: the initialization segment, and the segments, with their names.
  package convenience init(_ parts: [(name: String, bytes: Bytes)]) throws(SystemError) {
    try self.init { (write) throws(SystemError) in
      for part in parts { try write(part) }
    }
  }

  /// Joins tracks whose segments are in separate files.
  package convenience init(_ muxed: MuxedSegments) throws(SystemError) {
    try self.init { (write) throws(SystemError) in try muxed.forEachPart(write) }
  }

  private init(
    _ writeAll: ((_ part: (name: String, bytes: Bytes)) throws(SystemError) -> Void)
      throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = try OutputFile.temporary()
    let descriptor = file.descriptor
    var parts: [ByteSourcePart] = []
    var count = 0
    try writeAll { (part) throws(SystemError) in
      guard !part.bytes.isEmpty else { return }
      parts.append(ByteSourcePart(start: count, name: part.name, offset: part.bytes.fileOffset))
      count += part.bytes.count
      try file.write(part.bytes)
      if let problem = part.bytes.source.problem {
        throw SystemError(what: "\(part.name) \(problem)", code: 0)
      }
    }
    do throws(ByteSourceError) {
      bytes = try ByteSource(
        mapping: descriptor, path: file.path, isWatched: false, parts: parts
      ).bytes
    } catch {
      throw SystemError(what: error.reason.text, code: 0)
    }
    self.file = file
  }

  /// The path with which other parts of the program open it.
  package var path: String { file.openPath }
}
