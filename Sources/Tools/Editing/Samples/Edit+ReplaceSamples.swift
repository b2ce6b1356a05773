public import ISOBMFF
import Movie

extension Edit {
  /// Replaces all samples of a track. Each part of the media data with old samples gets those new samples that are
  /// decoded at the same time. Everything else in the track and in the movie stays, such as the edit list, which
  /// shows the same times as before.
  ///
  /// Throws if the track does not exist, if its samples are in fragments (``defragment()``) or not all in the
  /// file, or if the new samples do not fit: if the sum of their sizes is not the size of the data, or if a value
  /// is too large for the sample tables.
  public mutating func replaceSamples(
    ofTrack id: UInt32, by replacement: TrackReplacement
  ) throws(EditError) {
    guard let movie = MovieFile(file), let track = movie.tracks.first(where: { $0.id == id }) else {
      throw EditError(.notFound, "has no track \(id)")
    }
    guard !movie.isFragmented else {
      throw EditError(.unsupported, "has fragments: their samples cannot be replaced one by one")
    }
    let byteCount = replacement.samples.reduce(0) { $0.addingSaturating($1.byteCount) }
    guard !replacement.samples.isEmpty, byteCount == replacement.data.count else {
      throw EditError(
        .invalid,
        "gets \(counted(replacement.samples.count, "sample")) of \(counted(byteCount, "byte")), and \(counted(replacement.data.count, "byte")) for them"
      )
    }
    let origin = replacement.start ?? 0
    let samples = replacement.start.map(replacement.samples.beginning(at:)) ?? replacement.samples
    let times = ReplacedTimes(samples)
    let rescaling = EditedTimescale(
      movie: replacement.timescale ?? track.timescale, media: track.timescale)
    // Times at which samples are decoded count from the first that is composed.
    let first = samples.map(\.compositionTime).min() ?? 0
    let chunks = try ReplacedChunk.all(
      ReplacedChunk.Old.all(of: track, rescaling), by: replacement, times, from: first + origin)
    guard let offset = file.replaceMedia(by: replacement.data, chunks.map { ($0.old, $0.bytes) })
    else {
      throw EditError(
        .damaged, "has samples of track \(id) that are missing, or that overlap others")
    }
    var tables = SampleTableBuilder()
    for chunk in chunks {
      tables.beginChunk(at: offset + chunk.bytes.lowerBound, descriptionIndex: 1)
      for index in chunk.samples { try tables.append(samples[index], at: index, times) }
    }
    changedTracks.insert(id)
    let start = rescaling.isChange ? nil : first.addingSaturating(times.shift)
    if let start { refineTimescale(forDelayOf: track, to: start - times.shift + origin) }
    // Boxes that become smaller do not leave free space.
    keepsOffsets = false
    let header = file.boxes.first("moov")?.children.first(MovieHeaderBox.self)
    let scale = EditedTimescale(movie: header?.timescale ?? 0, media: track.timescale)
    try changeTrack(id) { (box) throws(EditError) in
      box.replaceSamples(by: replacement, &tables)
      // Where the first is composed late, the last ends later than the durations add up to.
      let end =
        rescaling.isChange
        ? nil : samples.map { $0.compositionTime.addingSaturating($0.duration) }.max()
      let duration = max(Int64(clamping: track.mediaDuration), end ?? 0)
      box.delayMedia(
        by: times.shift - origin, lasting: scale.movieTicks(duration), rescaling, scale,
        beginning: start)
    }
    file.removeBrands(ofCodings: track.sampleEntries.map(\.type))
  }

  /// Gives the movie a timescale in which an edit can begin exactly when the first sample of a track is composed, if that is
  /// after the start of the edit.
  private mutating func refineTimescale(forDelayOf track: Track, to first: Int64) {
    let start = track.editList.edits.lazy.compactMap(\.mediaTime).first ?? 0
    let gap = first.subtractingSaturating(start)
    guard gap > 0, gap < track.mediaDuration else { return }
    refineTimescale { scale in
      EditedTimescale(movie: UInt32(scale), media: track.timescale).exactMovieTicks(gap) != nil
    }
  }

  /// Changes the `trak` box of a track.
  mutating func changeTrack(
    _ id: UInt32, _ change: (inout Box) throws(EditError) -> Void
  ) throws(EditError) {
    guard let movie = file.boxes.firstIndex("moov") else { return }
    var children = file.boxes[movie].children
    for index in children.indices
    where children[index].children.first(TrackHeaderBox.self)?.trackID == id {
      try change(&children[index])
    }
    file.boxes[movie].children = children
  }
}

/// New samples that replace a chunk of old ones.
struct ReplacedChunk {
  /// The bytes of the old samples, in the file.
  var old: Range<Int>
  /// The new samples, by their number from 0.
  var samples: Range<Int>
  /// The range of their bytes in the data of all new samples.
  var bytes: Range<Int>

  /// A chunk of old samples.
  struct Old {
    var bytes: Range<Int>
    /// The end of its samples in decoding time, in the timescale of the new ones; nil for the last chunk.
    var end: Int64?

    static func all(of track: Track, _ rescaling: EditedTimescale) throws(EditError) -> [Old] {
      var all: [Old] = []
      var iterator = track.samples.chunks.makeIterator()
      var next = iterator.next()
      while let chunk = next {
        next = iterator.next()
        guard chunk.location == .file(0), let range = chunk.fileRange else {
          throw EditError(.unsupported, "has samples of track \(track.id) in another file")
        }
        let end = next.flatMap { track.samples.sample(at: $0.index) }
          .map { rescaling.nearestTicks($0.decodeTime) }
        all.append(Old(bytes: range, end: end))
      }
      return all
    }
  }

  /// - Parameter start: the decoding time of the first new sample, on the time line of the old ones.
  static func all(
    _ old: [Old], by replacement: TrackReplacement, _ times: ReplacedTimes, from start: Int64
  ) throws(EditError) -> [ReplacedChunk] {
    var chunks: [ReplacedChunk] = []
    var (sample, byte) = (0, 0)
    // If a chunk has no bytes, the next chunk takes its samples.
    for chunk in old where !chunk.bytes.isEmpty {
      let (firstSample, firstByte) = (sample, byte)
      while sample < replacement.samples.count,
        chunk.end.map({ times.decodeTimes[sample].addingSaturating(start) < $0 }) ?? true
      {
        byte += replacement.samples[sample].byteCount
        sample += 1
      }
      chunks.append(
        ReplacedChunk(old: chunk.bytes, samples: firstSample..<sample, bytes: firstByte..<byte))
    }
    guard sample == replacement.samples.count else {
      throw EditError(.unsupported, "has no samples that could be replaced")
    }
    return chunks
  }
}

extension SampleTableBuilder {
  package mutating func append(
    _ sample: NewSample, at index: Int, _ times: ReplacedTimes
  ) throws(EditError) {
    let decodeTime = times.decodeTimes[index]
    var flags = SampleFlags()
    flags.isNonSync = !sample.isSync
    if sample.isDisposable { flags.isDependedOn = 2 }
    try append(
      Row(
        duration: times.decodeTimes[index + 1].subtractingSaturating(decodeTime),
        compositionOffset: sample.compositionTime.addingSaturating(times.shift)
          .subtractingSaturating(decodeTime),
        byteCount: sample.byteCount, flags: flags))
  }
}

extension Box {
  /// Writes the tables of new samples to a `trak` box. Information about single old samples is removed.
  fileprivate mutating func replaceSamples(
    by replacement: TrackReplacement, _ tables: inout SampleTableBuilder
  ) {
    let duration = tables.duration
    let made = tables.boxes() + replacement.groups
    change(["mdia", "minf", "stbl"]) { table in
      var description = table.children.first(SampleDescriptionBox.self) ?? SampleDescriptionBox()
      description.children = [replacement.sampleEntry]
      table.children = [Box(description)] + made
      return true
    }
    change(["mdia", "mdhd"]) { header in
      header[MediaHeaderBox.self]?.setDuration(duration)
      if let timescale = replacement.timescale {
        header[MediaHeaderBox.self]?.timescale = timescale
      }
      return true
    }
  }

  /// Lets a `trak` box show the same as before, where all of its media is later, or earlier if `shift` is negative.
  ///
  /// - Parameters:
  ///   - duration: the duration of the media, in the movie's timescale.
  ///   - rescaling: from ticks of the old media to those of the new one.
  ///   - scale: from ticks of the media to those of the movie.
  ///   - first: when the first sample is composed; nil if edits may begin before it.
  fileprivate mutating func delayMedia(
    by shift: Int64, lasting duration: Int64, _ rescaling: EditedTimescale,
    _ scale: EditedTimescale,
    beginning first: Int64?
  ) {
    var rows: [[Int64]] = []
    let list = children.at("edts").first(EditListBox.self)
    list?.entries.forEachRow { _, row in
      let time =
        row[1] < 0 ? row[1] : rescaling.nearestTicks(row[1]).addingSaturating(shift)
      rows.append([row[0], time, row[2], row[3]])
    }
    if rows.isEmpty {
      guard shift > 0 else { return }
      rows = [[duration, shift, 1, 0]]
    }
    if let first { rows.delayMedia(to: first, scale) }
    setEdits(rows, repeats: (list?.header.flags ?? 0) & 1 != 0)
  }
}

extension [[Int64]] {
  /// Lets the first edit with media begin with the first sample, after an empty edit of the same length as the part without
  /// samples: some players begin with the first sample of an edit, however late that is composed.
  fileprivate mutating func delayMedia(to first: Int64, _ scale: EditedTimescale) {
    guard let index = firstIndex(where: { $0[1] >= 0 }), first > self[index][1],
      self[index][2...] == [1, 0],
      let gap = scale.exactMovieTicks(first - self[index][1]), gap < self[index][0]
    else { return }
    self[index][0] -= gap
    self[index][1] = first
    if index > 0 {
      self[index - 1][0] = self[index - 1][0].addingSaturating(gap)
    } else {
      insert([gap, -1, 1, 0], at: 0)
    }
  }
}

/// A new sample for a track.
public struct NewSample: Equatable, Sendable {
  /// The size of the sample, in bytes.
  public var byteCount: Int
  /// The composition time in the track's timescale, on the same time line as that of the samples that it
  /// replaces. Samples that a decoder needs before these, such as the priming of audio, have negative times.
  public var compositionTime: Int64
  /// The duration, in the track's timescale.
  public var duration: Int64
  /// Whether it is a sync sample (ISO/IEC 14496-12 §8.6.2).
  public var isSync: Bool
  /// Whether it is disposable: no other sample depends on it.
  public var isDisposable: Bool

  /// A sample. Times are in ticks of its track.
  public init(
    byteCount: Int, compositionTime: Int64, duration: Int64, isSync: Bool,
    isDisposable: Bool = false
  ) {
    self.byteCount = byteCount
    self.compositionTime = compositionTime
    self.duration = duration
    self.isSync = isSync
    self.isDisposable = isDisposable
  }
}

extension [NewSample] {
  /// The samples of media that begins at a time of the old media. The frame that is shown then may be composed
  /// earlier, and begins with the media.
  func beginning(at start: Int64) -> [NewSample] {
    map { sample in
      var sample = sample
      sample.compositionTime = Swift.max(0, sample.compositionTime.subtractingSaturating(start))
      return sample
    }
  }
}

/// The decoding times of new samples, which are not after their composition times (ISO/IEC 14496-12 §8.6.1).
package struct ReplacedTimes {
  /// The times in decoding order, from 0, in the track's timescale; the last value is the end of the last sample.
  package private(set) var decodeTimes: [Int64]
  /// The number that is added to composition times, because tables begin at 0 and offsets are not negative.
  package private(set) var shift: Int64

  /// Uses the sorted composition times as decoding times, so that each sample has the duration of a frame.
  ///
  /// - Parameters:
  ///   - end: the end of the last sample in composition time; nil if its duration determines it.
  ///   - delay: the least number that is added to composition times.
  package init(_ samples: [NewSample], endingAt end: Int64? = nil, shiftedBy delay: Int64 = 0) {
    let shown = samples.sorted { $0.compositionTime < $1.compositionTime }
    let first = shown.first?.compositionTime ?? 0
    decodeTimes = shown.map { $0.compositionTime.subtractingSaturating(first) }
    let stated = shown.last.map { $0.compositionTime.addingSaturating(max(0, $0.duration)) }
    let stop = (end ?? stated ?? first).subtractingSaturating(first)
    shift = max(0, delay)
    for (sample, decodeTime) in zip(samples, decodeTimes) {
      shift = max(shift, decodeTime.subtractingSaturating(sample.compositionTime))
    }
    // Samples that follow are composed later by the same number, and keep their offsets.
    decodeTimes.append(
      end == nil ? stop : stop.addingSaturating(shift.subtractingSaturating(delay)))
  }

  /// Makes samples be decoded earlier, so that no one of them lasts beyond the end of the last: its duration is the time
  /// until the next is decoded, and players show it for as long.
  package mutating func endTogether(_ samples: [NewSample]) {
    guard let first = samples.map(\.compositionTime).min(), let end = decodeTimes.last else {
      return
    }
    for (number, sample) in samples.enumerated() {
      let left = end.subtractingSaturating(sample.compositionTime.subtractingSaturating(first))
      let latest = decodeTimes[number].addingSaturating(max(1, left))
      decodeTimes[number + 1] = min(decodeTimes[number + 1], latest)
    }
  }
}

/// New samples that replace all samples of a track.
public struct TrackReplacement: Sendable {
  /// The sample entry, which describes the coding: one box of `stsd`.
  public var sampleEntry: Box
  /// The new samples in decoding order.
  public var samples: [NewSample]
  /// The bytes of all samples, one after the other.
  public var data: Bytes
  /// The new timescale of the track, in which the times of the samples are; nil to keep the old one.
  public var timescale: UInt32?
  /// The roll distance (`roll`, ISO/IEC 14496-12 §10.1): a negative number of samples that have to be decoded
  /// before a sample, so that it is correct. Nil for none.
  public var rollDistance: Int16?
  /// The time of the old media at which the new media begins: no sample is needed that is shown before it. Nil if
  /// the media begins where it began.
  public var start: Int64?

  /// New samples for a track, with their descriptions.
  public init(
    sampleEntry: Box, samples: [NewSample], data: Bytes, timescale: UInt32? = nil,
    rollDistance: Int16? = nil, start: Int64? = nil
  ) {
    self.sampleEntry = sampleEntry
    self.samples = samples
    self.data = data
    self.timescale = timescale
    self.rollDistance = rollDistance
    self.start = start
  }

  /// The groups that contain all samples.
  var groups: [Box] {
    guard let rollDistance else { return [] }
    var recovery = RollRecoveryEntry()
    recovery.rollDistance = rollDistance
    var entry = SampleGroupEntry()
    entry.description = recovery
    var description = SampleGroupDescriptionBox()
    description.groupingType = RollRecoveryEntry.type
    description.defaultLength = 2
    description.entries = [entry]
    var group = SampleToGroupBox()
    group.groupingType = RollRecoveryEntry.type
    group.entries = FieldTable(
      columns: SampleToGroupBox.columns, values: [Int64(samples.count), 1])
    return [Box(description), Box(group)]
  }
}
