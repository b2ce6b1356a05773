package import FieldCoding

/// How far the end of the media data is from where the size of its box says: so far have the last samples moved.
package enum MovedEnd {
  /// Nil if it is there, or if nothing shows where it is.
  ///
  /// - Parameter end: where the media data ends, as something else shows; nil for the end of the file.
  package static func shift(in bytes: Bytes, endingAt end: Int? = nil) -> Int? {
    var position = 0
    while let size = size(at: position, in: bytes) {
      let next = position.addingSaturating(size)
      if bytes.isBox("mdat", at: position) {
        if end == nil, isBox(at: next, in: bytes) { return nil }
        let shift = (end ?? bytes.count) - next
        return abs(shift) < next - position && shift != 0 ? shift : nil
      }
      position = next
    }
    return nil
  }

  private static func size(at position: Int, in bytes: Bytes) -> Int? {
    guard let short = bytes.number(at: position, size: 4) else { return nil }
    let size = short == 1 ? bytes.number(at: position + 9, size: 7) ?? 0 : short
    return size >= 8 ? size : nil
  }

  /// Whether a box is at a place: it has a name of letters, and ends within the file.
  private static func isBox(at position: Int, in bytes: Bytes) -> Bool {
    guard let size = size(at: position, in: bytes), size <= bytes.count - position,
      let type = bytes.part(position + 4..<position + 8)
    else { return false }
    return type.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0xA9 }
  }
}

extension Bytes {
  fileprivate func isBox(_ type: StaticString, at position: Int) -> Bool {
    part(position + 4..<position + 8)?.elementsEqual("\(type)".utf8) == true
  }
}
