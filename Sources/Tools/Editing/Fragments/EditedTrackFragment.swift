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
