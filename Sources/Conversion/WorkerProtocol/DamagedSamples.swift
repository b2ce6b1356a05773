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
    let place = ranges.partitioningIndex(where: { $0.upperBound >= end })
    if place < ranges.count, ranges[place].upperBound == end {
      ranges[place] = min(ranges[place].lowerBound, number)..<end
    } else {
      ranges.insert(number..<end, at: place)
    }
  }

  /// Whether a sample is damaged, or may be predicted from one that is.
  public func contains(_ number: Int) -> Bool {
    guard times.indices.contains(number) else { return false }
    let place = ranges.partitioningIndex(where: { $0.lowerBound > number }) - 1
    guard place >= 0 else { return false }
    let range = ranges[place]
    if number < range.upperBound { return true }
    // Pictures that are shown before one at which decoding can start may need those before it.
    let next = syncs.partitioningIndex(where: { $0 > range.upperBound })
    return number > range.upperBound && (next == syncs.count || number < syncs[next])
      && times[number] < times[range.upperBound]
  }
}
