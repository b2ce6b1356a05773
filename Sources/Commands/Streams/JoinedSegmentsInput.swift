import FieldCoding
import ISOBMFF
import SystemAccess

/// A movie of segments, joined in a file without a name, which exists as long as this object.
final class JoinedSegmentsInput {
  private let file: OutputFile
  /// All of its bytes, with the files that they come from.
  let bytes: Bytes

  /// - Parameter parts: the initialization segment, and the segments, with their names.
  convenience init(_ parts: [(name: String, bytes: Bytes)]) throws(SystemError) {
    try self.init { (write) throws(SystemError) in
      for part in parts { try write(part) }
    }
  }

  /// Joins tracks whose segments are in separate files.
  convenience init(_ muxed: MuxedSegmentsInput) throws(SystemError) {
    try self.init { (write) throws(SystemError) in try muxed.forEachPart(write) }
  }

  private init(
    _ writeAll: ((_ part: (name: String, bytes: Bytes)) throws(SystemError) -> Void)
      throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = try OutputFile.temporary()
    let descriptor = file.descriptor
    var places: [ByteSourcePart] = []
    var count = 0
    try writeAll { (part) throws(SystemError) in
      guard !part.bytes.isEmpty else { return }
      places.append(ByteSourcePart(start: count, name: part.name, offset: part.bytes.fileOffset))
      count += part.bytes.count
      try file.write(part.bytes)
      if let problem = part.bytes.source.problem {
        throw SystemError(what: "\(part.name) \(problem)", code: 0)
      }
    }
    do throws(ByteSourceError) {
      bytes = try ByteSource(
        mapping: descriptor, path: file.path, isWatched: false, parts: places
      ).bytes
    } catch {
      throw SystemError(what: error.reason.words, code: 0)
    }
    self.file = file
  }

  /// The path with which other parts of the program open it.
  var path: String { file.openPath }
}

extension JoinedSegmentsInput {
  /// Joins the files of segments with their initialization segment; nil, with a message, if one of them cannot be used.
  static func of(
    _ start: String, _ segments: [Inputs.File], _ console: Console
  ) -> JoinedSegmentsInput? {
    guard let first = console.bytes(of: start) else { return nil }
    var parts = [(name: start.lastPathName, bytes: first)]
    for segment in inOrder(segments) {
      if (try? isSameFile(segment.path, start)) ?? false { continue }
      guard let bytes = console.bytes(of: segment.path) else { return nil }
      guard BoxFile(bytes).boxes.contains(where: { $0.type == "moof" }) else {
        console.message("\(segment.path): has no fragment (moof): it is not a segment of a movie")
        return nil
      }
      parts.append((segment.relativePath, bytes))
    }
    return joined(parts, console)
  }

  /// Joins parts; nil, with a message, if the disk is full.
  static func joined(_ parts: [(name: String, bytes: Bytes)], _ console: Console)
    -> JoinedSegmentsInput?
  {
    joined(console) { () throws(SystemError) in try JoinedSegmentsInput(parts) }
  }

  /// Joins what `make` reads; nil, with a message, if the disk is full.
  static func joined(
    _ console: Console, _ make: () throws(SystemError) -> JoinedSegmentsInput
  ) -> JoinedSegmentsInput? {
    do throws(SystemError) { return try make() } catch {
      console.message("the segments cannot be joined in the folder for temporary files: \(error)")
      return nil
    }
  }

  /// Files that were named keep their order; those of a folder are sorted by the numbers in their names.
  private static func inOrder(_ files: [Inputs.File]) -> [Inputs.File] {
    var ordered: [Inputs.File] = []
    var group: [Inputs.File] = []
    func flush() {
      ordered += group.sorted { NumberedName($0.relativePath) < NumberedName($1.relativePath) }
      group = []
    }
    for file in files {
      if file.folder == nil || group.last?.folder != file.folder { flush() }
      if file.folder == nil { ordered.append(file) } else { group.append(file) }
    }
    flush()
    return ordered
  }
}
