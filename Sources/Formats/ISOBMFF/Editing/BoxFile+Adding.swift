extension BoxFile {
  /// Adds media data in a new `mdat` box, after the others.
  ///
  /// - Returns: an offset with which `iloc`, `stco` and `co64` can refer to the first byte. It is after the end of the
  ///   file that was read; ``relocated()`` replaces it with the real offset.
  public mutating func addMedia(_ data: [UInt8]) -> Int {
    let media = Bytes(data)
    let offset = registerMedia(media)
    let box = Box(type: "mdat", opaque: media)
    let last = boxes.lastIndex { $0.type == "mdat" }
    boxes.insert(box, at: last.map { $0 + 1 } ?? boxes.endIndex)
    return offset
  }

  /// Replaces media data with parts of new media data.
  ///
  /// - Parameters:
  ///   - data: all of the new data.
  ///   - parts: the parts of it that replace bytes of the file that was read.
  /// - Returns: the offset with which `stco` and `co64` can refer to the first byte of `data`, as for
  ///   ``addMedia(_:)``; nil if a range is not completely in one box, or if two ranges overlap.
  package mutating func replaceMedia(
    by data: Bytes, _ parts: [(old: Range<Int>, new: Range<Int>)]
  ) -> Int? {
    var replacements: [Replacement] = []
    replacements.reserveCapacity(parts.count)
    for (old, new) in parts {
      guard let bytes = data.part(new) else { return nil }
      replacements.append(Replacement(old: old, new: bytes))
    }
    guard replace(replacements) else { return nil }
    return registerMedia(data)
  }

  /// Allows offsets of this file to refer to bytes of another one, or to bytes that an edit makes. They are in the new
  /// file if a box has them.
  ///
  /// - Returns: the offset of the first of them, which is after the end of the file that was read.
  package mutating func registerMedia(_ data: Bytes) -> Int {
    let offset = added.reduce(bytes.source.count) { $0 + $1.count }
    added.append(data)
    return offset
  }
}
