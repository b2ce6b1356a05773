package import FieldCoding
package import ISOBMFF

/// Finds the boxes at the top of a movie in fragments if their sizes cannot be trusted: each fragment begins with a `moof`
/// box, which is known by its content.
package struct FragmentWalk {
  private let bytes: Bytes
  private var found: [(type: FourCC, range: Range<Int>, isResized: Bool)] = []
  /// The bytes that are in no box.
  package private(set) var lostCount = 0
  package private(set) var damagedOffsets: [Int] = []

  private static let known: Set<FourCC> = [
    "ftyp", "styp", "moov", "moof", "mdat", "sidx", "ssix", "mfra", "free", "skip", "wide", "emsg",
    "prft", "uuid", "meta", "pdin",
  ]

  package init(_ bytes: Bytes) { self.bytes = bytes }

  package var fragmentCount: Int { found.count { $0.type == "moof" } }

  /// Where boxes begin in their source.
  package var starts: [Int] { found.map { bytes.range.lowerBound + $0.range.lowerBound } }

  /// The content of media data whose size is another one than the file says.
  package var resizedMedia: [Range<Int>] {
    found.filter(\.isResized).map { $0.range.dropFirst(8) }
  }

  package mutating func run() {
    var position = 0
    while position < bytes.count {
      let header = header(at: position)
      if let header, header.type != "mdat", header.type != "moof" || isFragment(at: position) {
        found.append((header.type, position..<header.end, false))
        position = header.end
        continue
      }
      if let header, header.type == "mdat", isBox(at: header.end) {
        found.append((header.type, position..<header.end, false))
        position = header.end
        continue
      }
      damagedOffsets.append(bytes.fileOffset + position)
      let end = nextFragment(from: position + 8) ?? bytes.count
      let isData = bytes.part(position + 4..<position + 8)?.elementsEqual("mdat".utf8) == true
      if isData || found.last?.type == "moof" {
        // What follows a fragment is its data, also if the header of the box is lost.
        found.append(("mdat", position..<end, true))
      } else if let last = found.last, last.type == "mdat", bytes.number(at: position, size: 7) != 0
      {
        // The rest of media data whose size is too small; zeros are a header that is lost.
        found[found.count - 1] = ("mdat", last.range.lowerBound..<end, true)
      } else {
        lostCount += end - position
      }
      position = end
    }
  }

  /// A box of a type that can be here, with all of its bytes.
  private func header(at position: Int) -> (type: FourCC, end: Int)? {
    guard let type = bytes.number(at: position + 4, size: 4).map({ FourCC(rawValue: UInt32($0)) }),
      FragmentWalk.known.contains(type), var size = bytes.number(at: position, size: 4)
    else { return nil }
    if size == 1 { size = bytes.number(at: position + 9, size: 7) ?? 0 }
    guard size >= 8, size <= bytes.count - position else { return nil }
    return (type, position + size)
  }

  private func isBox(at position: Int) -> Bool {
    position == bytes.count || header(at: position) != nil
      || bytes.part(position + 4..<position + 8)?.elementsEqual("mdat".utf8) == true
  }

  /// Whether a `moof` box is here that can be read, or a part of it.
  private func isFragment(at position: Int) -> Bool {
    guard let header = header(at: position), header.type == "moof",
      bytes.part(position + 12..<position + 16)?.elementsEqual("mfhd".utf8) == true,
      let part = bytes.part(position..<header.end)
    else { return false }
    return BoxFile(part).boxes.first?.children.contains { $0.type == "traf" } == true
  }

  /// Where the first fragment begins from an offset on.
  package func nextFragment(from start: Int) -> Int? {
    var pairs = BytePairs()
    // The first half of the type.
    pairs.insert(0x6D6F...0x6D6F)
    var position = start
    while let offset = pairs.firstOffset(in: bytes, from: position) {
      position = offset + 1
      if offset >= start + 4, isFragment(at: offset - 4) { return offset - 4 }
    }
    return nil
  }

  /// - Parameter known: boxes by their ranges in the source, which are used again.
  package func boxes(_ known: [Range<Int>: Box]) -> [Box] {
    found.compactMap { type, range, isResized in
      guard let part = bytes.part(range) else { return nil }
      guard !isResized else {
        return bytes.part(range.dropFirst(8)).map { Box(type: "mdat", opaque: $0) }
      }
      return known[part.range] ?? BoxFile(part).boxes.first
    }
  }
}

extension [Box] {
  /// Corrects the offsets from which samples of fragments count, if these count from the start of the file and bytes before
  /// them were lost or added. Writers let them count from the `moof` box, or from the media data after it.
  ///
  /// It does not change offsets that count from anything else.
  package mutating func correctFragmentBases() {
    let fragments = indices.filter { self[$0].type == "moof" }
    let choices = [FragmentBase.fragment, .mediaData].map { base in
      fragments.flatMap { index in
        base.offset(of: index, in: self).map { start in
          self[index].baseDataOffsets.map { start - Int(clamping: $0) }
        } ?? []
      }
    }
    let counts = choices.map { Set($0).count }
    // Those of the first fragment are right if only bytes after it were lost; otherwise most are wrong in the same way.
    let choice =
      choices.firstIndex { $0.first == 0 }
      ?? counts.firstIndex {
        $0 > 0 && ($0 == 1 || $0 * 2 <= fragments.count) && $0 == counts.min()
      }
    guard let choice, Set(choices[choice]) != [0] else { return }
    let base = [FragmentBase.fragment, .mediaData][choice]
    for index in fragments {
      guard let start = base.offset(of: index, in: self) else { continue }
      self[index].setBaseDataOffset(UInt64(start))
    }
  }
}

/// From where the offsets of a fragment count.
private enum FragmentBase {
  case fragment
  case mediaData

  /// - Parameter index: the index of a `moof` box.
  func offset(of index: Int, in boxes: [Box]) -> Int? {
    switch self {
    case .fragment: return boxes[index].origin?.fileOffset
    case .mediaData:
      let media = boxes[index...].dropFirst().first { $0.type == "mdat" || $0.type == "moof" }
      guard let media, media.type == "mdat" else { return nil }
      return media.pieces.first?.fileOffset
    }
  }
}

extension Box {
  /// The offsets that the tracks of a `moof` box state.
  fileprivate var baseDataOffsets: [UInt64] {
    children.all("traf").compactMap {
      $0.children.first(TrackFragmentHeaderBox.self)?.baseDataOffset
    }
  }

  fileprivate mutating func setBaseDataOffset(_ offset: UInt64) {
    var children = children
    for index in children.indices where children[index].type == "traf" {
      var boxes = children[index].children
      for child in boxes.indices {
        guard let old = boxes[child][TrackFragmentHeaderBox.self]?.baseDataOffset, old != offset
        else { continue }
        boxes[child][TrackFragmentHeaderBox.self]?.baseDataOffset = offset
        children[index].children = boxes
      }
    }
    self.children = children
  }
}
