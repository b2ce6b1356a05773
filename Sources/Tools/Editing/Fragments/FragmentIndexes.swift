import ISOBMFF
import Movie

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
