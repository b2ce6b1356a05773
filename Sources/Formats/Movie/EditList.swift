import FieldCoding
public import ISOBMFF

/// The presentation of the media of a track (ISO/IEC 14496-12 §8.6.5, §8.6.6): the edit list, as a mapping between
/// times of the media and times of the presentation, both ways. Without edits, the media is presented from its time 0
/// on.
public struct EditList: Sendable {
  /// A part of the presentation.
  public struct Edit: Equatable, Sendable {
    /// The start, in the movie's timescale.
    public var start: Int64
    /// The duration, in the movie's timescale; nil for a last edit that lasts until the end of the media,
    /// as in fragmented movies.
    public var duration: Int64?
    /// The media time that is presented first, in the track's timescale; nil for an empty edit.
    public var mediaTime: Int64?
    /// The playback rate, in units of 1/65536: 65536 is normal speed; 0 shows the same moment all the
    /// time.
    public var rate: Int64
  }

  /// A time of the presentation. It is exact for all timescales.
  public struct Time: Equatable, Sendable {
    /// The start of the edit, in the movie's timescale.
    public var start: Int64
    /// The time since ``start``, in the track's timescale.
    public var elapsed: Int64
    /// The ticks per second of both; at least 1.
    let movieTimescale: Int64
    let timescale: Int64

    /// The time in seconds from the start of the presentation.
    public var seconds: Double {
      Double(start) / Double(movieTimescale) + Double(elapsed) / Double(timescale)
    }

    /// Whether both are the same time, even if they are in different edits.
    public static func == (one: Time, other: Time) -> Bool {
      if one.movieTimescale == other.movieTimescale, one.timescale == other.timescale {
        return one.product == other.product
      }
      let first = one.product.multipliedFullWidth(by: other.units)
      let second = other.product.multipliedFullWidth(by: one.units)
      return first.high == second.high && first.low == second.low
    }

    /// How many of the units of ``product`` a second has. Timescales have 32 bits.
    private var units: Int128 { Int128(movieTimescale) * Int128(timescale) }

    /// The time in units that are parts of both timescales.
    private var product: Int128 {
      Int128(start) * Int128(timescale) + Int128(elapsed) * Int128(movieTimescale)
    }

    /// The time in the movie's timescale, rounded up to the next tick. Nil if it does not fit into 64
    /// bits.
    public var ticks: Int64? {
      let (product, overflow) = elapsed.multipliedReportingOverflow(by: movieTimescale)
      guard !overflow else { return nil }
      let quotient = product / timescale
      let (sum, isTooBig) = start.addingReportingOverflow(
        product > quotient * timescale ? quotient + 1 : quotient)
      return isTooBig ? nil : sum
    }
  }

  /// The edits in the order of the presentation; empty if there is no edit list.
  public let edits: [Edit]
  /// Whether the edits are repeated.
  public let repeats: Bool
  private let movieTimescale: Int64
  private let timescale: Int64

  /// - Parameters:
  ///   - box: nil if the track has no edit list.
  ///   - movieTimescale: units per second of the movie; 0 counts as 1.
  ///   - timescale: units per second of the track; 0 counts as 1.
  public init(_ box: EditListBox?, movieTimescale: UInt32, timescale: UInt32) {
    self.movieTimescale = max(1, Int64(movieTimescale))
    self.timescale = max(1, Int64(timescale))
    repeats = (box?.header.flags ?? 0) & 1 != 0
    let rows = box?.entries ?? FieldTable()
    var edits: [Edit] = []
    var start: Int64 = 0
    rows.forEachRow { index, row in
      // Durations have no sign, and 64 bits.
      let stated = Int64(clamping: UInt64(bitPattern: row[0]))
      let isOpen = stated == 0 && index == rows.count - 1 && row[1] >= 0
      edits.append(
        Edit(
          start: start, duration: isOpen ? nil : stated, mediaTime: row[1] < 0 ? nil : row[1],
          rate: row[2] << 16 | row[3] & 0xFFFF))
      start = start.addingSaturating(stated)
    }
    self.edits = edits
  }

  /// Whether there are no edits.
  public var isEmpty: Bool { edits.isEmpty }

  /// The times of the media from the first that an edit presents to the last, in the track's timescale. Nil if there
  /// is no edit with media.
  public var shownMedia: Range<Int64>? {
    let parts = edits.compactMap { edit in
      edit.mediaTime.map { start in
        let length = edit.duration.map { played(scaled($0, roundedUp: true), at: edit.rate) }
        return start..<max(start + 1, start.addingSaturating(length ?? .max))
      }
    }
    guard let start = parts.map(\.lowerBound).min(), let end = parts.map(\.upperBound).max() else {
      return nil
    }
    return start..<end
  }

  /// Whether both have the same edits, in whatever timescale of a movie their times are.
  public func isSame(as other: EditList) -> Bool {
    func isSame(_ ticks: Int64?, _ others: Int64?) -> Bool {
      guard let ticks, let others else { return ticks == others }
      let products = (
        ticks.multipliedFullWidth(by: other.movieTimescale),
        others.multipliedFullWidth(by: movieTimescale)
      )
      return products.0.high == products.1.high && products.0.low == products.1.low
    }
    return repeats == other.repeats && edits.count == other.edits.count
      && zip(edits, other.edits).allSatisfy { one, two in
        isSame(one.start, two.start) && isSame(one.duration, two.duration)
          && one.mediaTime == two.mediaTime && one.rate == two.rate
      }
  }

  /// The times at which a media time is presented: one for each edit that shows it, in their order.
  ///
  /// - Parameter count: the largest number of times that are of interest.
  public func times(ofMedia time: Int64, atMost count: Int = .max) -> [Time] {
    guard !edits.isEmpty else { return [self.time(from: 0, after: time)] }
    return Array(edits.lazy.compactMap { self.time(ofMedia: time, in: $0) }.prefix(count))
  }

  /// The first time at which media from a media time on is presented.
  public func start(ofMediaFrom time: Int64) -> Time? {
    guard !edits.isEmpty else { return self.time(from: 0, after: time) }
    for edit in edits {
      guard let first = edit.mediaTime else { continue }
      if let start = self.time(ofMedia: max(time, first), in: edit) { return start }
    }
    return nil
  }

  /// The time at which an edit presents a media time; nil if the edit does not show it.
  public func time(ofMedia time: Int64, in edit: Edit) -> Time? {
    guard let first = edit.mediaTime, time >= first else { return nil }
    guard edit.rate != 0 else { return time == first ? self.time(from: edit.start, after: 0) : nil }
    // Backwards is not allowed, and played forwards.
    let rate = edit.rate.magnitude
    let (distance, overflow) = time.subtractingReportingOverflow(first)
    guard !overflow else { return nil }
    let elapsed =
      rate == 1 << 16
      ? distance : distance.multipliedSaturating(by: 1 << 16) / Int64(clamping: rate)
    if let duration = edit.duration {
      let end = duration.multipliedFullWidth(by: timescale)
      let shown = elapsed.multipliedFullWidth(by: movieTimescale)
      guard (shown.high, shown.low) < (end.high, end.low) else { return nil }
    }
    return self.time(from: edit.start, after: elapsed)
  }

  /// A time in the movie's timescale.
  func time(at ticks: Int64) -> Time { time(from: ticks, after: 0) }

  /// The media time that is presented at a time, in the track's timescale; nil if nothing is presented.
  ///
  /// - Parameter ticks: the time of the presentation, in the movie's timescale.
  public func mediaTime(at ticks: Int64) -> Int64? {
    guard !edits.isEmpty else { return ticks < 0 ? nil : scaled(ticks) }
    // Edits are in ascending order, and of those with the same start the last one has a duration.
    let next = edits.partitioningIndex { $0.start > ticks }
    guard next > 0, ticks >= 0 else { return nil }
    let edit = edits[next - 1]
    let elapsed = ticks - edit.start
    guard let first = edit.mediaTime, edit.duration.map({ elapsed < $0 }) ?? true else {
      return nil
    }
    return first.addingSaturating(played(scaled(elapsed), at: edit.rate))
  }

  /// How much of the media is played in a time, in the track's timescale.
  private func played(_ ticks: Int64, at rate: Int64) -> Int64 {
    rate == 1 << 16
      ? ticks : ticks.multipliedSaturating(by: Int64(clamping: rate.magnitude)) >> 16
  }

  private func time(from start: Int64, after elapsed: Int64) -> Time {
    Time(start: start, elapsed: elapsed, movieTimescale: movieTimescale, timescale: timescale)
  }

  /// Ticks of the movie, none below 0, as ticks of the track.
  private func scaled(_ ticks: Int64, roundedUp: Bool = false) -> Int64 {
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: movieTimescale)
    // Both are below 2^32.
    let product = UInt64(rest) * UInt64(timescale)
    let part = (product + UInt64(roundedUp ? movieTimescale - 1 : 0)) / UInt64(movieTimescale)
    return seconds.multipliedSaturating(by: timescale).addingSaturating(Int64(part))
  }
}

/// Converts ticks of a track to those of the movie, or to those of its new timescale.
package struct EditedTimescale {
  /// Ticks per second, at least 1.
  private let movie: Int64
  private let media: Int64

  /// Whether both are of different lengths.
  package var isChange: Bool { movie != media }

  /// - Parameters:
  ///   - movie: the timescale of the movie.
  ///   - media: the timescale of the track.
  package init(movie: UInt32, media: UInt32) {
    self.movie = max(1, Int64(movie))
    self.media = max(1, Int64(media))
  }

  /// Converts ticks of the track to ticks of the movie. Negative values become 0, and fractions are rounded up, so
  /// that nothing that starts in the last tick is lost.
  package func movieTicks(_ ticks: Int64) -> Int64 { converted(ticks, adding: UInt64(media) - 1) }

  /// The same, rounded to the nearest.
  package func nearestTicks(_ ticks: Int64) -> Int64 { converted(ticks, adding: UInt64(media) / 2) }

  /// The same, rounded down.
  package func wholeTicks(_ ticks: Int64) -> Int64 { converted(ticks, adding: 0) }

  /// The same; nil if it is not a whole tick of the movie, or for a negative time.
  package func exactMovieTicks(_ ticks: Int64) -> Int64? {
    guard ticks >= 0 else { return nil }
    let below = wholeTicks(ticks)
    return below == movieTicks(ticks) ? below : nil
  }

  /// - Parameter rest: the number that is added before rounding down.
  private func converted(_ ticks: Int64, adding rest: UInt64) -> Int64 {
    let (seconds, part) = max(0, ticks).quotientAndRemainder(dividingBy: media)
    let whole = seconds.multipliedReportingOverflow(by: movie)
    guard !whole.overflow else { return .max }
    // Both are below 2^32.
    let (sum, overflow) = whole.partialValue.addingReportingOverflow(
      Int64((UInt64(part) * UInt64(movie) + rest) / UInt64(media)))
    return overflow ? .max : sum
  }
}
