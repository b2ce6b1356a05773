import FieldCoding
import ISOBMFF
import Movie

/// Rules about movie fragments and their indexes.
extension Rules {
  static let fragments: [FileRule] = [
    emsgPayloadInvalid,
    emsgTimescaleZero,
    fragmentMissing,
    mehdDurationDiffers,
    mfhdSequence,
    mfroSize,
    mvexMissing,
    saioEntryCount,
    saizSampleCount,
    sencSampleCount,
    sidxSizes,
    sidxTimeDiffers,
    tfdtBackwards,
    tfdtGap,
    tfdtMissing,
    tfhdDescriptionUnknown,
    tfhdTrackUnknown,
    tfraOffset,
    trafMissing,
    trexMissing,
    trunDurationsMissing,
    trunOutsideMdat,
    trunPastEnd,
    trunSizesMissing,
  ]

  static let emsgPayloadInvalid = FileRule(
    "emsg-payload-invalid", .warning, "ANSI/SCTE 35 §9.6; ISO/IEC 23009-1 §5.10.3.3",
    "The message of an event has the form of its scheme: an SCTE 35 message, or an ID3 tag."
  ) { file, findings in
    for box in file.all(at: "emsg") {
      guard let event = box[EventMessageBox.self] else { continue }
      switch EventMessageBox.schemes[event.schemeIDURI.string] {
      case "SCTE 35":
        if let problem = SpliceInfoSection.problem(in: event.messageData) {
          findings.add(
            at: box, field: ["message_data"], "the message of the event \(event.id) \(problem)")
        }
      case "ID3" where event.tag == nil:
        findings.add(
          at: box, field: ["message_data"],
          "the message of the event \(event.id) is not an ID3 tag")
      default: break
      }
    }
  }

  static let emsgTimescaleZero = FileRule(
    "emsg-timescale-zero", .warning, "ISO/IEC 23009-1 §5.10.3.3",
    "The timescale of an event is the number of its time units in a second."
  ) { file, findings in
    for box in file.all(at: "emsg") where box[EventMessageBox.self]?.timescale == 0 {
      findings.add(
        at: box, field: ["timescale"],
        "the event has the timescale 0, so that its time means nothing")
    }
  }

  static let fragmentMissing = FileRule(
    "fragment-missing", .warning, "ISO/IEC 14496-12 §8.8.5, §8.8.12",
    "No fragment is missing between others."
  ) { file, findings in
    for fragment in ExaminedFragmentPair.all(in: file) where fragment.isLoss {
      let timescale = Double(max(1, file.sampleTablesByID[fragment.trackID]?.timescale ?? 1))
      let times = [fragment.previousEnd, fragment.start].map {
        Seconds.text(Double($0) / timescale)
      }
      let count = fragment.missingCount
      findings.add(
        at: fragment.box, field: ["baseMediaDecodeTime"],
        "track \(fragment.trackID) has nothing from \(times[0]) to \(times[1]): \(counted(count, "fragment")) "
          + "\(count == 1 ? "is" : "are") missing there, according to the numbers of the others (mfhd)"
      )
    }
  }

  static let mehdDurationDiffers = FileRule(
    "mehd-duration-differs", .warning, "ISO/IEC 14496-12 §8.8.2",
    "The duration of a fragmented movie is that of its longest track."
  ) { file, findings in
    guard let box = file.all(at: "moov", "mvex", "mehd").first,
      let header = box[MovieExtendsHeaderBox.self], header.fragmentDuration > 0,
      let scale = file.movieTimescale, !file.fragments.isEmpty
    else { return }
    // With edits, the duration excludes a hidden start, so a movie may be shorter, and includes the time before a late one.
    let ends = file.sampleTables.compactMap { table in
      table.track.duration.map { $0 + (table.track.start ?? 0) }
    }
    guard let longest = ends.max() else { return }
    let stated = Double(header.fragmentDuration) / Double(scale)
    guard stated - longest > max(1, longest / 10) else { return }
    findings.add(
      at: box, field: ["fragment_duration"],
      "the movie is said to last \(Seconds.text(stated)), but its fragments last "
        + Seconds.text(longest))
  }

  static let mfhdSequence = FileRule(
    "mfhd-sequence", .warning, "ISO/IEC 14496-12 §8.8.5",
    "The numbers of fragments increase in the order of the file."
  ) { file, findings in
    var previous: UInt32?
    for fragment in file.fragments {
      guard let (box, number) = fragment.sequenceNumber else { continue }
      if let previous, number <= previous {
        findings.add(
          at: box, field: ["sequence_number"],
          "fragment \(number) follows fragment \(previous): one may be missing, or in the wrong order"
        )
      }
      previous = number
    }
  }

  static let mfroSize = FileRule(
    "mfro-size", .warning, "ISO/IEC 14496-12 §8.8.11",
    "The end of the file states the size of mfra, so that readers can find it."
  ) { file, findings in
    for box in file.all(at: "mfra", "mfro") {
      guard let size = box[MovieFragmentRandomAccessOffsetBox.self]?.parentSize,
        let parent = file.container(of: box), Int(size) != parent.bytes.count
      else { continue }
      findings.add(
        at: box, field: ["parent_size"],
        "'mfra' is said to have \(counted(size, "byte")), but has \(grouped(parent.bytes.count))")
    }
  }

  static let mvexMissing = FileRule(
    "mvex-missing", .error, "ISO/IEC 14496-12 §8.8.1",
    "A movie that has fragments says so in moov, with mvex."
  ) { file, findings in
    guard let moof = file.all("moof").first, let moov = file.all(at: "moov").first,
      file.all(at: "moov", "mvex").isEmpty
    else { return }
    findings.add(
      at: moov,
      "the movie has fragments from byte \(moof.offset) on, but no 'mvex': programs do not look for "
        + "them")
  }

  static let saioEntryCount = FileRule(
    "saio-entry-count", .warning, "ISO/IEC 14496-12 §8.7.9",
    "Sample auxiliary information is in one piece, or in one piece for each chunk or run."
  ) { file, findings in
    func check(
      _ box: ExaminedBox, _ pieces: Int, _ name: String, _ findings: inout Findings
    ) {
      guard let count = box[SampleAuxiliaryInformationOffsetsBox.self]?.offsets.count,
        count != 1, count != pieces
      else { return }
      findings.add(
        at: box, field: ["entry_count"],
        "sample auxiliary information has \(counted(count, "offset")), but there \(pieces == 1 ? "is" : "are") \(counted(pieces, name))"
      )
    }

    for track in file.sampleTables {
      for box in track.tables where box.type == "saio" {
        check(box, track.chunkTable.offsets.count, "chunk", &findings)
      }
    }
    for track in file.trackFragments {
      for box in file.children(of: track.box) where box.type == "saio" {
        check(box, track.runs.count, "run", &findings)
      }
    }
  }

  static let saizSampleCount = FileRule(
    "saiz-sample-count", .warning, "ISO/IEC 14496-12 §8.7.8",
    "Sample auxiliary information belongs to samples of the track."
  ) { file, findings in
    for information in ExaminedSampleBox.all("saiz", in: file) {
      guard let samples = information.sampleCount,
        let count = information.box[SampleAuxiliaryInformationSizesBox.self]?.sampleCount,
        Int(count) > samples
      else { continue }
      findings.add(
        at: information.box, field: ["sample_count"],
        "there is auxiliary information for \(counted(count, "sample")), but \(information.owner) has "
          + "\(samples)")
    }
  }

  static let sencSampleCount = FileRule(
    "senc-sample-count", .error, "ISO/IEC 23001-7 §7.2",
    "If samples have initialisation vectors, every sample has one."
  ) { file, findings in
    for track in file.trackFragments {
      for box in file.children(of: track.box) where box.type == "senc" {
        guard let count = box[SampleEncryptionBox.self]?.samples.sampleCount,
          Int(count) != track.sampleCount
        else { continue }
        findings.add(
          at: box, field: ["sample_count"],
          "the encryption of \(counted(count, "sample")) is described, but the fragment of track \(track.trackID) "
            + "has \(track.sampleCount)")
      }
    }
  }

  static let sidxSizes = FileRule(
    "sidx-sizes", .warning, "ISO/IEC 14496-12 §8.16.3",
    "The parts that an index lists start where boxes start."
  ) { file, findings in
    guard !file.fragments.isEmpty else { return }
    let starts = Set(file.topBoxes.map(\.offset)).union([file.end])
    for box in file.all(at: "sidx") {
      guard let index = box[SegmentIndexBox.self] else { continue }
      let positions = index.starts(behind: box.end)
      if let row = positions.dropLast().firstIndex(where: { !starts.contains($0) }) {
        findings.add(
          at: box, field: ["references[\(row)]"],
          "a part of the segment is said to start at byte \(positions[row]), but no box starts there"
        )
      } else if let end = positions.last, end > file.end {
        findings.add(
          at: box, field: ["references"],
          "the parts of the segment are said to end at byte \(end), but the file ends at byte "
            + "\(file.end)")
      }
    }
  }

  static let sidxTimeDiffers = FileRule(
    "sidx-time-differs", .warning, "ISO/IEC 14496-12 §8.16.3",
    "An index states the time at which its first part is shown."
  ) { file, findings in
    func firstFragment(
      of id: UInt32, after box: ExaminedBox, in file: ExaminedFile
    ) -> ExaminedFragment.TrackFragment? {
      let start = file.fragments.partitioningIndex(where: { $0.box.offset >= box.end })
      // An index precedes the fragments that it lists, so it is not necessary to search a whole film for each.
      return file.fragments[start...].prefix(16).lazy.flatMap(\.tracks).first { $0.trackID == id }
    }

    for box in file.all(at: "sidx") {
      guard let index = box[SegmentIndexBox.self], index.timescale > 0,
        let tables = file.sampleTablesByID[index.referenceID],
        // Edits move times.
        tables.track.editList.isEmpty, tables.timescale > 0,
        let track = firstFragment(of: index.referenceID, after: box, in: file),
        let decodeTime = track.decodeTime?.value
      else { continue }
      let decoded = Double(decodeTime) / Double(tables.timescale)
      let shown = decoded + Double(track.firstComposition ?? 0) / Double(tables.timescale)
      let stated = Double(index.earliestPresentationTime) / Double(index.timescale)
      guard abs(stated - shown) > Seconds.tolerance, abs(stated - decoded) > Seconds.tolerance
      else {
        continue
      }
      findings.add(
        at: box, field: ["earliest_presentation_time"],
        "the segment is said to start at \(Seconds.text(stated)), but its first frame is shown at "
          + Seconds.text(shown))
    }
  }

  static let tfdtBackwards = FileRule(
    "tfdt-backwards", .error, "ISO/IEC 14496-12 §8.8.12",
    "Fragments of a track follow each other in time."
  ) { file, findings in
    for fragment in ExaminedFragmentPair.all(in: file)
    where fragment.start < fragment.previousStart {
      findings.add(
        at: fragment.box, field: ["baseMediaDecodeTime"],
        "a fragment of track \(fragment.trackID) starts at \(fragment.start), before the previous one, "
          + "which starts at \(fragment.previousStart)")
    }
  }

  static let tfdtGap = FileRule(
    "tfdt-gap", .note, "ISO/IEC 14496-12 §8.8.12",
    "A fragment starts at the time at which the one before it ends."
  ) { file, findings in
    for fragment in ExaminedFragmentPair.all(in: file)
    where !fragment.isLoss && fragment.start >= fragment.previousStart
      && fragment.start != fragment.previousEnd
    {
      findings.add(
        at: fragment.box, field: ["baseMediaDecodeTime"],
        "a fragment of track \(fragment.trackID) starts at \(fragment.start), but the one before it "
          + "ends at \(fragment.previousEnd)")
    }
  }

  static let tfdtMissing = FileRule(
    "tfdt-missing", .note, "ISO/IEC 14496-12 §8.8.12",
    "A fragment says when it starts."
  ) { file, findings in
    /// Smooth Streaming states the time in another box.
    func hasExtendedHeader(_ box: Box) -> Bool {
      box.children.contains { $0[TrackFragmentExtendedHeaderBox.self] != nil }
    }

    var counts: [UInt32: (first: ExaminedBox, count: Int)] = [:]
    for track in file.trackFragments
    where track.decodeTime == nil && !hasExtendedHeader(track.box.box) {
      counts[track.trackID, default: (track.box, 0)].count += 1
    }
    for (id, (first, count)) in counts.sorted(by: { $0.key < $1.key }) {
      findings.add(
        at: first,
        "\(counted(count, "fragment")) of track \(id) \(count == 1 ? "does" : "do") not say when "
          + "\(count == 1 ? "it starts" : "they start") (tfdt): players must read all before to seek"
      )
    }
  }

  static let tfhdDescriptionUnknown = FileRule(
    "tfhd-description-unknown", .error, "ISO/IEC 14496-12 §8.8.7",
    "Fragments name the sample entry that says how their samples are coded."
  ) { file, findings in
    for track in file.trackFragments {
      guard let tables = file.sampleTablesByID[track.trackID],
        tables.descriptions != nil,
        let index = track.header.sampleDescriptionIndex
          ?? track.defaults?.defaultSampleDescriptionIndex,
        index < 1 || Int(index) > tables.entries.count, track.sampleCount > 0
      else { continue }
      findings.add(
        at: track.headerBox, field: ["sample_description_index"],
        "the samples of track \(track.trackID) name sample entry \(index) of \(tables.entries.count): "
          + "it is unknown how they are coded")
    }
  }

  static let tfhdTrackUnknown = FileRule(
    "tfhd-track-unknown", .error, "ISO/IEC 14496-12 §8.8.7",
    "Fragments add to tracks of the movie."
  ) { file, findings in
    guard file.movie != nil else { return }
    let known = Set(file.sampleTables.map(\.id))
    for track in file.trackFragments where !known.contains(track.trackID) {
      findings.add(
        at: track.headerBox, field: ["track_ID"],
        "the fragment belongs to track \(track.trackID), which the movie does not have: its samples are lost"
      )
    }
  }

  static let tfraOffset = FileRule(
    "tfra-offset", .warning, "ISO/IEC 14496-12 §8.8.10",
    "Random access entries point to fragments of the file."
  ) { file, findings in
    let fragments = Set(file.fragments.map { Int64($0.box.offset) })
    for box in file.all(at: "mfra", "tfra") {
      guard let entries = box[TrackFragmentRandomAccessBox.self]?.entries else { continue }
      entries.forEachRow { index, row in
        guard !fragments.contains(row[1]) else { return }
        findings.add(
          at: box, field: ["entries[\(index)]", "moof_offset"],
          "a random access entry points to byte \(UInt64(bitPattern: row[1])), but no fragment starts there"
        )
      }
    }
  }

  static let trafMissing = FileRule(
    "traf-missing", .note, "ISO/IEC 14496-12 §8.8.6",
    "A fragment has samples of at least one track."
  ) { file, findings in
    for box in file.topBoxes
    where box.box.type == "moof" && box.box.children.first("traf") == nil {
      findings.add(at: box, "the fragment has no track: nothing after it is played")
    }
  }

  static let trexMissing = FileRule(
    "trex-missing", .error, "ISO/IEC 14496-12 §8.8.3",
    "Each track of a fragmented movie has defaults for its fragments."
  ) { file, findings in
    guard let box = file.all(at: "moov", "mvex").first else { return }
    let known = Set(
      file.all(at: "moov", "mvex", "trex").compactMap {
        $0[TrackExtendsBox.self]?.trackID
      })
    let used = Set(file.trackFragments.map(\.trackID))
    for track in file.sampleTables where !known.contains(track.id) && used.contains(track.id) {
      findings.add(at: box, "track \(track.id) has fragments, but no 'trex'")
    }
  }

  static let trunDurationsMissing = FileRule(
    "trun-durations-missing", .warning, "ISO/IEC 14496-12 §8.8.8",
    "The duration of every sample of a fragment is given."
  ) { file, findings in
    guard file.movie != nil else { return }
    for track in file.trackFragments where (track.sampleDuration ?? 0) == 0 {
      for run in track.runs
      where run.fields.samples.count > 1 && !run.fields.hasColumn("sample_duration") {
        findings.add(
          at: run.box,
          "no duration is given for \(counted(run.fields.samples.count, "sample")) of track \(track.trackID), neither "
            + "here nor in 'tfhd' or 'trex'")
      }
    }
  }

  static let trunOutsideMdat = FileRule(
    "trun-outside-mdat", .warning, "ISO/IEC 14496-12 §8.8.8",
    "The samples of fragments are in media data."
  ) { file, findings in
    let others = ExaminedRanges(
      file.topBoxes.filter { !["mdat", "imda", "idat"].contains($0.type) })
    for track in file.trackFragments {
      for run in track.runs where run.bytes > 0 {
        guard let box = others.overlapping(UInt64(clamping: run.start), UInt64(clamping: run.end))
        else { continue }
        findings.add(
          at: run.box,
          "samples of track \(track.trackID) are said to be at bytes \(run.start) to \(run.end), but "
            + "these are in \(box.path)")
      }
    }
  }

  static let trunPastEnd = FileRule(
    "trun-past-end", .error, "ISO/IEC 14496-12 §8.8.8",
    "The samples of fragments are within the file.", concernsReading: true
  ) { file, findings in
    for track in file.trackFragments {
      for run in track.runs where run.bytes > 0 && (run.start < 0 || run.end > Int64(file.end)) {
        findings.add(
          at: run.box,
          "\(counted(run.fields.samples.count, "sample")) of track \(track.trackID) should be at bytes \(run.start) "
            + "to \(run.end), but the file has bytes 0 to \(file.end)")
      }
    }
  }

  static let trunSizesMissing = FileRule(
    "trun-sizes-missing", .error, "ISO/IEC 14496-12 §8.8.8",
    "The size of every sample of a fragment is given."
  ) { file, findings in
    guard file.movie != nil else { return }
    for track in file.trackFragments where (track.sampleSize ?? 0) == 0 {
      for run in track.runs
      where !run.fields.samples.isEmpty && !run.fields.hasColumn("sample_size") {
        findings.add(
          at: run.box,
          "no size is given for \(counted(run.fields.samples.count, "sample")) of track \(track.trackID), neither here "
            + "nor in 'tfhd' or 'trex'")
      }
    }
  }
}
