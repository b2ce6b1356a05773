import FieldCoding
import ISOBMFF

/// The ranges of boxes that are not nested, for many look-ups.
struct ExaminedRanges {
  private let boxes: [ExaminedBox]

  /// - Parameter boxes: in the order of the file.
  init(_ boxes: [ExaminedBox]) { self.boxes = boxes }

  /// The first box that has a byte in the range from `start` to before `end`.
  func overlapping(_ start: UInt64, _ end: UInt64) -> ExaminedBox? {
    let index = boxes.partitioningIndex(where: { UInt64(clamping: $0.end) > start })
    guard index < boxes.count, UInt64(clamping: boxes[index].offset) < end else { return nil }
    return boxes[index]
  }
}
