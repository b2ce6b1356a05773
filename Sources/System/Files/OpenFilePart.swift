package import FieldCoding
import Platform

/// A part of an open file, for comparisons that need little memory at a time.
package struct OpenFilePart {
  let descriptor: Int32
  let offset: Int

  package init(of file: borrowing OpenFile, at offset: Int = 0) {
    descriptor = file.descriptor
    self.offset = offset
  }

  package init(of file: borrowing OutputFile, at offset: Int = 0) {
    descriptor = file.descriptor
    self.offset = offset
  }

  /// Whether these bytes are at `position` of the part.
  package func has(_ bytes: Bytes, at position: Int) throws(SystemError) -> Bool {
    var buffer: [UInt8] = []
    try read(&buffer, bytes.count, at: position)
    // Both live during the call, and have as many bytes as are compared.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe OpenFilePart.isEqual(bytes, buffer)
    }
  }

  /// Whether `count` bytes exist, and are the same in both.
  package func isSame(as other: OpenFilePart, count: Int) throws(SystemError) -> Bool {
    var (mine, others): ([UInt8], [UInt8]) = ([], [])
    var position = 0
    while position < count {
      let piece = min(count - position, 1 << 20)
      try read(&mine, piece, at: position)
      try other.read(&others, piece, at: position)
      // The array is valid during the call.
      let isSame = unsafe mine.withUnsafeBytes { unsafe OpenFilePart.isEqual($0, others) }
      guard isSame, mine.count == piece else { return false }
      position += piece
    }
    return true
  }

  private static func isEqual(_ a: UnsafeRawBufferPointer, _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    guard let start = a.baseAddress else { return true }
    // Both have as many bytes as are compared.
    return unsafe memcmp(start, b, b.count) == 0
  }

  /// Reads `count` bytes, or fewer at the end of the file.
  private func read(
    _ buffer: inout [UInt8], _ count: Int, at position: Int
  ) throws(SystemError) {
    if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
    var done = 0
    while done < count {
      let start = off_t(offset + position + done)
      let some = unsafe buffer.withUnsafeMutableBytes { bytes in
        // The buffer has the room that is stated.
        unsafe pread(descriptor, bytes.baseAddress.map { unsafe $0 + done }, count - done, start)
      }
      if some < 0, errno == EINTR { continue }
      guard some >= 0 else { throw SystemError(what: "the file that is compared", code: errno) }
      if some == 0 { break }
      done += some
    }
    buffer.removeLast(count - done)
  }
}
