package import FieldCoding
import Platform

/// A few bytes of a file that are replaced in place.
///
/// They are within one block of 4096 bytes, which the system writes as a whole: even if the program is interrupted, the
/// file has either the old bytes or the new ones.
package struct AtomicFilePatch {
  package var offset: Int
  package var bytes: [UInt8]
  /// The bytes that they replace.
  private let old: Bytes

  package static let blockSize = 4096

  /// - Parameter changes: the stretches of the file that are new, which can have bytes that are as
  ///   before at both ends.
  /// - Returns: nil if the change does not fit into a block.
  package init?(_ changes: [(offset: Int, bytes: [UInt8])], of original: Bytes) {
    var first: Int?
    var last = 0
    for change in changes {
      for (index, byte) in change.bytes.enumerated() {
        guard original.indices.contains(change.offset + index) else { return nil }
        guard original[change.offset + index] != byte else { continue }
        first = first ?? change.offset + index
        last = change.offset + index
        if last / AtomicFilePatch.blockSize != (first ?? 0) / AtomicFilePatch.blockSize {
          return nil
        }
      }
    }
    guard let first, let old = original.part(first..<last + 1) else { return nil }
    offset = first
    bytes = Array(old)
    self.old = Bytes(bytes)
    for change in changes {
      for (index, byte) in change.bytes.enumerated() {
        let position = change.offset + index - first
        if bytes.indices.contains(position) { bytes[position] = byte }
      }
    }
  }

  /// The file as it will be.
  package func view(
    _ file: borrowing OpenFile, _ path: String
  ) throws(ByteSourceError) -> ByteSource {
    try ByteSource(
      mapping: file.descriptor, path: path, holes: holes(in: file.descriptor),
      patches: [(offset, bytes)], isWatched: false)
  }

  /// Changes the file that was read, which is locked. Its times do not change. It throws if another program has changed
  /// the file since it had `state`.
  ///
  /// If the bytes cannot be written, or do not reach the disk, those that were there are written again.
  ///
  /// - Parameters:
  ///   - systemPath: the path that is passed to the system.
  ///   - path: the path for messages.
  package func apply(
    to systemPath: String, _ path: String, readAs file: borrowing OpenFile, _ state: FileState
  ) throws(SystemError) {
    let times = try file.times()
    // Variadic C functions count as unsafe; the arguments are what `open` asks for.
    let target = try OpenFile(
      owning: SystemError.check(path) { unsafe open(systemPath, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
    )
    guard try file.isSame(as: target), try target.state() == state,
      try OpenFilePart(of: file).has(old, at: offset)
    else { throw .changed }
    do throws(SystemError) {
      try write(Bytes(bytes), to: target.descriptor, at: offset, path)
      try target.sync()
      guard try OpenFilePart(of: file).has(Bytes(bytes), at: offset) else {
        throw SystemError(what: path, code: EIO)
      }
      try times.set(target.descriptor, path)
    } catch {
      // The time tells others, and this program, of changes by other programs.
      defer { try? times.set(target.descriptor, path) }
      try restore(target, path, after: error)
      throw error
    }
  }

  /// Writes the old bytes again. If that fails, too, they are kept in a file beside the changed one.
  private func restore(
    _ target: borrowing OpenFile, _ path: String, after error: SystemError
  ) throws(SystemError) {
    do throws(SystemError) {
      try write(old, to: target.descriptor, at: offset, path)
    } catch {
      let copy = path + ".replaced-bytes"
      var advice = "they were " + hexadecimal(old)
      if (try? AtomicFilePatch.keep(old, copy)) != nil {
        advice = """
          dd if='\(copy)' of='\(path)' bs=1 seek=\(offset) conv=notrunc writes those that were there
          """
      }
      throw SystemError(
        what: """
          \(error); \(counted(old.count, "byte")) from byte \(offset) on may be changed, and could \
          not be restored: \(advice)
          """, code: 0)
    }
    // The error is about the bytes that are replaced now; whether these reach the disk is all that is left to hope.
    try? target.sync()
  }

  private static func keep(_ bytes: Bytes, _ path: String) throws(SystemError) {
    let output = try OutputFile(path)
    try output.write(bytes)
    try output.commit(replacing: false, of: [])
  }
}
