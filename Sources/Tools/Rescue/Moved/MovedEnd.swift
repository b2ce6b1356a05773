package import FieldCoding
import ISOBMFF

/// How far the end of the media data is from where the size of its box says: so far have the last samples moved.
package enum MovedEnd {
  /// Nil if it is there, or if nothing shows where it is.
  ///
  /// - Parameter end: where the media data ends, as something else shows; nil for the end of the file.
  package static func shift(in bytes: Bytes, endingAt end: Int? = nil) -> Int? {
    var position = 0
    while let header = header(at: position, in: bytes), let size = header.statedSize {
      let next = position.addingSaturating(Int(clamping: size))
      if header.type == "mdat" {
        if end == nil, isBox(at: next, in: bytes) { return nil }
        let shift = (end ?? bytes.count) - next
        return abs(shift) < next - position && shift != 0 ? shift : nil
      }
      position = next
    }
    return nil
  }

  private static func header(at position: Int, in bytes: Bytes) -> BoxHeader? {
    guard position < bytes.count else { return nil }
    return bytes.part(position..<bytes.count).flatMap { try? BoxHeader($0) }
  }

  /// Whether a box is at an offset: it has a name of letters, and ends within the file.
  private static func isBox(at position: Int, in bytes: Bytes) -> Bool {
    guard let size = header(at: position, in: bytes)?.statedSize, size <= bytes.count - position,
      let type = bytes.part(position + 4..<position + 8)
    else { return false }
    return type.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0xA9 }
  }
}
