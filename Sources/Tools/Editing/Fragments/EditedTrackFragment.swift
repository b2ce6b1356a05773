import ISOBMFF
import Movie

/// The samples of a track in a fragment, which `traf` describes as one run (ISO/IEC 14496-12 §8.8.6).
struct EditedTrackFragment {
  let trackID: UInt32
  let descriptionIndex: Int
  /// The first sample.
  let first: Sample
  /// The ranges of the bytes of the run; adjacent ranges are joined.
  private(set) var ranges: [Range<Int>] = []
  private(set) var byteCount = 0
  private(set) var leastCompositionTime: Int64
  private var durations = RunLengths()
  private var sizes = RunLengths()
  private var compositionOffsets = RunLengths()
  private var flags = RunLengths()
  private var groups: SampleGroupMerging?
  private var sampleCount = 0
  private let clock: FragmentClock

  init(_ track: Track, startingWith first: Sample, _ clock: FragmentClock) {
    trackID = track.id
    descriptionIndex = first.descriptionIndex
    self.first = first
    self.clock = clock
    leastCompositionTime = first.compositionTime
    if track.samples.hasGroups {
      groups = SampleGroupMerging(track.box.children.at("mdia", "minf", "stbl"))
    }
  }

  mutating func append(_ sample: Sample) throws(EditError) {
    let offset = clock.compositionOffset(of: sample)
    guard UInt32(exactly: sample.duration) != nil, Int32(exactly: offset) != nil,
      UInt32(exactly: sample.fileRange.count) != nil
    else {
      throw EditError(
        .unsupported,
        "has a sample (number \(sample.number) of track \(trackID)) whose times or size do not fit a fragment"
      )
    }
    sampleCount += 1
    durations.append(sample.duration)
    sizes.append(Int64(sample.fileRange.count))
    compositionOffsets.append(offset)
    flags.append(Int64(sample.flags.rawValue))
    leastCompositionTime = min(leastCompositionTime, sample.compositionTime)
    try groups?.append(sample.groups)
    byteCount = byteCount.addingSaturating(sample.fileRange.count)
    guard !sample.fileRange.isEmpty else { return }
    if let last = ranges.last, last.upperBound == sample.fileRange.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<sample.fileRange.upperBound
    } else {
      ranges.append(sample.fileRange)
    }
  }

  // MARK: Boxes

  /// - Parameter dataOffset: the offset of the run's data from the start of `moof`.
  func box(dataOffset: Int32) -> Box {
    var decodeTime = TrackFragmentBaseMediaDecodeTimeBox()
    decodeTime.baseMediaDecodeTime = UInt64(max(0, clock.decodeTime(of: first)))
    var header = TrackFragmentHeaderBox()
    header.trackID = trackID
    // Offsets count from the start of `moof`.
    header.header.flags = 0x2_0000
    if descriptionIndex != 1 {
      header.header.flags |= 0x2
      header.sampleDescriptionIndex = UInt32(clamping: descriptionIndex)
    }
    let run = self.run(dataOffset: dataOffset, &header)
    return .container(
      "traf", [Box(header), Box(decodeTime), Box(run)] + (groups?.memberBoxes ?? []))
  }

  /// Values that all samples have in common are stated once, in `header`. If only the first sample has other
  /// flags, the run states its flags.
  private func run(dataOffset: Int32, _ header: inout TrackFragmentHeaderBox) -> TrackRunBox {
    var run = TrackRunBox()
    run.header.flags = 0x1
    run.dataOffset = dataOffset
    var columns: [FieldTable.Column] = []
    var values: [RunLengths.Values] = []
    if let duration = durations.only {
      header.header.flags |= 0x8
      header.defaultSampleDuration = UInt32(clamping: duration)
    } else {
      run.header.flags |= 0x100
      columns.append(.uint(32, "sample_duration"))
      values.append(durations.each)
    }
    if let size = sizes.only {
      header.header.flags |= 0x10
      header.defaultSampleSize = UInt32(clamping: size)
    } else {
      run.header.flags |= 0x200
      columns.append(.uint(32, "sample_size"))
      values.append(sizes.each)
    }
    if let common = flags.only ?? flags.onlyAfterFirst {
      header.header.flags |= 0x20
      header.defaultSampleFlags = UInt32(clamping: common)
      if flags.only == nil {
        run.header.flags |= 0x4
        run.firstSampleFlags = first.flags.rawValue
      }
    } else {
      run.header.flags |= 0x400
      columns.append(.uint(32, "sample_flags"))
      values.append(flags.each)
    }
    if compositionOffsets.hasOther(than: 0) {
      run.header.flags |= 0x800
      if compositionOffsets.least < 0 { run.header.version = 1 }
      columns.append(.int(32, "sample_composition_time_offset"))
      values.append(compositionOffsets.each)
    }
    run.samples = table(columns, values)
    return run
  }

  private func table(
    _ columns: [FieldTable.Column], _ values: [RunLengths.Values]
  ) -> FieldTable {
    guard !columns.isEmpty else { return FieldTable(emptyRows: sampleCount) }
    var iterators = values
    var numbers: [Int64] = []
    numbers.reserveCapacity(sampleCount * columns.count)
    for _ in 0..<sampleCount {
      for index in iterators.indices { numbers.append(iterators[index].next() ?? 0) }
    }
    return FieldTable(columns: columns, values: numbers)
  }
}

/// Makes the `moof` and `mdat` boxes of a movie whose tables describe all samples (ISO/IEC 14496-12 §8.8).
struct MovieFragmentBuilder {
  /// A fragment: its samples by track, and the sizes of its boxes.
  struct Fragment {
    var tracks: [EditedTrackFragment] = []
    /// The range of its `moof` box in the bytes of all.
    var description = 0..<0
    /// The bytes of its samples.
    var mediaCount = 0

    /// The size of both boxes.
    var byteCount: Int { description.count + 8 + mediaCount }
  }

  private(set) var fragments: [Fragment]
  /// All `moof` boxes.
  private(set) var descriptions: [UInt8] = []

  /// - Parameter clocks: the changes to the times of tracks, by `track_ID`.
  init(
    _ movie: MovieFile, _ cuts: FragmentCuts, _ clocks: [UInt32: FragmentClock]
  ) throws(EditError) {
    fragments = (0...cuts.times.count).map { _ in Fragment() }
    for track in movie.tracks { try add(track, cuts, clocks[track.id] ?? FragmentClock()) }
    fragments.removeAll { $0.tracks.isEmpty }
    for index in fragments.indices {
      let bytes = try description(of: fragments[index], UInt32(clamping: index + 1))
      let start = descriptions.count
      descriptions += bytes
      fragments[index].description = start..<descriptions.count
      fragments[index].mediaCount = fragments[index].tracks.reduce(0) { $0 + $1.byteCount }
    }
  }

  private mutating func add(
    _ track: Track, _ cuts: FragmentCuts, _ clock: FragmentClock
  ) throws(EditError) {
    let scale = EditedTimescale(movie: cuts.leader.timescale, media: track.timescale)
    var (number, current) = (0, EditedTrackFragment?.none)
    for sample in track.samples {
      try refuse(sample, of: track)
      // A sample without a duration is decoded when the next one is.
      let next = max(number, cuts.fragment(at: sample.decodeTime, scale))
      if let done = current, next != number || sample.descriptionIndex != done.descriptionIndex {
        fragments[number].tracks.append(done)
        current = nil
      }
      number = next
      var fragment = current ?? EditedTrackFragment(track, startingWith: sample, clock)
      // With a single owner, the array is not copied.
      current = nil
      try fragment.append(sample)
      current = fragment
    }
    if let current { fragments[number].tracks.append(current) }
  }

  private func refuse(_ sample: Sample, of track: Track) throws(EditError) {
    guard sample.location == .file(0) else {
      throw EditError(.unsupported, "has samples of track \(track.id) in another file")
    }
    guard sample.sampleCount == 1 else {
      throw EditError(
        .unsupported,
        "has packets of audio that count as many samples each (track \(track.id)), which only QuickTime supports, and fragments cannot have"
      )
    }
  }

  /// A `moof` box. The data follows in an `mdat` box, in the order of the tracks.
  private func description(
    of fragment: Fragment, _ number: UInt32
  ) throws(EditError) -> [UInt8] {
    let empty = try encoded(fragment, number, offset: 0)
    return try encoded(fragment, number, offset: empty.count + 8)
  }

  private func encoded(
    _ fragment: Fragment, _ number: UInt32, offset: Int
  ) throws(EditError) -> [UInt8] {
    var header = MovieFragmentHeaderBox()
    header.sequenceNumber = number
    var body = ContainerBox()
    body.children = [Box(header)]
    var position = offset
    for track in fragment.tracks {
      guard let offset = Int32(exactly: position) else {
        throw EditError(
          .unsupported, "has fragments of more than 2 GB: choose shorter ones", path: ["moof"])
      }
      body.children.append(track.box(dataOffset: offset))
      position = position.addingSaturating(track.byteCount)
    }
    var file = BoxFile(Bytes())
    file.boxes = [Box(type: "moof", body)]
    do throws(FieldError) { return try file.encoded().bytes } catch { throw EditError(error) }
  }
}

/// The indexes with which players find the fragments of a movie: `sidx` before them, and `mfra` after them.
struct FragmentIndexes {
  private let fragments: [MovieFragmentBuilder.Fragment]
  private let leader: Track
  private let clocks: [UInt32: FragmentClock]

  init(_ builder: MovieFragmentBuilder, _ leader: Track, _ clocks: [UInt32: FragmentClock]) {
    fragments = builder.fragments
    self.leader = leader
    self.clocks = clocks
  }

  /// The index of segments (ISO/IEC 14496-12 §8.16.3); nil if there are too many, or if the leader has no samples in
  /// one of them.
  var segmentIndex: Box? {
    let leading = fragments.compactMap { fragment in
      fragment.tracks.first { $0.trackID == leader.id }
    }
    guard leading.count == fragments.count, fragments.count <= Int(UInt16.max) else { return nil }
    let starts = leading.map { presented($0.leastCompositionTime) }
    let end = presented(
      leader.samples.reduce(0) { max($0, $1.decodeTime.addingSaturating($1.duration)) })
    var index = SegmentIndexBox()
    index.header.version = 1
    index.referenceID = leader.id
    index.timescale = leader.timescale
    index.earliestPresentationTime = UInt64(max(0, starts.first ?? 0))
    var rows: [[Int64]] = []
    for (index, fragment) in fragments.enumerated() {
      guard fragment.byteCount < 1 << 31 else { return nil }
      let next = index + 1 < starts.count ? starts[index + 1] : max(end, starts[index])
      let first = leading[index].first
      let isLate = leading[index].leastCompositionTime < first.compositionTime
      rows.append([
        0, Int64(fragment.byteCount), Int64(UInt32(clamping: next - max(0, starts[index]))),
        first.isSync ? 1 : 0, first.isSync ? isLate ? 2 : 1 : 0, 0,
      ])
    }
    index.references = FieldTable(columns: SegmentIndexBox.referenceColumns, rows: rows)
    return Box(index)
  }

  /// The presentation time of media of the leading track, in its timescale.
  private func presented(_ time: Int64) -> Int64 {
    if let clock = clocks[leader.id], let advance = clock.advance {
      return clock.compositionTime(time).subtractingSaturating(advance)
    }
    guard let edit = leader.editList.edits.first(where: { $0.mediaTime != nil }),
      let shown = leader.editList.start(ofMediaFrom: edit.mediaTime ?? 0)
    else { return time }
    let offset = Int64((shown.seconds * Double(leader.timescale)).rounded())
    return time.subtractingSaturating(edit.mediaTime ?? 0).addingSaturating(offset)
  }

  /// The samples where decoding can start (§8.8.9).
  ///
  /// - Parameter offset: the offset of the first `moof` box. Offsets identify the fragments.
  func randomAccess(_ offset: Int) throws(EditError) -> Box {
    var rows: [UInt32: [[Int64]]] = [:]
    var order: [UInt32] = []
    for fragment in fragments {
      for (index, track) in fragment.tracks.enumerated() where track.first.isSync {
        let clock = clocks[track.trackID] ?? FragmentClock()
        if rows[track.trackID] == nil { order.append(track.trackID) }
        rows[track.trackID, default: []].append([
          max(0, clock.compositionTime(track.first.compositionTime)),
          Int64(offset + fragment.description.lowerBound),
          Int64(index + 1), 1, 1,
        ])
      }
    }
    var body = ContainerBox()
    body.children = order.map { id in
      var access = TrackFragmentRandomAccessBox()
      access.header.version = 1
      access.trackID = id
      // The numbers of `traf` boxes have two bytes.
      access.lengthSizeOfTrafNum = 1
      access.entries = FieldTable(columns: access.columns, rows: rows[id] ?? [])
      return Box(access)
    }
    var size = MovieFragmentRandomAccessOffsetBox()
    body.children.append(Box(size))
    var file = BoxFile(Bytes())
    file.boxes = [Box(type: "mfra", body)]
    do throws(FieldError) {
      size.parentSize = UInt32(clamping: try file.encoded().count)
    } catch {
      throw EditError(error)
    }
    body.children[order.count] = Box(size)
    return Box(type: "mfra", body)
  }
}
