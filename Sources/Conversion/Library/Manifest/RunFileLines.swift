import FieldCoding
import ISOBMFF
package import WorkerClient

/// The lines of a file of any length; only a small part is in memory at a time.
package struct RunFileLines: Sequence, IteratorProtocol {
  private let path: String
  private let bytes: Bytes
  private var position = 0
  /// The offset up to which memory was released.
  private var done = 0

  package init(_ path: String) throws(ConversionError) {
    self.path = path
    // Other programs may add lines.
    do throws(ByteSourceError) {
      bytes = try ByteSource(mapping: path, isWatched: false).bytes
    } catch {
      throw ConversionError(.input, "\(path): \(error.reason.text)")
    }
  }

  /// Throws if the system could not read a part of the file: what it has there is not known, and must not be replaced.
  package func requireRead() throws(ConversionError) {
    if let problem = bytes.source.problem {
      throw ConversionError(.unreadable, "\(path): \(problem)")
    }
  }

  /// A line without its end, and its offset in the file.
  package mutating func next() -> (offset: Int, bytes: [UInt8])? {
    guard position < bytes.count else { return nil }
    if position - done >= Bytes.window {
      bytes.part(done..<position)?.wereRead()
      done = position
    }
    let start = position
    var line: [UInt8] = []
    while let piece = bytes.part(position..<Swift.min(position + 512, bytes.count)) {
      let part = Array(piece)
      guard let end = part.firstIndex(of: UInt8(ascii: "\n")) else {
        line += part
        position += part.count
        if part.isEmpty { break }
        continue
      }
      position += end + 1
      return (start, line + part[..<end])
    }
    return (start, line)
  }

  /// The line that starts at a byte of the file, without its end.
  func line(at offset: Int) -> [UInt8] {
    var lines = self
    lines.position = offset
    lines.done = offset
    return lines.next()?.bytes ?? []
  }
}
