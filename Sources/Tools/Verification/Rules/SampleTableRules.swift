import HEIF
import HEVC
import ISOBMFF
import Movie
import Rescue

/// Rules about sample tables, chunks and the data of samples.
extension Rules {
  static let sampleTables: [FileRule] = [
    chunkOutsideMdat,
    chunkPastEnd,
    chunksOverlap,
    cslgDiffers,
    cttsNegative,
    cttsSampleCount,
    firstSampleNotSync,
    imdaMissing,
    imdaTwice,
    imdaUnused,
    mediaElsewhere,
    sampleEmpty,
    sampleInBandSets,
    sampleDataDamaged,
    samplesExceedFile,
    samplesNotInterleaved,
    samplesPastEnd,
    sbgpDescriptionUnknown,
    sbgpSampleCount,
    sdtpSampleCount,
    stscChunkUnknown,
    stscDescriptionUnknown,
    stscOrder,
    stscSampleCount,
    stscSamplesZero,
    stsdEmpty,
    stssEmpty,
    stssOrder,
    stssSampleUnknown,
    stszAllZero,
    sttsSampleCount,
    syncSamplePredicted,
  ]

  static let chunkOutsideMdat = FileRule(
    "chunk-outside-mdat", .warning, "ISO/IEC 14496-12 §8.7.5",
    "Chunks are in media data, and not among the boxes that describe it."
  ) { file, findings in
    /// Boxes with samples, or with former samples: programs that free space may not update old tables.
    let data: Set<FourCC> = ["mdat", "imda", "idat", "free", "skip", "wide", "uuid"]

    let others = ExaminedRanges(file.topBoxes.filter { !data.contains($0.type) })
    for track in file.sampleTables {
      guard let table = track.chunkBox else { continue }
      for chunk in track.chunks where chunk.bytes > 0 {
        guard let box = others.overlapping(chunk.start, chunk.end) else { continue }
        findings.add(
          at: table, field: ["chunk_offsets[\(chunk.index)]"],
          "the chunk of bytes \(chunk.start) to \(chunk.end) of track \(track.id) is in "
            + "\(box.path), which has no samples")
      }
    }
  }

  static let chunkPastEnd = FileRule(
    "chunk-past-end", .error, "ISO/IEC 14496-12 §8.7.5",
    "A chunk ends within the file."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track.chunkBox else { continue }
      for chunk in track.chunks where chunk.start < UInt64(file.end) && chunk.end > UInt64(file.end)
      {
        findings.add(
          at: box, field: ["chunk_offsets[\(chunk.index)]"],
          "the chunk from byte \(chunk.start) on has \(counted(chunk.bytes, "byte")), but the file ends at byte "
            + "\(file.end)")
      }
    }
  }

  static let chunksOverlap = FileRule(
    "chunks-overlap", .warning, "ISO/IEC 14496-12 §8.7.5",
    "No byte belongs to two samples."
  ) { file, findings in
    var all: [(start: UInt64, end: UInt64, chunk: Int, track: Int)] = []
    for (index, track) in file.sampleTables.enumerated() {
      for chunk in track.chunks where chunk.bytes > 0 {
        all.append((chunk.start, chunk.end, chunk.index, index))
      }
    }
    all.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    guard var last = all.first else { return }
    for chunk in all.dropFirst() {
      // If the ranges are equal, the bytes are shared on purpose, as for a frame that is shown again.
      if chunk.start < last.end, (chunk.start, chunk.end) != (last.start, last.end),
        let box = file.sampleTables[chunk.track].chunkBox
      {
        findings.add(
          at: box, field: ["chunk_offsets[\(chunk.chunk)]"],
          "bytes \(chunk.start) to \(min(chunk.end, last.end)) are in this chunk of track "
            + "\(file.sampleTables[chunk.track].id) and in one of track "
            + "\(file.sampleTables[last.track].id)")
      }
      if chunk.end > last.end { last = chunk }
    }
  }

  static let cslgDiffers = FileRule(
    "cslg-differs", .warning, "ISO/IEC 14496-12 §8.6.1.4",
    "The range of composition offsets that is stated is that of the samples."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["cslg"], let stated = box[CompositionToDecodeBox.self],
        let actual = track.compositionOffsets?.values, !file.isFragmented,
        stated.leastDecodeToDisplayDelta != actual.lowerBound
          || stated.greatestDecodeToDisplayDelta != actual.upperBound
      else { continue }
      findings.add(
        at: box, field: ["leastDecodeToDisplayDelta"],
        "composition offsets of track \(track.id) are said to be \(stated.leastDecodeToDisplayDelta) to "
          + "\(stated.greatestDecodeToDisplayDelta), but are \(actual.lowerBound) to \(actual.upperBound)"
      )
    }
  }

  static let cttsNegative = FileRule(
    "ctts-negative", .warning, "ISO/IEC 14496-12 §8.6.1.3",
    "Composition offsets are negative in version 1 only."
  ) { file, findings in
    guard !file.has(RuleQuirk.signedOffsets) else { return }
    for track in file.sampleTables {
      guard let box = track["ctts"], let offsets = track.compositionOffsets,
        box[CompositionOffsetBox.self]?.header.version == 0, offsets.values.lowerBound < 0
      else { continue }
      findings.add(
        at: box,
        "track \(track.id) has offsets down to \(offsets.values.lowerBound) in version 0, which some "
          + "programs read as very large ones")
    }
  }

  static let cttsSampleCount = FileRule(
    "ctts-sample-count", .warning, "ISO/IEC 14496-12 §8.6.1.3",
    "If samples have composition offsets, every sample has one."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["ctts"], let samples = track.sampleCount,
        case let count = track.compositionOffsets?.samples ?? 0, count != samples,
        // Some writers have a box without rows.
        count > 0 || !box.box.trailing.isEmpty
      else { continue }
      findings.add(
        at: box,
        "track \(track.id) has \(counted(samples, "sample")), but composition offsets for \(count)")
    }
  }

  static let firstSampleNotSync = FileRule(
    "first-sample-not-sync", .warning, "ISO/IEC 14496-12 §8.6.2",
    "Decoding of a track can start at its first sample."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stss"], let entries = box[SyncSampleBox.self]?.entries,
        let samples = track.sampleCount, samples > 0, !entries.isEmpty, entries[0, 0] > 1
      else { continue }
      findings.add(
        at: box, field: ["entries[0]"],
        "the first sync sample of track \(track.id) is sample \(entries[0, 0]): those before it cannot "
          + "be shown")
    }
  }

  static let imdaMissing = FileRule(
    "imda-missing", .error, "ISO/IEC 14496-12 §8.7.2",
    "Media data that a track names by its number is in the file."
  ) { file, findings in
    let numbers = file.mediaNumbers
    var tracksOfFragments: Set<UInt32> = []
    for track in file.sampleTables {
      guard let box = file.first(in: track.box, "mdia", "minf", "dinf", "dref") else {
        continue
      }
      for entry in file.children(of: box) {
        if entry.type == "snim" { tracksOfFragments.insert(track.id) }
        // The media data of an initialization segment comes with its segments.
        guard let number = entry[DataEntryImdaBox.self]?.imdaRefIdentifier,
          numbers[number] == nil, file.movie?.isInitialization != true
        else { continue }
        findings.add(
          at: entry, field: ["imda_ref_identifier"],
          "the samples of track \(track.id) are in the media data \(number), but the file has no imda box with this number"
        )
      }
    }
    for fragment in file.fragments {
      guard let (box, number) = fragment.sequenceNumber, numbers[number] == nil,
        let track = fragment.tracks.first(where: { tracksOfFragments.contains($0.trackID) })
      else { continue }
      findings.add(
        at: box, field: ["sequence_number"],
        "the samples of track \(track.trackID) are in the media data of fragment \(number), but the file has no imda box with this number"
      )
    }
  }

  static let imdaTwice = FileRule(
    "imda-twice", .error, "ISO/IEC 14496-12 §8.1.4",
    "Media data with a number has a number of its own."
  ) { file, findings in
    for (number, boxes) in file.mediaNumbers.sorted(by: { $0.key < $1.key }) {
      for box in boxes.dropFirst() {
        findings.add(
          at: box, field: ["imda_identifier"],
          "the media data \(number) is already at byte \(boxes[0].offset)")
      }
    }
  }

  static let imdaUnused = FileRule(
    "imda-unused", .note, "ISO/IEC 14496-12 §8.7.2",
    "A track names each number of media data."
  ) { file, findings in
    // A segment does not say what its tracks name.
    guard file.movie?.isSegment == false else { return }
    let references = file.all(at: "moov", "trak", "mdia", "minf", "dinf", "dref")
      .flatMap { file.children(of: $0) }
    var used = Set(references.compactMap { $0[DataEntryImdaBox.self]?.imdaRefIdentifier })
    if references.contains(where: { $0.type == "snim" }) {
      used.formUnion(file.fragments.compactMap { $0.sequenceNumber?.value })
    }
    for (number, boxes) in file.mediaNumbers.sorted(by: { $0.key < $1.key })
    where !used.contains(number) {
      findings.add(
        at: boxes[0], field: ["imda_identifier"], "no track names the media data \(number)")
    }
  }

  static let mediaElsewhere = FileRule(
    "media-elsewhere", .note, "ISO/IEC 14496-12 §8.7.2",
    "The samples of a self-contained movie are in its file."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = file.first(in: track.box, "mdia", "minf", "dinf", "dref") else {
        continue
      }
      for entry in file.children(of: box) where entry.box.isElsewhere {
        findings.add(
          at: entry,
          "track \(track.id) has samples in another file"
            + (entry.box.fileName.map { ": \($0)" } ?? ", which is not named"))
      }
    }
  }

  static let sampleEmpty = FileRule(
    "sample-empty", .warning, "ISO/IEC 14496-12 §8.7.3, ISO/IEC 14496-15 §4.3.3",
    "A sample of video or audio has bytes, if its codec has no empty samples."
  ) { file, findings in
    // No file has more samples than bytes.
    var budget = file.bytes.count
    for track in file.sampleTables where track.track.byteCount != 0 {
      let forms = track.entries.map { CodedData($0.box)?.hasNoEmptySamples ?? false }
      guard forms.contains(true) else { continue }
      for sample in track.track.samples {
        budget -= 1
        guard budget > 0 else { break }
        guard sample.fileRange.isEmpty, forms.indices.contains(sample.descriptionIndex - 1),
          forms[sample.descriptionIndex - 1]
        else { continue }
        findings.add(
          at: track.sizeBox ?? track.box,
          "sample \(sample.number) of track \(track.id) has 0 bytes: nothing is shown or heard of it, and its data may be lost"
        )
      }
    }
  }

  static let sampleInBandSets = FileRule(
    "sample-in-band-sets", .warning, "ISO/IEC 14496-15 §5.4.2.1, §8.4.1",
    "The samples of avc1 and hvc1 have no parameter sets except those of the sample entry."
  ) { file, findings in
    /// Whether the first byte of a NAL unit is that of a parameter set.
    let parameterSets: [FourCC: @Sendable (UInt8) -> Bool] = [
      "hvc1": { (32...34).contains($0 >> 1 & 63) },
      "avc1": { [7, 8].contains($0 & 31) },
    ]

    for track in ExaminedSamples.all(in: file) {
      guard let isParameterSet = parameterSets[track.entry.type] else { continue }
      for sample in track.samples {
        guard
          let units = try? LengthPrefixed.nalUnits(in: sample, lengthSize: track.lengthSize),
          let unit = units.first(where: {
            ($0.first.map(isParameterSet) ?? false) && !track.parameterSets.contains($0)
          })
        else { continue }
        findings.add(
          at: track.entry, offset: unit.fileOffset,
          "the sample of track \(track.track.id) at byte \(sample.fileOffset) has parameter sets of its own, which "
            + "'\(track.entry.type)' rules out: programs may use only those of the sample entry")
        break
      }
    }
  }

  static let sampleDataDamaged = FileRule(
    "sample-data-damaged", .error,
    "ISO/IEC 14496-15 §4.3.3, ITU-T H.264 §7.4.1, H.265 §7.4.2, ISO/IEC 14496-3 §4.4.2",
    "The samples of a track are what an encoder writes: units that fill them, and codes without long runs of zeros."
  ) { file, findings in
    /// Damaged samples in a row.
    struct Stretch {
      var first: Sample
      var last: Sample
      var damage: CodedData.Damage
    }

    func checkTracks(of file: ExaminedFile, _ findings: inout Findings) {
      var budget = file.itemByteBudget
      for track in file.sampleTables {
        var stretch: Stretch?
        let forms = track.entries.map { CodedData($0.box) }
        guard forms.contains(where: { $0 != nil }) else { continue }
        for sample in track.track.samples.withBytes {
          // What a small sample costs besides its bytes.
          budget -= sample.fileRange.count + 8
          guard budget > 0, sample.location == .file(0),
            let data = file.bytes.part(sample.fileRange)
          else { break }
          let index = sample.descriptionIndex - 1
          let form = forms.indices.contains(index) ? forms[index] : nil
          if let damage = form?.damage(in: data) {
            if stretch == nil { stretch = Stretch(first: sample, last: sample, damage: damage) }
            stretch?.last = sample
          } else if let found = stretch {
            report(found, of: track, &findings)
            stretch = nil
          }
        }
        if let stretch { report(stretch, of: track, &findings) }
      }
    }

    func report(
      _ stretch: Stretch, of track: ExaminedSampleTables, _ findings: inout Findings
    ) {
      let (first, last) = (stretch.first, stretch.last)
      let isOne = first.index == last.index
      let samples = isOne ? "sample \(first.number)" : "samples \(first.number) to \(last.number)"
      let moments = [first.compositionTime, last.compositionTime.addingSaturating(last.duration)]
      let times = moments.compactMap { track.track.editList.start(ofMediaFrom: $0)?.seconds }
      let shown =
        times.first.map { start in
          isOne || times.count < 2
            ? " (at \(decimal(start, digits: 3)) s)"
            : " (\(decimal(start, digits: 3)) s to \(decimal(times[1], digits: 3)) s)"
        } ?? ""
      findings.add(
        at: track.entries.first ?? track.box, offset: stretch.damage.offset,
        "\(samples) of track \(track.id)\(shown) \(isOne ? "is" : "are") damaged: \(stretch.damage.description)"
          + (isOne ? "" : ", in the first of them"))
    }

    checkTracks(of: file, &findings)
    // The movie of a motion photo is a file of its own.
    if let movie = file.motionPhoto?.movie {
      checkTracks(of: ExaminedFile(movie, name: file.name), &findings)
    }
  }

  static let samplesExceedFile = FileRule(
    "samples-exceed-file", .error, "ISO/IEC 14496-12 §8.7",
    "The samples of all tracks have at most four times the bytes of the file.",
    concernsReading: true
  ) { file, findings in
    guard let excess = file.movie?.excess else { return }
    guard let box = file.tracks.first(where: { $0.track.id == excess.trackID })?.box else {
      return
    }
    findings.add(at: box, "\(excess): they are not read")
  }

  static let samplesNotInterleaved = FileRule(
    "samples-not-interleaved", .note, "ISO/IEC 14496-12 §6.2.3",
    "Audio and video of the same time are close together."
  ) { file, findings in
    guard !file.isFragmented else { return }
    let tables = file.sampleTables.filter {
      ["vide", "soun"].contains($0.track.handlerType) && ($0.track.duration ?? 0) > 2
    }
    let spans = tables.compactMap {
      track -> (track: ExaminedSampleTables, start: UInt64, end: UInt64)? in
      guard let start = track.chunks.map(\.start).min(), let end = track.chunks.map(\.end).max(),
        end - start >= 1 << 14
      else { return nil }
      return (track, start, end)
    }
    for (index, span) in spans.enumerated() {
      for other in spans[..<index]
      where other.track.track.handlerType != span.track.track.handlerType
        && (other.end <= span.start || span.end <= other.start)
      {
        findings.add(
          at: span.track.box,
          "the samples of track \(span.track.id) do not alternate with those of track \(other.track.id): "
            + "a program has to jump back and forth to play the movie")
        break
      }
    }
  }

  static let samplesPastEnd = FileRule(
    "samples-past-end", .error, "ISO/IEC 14496-12 §8.7.5",
    "The samples of a track are within the file.", concernsReading: true
  ) { file, findings in
    for (track, box) in file.tracks where track.samples.location == .file(0) {
      let start = track.lastChunkOffset ?? 0
      let bytes = track.byteCount ?? 0
      let sentence =
        start >= file.end
        ? "samples from byte \(start) on"
        // Samples can share bytes.
        : bytes > file.end && !track.samples.areWithin(file.end)
          ? "\(counted(bytes, "byte")) of samples" : nil
      guard let sentence else { continue }
      findings.add(
        at: box,
        "track \(track.id) has \(sentence), but the file ends at byte \(file.end)")
    }
  }

  static let sbgpDescriptionUnknown = FileRule(
    "sbgp-description-unknown", .warning, "ISO/IEC 14496-12 §8.9.2",
    "Groups of samples have descriptions."
  ) { file, findings in
    /// The number of group descriptions of each type. If there are several boxes of a type, the first one counts.
    func descriptions(_ boxes: [ExaminedBox]) -> [FourCC: Int] {
      Dictionary(
        boxes.compactMap { $0[SampleGroupDescriptionBox.self] }
          .map { ($0.groupingType, $0.entries.count) },
        uniquingKeysWith: { first, _ in first })
    }

    /// - Parameters:
    ///   - counts: the numbers of descriptions in the movie; nil if it is not known.
    ///   - own: the numbers of descriptions in the fragment, which count from 0x10001.
    func check(
      _ box: ExaminedBox, _ counts: [FourCC: Int]?, _ own: [FourCC: Int]?,
      _ findings: inout Findings
    ) {
      guard let groups = box[SampleToGroupBox.self] else { return }
      let type = groups.groupingType
      groups.entries.forEachRow { index, row in
        let isOwn = own != nil && row[1] > 0x1_0000
        guard let described = isOwn ? own : counts else { return }
        let known = described[type] ?? 0
        let number = isOwn ? row[1] - 0x1_0000 : row[1]
        guard number > Int64(known) else { return }
        findings.add(
          at: box, field: ["entries[\(index)]", "group_description_index"],
          "samples are in group \(number) of '\(groups.groupingType)', but \(known) are described")
      }
    }

    var counts: [UInt32: [FourCC: Int]] = [:]
    for track in file.sampleTables {
      let described = descriptions(track.tables)
      counts[track.id] = described
      for box in track.tables where box.type == "sbgp" {
        check(box, described, nil, &findings)
      }
    }
    for track in file.trackFragments {
      let boxes = file.children(of: track.box)
      let own = descriptions(boxes)
      for box in boxes where box.type == "sbgp" {
        // A fragment does not contain the descriptions of its movie, so they are looked up there.
        check(box, counts[track.trackID], own, &findings)
      }
    }
  }

  static let sbgpSampleCount = FileRule(
    "sbgp-sample-count", .warning, "ISO/IEC 14496-12 §8.9.2",
    "Samples in groups are samples of the track."
  ) { file, findings in
    for groups in ExaminedSampleBox.all("sbgp", in: file) {
      guard let samples = groups.sampleCount,
        let fields = groups.box[SampleToGroupBox.self]
      else { continue }
      let count = fields.entries.sum(of: 0)
      guard count > UInt64(samples) else { continue }
      findings.add(
        at: groups.box,
        "\(counted(count, "sample is", "samples are")) in groups of '\(fields.groupingType)', but "
          + "\(groups.owner) has \(samples)")
    }
  }

  static let sdtpSampleCount = FileRule(
    "sdtp-sample-count", .warning, "ISO/IEC 14496-12 §8.6.4",
    "If the dependencies of samples are stated, they are stated for every sample."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["sdtp"], let samples = track.sampleCount,
        let count = box[SampleDependencyTypeBox.self]?.entries.count, count != samples
      else { continue }
      findings.add(
        at: box,
        "track \(track.id) has \(counted(samples, "sample")), but dependencies for \(count)")
    }
  }

  static let stscChunkUnknown = FileRule(
    "stsc-chunk-unknown", .warning, "ISO/IEC 14496-12 §8.7.4",
    "Runs of chunks are of chunks that the track has."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stsc"], track.chunkBox != nil else { continue }
      let chunks = track.chunkTable.offsets.count
      track.chunkTable.rows.forEachRow { index, row in
        guard row[0] > Int64(chunks) else { return }
        findings.add(
          at: box, field: ["entries[\(index)]", "first_chunk"],
          "a run starts with chunk \(row[0]), but track \(track.id) has \(counted(chunks, "chunk"))"
        )
      }
    }
  }

  static let stscDescriptionUnknown = FileRule(
    "stsc-description-unknown", .error, "ISO/IEC 14496-12 §8.7.4",
    "Each chunk names the sample entry that says how its samples are coded."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stsc"], track.descriptions != nil else { continue }
      track.chunkTable.rows.forEachRow { index, row in
        guard row[2] < 1 || row[2] > Int64(track.entries.count) else { return }
        findings.add(
          at: box, field: ["entries[\(index)]", "sample_description_index"],
          "the chunks from \(row[0]) on name sample entry \(row[2]) of \(track.entries.count): it is "
            + "unknown how their samples are coded")
      }
    }
  }

  static let stscOrder = FileRule(
    "stsc-order", .error, "ISO/IEC 14496-12 §8.7.4",
    "Runs of chunks start with chunk 1, and each starts after the one before."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stsc"] else { continue }
      var previous: Int64 = 0
      track.chunkTable.rows.forEachRow { index, row in
        if index == 0, row[0] != 1 {
          findings.add(
            at: box, field: ["entries[0]", "first_chunk"],
            "the first run starts with chunk \(row[0]) and not with 1")
        } else if row[0] <= previous {
          findings.add(
            at: box, field: ["entries[\(index)]", "first_chunk"],
            "a run starts with chunk \(row[0]), but the one before with \(previous)")
        }
        previous = row[0]
      }
    }
  }

  static let stscSampleCount = FileRule(
    "stsc-sample-count", .error, "ISO/IEC 14496-12 §8.7.4",
    "The chunks of a track have all of its samples, and no more."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stsc"], let samples = track.sampleCount,
        track.samplesInChunks != samples
      else { continue }
      let count = track.samplesInChunks.map { grouped($0) } ?? "more than can be counted"
      findings.add(
        at: box,
        "track \(track.id) has \(counted(samples, "sample")), but its "
          + "\(counted(track.chunkTable.offsets.count, "chunk has", "chunks have")) "
          + "\(count): where the others are is unknown")
    }
  }

  static let stscSamplesZero = FileRule(
    "stsc-samples-zero", .warning, "ISO/IEC 14496-12 §8.7.4",
    "Every chunk has samples."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stsc"] else { continue }
      track.chunkTable.rows.forEachRow { index, row in
        guard row[1] == 0 else { return }
        findings.add(
          at: box, field: ["entries[\(index)]", "samples_per_chunk"],
          "the chunks from \(row[0]) on have no samples")
      }
    }
  }

  static let stsdEmpty = FileRule(
    "stsd-empty", .error, "ISO/IEC 14496-12 §8.5.2",
    "A track says how its samples are coded."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track.descriptions, track.entries.isEmpty else { continue }
      findings.add(
        at: box, "track \(track.id) has no sample entry: it is unknown how its samples are coded")
    }
  }

  static let stssEmpty = FileRule(
    "stss-empty", .warning, "ISO/IEC 14496-12 §8.6.2",
    "Decoding of a track can start at one of its samples."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stss"], let samples = track.sampleCount, samples > 0,
        box[SyncSampleBox.self]?.entries.isEmpty ?? false
      else { continue }
      findings.add(
        at: box,
        "the list of sync samples of track \(track.id) is empty: players cannot seek in it")
    }
  }

  static let stssOrder = FileRule(
    "stss-order", .error, "ISO/IEC 14496-12 §8.6.2",
    "Sync samples are listed in their order, each once."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stss"], let entries = box[SyncSampleBox.self]?.entries else {
        continue
      }
      var previous: Int64 = 0
      entries.forEachRow { index, row in
        if index > 0, row[0] <= previous {
          findings.add(
            at: box, field: ["entries[\(index)]"],
            "sample \(row[0]) follows sample \(previous): programs that search the list jump to the "
              + "wrong sample")
        }
        previous = row[0]
      }
    }
  }

  static let stssSampleUnknown = FileRule(
    "stss-sample-unknown", .warning, "ISO/IEC 14496-12 §8.6.2",
    "Sync samples are samples of the track."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stss"], let entries = box[SyncSampleBox.self]?.entries,
        let samples = track.sampleCount
      else { continue }
      entries.forEachRow { index, row in
        guard row[0] < 1 || row[0] > Int64(samples) else { return }
        findings.add(
          at: box, field: ["entries[\(index)]"],
          "sample \(row[0]) does not exist: track \(track.id) has samples 1 to \(samples)")
      }
    }
  }

  static let stszAllZero = FileRule(
    "stsz-all-zero", .warning, "ISO/IEC 14496-12 §8.7.3",
    "Samples have bytes."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track.sizeBox, let samples = track.sampleCount, samples > 0,
        track.track.samples.statedTableBytes == 0
      else { continue }
      findings.add(at: box, "all \(samples) samples of track \(track.id) have 0 bytes")
    }
  }

  static let sttsSampleCount = FileRule(
    "stts-sample-count", .error, "ISO/IEC 14496-12 §8.6.1.2",
    "Every sample has a duration."
  ) { file, findings in
    for track in file.sampleTables {
      guard let box = track["stts"], let samples = track.sampleCount,
        let count = track.times?.samples,
        count != samples
      else { continue }
      findings.add(
        at: box,
        "track \(track.id) has \(counted(samples, "sample")), but durations for \(count): for the others, programs "
          + "disagree on the times")
    }
  }

  static let syncSamplePredicted = FileRule(
    "sync-sample-predicted", .warning, "ISO/IEC 14496-12 §8.6.2",
    "Decoding can start at the samples that are listed for it."
  ) { file, findings in
    var budget = file.itemByteBudget
    for track in file.sampleTables {
      guard let box = track["stss"], let entries = box[SyncSampleBox.self]?.entries else {
        continue
      }
      var predicted = PredictedSamples(track.track)
      entries.forEachRow { index, row in
        guard budget > 0, let sample = track.track.samples.sample(at: Int(row[0]) - 1) else {
          return
        }
        budget -= sample.fileRange.count + 8
        guard predicted.contains(sample, in: file.bytes) else { return }
        findings.add(
          at: box, field: ["entries[\(index)]"],
          "sample \(row[0]) of track \(track.id) is predicted from earlier ones: players that seek to it show damaged "
            + "frames, or none")
      }
    }
  }
}

extension ExaminedFile {
  /// The `imda` boxes by their numbers, in the order of the file.
  var mediaNumbers: [UInt32: [ExaminedBox]] {
    Dictionary(
      all("imda").compactMap { box in
        box[IdentifiedMediaDataBox.self].map { ($0.imdaIdentifier, [box]) }
      }, uniquingKeysWith: +)
  }
}

extension CodedData {
  /// Whether no encoder writes samples without bytes. Others do for frames that are like those before.
  fileprivate var hasNoEmptySamples: Bool {
    switch self {
    case .frames(.startCodes), .compressed: false
    case .nalUnits, .openBitstreamUnits, .jpeg, .png, .frames, .flac: true
    }
  }
}
