import CSystem
package import FieldCoding
import Platform

extension OutputFile {
  /// Appends bytes. It throws if they belong to a file that can no longer be read.
  package func write(_ bytes: Bytes) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      // The pointer is good during the call.
      let count = unsafe rest.withUnsafeBytes { bytes in unsafe systemWrite(descriptor, bytes) }
      rest = try remaining(rest, after: count, path)
    }
    if let problem = bytes.source.problem { throw .unread(problem) }
  }

  /// Writes a composed file. Bytes of `original` are copied from file to file without the memory of this process; holes
  /// stay holes.
  ///
  /// It throws if `original` can no longer be read.
  ///
  /// - Parameter progress: gets the number of bytes that are done.
  package func write(
    _ written: ByteWriter, of original: ByteSource, in file: borrowing OpenFile,
    progress: (Int) -> Void = { _ in }
  ) throws(SystemError) {
    do throws(SystemError) {
      try writeSegments(written, of: original, in: file, progress)
    } catch {
      throw original.problem.map { .unread($0) } ?? error
    }
    if let problem = original.problem ?? written.problem { throw .unread(problem) }
  }

  /// Writes a composed file. It throws if the files that it was composed of can no longer be read.
  package func write(_ written: ByteWriter) throws(SystemError) {
    for segment in written.segments {
      switch segment {
      case .new(let bytes): try write(Bytes(bytes))
      case .copy(let bytes): try write(bytes)
      }
    }
    if let problem = written.problem { throw .unread(problem) }
  }

  private func writeSegments(
    _ written: ByteWriter, of original: ByteSource, in file: borrowing OpenFile,
    _ progress: (Int) -> Void
  ) throws(SystemError) {
    let (descriptor, path) = (descriptor, path)
    try SystemError.check(path) { ftruncate(descriptor, off_t(written.count)) }
    var position = 0
    // Short segments are written together.
    var short: [UInt8] = []
    for segment in written.segments {
      let isShort = segment.count < ByteWriter.worthSegment
      if !isShort || short.count >= 1 << 20 {
        try write(Bytes(short), at: position - short.count)
        short.removeAll(keepingCapacity: true)
      }
      switch segment {
      case .new(let bytes) where isShort: short += bytes
      case .new(let bytes): try write(Bytes(bytes), at: position)
      case .copy(let bytes) where isShort && bytes.source === original:
        bytes.fetch()
        try read(bytes.range, of: file, original, into: &short)
      case .copy(let bytes) where isShort: short += bytes
      case .copy(let bytes) where bytes.source === original:
        bytes.fetch()
        try copy(bytes.range, of: file, original, to: position, progress)
      case .copy(let bytes): try write(bytes, at: position)
      }
      position += segment.count
      progress(position)
    }
    try write(Bytes(short), at: position - short.count)
  }

  /// Reads bytes without mapping them, so that they do not stay in memory.
  private func read(
    _ range: Range<Int>, of file: borrowing OpenFile, _ original: ByteSource,
    into buffer: inout [UInt8]
  ) throws(SystemError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let start = buffer.count
      buffer += OutputFile.zeros.prefix(range.upperBound - position)
      let wanted = buffer.count - start
      // The array has the size that is stated.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(
          file.descriptor, bytes.baseAddress?.advanced(by: start), wanted, off_t(position))
      }
      buffer.removeLast(wanted - max(0, count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = SystemError(what: "the file that is copied", code: count < 0 ? errno : EIO)
        original.noteUnreadable(at: position)
        throw error
      }
      position += count
    }
  }

  /// The buffer for reading.
  private static let zeros = [UInt8](repeating: 0, count: 1 << 16)

  /// Writes bytes at an offset.
  package func write(_ bytes: Bytes, at offset: Int) throws(SystemError) {
    try Files.write(bytes, to: descriptor, at: offset, path)
  }

  /// Copies the data in a range; its holes are kept.
  private func copy(
    _ range: Range<Int>, of file: borrowing OpenFile, _ original: ByteSource, to target: Int,
    _ progress: (Int) -> Void
  ) throws(SystemError) {
    var position = range.lowerBound
    while position < range.upperBound {
      var end = range.upperBound
      let start = system_data_start(file.descriptor, Int64(position))
      if start >= 0 {
        position = max(position, Int(start))
        let dataEnd = system_data_end(file.descriptor, Int64(position))
        if dataEnd > 0 { end = min(end, Int(dataEnd)) }
      } else if errno == ENXIO {
        return
      }
      while position < end {
        position += try copySome(
          position..<end, of: file, original, to: target + position - range.lowerBound)
        progress(target + position - range.lowerBound)
      }
    }
  }

  /// The number of bytes that were copied.
  private func copySome(
    _ range: Range<Int>, of file: borrowing OpenFile, _ original: ByteSource, to target: Int
  ) throws(SystemError) -> Int {
    let count = min(range.count, 64 << 20)
    let copied = system_copy(
      file.descriptor, Int64(range.lowerBound), descriptor, Int64(target), count)
    if copied > 0 { return Int(copied) }
    if copied < 0, errno == ENOSPC || errno == EFBIG || errno == EDQUOT {
      throw SystemError(what: path, code: errno)
    }
    // Not every pair of file systems supports this, and it does not say which of the two files has an error.
    let part = range.prefix(1 << 20)
    var buffer: [UInt8] = []
    try read(part, of: file, original, into: &buffer)
    try write(Bytes(buffer), at: target)
    return part.count
  }

  /// Restricts the access to the file to those who also have access according to `mode`. Its owner may read it.
  package func restrict(to mode: UInt16) throws(SystemError) {
    let (descriptor, path) = (descriptor, path)
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check(path) { unsafe fstat(descriptor, &status) }
    try setMode(status.st_mode & (mode_t(mode) | 0o400) & 0o777)
  }

  /// Copies everything from the other file besides its bytes: owner (if this is allowed), mode, extended attributes and
  /// times.
  package func takeAttributes(of file: borrowing OpenFile) throws(SystemError) {
    let (descriptor, path, source) = (descriptor, path, file.descriptor)
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check(path) { unsafe fstat(source, &status) }
    // Only root may change the owner; for other users, the new file belongs to them.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    try setMode(status.st_mode & 0o7777)
    system_copy_attributes(source, descriptor)
    try file.times().set(descriptor, path)
  }

  /// Sets the mode, if files have one on this file system: nothing else forbids it to who made the file.
  private func setMode(_ mode: mode_t) throws(SystemError) {
    guard fchmod(descriptor, mode) != 0 else { return }
    let error = SystemError(what: path, code: errno)
    if !error.isNotPossible { throw error }
  }
}

/// Writes bytes at an offset of an open file. It throws if they belong to a file that can no longer be read.
func write(
  _ bytes: Bytes, to descriptor: Int32, at offset: Int, _ path: String
) throws(SystemError) {
  var rest = bytes
  while !rest.isEmpty {
    let position = offset + bytes.count - rest.count
    // The pointer is good during the call.
    let count = unsafe rest.withUnsafeBytes { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(position))
    }
    rest = try remaining(rest, after: count, path)
  }
  if let problem = bytes.source.problem { throw .unread(problem) }
}

/// The bytes that are left to write; throws if nothing could be written.
private func remaining(
  _ bytes: Bytes, after count: Int, _ path: String
) throws(SystemError) -> Bytes {
  if count < 0, errno == EINTR { return bytes }
  guard count > 0, let rest = bytes.part(count..<bytes.count) else {
    let error = SystemError(what: path, code: errno)
    // The system could not read the first of them from its file.
    if error.code == EFAULT { bytes.source.noteUnreadable(at: bytes.range.lowerBound) }
    throw bytes.source.problem.map { .unread($0) } ?? error
  }
  return rest
}

/// `write(2)`. Our own methods have the same name.
package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  // The buffer belongs to the caller, and has the stated size.
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
