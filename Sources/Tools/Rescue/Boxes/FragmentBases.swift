import ISOBMFF

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
