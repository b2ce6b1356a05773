import ISOBMFF
public import Movie

/// How many bytes the samples of tracks have in equal parts of time.
public struct RateBins: Sendable, Equatable {
  /// When the first part starts, in seconds of decoding time.
  public var start: Double
  /// How long each part is, in seconds.
  public var seconds: Double
  /// The bytes of the samples that are decoded in each part.
  public var byteCounts: [Int]
  /// How many of those are samples at which decoding can start.
  public var syncCounts: [Int]

  /// Bits per second in each part.
  public var rates: [Double] { byteCounts.map { Double($0) * 8 / seconds } }

  /// Nil if the samples take no time, or are more than `limit`.
  ///
  /// - Parameters:
  ///   - tracks: whose samples are counted; those without a timescale are left out.
  ///   - parts: how many parts of time there are, at least 1.
  ///   - limit: tables of a few bytes can state any number of samples.
  public init?(_ tracks: [Track], parts: Int, limit: Int = 1 << 24) {
    let tracks = tracks.filter { $0.timescale > 0 && $0.samples.count > 0 }
    let counts = tracks.reduce(0) { $0.addingReportingOverflow($1.samples.count).partialValue }
    guard parts > 0, !tracks.isEmpty, (1...limit).contains(counts) else { return nil }
    var (first, end) = (Double.infinity, -Double.infinity)
    for track in tracks {
      guard let start = track.samples.sample(at: 0), let last = track.samples.last else { continue }
      first = min(first, track.seconds(start.decodeTime))
      end = max(end, track.seconds(last.decodeTime.addingSaturating(last.duration)))
    }
    guard end > first, (end - first).isFinite else { return nil }
    (start, seconds) = (first, (end - first) / Double(parts))
    byteCounts = [Int](repeating: 0, count: parts)
    syncCounts = byteCounts
    for track in tracks {
      for sample in track.samples {
        let place = (track.seconds(sample.decodeTime) - first) / seconds
        let part = min(max(Int(exactly: place.rounded(.down)) ?? 0, 0), parts - 1)
        byteCounts[part] = byteCounts[part].addingSaturating(sample.fileRange.count)
        if sample.isSync { syncCounts[part] += 1 }
      }
    }
  }
}

extension Track {
  fileprivate func seconds(_ ticks: Int64) -> Double { Double(ticks) / Double(timescale) }
}

extension TrackSamples {
  fileprivate var last: Sample? { count > 0 ? sample(at: count - 1) : nil }
}
