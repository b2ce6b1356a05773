import AVC
public import ISOBMFF
public import Movie

extension Edit {
  /// Inserts re-encoded pictures at the start of a track, before the group of pictures that stays. Each is shown
  /// at the time of the old frame, and the first one at the cut.
  ///
  /// Throws if the frames do not fit: if their size, colours or kind of samples differ, or if samples are not in
  /// the file.
  ///
  /// - Parameter replacement: the new frames, with the times of the samples from which they were decoded.
  public mutating func replaceStart(
    _ start: EditedTrackStart, by replacement: TrackReplacement
  ) throws(EditError) {
    let track = start.track
    guard !replacement.samples.isEmpty else {
      throw EditError(.invalid, "gets no pictures for the start of track \(track.id)")
    }
    var spliced = try SplicedTrack(start, replacement)
    let chunks = try ReplacedChunk.all(
      start.chunks(), by: replacement, spliced.times, from: start.cut)
    let gone = try start.goneBytes().map { ($0, 0..<0) }
    guard
      let offset = file.replaceMedia(
        by: replacement.data, chunks.map { ($0.old, $0.bytes) } + gone)
    else {
      throw EditError(
        .damaged, "has samples of track \(track.id) that are missing, or that overlap others"
      )
    }
    try spliced.build(chunks, at: offset)
    // The proof compares the samples that stay.
    var kept = keptSamples[track.id] ?? KeptSamples(range: 0..<track.samples.count)
    let old = kept.range.lowerBound
    kept.newCount = replacement.samples.count
    kept.gap = old + start.leading.lowerBound..<old + start.leading.upperBound
    kept.range = old + (start.next ?? track.samples.count)..<kept.range.upperBound
    keptSamples[track.id] = kept
    keepsOffsets = false
    try changeTrack(track.id) { (box) throws(EditError) in spliced.apply(to: &box) }
    let count = replacement.samples.count
    notes.append(
      "track \(track.id): \(counted(count, "picture")) \(start.next == nil ? "to the end" : "before the next key frame") \(count == 1 ? "is" : "are") re-encoded"
    )
  }
}

/// The start of a track that was cut at a frame that is not a key frame. The frames before the next group of
/// pictures can be re-encoded, so that the track begins with a key frame at the cut, without earlier samples.
public struct EditedTrackStart: Sendable {
  /// The track, as ``Edit/trim(from:to:dropping:)`` left it.
  public let track: Track
  /// The times of the frames that are to be re-encoded, in the track's timescale.
  public let times: Range<Int64>
  /// The composition time of the first of them: the time of the cut, which may be after the start of the frame.
  public let cut: Int64
  /// The index of the sample at which the rest begins; nil if everything is re-encoded.
  let next: Int?
  /// The indices of frames after that one that are shown before it, and need removed frames.
  let leading: Range<Int>
  /// Whether an end-of-sequence mark is necessary before the frames that stay.
  public let endsSequence: Bool

  /// The indices of the samples that have to be decoded for that, from 0.
  public var decoded: Range<Int> { 0..<(next == nil ? track.samples.count : leading.upperBound) }

  /// The sample entry of the samples that stay; if none stay, of those that are replaced.
  public var entry: Box? {
    let entries = track.sampleEntries
    guard let number = track.samples.sample(at: next ?? 0)?.descriptionIndex,
      entries.indices.contains(number - 1)
    else { return nil }
    return entries[number - 1]
  }

  /// Nil if the track begins with a key frame that is shown first, or if it is not a video track.
  ///
  /// - Parameter bytes: the bytes of the file.
  public init?(_ track: Track, in bytes: Bytes) {
    let cut = track.editList.edits.compactMap(\.mediaTime).min() ?? 0
    guard track.handlerType == "vide",
      let shown = track.samples.sample(composedAt: cut),
      shown.index > 0 || !shown.isSync
    else { return nil }
    self.track = track
    self.cut = cut
    let candidates = Candidates(track, in: bytes)
    let found = candidates.first(after: shown)
    next = found?.sample.index
    leading = found?.leading ?? track.samples.count..<track.samples.count
    endsSequence = found?.endsSequence ?? false
    times = shown.compositionTime..<(found?.sample.compositionTime ?? .max)
  }
}

extension EditedTrackStart {
  /// The chunks with the samples before the rest, and the end of each in decoding time; nil for the last.
  fileprivate func chunks() throws(EditError) -> [ReplacedChunk.Old] {
    var chunks: [(bytes: Range<Int>, chunk: Int, end: Int64?)] = []
    for sample in track.samples.from(0) {
      guard sample.index < next ?? .max else { break }
      try check(sample)
      let end = sample.decodeTime.addingSaturating(sample.duration)
      if let last = chunks.last, last.chunk == sample.chunkNumber,
        last.bytes.upperBound == sample.fileRange.lowerBound
      {
        chunks[chunks.count - 1].bytes = last.bytes.lowerBound..<sample.fileRange.upperBound
        chunks[chunks.count - 1].end = end
      } else {
        chunks.append((sample.fileRange, sample.chunkNumber, end))
      }
    }
    if !chunks.isEmpty { chunks[chunks.count - 1].end = nil }
    return chunks.map { ReplacedChunk.Old(bytes: $0.bytes, end: $0.end) }
  }

  /// The bytes of the frames after the key frame that are re-encoded.
  fileprivate func goneBytes() throws(EditError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for sample in track.samples.from(leading.lowerBound).prefix(leading.count) {
      try check(sample)
      ranges.append(sample.fileRange)
    }
    return ranges.joined
  }

  private func check(_ sample: Sample) throws(EditError) {
    guard sample.location == .file(0), sample.sampleCount == 1 else {
      throw EditError(.unsupported, "has samples of track \(track.id) in another file")
    }
  }
}

/// Finds samples at which the rest of a track can begin.
private struct Candidates {
  let track: Track
  let bytes: Bytes
  /// The number of samples after a key frame among which its leading frames are searched.
  static let mostLeading = 64

  init(_ track: Track, in bytes: Bytes) { (self.track, self.bytes) = (track, bytes) }

  struct Candidate {
    var sample: Sample
    var leading: Range<Int>
    var endsSequence: Bool
  }

  func first(after shown: Sample) -> Candidate? {
    var latest = Int64.min
    for sample in track.samples.from(0) {
      let isLate = latest > sample.compositionTime
      latest = max(latest, sample.compositionTime)
      guard sample.index > shown.index, sample.isSync, !isLate,
        let ends = track.endsSequence(before: sample, in: bytes),
        let leading = leading(behind: sample)
      else { continue }
      return Candidate(sample: sample, leading: leading, endsSequence: ends)
    }
    return nil
  }

  /// The frames that are decoded after a key frame and shown before it; nil if they are not contiguous.
  private func leading(behind sample: Sample) -> Range<Int>? {
    var end = sample.index + 1
    for other in track.samples.from(end).prefix(Candidates.mostLeading) {
      guard other.compositionTime < sample.compositionTime else { continue }
      guard other.index == end else { return nil }
      end += 1
    }
    return sample.index + 1..<end
  }
}

/// The tables and the edits of a track whose first frames are re-encoded.
struct SplicedTrack {
  /// The decoding times of the new samples.
  let times: ReplacedTimes
  private let start: EditedTrackStart
  private let samples: [NewSample]
  private var entries: [Box]
  /// The number of the sample entry of the new samples, from 1.
  private let description: Int
  private var tables = SampleTableBuilder()
  private var groups: SampleGroupMerging?

  init(_ start: EditedTrackStart, _ replacement: TrackReplacement) throws(EditError) {
    self.start = start
    let track = start.track
    samples = replacement.samples.beginning(at: start.cut)
    let next = start.next.flatMap(track.samples.sample(at:))
    times = ReplacedTimes(
      samples, endingAt: next.map { $0.compositionTime - start.cut },
      shiftedBy: next?.compositionOffset ?? 0)
    entries = track.sampleEntries
    description = try entries.describe(replacement.sampleEntry, before: next?.descriptionIndex)
    if track.samples.hasGroups {
      groups = SampleGroupMerging(track.box.children.at("mdia", "minf", "stbl"))
    }
  }

  /// Describes the new samples, and then those that stay.
  ///
  /// - Parameter offset: the offset of the first byte of the new samples.
  mutating func build(_ chunks: [ReplacedChunk], at offset: Int) throws(EditError) {
    for chunk in chunks {
      tables.beginChunk(at: offset + chunk.bytes.lowerBound, descriptionIndex: description)
      for index in chunk.samples {
        try tables.append(samples[index], at: index, times)
        try groups?.append([])
      }
    }
    var last: Sample?
    for sample in start.kept {
      if let last { try append(last, until: sample.decodeTime) }
      if last.map({ $0.chunkNumber != sample.chunkNumber || $0.index + 1 != sample.index }) ?? true
      {
        tables.beginChunk(
          at: sample.fileRange.lowerBound, descriptionIndex: sample.descriptionIndex)
      }
      last = sample
    }
    if let last { try append(last, until: last.decodeTime.addingSaturating(last.duration)) }
  }

  private mutating func append(_ sample: Sample, until end: Int64) throws(EditError) {
    try tables.append(sample, until: end)
    try groups?.append(sample.groups)
  }

  /// Writes these tables, and edits with the same presentation, to a `trak` box.
  mutating func apply(to box: inout Box) {
    box.describeSamples(by: &tables, groups, entries)
    guard let list = box.children.at("edts").first(EditListBox.self) else { return }
    var rows: [[Int64]] = []
    list.entries.forEachRow { _, row in
      let time = row[1] < 0 ? row[1] : row[1] - start.cut + times.shift
      rows.append([row[0], time, row[2], row[3]])
    }
    box.setEdits(rows, repeats: list.header.flags & 1 != 0)
  }
}

extension EditedTrackStart {
  /// The samples that stay.
  fileprivate var kept: some Sequence<Sample> {
    track.samples.from(next ?? track.samples.count).lazy.filter { !leading.contains($0.index) }
  }
}

extension [Box] {
  /// Describes samples that precede others of the same track.
  ///
  /// For AVC, one entry has the parameter sets of both, with different numbers, because not every player supports
  /// several entries. Other codings get an entry of their own (ISO/IEC 14496-12 §8.5.2).
  ///
  /// - Parameter next: the number of the entry of the samples that follow, from 1; nil if there are none.
  /// - Returns: the number of the entry.
  fileprivate mutating func describe(_ entry: Box, before next: Int?) throws(EditError) -> Int {
    guard let next, indices.contains(next - 1) else {
      self = [entry]
      return 1
    }
    let differences = JoinedSampleForm(self[next - 1]).differences(from: JoinedSampleForm(entry))
    guard differences.isEmpty else {
      throw EditError(
        .unsupported,
        "has pictures that cannot be coded like the others: they would differ in \(differences.map(\.text).joined(separator: "; ")); without --smart, nothing is re-encoded"
      )
    }
    guard let record = entry.children.first(AVCConfigurationBox.self)?.record,
      self[next - 1].children.first(AVCConfigurationBox.self) != nil
    else {
      append(entry)
      return count
    }
    do throws(FieldError) { try self[next - 1].addSets(of: record) } catch {
      throw EditError(error)
    }
    return next
  }
}

extension Box {
  /// Adds parameter sets to an entry of AVC.
  fileprivate mutating func addSets(of other: AVCDecoderConfigurationRecord) throws(FieldError) {
    guard var sets = RetaggedAVCSets(children) else { return }
    for unit in other.nalUnits {
      try sets.put(unit, AVCDecoderConfigurationRecord.key(of: unit))
    }
    sets.write(to: &children)
    for index in children.indices {
      guard var record = children[index][AVCConfigurationBox.self]?.record else { continue }
      // The entry states the highest requirements for decoders.
      record.level.idc = Swift.max(record.level.idc, other.level.idc)
      children[index][AVCConfigurationBox.self]?.record = record
    }
  }
}
