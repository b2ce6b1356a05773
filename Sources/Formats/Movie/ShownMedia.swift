import ISOBMFF

/// The media times of a track that are presented, in any order.
public struct ShownMedia: Sendable {
  /// The ranges that are presented, in the track's timescale. They neither overlap nor touch. Nil if there
  /// is no edit list: all media is presented.
  public let ranges: [Range<Int64>]?

  /// - Parameter movieTimescale: units per second of the movie; 0 counts as 1.
  public init(_ track: Track, movieTimescale: UInt32) {
    guard !track.editList.isEmpty else {
      ranges = nil
      return
    }
    let parts = track.editList.edits.compactMap { edit -> Range<Int64>? in
      guard let first = edit.mediaTime else { return nil }
      guard let duration = edit.duration else { return first..<Int64.max }
      let length = ShownMedia.length(
        duration, rate: edit.rate, from: max(1, Int64(movieTimescale)),
        to: max(1, Int64(track.timescale)))
      let end = first.addingSaturating(length)
      return first < end ? first..<end : nil
    }
    var merged: [Range<Int64>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, part.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      } else {
        merged.append(part)
      }
    }
    ranges = merged
  }

  /// The duration of the media that an edit presents, rounded up: a sample that begins in it is presented.
  private static func length(_ duration: Int64, rate: Int64, from: Int64, to: Int64) -> Int64 {
    guard rate != 0 else { return 1 }
    let product = Int128(duration) * Int128(to) * Int128(rate.magnitude)
    let divisor = Int128(from) << 16
    return Int64(clamping: (product + divisor - 1) / divisor)
  }

  /// Whether a media time is presented.
  public func contains(_ time: Int64) -> Bool {
    guard let ranges else { return true }
    let next = ranges.partitioningIndex { $0.lowerBound > time }
    return next > 0 && ranges[next - 1].contains(time)
  }

  /// Whether a part of a range of media times is presented.
  public func showsPart(of media: Range<Int64>) -> Bool {
    guard let ranges else { return true }
    let next = ranges.partitioningIndex { $0.upperBound > media.lowerBound }
    return next < ranges.count && ranges[next].lowerBound < media.upperBound
  }

  /// The parts of a range of media times that are never presented.
  public func hidden(of media: Range<Int64>) -> [Range<Int64>] {
    guard let ranges else { return [] }
    var hidden: [Range<Int64>] = []
    var position = media.lowerBound
    for range in ranges where range.upperBound > position {
      guard range.lowerBound < media.upperBound else { break }
      if range.lowerBound > position { hidden.append(position..<range.lowerBound) }
      position = min(range.upperBound, media.upperBound)
    }
    if position < media.upperBound { hidden.append(position..<media.upperBound) }
    return hidden
  }
}
