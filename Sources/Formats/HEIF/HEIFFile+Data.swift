public import ISOBMFF

extension HEIFFile {
  /// The ranges of an item's data in the file, in order (ISO/IEC 14496-12 §8.11.3).
  ///
  /// Throws if the item has no data, if the data exceeds the end of the file, or if it is in another file.
  public func extents(of id: UInt32) throws(FieldError) -> [Range<Int>] {
    do throws(ItemLocationError) { return try dataRanges(of: id) } catch {
      throw self.error(id, error.description, in: "iloc")
    }
  }

  /// The ranges of all items whose data is in the file.
  package var usedMedia: [Range<Int>] { items.flatMap { (try? dataRanges(of: $0.id)) ?? [] } }

  /// The same as ``extents(of:)``, with the reason as a value.
  ///
  /// Throws the reason why the data is not in the file.
  public func dataRanges(of id: UInt32) throws(ItemLocationError) -> [Range<Int>] {
    var steps = 1 << 14
    let ranges = try dataRanges(of: id, following: [], &steps)
    let total = ranges.reduce(0) { $0.addingSaturating($1.count) }
    guard total <= boxes.bytes.count else { throw .overlapping(total: total) }
    return ranges
  }

  /// - Parameter steps: the number of parts of other items that may still be read. If each of twenty items contains the
  ///   next one twice, the first has a million parts.
  private func dataRanges(
    of id: UInt32, following: [UInt32], _ steps: inout Int
  ) throws(ItemLocationError) -> [Range<Int>] {
    guard let item = item(id) else { throw .noItem }
    guard let location = item.location else { throw .noLocation }
    guard location.dataReferenceIndex == 0 else {
      throw .elsewhere(dataReferenceIndex: location.dataReferenceIndex)
    }
    guard !following.contains(id), following.count < 32 else { throw .insideItself }
    let extents = location.extents
    switch location.constructionMethod {
    case 0:
      let file = [boxes.bytes.fileOffset..<boxes.bytes.fileOffset + boxes.bytes.count]
      return try ranges(of: location, extents, in: file, .file)
    case 1:
      guard let itemData else { throw .noItemData }
      let start = itemData.fileOffset
      return try ranges(of: location, extents, in: [start..<start + itemData.count], .itemData)
    case 2:
      // Each extent counts from the start of an item, which is one of the `iloc` references.
      let sources = targets("iloc", from: id)
      var ranges: [Range<Int>] = []
      for extent in extents {
        let index = extent.referenceIndex == 0 ? 0 : extent.referenceIndex - 1
        guard index < UInt64(sources.count) else {
          throw .noReference(index: index + 1, count: sources.count)
        }
        let source = sources[Int(index)]
        let inside = try dataRanges(of: source, following: following + [id], &steps)
        steps -= inside.count + 1
        guard steps >= 0 else { throw .insideItself }
        ranges += try self.ranges(of: location, [extent], in: inside, .item(source))
      }
      return ranges
    default:
      throw .unknownMethod(location.constructionMethod)
    }
  }

  /// The parts of `container` that `extents` select, both in file offsets.
  private func ranges(
    of location: ItemLocationBox.Item, _ extents: [ItemLocationBox.Extent],
    in container: [Range<Int>], _ origin: ItemLocationError.Origin
  ) throws(ItemLocationError) -> [Range<Int>] {
    let available = container.reduce(0) { $0 + $1.count }
    var ranges: [Range<Int>] = []
    for extent in extents {
      let (start, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
      guard !overflow, start <= UInt64(available) else {
        throw .pastEnd(origin, start: overflow ? .max : start, length: nil, available: available)
      }
      let length = extent.length == 0 ? UInt64(available) - start : extent.length
      guard length <= UInt64(available) - start else {
        throw .pastEnd(origin, start: start, length: length, available: available)
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

  /// The part of an item's data that is in the file, if the data exceeds its end; empty for an item that is not in this
  /// file.
  func extentsInFile(of item: Item) -> [Range<Int>] {
    guard let location = item.location, location.constructionMethod == 0,
      location.dataReferenceIndex == 0
    else { return [] }
    let count = UInt64(boxes.bytes.count)
    var ranges: [Range<Int>] = []
    var left = boxes.bytes.count
    for extent in location.extents {
      let (start, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
      guard !overflow, start < count else { break }
      let length = extent.length == 0 ? count - start : min(extent.length, count - start)
      let first = boxes.bytes.fileOffset + Int(start)
      left -= Int(length)
      guard left >= 0 else { break }
      ranges.append(first..<first + Int(length))
      if length < extent.length { break }
    }
    return ranges
  }

  /// The data of an item. One extent is not copied; several extents are joined.
  ///
  /// Throws if the data is not all in the file, as ``extents(of:)`` does.
  public func data(of id: UInt32) throws(FieldError) -> Bytes {
    let extents = try extents(of: id)
    let start = boxes.bytes.fileOffset
    var parts: [Bytes] = []
    for extent in extents {
      let range = extent.lowerBound - start..<extent.upperBound - start
      guard let part = boxes.bytes.part(range) else {
        throw error(id, "is not all in the file", in: "iloc")
      }
      parts.append(part)
    }
    if parts.count == 1 { return parts[0] }
    var joined: [UInt8] = []
    var pieces: [ByteSource.Piece] = []
    for part in parts {
      pieces.append(ByteSource.Piece(start: joined.count, fileOffset: part.fileOffset))
      joined += part
    }
    return ByteSource(joined, pieces: pieces).bytes
  }

  /// An error about an item, at the box that causes it.
  func error(_ id: UInt32, _ sentence: String, in type: FourCC = "iinf") -> FieldError {
    let meta = boxes.boxes.first("meta")
    let box = meta?.children.first(type)
    return FieldError(
      .invalid("item \(id) \(sentence)"), offset: (box ?? meta)?.source?.fileOffset ?? 0,
      path: ["meta"] + (box.map { ["\($0.type)"] } ?? []))
  }
}
