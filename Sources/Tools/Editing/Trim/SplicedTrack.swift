import AVC
import ISOBMFF
import Movie

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
