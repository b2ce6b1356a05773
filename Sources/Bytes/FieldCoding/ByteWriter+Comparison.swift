extension ByteWriter {
  /// Whether the written bytes are those of a file.
  package func isSame(as file: Bytes) -> Bool {
    guard file.count == count else { return false }
    var position = 0
    return segments.allSatisfy { segment in
      let part = file.part(position..<position + segment.count)
      position += segment.count
      return switch segment {
      case .new(let bytes): part?.elementsEqual(bytes) == true
      case .copy(let bytes): part == bytes
      }
    }
  }
}
