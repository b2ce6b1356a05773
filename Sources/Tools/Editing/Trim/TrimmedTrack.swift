import ISOBMFF
import Movie

/// The samples that a track keeps.
struct KeptSamples {
  /// The indices of the samples.
  var range: Range<Int>
  /// The time by which the first one is shortened, in the track's timescale.
  var shortening: Int64 = 0
  /// How many new ticks an old one has.
  var factor: Int64 = 1
  /// The indices of those that are re-encoded together with earlier samples.
  var gap = 0..<0
  /// The number of new samples before them.
  var newCount = 0

  /// The new number of samples of the track.
  var count: Int { newCount + range.count - gap.count }
}

/// The part of a track that is left in a part of the movie: its edits (ISO/IEC 14496-12 §8.6.6), and the samples that
/// these need.
struct TrimmedTrack {
  /// The rows of `elst`, with the old media times.
  private(set) var rows: [[Int64]] = []
  /// The indices of the samples that are shown, and of those that are needed to decode them.
  private(set) var samples = 0..<0
  private let track: Track
  private let scale: EditedTimescale

  /// The presented duration, in the movie's timescale.
  var duration: UInt64 { rows.reduce(0) { $0.addingSaturating(UInt64(clamping: $1[0])) } }

  /// Nil if the track has nothing in that part.
  ///
  /// - Parameter part: the part in the movie's timescale.
  init?(_ track: Track, _ part: Range<Int64>, movieTimescale: UInt32) {
    self.track = track
    scale = EditedTimescale(movie: track.timescale, media: movieTimescale)
    var needed: Range<Int64>?
    let toMovie = EditedTimescale(movie: movieTimescale, media: track.timescale)
    for edit in TrimmedTrack.edits(of: track, toMovie) {
      let shown =
        max(
          edit.start, part.lowerBound)..<max(
          edit.start, part.lowerBound, min(edit.end, part.upperBound))
      guard !shown.isEmpty else { continue }
      let rate = [edit.rate >> 16, Int64(Int16(truncatingIfNeeded: edit.rate))]
      guard let start = edit.mediaTime else {
        rows.append([Int64(shown.count), -1] + rate)
        continue
      }
      let first = start.addingSaturating(mediaTicks(shown.lowerBound - edit.start, edit.rate))
      let end = start.addingSaturating(mediaTicks(shown.upperBound - edit.start, edit.rate))
      rows.append([Int64(shown.count), first] + rate)
      let media = first..<max(first + 1, end)
      needed =
        needed.map {
          min($0.lowerBound, media.lowerBound)..<max($0.upperBound, media.upperBound)
        } ?? media
    }
    while rows.last.map({ $0[1] < 0 }) ?? false { rows.removeLast() }
    guard let needed else { return nil }
    samples = TrimmedTrack.samples(of: track, toShow: needed)
    guard !samples.isEmpty else { return nil }
  }

  private typealias Edit = (start: Int64, end: Int64, mediaTime: Int64?, rate: Int64)

  /// The edits; without any, the media is shown from its start.
  private static func edits(of track: Track, _ scale: EditedTimescale) -> [Edit] {
    let media = track.composedEnd
    guard !track.editList.isEmpty else { return [(0, scale.movieTicks(media), 0, 1 << 16)] }
    return track.editList.edits.map { edit in
      let left = max(0, media.subtractingSaturating(edit.mediaTime ?? 0))
      let duration = edit.duration ?? scale.movieTicks(left)
      return (edit.start, edit.start.addingSaturating(duration), edit.mediaTime, edit.rate)
    }
  }

  /// Converts ticks of the movie to ticks of the media that is played during them.
  private func mediaTicks(_ ticks: Int64, _ rate: Int64) -> Int64 {
    let ticks = scale.nearestTicks(ticks)
    return rate == 1 << 16
      ? ticks : ticks.multipliedSaturating(by: Int64(clamping: rate.magnitude)) >> 16
  }

  // MARK: Samples

  /// The indices of the samples that are shown, and of those that are needed to decode them.
  ///
  /// - Parameter media: the times that are shown, in the track's timescale.
  static func samples(of track: Track, toShow media: Range<Int64>) -> Range<Int> {
    let samples = track.samples
    guard let shown = samples.sample(composedAt: media.lowerBound) ?? samples.sample(at: 0) else {
      return 0..<0
    }
    let first =
      track.handlerType == "soun"
      ? track.firstPacket(toDecode: shown) : start(for: shown, in: samples)
    // Every sample that is decoded before the last one that is shown may be needed.
    var end = (samples.sample(decodedAt: media.upperBound - 1)?.index ?? shown.index) + 1
    if track.box.children.at("mdia", "minf", "stbl").contains(where: { $0.type == "ctts" }) {
      end = shown.index + 1
      for sample in samples.from(first) where sample.compositionTime < media.upperBound {
        end = max(end, sample.index + 1)
      }
    }
    return first..<max(end, first + 1)
  }

  /// The index where decoding starts: a sync sample that is not composed later. Leading frames of an open group of
  /// pictures need the group before.
  private static func start(for shown: Sample, in samples: TrackSamples) -> Int {
    var number = shown.index
    while number > 0, let sync = samples.syncSample(upTo: number), sync <= number,
      let sample = samples.sample(at: sync)
    {
      if sample.compositionTime <= shown.compositionTime { return sync }
      number = sync - 1
    }
    return 0
  }

  /// The number of frames, or of packets of audio, that are left.
  var descriptions: [String] {
    guard ["vide", "soun"].contains(track.handlerType), samples.count < track.sampleCount else {
      return []
    }
    return [
      "track \(track.id) (\(track.handlerType)): \(samples.count) of \(track.sampleCount) samples stay"
    ]
  }

  // MARK: Boxes

  /// Writes these edits to a `trak` box, and keeps only these samples if `dropping` is true.
  func apply(to box: inout Box, dropping: Bool) throws(EditError) -> KeptSamples {
    var rows = rows
    var kept = KeptSamples(range: samples)
    if dropping, samples != 0..<track.sampleCount,
      let first = track.samples.sample(at: samples.lowerBound)
    {
      try refuse(box, first)
      kept.shortening = shortening(of: first)
      let lack = lack
      box.change(["mdia", "minf", "stbl"]) { table in
        table.keepSamples(samples, at: first.fileRange.lowerBound)
        if kept.shortening > 0 { table.shortenFirstSample(by: kept.shortening) }
        if let lack { table.lengthenLastSample(by: lack) }
        return true
      }
      var duration: UInt64 = 0
      box.change(["mdia", "minf", "stbl"]) { table in
        duration = table.sampleDuration
        return false
      }
      box.change(["mdia", "mdhd"]) { header in
        header[MediaHeaderBox.self]?.setDuration(duration)
        return true
      }
      for index in rows.indices where rows[index][1] >= 0 {
        if kept.shortening == 0 { rows[index][1] = startOfLast(at: rows[index][1]) }
        rows[index][1] -= first.decodeTime + kept.shortening
        guard rows[index][1] >= 0 else {
          throw EditError(
            .unsupported,
            "shows pictures of track \(track.id) before they are decoded, which a cut cannot keep")
        }
      }
    }
    box.setEdits(rows)
    box.change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.setDuration(duration)
      return true
    }
    return kept
  }

  /// The time by which the first sample is shortened, so that it begins with the shown part, if it is the one that is shown
  /// then. Many programs leave out a frame that an edit shows only partly, and show texts, such as titles of chapters,
  /// for the whole duration of their sample.
  private func shortening(of first: Sample) -> Int64 {
    guard rows.count == 1, let time = rows.first?[1],
      ["vide", "text", "sbtl"].contains(track.handlerType),
      track.samples.sample(composedAt: time)?.index == first.index
    else { return 0 }
    let hidden = time - first.compositionTime
    return hidden > 0 && hidden < first.duration ? hidden : 0
  }

  /// The time at which the last frame that stays is composed, if that is the one that is shown at a time; otherwise
  /// that time. The frame is shown longer than its duration, which is the time until the next one is decoded: an edit
  /// that begins later than that shows nothing in many programs.
  private func startOfLast(at time: Int64) -> Int64 {
    guard track.handlerType == "vide", let shown = track.samples.sample(composedAt: time),
      time >= shown.compositionTime.addingSaturating(shown.duration),
      let end = track.samples.sample(at: samples.upperBound - 1)?.index,
      !track.samples.from(shown.index + 1).prefix(max(0, end - shown.index))
        .contains(where: { $0.compositionTime > shown.compositionTime })
    else { return time }
    return shown.compositionTime
  }

  /// The time by which the last sample is lengthened, so that the media lasts as long as what is shown; nil if it does.
  /// A frame is shown until the next one, but if frames are reordered, its duration is the time until the next one is
  /// decoded.
  private var lack: Int64? {
    let ends = rows.filter { $0[1] >= 0 }.map {
      $0[1].addingSaturating(mediaTicks($0[0], $0[2] << 16 | $0[3]))
    }
    let end = min(ends.max() ?? 0, track.composedEnd)
    guard track.handlerType == "vide", let first = track.samples.sample(at: samples.lowerBound),
      let last = track.samples.sample(at: samples.upperBound - 1),
      last.decodeTime.addingSaturating(last.duration).addingSaturating(first.compositionOffset)
        < end
    else { return nil }
    return max(
      0, end.subtractingSaturating(last.compositionTime.addingSaturating(last.duration)))
  }

  /// Throws if there are tables that cannot be cut.
  private func refuse(_ box: Box, _ first: Sample) throws(EditError) {
    guard first.sampleCount == 1 else {
      throw EditError(
        .unsupported,
        "counts each moment of audio as a sample (track \(track.id)), which cannot be cut; with --hide, all samples stay"
      )
    }
    let tables: Set<FourCC> = ["saiz", "saio", "senc", "subs", "padb", "csgp"]
    guard
      let table = box.children.at("mdia", "minf", "stbl").first(where: { tables.contains($0.type) })
    else { return }
    throw EditError(
      .unsupported,
      "has a table (\(table.type), track \(track.id)) that cannot be cut; with --hide, all samples stay"
    )
  }
}
