import FieldCoding

/// Which samples of a track are damaged, and which others may show it, as they are predicted from these.
public struct DamagedSamples {
  /// The presentation time of each sample.
  private let times: [Int64]
  /// The numbers of those at which decoding can start, in order.
  private let syncs: [Int]
  /// The ranges from a damaged sample to the next one at which decoding can start, in order; they do not overlap.
  private var ranges: [Range<Int>] = []

  /// A track in which nothing is damaged.
  ///
  /// - Parameters:
  ///   - times: when each sample is shown, in decoding order.
  ///   - syncs: the numbers of those at which decoding can start, from 0 and in order.
  public init(times: [Int64], syncs: [Int]) { (self.times, self.syncs) = (times, syncs) }

  /// Notes that a sample is damaged.
  public mutating func insert(_ number: Int) {
    let next = syncs.partitioningIndex(where: { $0 > number })
    let end = next < syncs.count ? syncs[next] : times.count
    guard number >= 0, number < end else { return }
    let index = ranges.partitioningIndex(where: { $0.upperBound >= end })
    if index < ranges.count, ranges[index].upperBound == end {
      ranges[index] = min(ranges[index].lowerBound, number)..<end
    } else {
      ranges.insert(number..<end, at: index)
    }
  }

  /// Whether a sample is damaged, or may be predicted from one that is.
  public func contains(_ number: Int) -> Bool {
    guard times.indices.contains(number) else { return false }
    let index = ranges.partitioningIndex(where: { $0.lowerBound > number }) - 1
    guard index >= 0 else { return false }
    let range = ranges[index]
    if number < range.upperBound { return true }
    // Frames that are shown before one at which decoding can start may need those before it.
    let next = syncs.partitioningIndex(where: { $0 > range.upperBound })
    return number > range.upperBound && (next == syncs.count || number < syncs[next])
      && times[number] < times[range.upperBound]
  }
}
