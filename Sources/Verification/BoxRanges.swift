import ISOBMFF

/// Where some boxes that are not in each other stand, to be asked many times.
struct BoxRanges {
  private let boxes: [PlacedBox]

  /// - Parameter boxes: in the order of the file.
  init(_ boxes: [PlacedBox]) { self.boxes = boxes }

  /// The first box of which a byte is among those from `start` to before `end`.
  func overlapping(_ start: UInt64, _ end: UInt64) -> PlacedBox? {
    let index = boxes.lowerBound(where: { UInt64(clamping: $0.end) > start })
    guard index < boxes.count, UInt64(clamping: boxes[index].offset) < end else { return nil }
    return boxes[index]
  }
}

extension Array {
  /// The index of the first element for which `matches` holds, if it holds for all after it;
  /// ``count`` if there is none.
  func lowerBound(where matches: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if matches(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
