package import FieldCoding

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A few bytes of a file that are replaced in place.
///
/// They are within one block of 4096 bytes, which the system writes as a whole: even if the program is interrupted, the
/// file has either the old bytes or the new ones.
package struct AtomicFilePatch {
  package var offset: Int
  package var bytes: [UInt8]

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
    for change in changes {
      for (index, byte) in change.bytes.enumerated() {
        let place = change.offset + index - first
        if bytes.indices.contains(place) { bytes[place] = byte }
      }
    }
  }

  /// The file as it will be.
  package func view(_ file: borrowing OpenFile, _ path: String) throws(ByteSourceError) -> Bytes {
    try ByteSource(
      mapping: file.descriptor, path: path, holes: holes(in: file.descriptor),
      patches: [(offset, bytes)], isWatched: false
    ).bytes
  }

  /// Changes the file that was read. Its times do not change. It throws if another program has changed the file since
  /// it had `state`, or holds a lock on it.
  ///
  /// - Parameters:
  ///   - place: the path that is passed to the system.
  ///   - path: the path for messages.
  package func apply(
    to place: String, _ path: String, readAs file: borrowing OpenFile, _ state: FileState
  ) throws(SystemError) {
    let times = try file.times()
    // Variadic C functions count as unsafe; the arguments are what `open` asks for.
    let target = try OpenFile(
      owning: SystemError.check(path) { unsafe open(place, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) })
    let descriptor = target.descriptor
    try SystemError.check(path) { flock(descriptor, LOCK_EX | LOCK_NB) }
    // The same as in `closeWithLock`.
    defer { flock(descriptor, LOCK_UN) }
    guard try file.isSame(as: target), try target.state() == state else { throw .changed }
    let count = try SystemError.check(path) {
      // The pointer is good during the call.
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe Int32(pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)))
      }
    }
    guard count == Int32(bytes.count) else { throw SystemError(what: path, code: EIO) }
    try SystemError.check(path) { fsync(descriptor) }
    try times.set(descriptor, path)
  }
}
