package import FieldCoding

/// What is behind the last box that can be read, if further boxes follow it.
package enum Gap {
  /// A number of bytes before a box that are too few to be one themselves.
  case strayBytes(Int)
  /// A box whose header was overwritten, and the number of its bytes: its content gives its type.
  case box(Box, count: Int)
  /// A number of zeros before a box.
  case zeros(Int)
}

extension Bytes {
  /// What is here, after the last box that can be read. Nil if no further box follows.
  package var gap: Gap? {
    if let strayByteCount { return .strayBytes(strayByteCount) }
    if let (box, count) = boxWithoutHeader { return .box(box, count: count) }
    return startOfBoxBehindZeros.map(Gap.zeros)
  }

  /// The type of the box that starts here, according to the first box in it, if it is one without which media data has no
  /// meaning. Its header can be anything.
  var typeOfContent: FourCC? {
    switch type(at: 12) {
    case "mvhd": return "moov"
    case "mfhd": return "moof"
    default:
      // It has a version and flags.
      return number(at: 8, size: 4) == 0 && type(at: 16) == "hdlr" ? "meta" : nil
    }
  }

  /// Where the box ends that starts here, if its header was overwritten: the boxes that belong in it are followed by one at
  /// the top of a file, or by nothing.
  var endOfContent: Int? { content?.range.upperBound }

  /// The boxes in the box that starts here. The handler of a photo is not among them, because its size can be overwritten as
  /// well.
  private var content: (type: FourCC, range: Range<Int>)? {
    guard let type = typeOfContent else { return nil }
    var start = 8
    if type == "meta" {
      let (handler, size) = (12, number(at: 12, size: 4) ?? 0)
      // A name follows 32 bytes, and is rarely long.
      let ends = size > 0 ? handler + size...handler + size : handler + 32...handler + 288
      guard let end = ends.first(where: { sizeOfBox(at: $0, in: type) != nil }) else { return nil }
      start = end
    }
    var types: Set<FourCC> = []
    var (end, position) = (start, start)
    while let size = sizeOfBox(at: position, in: type), let inner = self.type(at: position + 4) {
      position += size
      types.insert(inner)
      // What can be anywhere belongs to the file if it is last.
      if !["free", "skip", "wide", "uuid"].contains(inner) { end = position }
    }
    guard type != "meta" || types.isSuperset(of: ["pitm", "iinf", "iloc", "iprp"]),
      position == count || part(position..<count)?.isBoxOfFile == true
    else { return nil }
    return (type, start..<end)
  }

  private var boxWithoutHeader: (box: Box, count: Int)? {
    guard let (type, range) = content, let whole = part(0..<range.upperBound) else { return nil }
    guard type == "meta", number(at: 12, size: 4) == 0 else {
      return (Box(type, withoutHeader: whole), whole.count)
    }
    guard let fields = part(20..<range.lowerBound), let boxes = part(range),
      let handler = try? HandlerBox(decoding: fields)
    else { return nil }
    var meta = MetaBox()
    meta.children = [Box(handler)] + BoxFile(boxes).boxes
    return (Box(meta), whole.count)
  }

  private func type(at offset: Int) -> FourCC? {
    number(at: offset, size: 4).map { FourCC(rawValue: UInt32($0)) }
  }

  /// The size of the box at an offset, if it belongs in a container and ends before the end.
  private func sizeOfBox(at offset: Int, in container: FourCC) -> Int? {
    guard let size = number(at: offset, size: 4), size >= 8, size <= count - offset,
      let type = type(at: offset + 4),
      type == "uuid"
        || BoxRegistry.definition(type).map({ BoxRegistry.isUsual($0, in: container) }) == true
    else { return nil }
    // The items of a photo are at the top of the file, also behind a movie.
    return type == "meta" && self.type(at: offset + 28) == "pict" ? nil : size
  }
}
