import ISOBMFF
import Movie

/// How players play the edits of a track if they cannot cut its packets of sound, as FFmpeg: a packet that begins in an
/// edit is played whole, and one that begins before an edit is not played in it. Only the first edit begins exactly, and
/// in place of an empty edit after it, the first packets of the track are played.
///
/// So the sound of each further movie would come a part of a packet later or earlier. Edits that other players present
/// alike can decide which packets are played.
struct PacketPlaying {
  /// The duration of all packets, in ticks of the track.
  let packet: Int64
  private let toMovie: EditedTimescale
  private let toMedia: EditedTimescale

  /// Nil if the last packet of a movie can be shorter than the others, or if packets differ.
  init?(_ track: Track, movieTimescale: UInt32) {
    let entries = track.sampleEntries
    guard track.handlerType == "soun",
      entries.allSatisfy({ FramedSoundCoding($0) != nil || ["mp4a", "Opus"].contains($0.type) }),
      let first = track.samples.first(where: { _ in true }), first.duration > 1
    else { return nil }
    packet = first.duration
    toMovie = EditedTimescale(movie: movieTimescale, media: track.timescale)
    toMedia = EditedTimescale(movie: track.timescale, media: movieTimescale)
  }

  /// The edits that let the next movie begin where it should, as nearly as whole packets allow.
  ///
  /// - Parameters:
  ///   - rows: the edits up to here: durations in the movie's timescale, times in the track's, and rates.
  ///   - next: the edits of the next movie.
  func joined(_ rows: [[Int64]], _ next: [[Int64]]) -> [[Int64]] {
    guard let last = rows.lastIndex(where: { $0[1] >= 0 }),
      let first = next.firstIndex(where: { $0[1] >= 0 }), (rows + next).allSatisfy(\.isAtRateOne)
    else { return rows + next }
    var choices = [(rows, next)]
    if let parts = hidingLastPacket(of: rows[last]) {
      choices.append((Array(rows[..<last]) + parts + rows[(last + 1)...], next))
    }
    choices += choices.compactMap { beginningWithPacket($0, $1, first) }
    let best = choices.min { abs(lag($0.0, $0.1[first])) < abs(lag($1.0, $1.1[first])) }
    return best.map { $0.0 + $0.1 } ?? rows + next
  }

  /// How much later than the edits say such a player plays the start of the next movie.
  private func lag(_ rows: [[Int64]], _ next: [Int64]) -> Int64 {
    var (lag, isFirst) = (Int64(0), true)
    for row in rows {
      let length = toMedia.nearestTicks(row[0])
      lag -= length
      guard row[1] >= 0 else {
        if !isFirst { lag += max(packet, roundedUp(length - 1)) }
        continue
      }
      let start = isFirst ? row[1] : roundedUp(row[1])
      lag += max(0, roundedUp(row[1].addingSaturating(length)) - start)
      isFirst = false
    }
    return lag - (roundedUp(next[1]) - next[1])
  }

  /// An edit as two, of which the second begins one tick after its packet: other players miss only this tick.
  private func hidingLastPacket(of row: [Int64]) -> [[Int64]]? {
    let end = row[1].addingSaturating(toMedia.nearestTicks(row[0]))
    let last = roundedUp(end) - packet
    guard last > row[1] else { return nil }
    let before = toMovie.wholeTicks(last - row[1])
    guard before > 0, before < row[0] else { return nil }
    return [[before, row[1], 1, 0], [row[0] - before, last + 1, 1, 0]]
  }

  /// The next movie beginning with the packet in which its sound begins, if that is little earlier.
  private func beginningWithPacket(
    _ rows: [[Int64]], _ next: [[Int64]], _ first: Int
  ) -> ([[Int64]], [[Int64]])? {
    let early = next[first][1] % packet
    let ticks = toMovie.nearestTicks(early)
    guard first == 0, early > 0, early <= packet / 8, toMedia.nearestTicks(ticks) == early,
      let last = rows.last, last[0] > ticks
    else { return nil }
    var (rows, next) = (rows, next)
    rows[rows.count - 1][0] -= ticks
    next[first][0] += ticks
    next[first][1] -= early
    return (rows, next)
  }

  /// The first start of a packet from a time on.
  private func roundedUp(_ time: Int64) -> Int64 {
    let (whole, rest) = time.quotientAndRemainder(dividingBy: packet)
    return rest > 0 ? (whole + 1).multipliedSaturating(by: packet) : time
  }
}

extension [Int64] {
  fileprivate var isAtRateOne: Bool { self[2...] == [1, 0] }
}
