package import Files
import Platform

/// The requests of a service: the lines of an open file or pipe. A line has a limit of length.
package struct RequestLines {
  /// A line, or the sign that a line is too long.
  package enum Line {
    /// The bytes without the end of the line.
    case bytes([UInt8])
    /// The line has more bytes than a request may have.
    case tooLong
  }

  private let descriptor: Int32
  private let limit: Int
  private var buffer: ArraySlice<UInt8> = []
  private var isSkipping = false
  private var isAtEnd = false

  /// - Parameter limit: the most bytes of a line.
  package init(_ descriptor: Int32, limit: Int) {
    (self.descriptor, self.limit) = (descriptor, limit)
  }

  /// Nil at the end.
  package mutating func next() throws(SystemError) -> Line? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[..<end]
        buffer = buffer[(end + 1)...]
        if !isSkipping, line.count <= limit { return .bytes(Array(line)) }
        isSkipping = false
        return .tooLong
      }
      if isAtEnd {
        defer { (buffer, isSkipping) = ([], false) }
        if isSkipping || buffer.count > limit { return .tooLong }
        return buffer.isEmpty ? nil : .bytes(Array(buffer))
      }
      if buffer.count > limit {
        isSkipping = true
        buffer = []
      }
      try fill()
    }
  }

  private mutating func fill() throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // The array has as many bytes as the call may write.
      let count = unsafe read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(what: "standard input", code: errno) }
      if count == 0 { isAtEnd = true }
      buffer += piece.prefix(count)
      return
    }
  }
}
