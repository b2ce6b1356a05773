public import ISOBMFF
import Movie
import NALUnits

extension Edit {
  /// Changes the type of HEVC, AVC and Dolby Vision sample entries. The type tells where parameter sets are:
  /// only in the sample entry for `hvc1`, `dvh1`, `avc1` and `dva1`; also in the samples for `hev1`, `dvhe`,
  /// `avc3` and `dvav` (ISO/IEC 14496-15 §5.4.2.1, §8.4.1).
  ///
  ///     try edit.retag()                // the types that phones play
  ///     try edit.retag(to: ["hev1"])
  ///
  /// For the types of the first kind, it is proved that a decoder needs only the sample entry: the lengths and
  /// headers of the NAL units of all samples are read. Parameter sets that are only in samples are added to the
  /// sample entry. It throws if different parameter sets in one stream have the same ID, or if a parameter set is
  /// missing.
  ///
  /// - Parameter trustsSamples: whether to assume, without reading the samples, that they have no parameter sets.
  ///   This is necessary if the samples are in other files.
  public mutating func retag(
    to targets: Set<FourCC> = SampleEntryTag.allOutOfBand,
    trustingSamples trustsSamples: Bool = false
  ) throws(EditError) {
    try requireKnownTracks()
    try settleConfigurations(trustingSamples: trustsSamples) {
      SampleEntryTag.protected.contains($0.type)
        ? $0.type : SampleEntryTag.target(of: $0.type, among: targets)
    }
  }

  /// Makes the decoder configurations of sample entries correct.
  ///
  /// - Parameter target: the new type of an entry; nil if it stays as it is.
  mutating func settleConfigurations(
    trustingSamples trustsSamples: Bool = false, _ target: (Box) -> FourCC?
  ) throws(EditError) {
    guard let movie = file.boxes.firstIndex("moov"),
      let tracks = MovieFile(original)?.tracks
    else { throw EditError(noMovieIn: file) }
    var children = file.boxes[movie].children
    var isChanged = false
    for index in children.indices where children[index].type == "trak" {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID ?? 0
      let track = tracks.first { $0.id == id }
      let path: [FourCC] = ["mdia", "minf", "stbl", "stsd"]
      var notes: [String] = []
      let isTrackChanged = try children[index].change(path) { (descriptions) throws(EditError) in
        try retag(
          &descriptions, of: track, to: target, trustsSamples: trustsSamples, &notes)
      }
      self.notes += notes.map { "track \(id): \($0)" }
      isChanged = isChanged || isTrackChanged
    }
    if isChanged { file.boxes[movie].children = children }
  }

  /// - Returns: whether anything was changed.
  private func retag(
    _ descriptions: inout Box, of track: Track?, to target: (Box) -> FourCC?, trustsSamples: Bool,
    _ notes: inout [String]
  ) throws(EditError) -> Bool {
    var entries = descriptions.children
    var isChanged = false
    for index in entries.indices {
      let entry = entries[index]
      guard let target = target(entry), entry[VisualSampleEntry.self] != nil else { continue }
      if SampleEntryTag.protected.contains(entry.type) {
        notes.append("'\(entry.type)' is protected and stays as it is")
        continue
      }
      var boxes = entry.children
      do throws(EditError) {
        // The indices of samples determine which of them belong to this entry.
        let samples = track.map { EntrySamples($0, entry: index + 1, in: self, trustsSamples) }
        if boxes.first("hvcC") != nil {
          try settle(RetaggedHEVCSets.self, &boxes, target, samples, &notes)
        } else if boxes.first("avcC") != nil {
          try settle(RetaggedAVCSets.self, &boxes, target, samples, &notes)
        } else {
          throw EditError(.damaged, "it has no decoder configuration")
        }
      } catch {
        throw error.within(
          "track \(track?.id ?? 0) cannot be '\(target)'"
            + (target == entry.type ? "" : " instead of '\(entry.type)'"))
      }
      if boxes != entry.children { entries[index].children = boxes }
      if target != entry.type {
        entries[index] = entries[index].retyped(target)
        notes.append("'\(entry.type)' is '\(target)' now")
      }
      isChanged = true
    }
    if isChanged { descriptions.children = entries }
    return isChanged
  }

  /// Makes the configuration correct for a sample entry with the new type.
  private func settle<Sets: RetaggedStreamSets>(
    _: Sets.Type, _ boxes: inout [Box], _ target: FourCC, _ samples: EntrySamples?,
    _ notes: inout [String]
  ) throws(EditError) {
    guard var sets = Sets(boxes) else {
      throw EditError(.damaged, "its decoder configuration cannot be read")
    }
    let isOutOfBand = SampleEntryTag.allOutOfBand.contains(target)
    if isOutOfBand { try complete(&sets, by: samples, &notes) }
    sets.state(isComplete: isOutOfBand)
    sets.write(to: &boxes)
  }

  private func complete<Sets: RetaggedStreamSets>(
    _ sets: inout Sets, by samples: EntrySamples?, _ notes: inout [String]
  ) throws(EditError) {
    var seen = RetaggedSampleSets(sets)
    try samples?.read(into: &seen, &notes)
    let added = try fill(&sets, from: seen)
    if !added.isEmpty {
      notes.append(
        "the decoder configuration has \(added.joined(separator: ", ")) of the samples now")
    }
    let missing = sets.missing(for: seen.pictures)
    if let first = missing.first {
      throw EditError(
        .notFound, "\(first) is neither in the decoder configuration nor in the samples")
    }
    if seen.samplesWithSets > 0 {
      notes.append(
        """
        \(counted(seen.samplesWithSets, "sample repeats", "samples repeat")) parameter sets of the \
        decoder configuration, which does no harm
        """)
    }
    if seen.samplesLost > 0 {
      notes.append(
        """
        \(counted(seen.samplesLost, "sample is", "samples are")) zeros or past the end of the file, \
        in whole or in part
        """)
    }
  }

  /// Adds the parameter sets of the samples to the sample entry.
  ///
  /// - Returns: the names of those that were missing.
  private func fill<Sets: RetaggedStreamSets>(
    _ sets: inout Sets, from seen: RetaggedSampleSets<Sets>
  ) throws(EditError) -> [String] {
    var stated: [ParameterSetKey: Bytes] = [:]
    var added: [String] = []
    do throws(FieldError) {
      for unit in sets.units { stated[try Sets.Record.key(of: unit)] = unit.withoutTrailingZeros }
    } catch {
      throw EditError(error)
    }
    for (key, found) in seen.found.sorted(by: { $0.value.set.fileOffset < $1.value.set.fileOffset })
    where stated[key] != found.set {
      // The set in the configuration was never used if the first sample replaces it.
      guard stated[key] == nil || found.sample == seen.firstSample else {
        throw EditError(
          .unsupported,
          """
          \(key) of sample \(found.sample + 1) (at byte \(found.set.fileOffset)) is not that of the \
          decoder configuration, which holds for the samples before
          """)
      }
      do throws(FieldError) { try sets.put(found.set, key) } catch { throw EditError(error) }
      added.append("\(key)")
    }
    return added
  }
}

/// The samples that are described by one sample entry.
private struct EntrySamples {
  let track: Track
  /// The number of the sample entry, from 1.
  let entry: Int
  let edit: Edit
  let areTrusted: Bool

  init(_ track: Track, entry: Int, in edit: Edit, _ areTrusted: Bool) {
    self.track = track
    self.entry = entry
    self.edit = edit
    self.areTrusted = areTrusted
  }

  func read<Sets: RetaggedStreamSets>(
    into sets: inout RetaggedSampleSets<Sets>, _ notes: inout [String]
  ) throws(EditError) {
    if areTrusted { return notes.append("the samples were not read") }
    let file = edit.original
    let isFragmented = file.boxes.first("moov")?.children.first("mvex") != nil
    if isFragmented, track.sampleCount == 0 {
      throw EditError(
        .unsupported,
        """
        its samples are in other files, so that it is unknown whether they have parameter sets of their \
        own; --trust-samples assumes that they have none
        """)
    }
    for sample in track.samples.withBytes
    where sample.descriptionIndex == entry && !sample.fileRange.isEmpty {
      let range = sample.fileRange.clamped(to: 0..<file.bytes.count)
      let bytes = range.isEmpty ? nil : file.bytes.part(range)
      try sets.add(
        bytes?.isHole == false ? bytes : nil, sample: sample.index,
        isWhole: range == sample.fileRange)
    }
  }
}

/// The two types that a sample entry can have for the same stream: with one, all parameter sets are in the sample
/// entry; with the other, they can also be in the samples (ISO/IEC 14496-15 §5.4.2.1, §8.4.1; Dolby Vision Streams
/// Within the ISO Base Media File Format §5).
public struct SampleEntryTag: Sendable {
  /// The type for parameter sets only in the sample entry: `hvc1`.
  public let outOfBand: FourCC
  /// The type for parameter sets that may also be in the samples: `hev1`.
  public let inBand: FourCC

  /// The types for HEVC, AVC, and Dolby Vision with either of them.
  public static let all = [
    SampleEntryTag(outOfBand: "hvc1", inBand: "hev1"),
    SampleEntryTag(outOfBand: "dvh1", inBand: "dvhe"),
    SampleEntryTag(outOfBand: "avc1", inBand: "avc3"),
    SampleEntryTag(outOfBand: "dva1", inBand: "dvav"),
  ]

  /// The types that phones and browsers play: all parameter sets are in the sample entry.
  public static let allOutOfBand = Set(all.map(\.outOfBand))

  /// Sample entries of encrypted or restricted samples.
  static let protected: Set<FourCC> = ["encv", "resv"]

  /// The new type of an entry of type `type`, if `targets` are requested; nil if it does not change.
  static func target(of type: FourCC, among targets: Set<FourCC>) -> FourCC? {
    for tag in all {
      if type == tag.inBand, targets.contains(tag.outOfBand) { return tag.outOfBand }
      if type == tag.outOfBand, targets.contains(tag.inBand) { return tag.inBand }
    }
    return nil
  }
}
