extension BoxFile {
  /// Adds media data in an `mdat` box of its own, behind the others.
  ///
  /// - Returns: the place by which `iloc`, `stco` and `co64` can refer to the first byte. It is behind
  ///   the end of the file that was read; ``relocated()`` says instead where the data is.
  public mutating func addMedia(_ data: [UInt8]) -> Int {
    let place = added.reduce(bytes.source.count) { $0 + $1.count }
    let media = Bytes(data)
    added.append(media)
    let box = Box(type: "mdat", opaque: media)
    let last = boxes.lastIndex { $0.type == "mdat" }
    boxes.insert(box, at: last.map { $0 + 1 } ?? boxes.endIndex)
    return place
  }
}
