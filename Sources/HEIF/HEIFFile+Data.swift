public import ISOBMFF

extension HEIFFile {
  /// Where an item's data is in the file, in order (ISO/IEC 14496-12 §8.11.3).
  ///
  /// Throws if the item has no data, if it reaches past the end of the file, or if it is elsewhere.
  public func extents(of id: UInt32) throws(FieldError) -> [Range<Int>] {
    try extents(of: id, following: [])
  }

  private func extents(of id: UInt32, following: [UInt32]) throws(FieldError) -> [Range<Int>] {
    guard let item = item(id) else { throw misplaced(id, "does not exist") }
    guard let location = item.location else { throw misplaced(id, "has no location (iloc)") }
    guard location.dataReferenceIndex == 0 else {
      throw misplaced(id, "has its data in another file (data_reference_index)")
    }
    guard !following.contains(id) else { throw misplaced(id, "is located in itself") }
    let extents = location.extents
    switch location.constructionMethod {
    case 0:
      let file = [boxes.bytes.fileOffset..<boxes.bytes.fileOffset + boxes.bytes.count]
      return try ranges(of: location, extents, in: file, "the file")
    case 1:
      guard let itemData else { throw misplaced(id, "has its data in idat, which does not exist") }
      let start = itemData.fileOffset
      return try ranges(of: location, extents, in: [start..<start + itemData.count], "idat")
    case 2:
      // Each extent counts from the start of the item that it names among the `iloc` references.
      let sources = targets("iloc", from: id)
      var ranges: [Range<Int>] = []
      for extent in extents {
        let index = extent.referenceIndex == 0 ? 0 : extent.referenceIndex - 1
        guard index < UInt64(sources.count) else {
          throw misplaced(id, "has its data in item reference \(index + 1) of \(sources.count)")
        }
        let source = sources[Int(index)]
        let inside = try self.extents(of: source, following: following + [id])
        ranges += try self.ranges(of: location, [extent], in: inside, "item \(source)")
      }
      return ranges
    default:
      throw misplaced(id, "has the unknown construction method \(location.constructionMethod)")
    }
  }

  /// The parts of `container` that `extents` name, both in file offsets.
  private func ranges(
    of location: ItemLocationBox.Item, _ extents: [ItemLocationBox.Extent],
    in container: [Range<Int>], _ name: String
  ) throws(FieldError) -> [Range<Int>] {
    let available = container.reduce(0) { $0 + $1.count }
    var ranges: [Range<Int>] = []
    for extent in extents {
      let (start, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
      guard !overflow, start <= UInt64(available) else {
        throw misplaced(
          location.id, "starts at byte \(start) of \(name), which has only \(available) bytes")
      }
      let length = extent.length == 0 ? UInt64(available) - start : extent.length
      guard length <= UInt64(available) - start else {
        throw misplaced(
          location.id,
          "needs \(length) bytes from byte \(start) of \(name), which has only \(available) bytes")
      }
      var skip = Int(start)
      var left = Int(length)
      for part in container where left > 0 {
        if skip >= part.count {
          skip -= part.count
          continue
        }
        let taken = min(part.count - skip, left)
        ranges.append(part.lowerBound + skip..<part.lowerBound + skip + taken)
        skip = 0
        left -= taken
      }
    }
    return ranges
  }

  /// An item's data. One extent is looked at where it is; several are joined.
  public func data(of id: UInt32) throws(FieldError) -> Bytes {
    let extents = try extents(of: id)
    let start = boxes.bytes.fileOffset
    var parts: [Bytes] = []
    var total = 0
    for extent in extents {
      let range = extent.lowerBound - start..<extent.upperBound - start
      guard let part = boxes.bytes.part(range) else {
        throw misplaced(id, "is not all in the file")
      }
      parts.append(part)
      total += part.count
    }
    if parts.count == 1 { return parts[0] }
    // Many extents may name the same bytes: what they add up to stays within the file.
    guard total <= boxes.bytes.count else {
      throw misplaced(id, "has extents that overlap: \(total) bytes in all, more than the file has")
    }
    var joined: [UInt8] = []
    var pieces: [ByteSource.Piece] = []
    for part in parts {
      pieces.append(ByteSource.Piece(start: joined.count, fileOffset: part.fileOffset))
      joined += part
    }
    return ByteSource(joined, pieces: pieces).bytes
  }

  private func misplaced(_ id: UInt32, _ sentence: String) -> FieldError {
    error(id, sentence, in: "iloc")
  }

  /// An error about an item, at the box that says what is wrong.
  func error(_ id: UInt32, _ sentence: String, in type: FourCC = "iinf") -> FieldError {
    let meta = boxes.boxes.first("meta")
    let box = meta?.children.first(type)
    return FieldError(
      .invalid("item \(id) \(sentence)"), offset: (box ?? meta)?.source?.fileOffset ?? 0,
      path: ["meta"] + (box.map { ["\($0.type)"] } ?? []))
  }
}
