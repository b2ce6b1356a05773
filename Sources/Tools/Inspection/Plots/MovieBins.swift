import FieldCoding
package import ISOBMFF
package import Movie

/// A movie as its plots need it: read once for all of them.
package struct MovieBins {
  package let movie: MovieFile
  /// The time of all tracks together, in seconds of their media.
  package let span: ClosedRange<Double>
  /// The tracks whose samples have times, the first ``most`` of them.
  package let tracks: [TrackBins]
  package let chapters: [Chapter]

  /// No real movie has more tracks.
  static let most = 24

  /// Nil if no track has samples.
  ///
  /// - Parameter readsFrameTypes: whether the kinds of frames are read from their data.
  package init?(_ movie: MovieFile, in file: BoxFile, readsFrameTypes: Bool = true) {
    let timed = movie.tracks.lazy.filter { $0.sampleCount > 0 }
      .compactMap { track in TrackBins.span(of: track).map { (track, $0) } }.prefix(MovieBins.most)
    let spans = timed.map(\.1)
    guard let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max() else {
      return nil
    }
    let span = start...(end > start ? end : start + 1)
    self.movie = movie
    self.span = span
    tracks = timed.compactMap { track, _ in
      TrackBins(
        track, movieTimescale: movie.header?.timescale ?? 0, of: span, in: file,
        readsFrameTypes: readsFrameTypes)
    }
    chapters = movie.chapters(in: file.bytes)
    if tracks.isEmpty { return nil }
  }

  /// The length of each part, in seconds.
  package var step: Double { (span.upperBound - span.lowerBound) / Double(TrackBins.count) }

  /// The video tracks.
  package var videos: [(index: Int, track: TrackBins)] {
    tracks.enumerated().filter { ["vide", "pict"].contains($0.element.track.handlerType) }
      .map { ($0.offset, $0.element) }
  }

  /// The start of a part, in seconds.
  package func time(ofPart part: Int) -> Double { span.lowerBound + Double(part) * step }

  /// The number of parts that last at least so long together, in seconds; at most a quarter of all.
  package func parts(lasting seconds: Double) -> Int {
    let most = TrackBins.count / 4
    return (1...most).first { TrackBins.count % $0 == 0 && Double($0) * step >= seconds } ?? most
  }

  /// Whether its samples take any time.
  var hasDuration: Bool { tracks.contains { $0.span.upperBound > $0.span.lowerBound } }

  /// The bits in a second of all tracks together, over time.
  ///
  /// - Parameter parts: how many parts are taken together, which divides ``TrackBins/count``.
  func rates(by parts: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: TrackBins.count / parts)
    for track in tracks {
      for (index, rate) in rates(of: track, by: parts).enumerated() { sums[index] += rate }
    }
    return sums
  }

  /// The bits in a second of a track, over time.
  ///
  /// - Parameter parts: how many parts are taken together, which divides ``TrackBins/count``.
  package func rates(of track: TrackBins, by parts: Int) -> [Double] {
    stride(from: 0, to: TrackBins.count, by: parts).map { first in
      let bytes = track.bins[first..<first + parts].reduce(0.0) { $0 + Double($1.bytes) }
      return bytes * 8 / (Double(parts) * step)
    }
  }
}

/// The samples of a track in equal parts of the time of the movie: so a movie of hours is as small as one
/// of seconds.
package struct TrackBins {
  /// The number of parts. They can be combined by 2, 3, 4, 5, 6, 8, 10 and so on.
  package static let count: Int = 480

  /// The content of one part.
  package struct Bin {
    package var bytes: UInt64 = 0
    package var hasSync = false
    /// Whether a fragment begins in it.
    package var hasFragment = false
    /// The range of the samples' offsets in the file.
    package var positions: ClosedRange<Int>?
    /// The largest sample of each kind, in bytes.
    package var largest: [Int] = [0, 0, 0]
    /// The range of the numbers of samples in its groups.
    package var groups: ClosedRange<Int>?
  }

  /// A gap between fragments, or an overlap.
  package struct Gap {
    /// The end of the fragment before, in seconds.
    package var end: Double
    /// The start of the next fragment, in seconds; before ``end`` if they overlap.
    package var start: Double
  }

  /// The totals of the samples of one kind.
  package struct Kind {
    package var name: String
    package var count = 0
    package var bytes: UInt64 = 0
    package var largest = 0
  }

  package let track: Track
  package private(set) var bins: [Bin] = [Bin](repeating: Bin(), count: TrackBins.count)
  /// The kinds of its samples: I, P and B, or those at which decoding can start and the others.
  package private(set) var kinds: [Kind]
  /// The first of the gaps between fragments.
  package private(set) var gaps: [Gap] = []
  package private(set) var gapCount = 0
  /// The number of samples that are never presented, not even partly.
  package private(set) var hiddenCount = 0
  /// The range of the numbers of samples in groups, and the number of groups.
  package private(set) var groupSizes: ClosedRange<Int>?
  package private(set) var groupCount = 0
  /// Whether chunks were read instead of samples, because there are too many samples.
  package let isByChunks: Bool
  /// The time from the decoding of the first sample to the end of the last one, in seconds.
  package let span: ClosedRange<Double>
  /// The time from the first presentation to the end of the last one, in ticks of the media: it is later than the
  /// decoding time if frames are reordered.
  package private(set) var composed: Range<Int64>

  private static let mostSamples = 1 << 20
  private static let mostGaps = 100
  /// Kinds of frames are read from their data: that of longer tracks is not.
  private static let mostFrames = 20_000
  private static let mostVideoBytes: UInt64 = 1 << 28

  /// Nil if nothing says when its samples are.
  init?(
    _ track: Track, movieTimescale: UInt32, of movie: ClosedRange<Double>, in file: BoxFile,
    readsFrameTypes: Bool
  ) {
    guard let span = TrackBins.span(of: track), let first = track.samples.sample(at: 0) else {
      return nil
    }
    self.track = track
    composed = first.composed
    self.span = span
    isByChunks = track.samples.count > TrackBins.mostSamples
    let readsFrameTypes =
      readsFrameTypes && track.handlerType == "vide" && track.samples.count <= TrackBins.mostFrames
      && track.byteCount ?? .max <= TrackBins.mostVideoBytes
    var types = readsFrameTypes ? PictureTypes(of: track, in: file) : nil
    kinds = ["I", "P", "B"].map { Kind(name: $0) }
    var isTold = false
    var walk = Walk(span: movie, shown: ShownMedia(track, movieTimescale: movieTimescale))
    if isByChunks {
      var samples = track.samples.makeIterator()
      for chunk in track.samples.chunks where chunk.sampleCount > 0 {
        guard let sample = samples.nextOfNextChunk() else { break }
        guard chunk.location == .file(0), let range = chunk.fileRange else { continue }
        let part = add(range, at: sample, &walk)
        bins[part].hasFragment = bins[part].hasFragment || chunk.fragmentStart != nil
      }
      kinds = []
      return
    }
    for sample in track.samples.withBytes where sample.location == .file(0) {
      let part = add(sample.fileRange, at: sample, &walk)
      let type = file.bytes.part(sample.fileRange).flatMap { types?.type(of: sample, $0) }
      if type != nil { isTold = true }
      let kind = type.flatMap { ["I", "P", "B"].firstIndex(of: $0) } ?? (sample.isSync ? 0 : 1)
      let size = sample.fileRange.count
      bins[part].largest[kind] = max(bins[part].largest[kind], size)
      kinds[kind].count += sample.sampleCount
      kinds[kind].bytes = kinds[kind].bytes.addingSaturating(UInt64(size))
      kinds[kind].largest = max(kinds[kind].largest, size)
      count(sample, part, &walk)
    }
    endGroup(&walk, at: TrackBins.count)
    if !isTold { (kinds[0].name, kinds[1].name) = ("key", "other") }
    kinds.removeAll { $0.count == 0 }
  }

  /// The properties of the samples before one.
  private struct Walk {
    let span: ClosedRange<Double>
    let shown: ShownMedia
    var fragment: Int?
    var end: Int64?
    /// The first part of the group, and how many samples it has.
    var group: (part: Int, count: Int)?

    func part(at time: Double) -> Int {
      let share = (time - span.lowerBound) / (span.upperBound - span.lowerBound)
      return share.isFinite
        ? max(0, min(TrackBins.count - 1, Int(share * Double(TrackBins.count)))) : 0
    }
  }

  private func seconds(_ ticks: Int64) -> Double { Double(ticks) / Double(track.timescale) }

  /// Adds bytes to the part in which they are decoded.
  private mutating func add(_ range: Range<Int>, at sample: Sample, _ walk: inout Walk) -> Int {
    let part = walk.part(at: seconds(sample.decodeTime))
    let own = sample.composed
    composed =
      min(composed.lowerBound, own.lowerBound)..<max(composed.upperBound, own.upperBound)
    bins[part].bytes = bins[part].bytes.addingSaturating(UInt64(range.count))
    let old = bins[part].positions
    bins[part].positions =
      min(
        old?.lowerBound ?? range.lowerBound, range.lowerBound)...max(
        old?.upperBound ?? range.upperBound, range.upperBound)
    return part
  }

  private mutating func count(_ sample: Sample, _ part: Int, _ walk: inout Walk) {
    if sample.isSync {
      bins[part].hasSync = true
      endGroup(&walk, at: part)
      walk.group = (part, 0)
    }
    walk.group?.count += 1
    if !walk.shown.showsPart(of: sample.composed) { hiddenCount += 1 }
    if let fragment = sample.fragmentStart, fragment != walk.fragment {
      bins[part].hasFragment = true
      walk.fragment = fragment
      if let end = walk.end, end != sample.decodeTime {
        gapCount += 1
        if gaps.count < TrackBins.mostGaps {
          gaps.append(Gap(end: seconds(end), start: seconds(sample.decodeTime)))
        }
      }
    }
    walk.end = sample.decodeTime.addingSaturating(sample.duration)
  }

  private mutating func endGroup(_ walk: inout Walk, at part: Int) {
    guard let group = walk.group, group.count > 0 else { return }
    func joined(_ range: ClosedRange<Int>?) -> ClosedRange<Int> {
      min(
        range?.lowerBound ?? group.count, group.count)...max(
          range?.upperBound ?? group.count, group.count)
    }
    groupSizes = joined(groupSizes)
    groupCount += 1
    for index in group.part..<max(part, group.part + 1) {
      bins[index].groups = joined(bins[index].groups)
    }
    walk.group = nil
  }

  /// The time from the decoding of the first sample of a track to the end of the last one.
  package static func span(of track: Track) -> ClosedRange<Double>? {
    guard track.timescale > 0, let first = track.samples.sample(at: 0),
      let last = track.samples.sample(at: track.samples.count - 1)
    else { return nil }
    let start = Double(first.decodeTime) / Double(track.timescale)
    let end = Double(last.decodeTime.addingSaturating(last.duration)) / Double(track.timescale)
    return min(start, end)...max(start, end)
  }
}

extension Sample {
  /// The composition time, in ticks of the media; at least one tick.
  fileprivate var composed: Range<Int64> {
    let start = min(compositionTime, .max - 1)
    return start..<max(start + 1, start.addingSaturating(duration))
  }
}
