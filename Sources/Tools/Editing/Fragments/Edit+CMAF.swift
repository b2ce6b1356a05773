public import ISOBMFF
import Movie

extension Edit {
  /// Converts the movie to a CMAF track file (ISO/IEC 23000-19 §7.3): one track in fragments, for players of
  /// streams. Its samples keep their bytes and presentation times, with an edit list of at most one edit.
  ///
  /// Throws if the track does not exist, if the movie has fragments (``defragment()``), if the edit list of the
  /// track has several parts, or for the reasons of ``fragment(every:)``.
  ///
  /// - Returns: the numbers of the fragments with which segments begin, from 0.
  @discardableResult
  public mutating func makeCMAF(
    track id: UInt32, _ layout: CMAFLayout
  ) throws(EditError) -> [Int] {
    let all = try movieWithoutFragments().tracks
    guard all.contains(where: { $0.id == id }) else {
      throw EditError(
        .notFound,
        "has no track \(id), only \(listed(all.map { String($0.id) }))")
    }
    try leaveOutIndexes()
    try removeTracks(Set(all.map(\.id)).subtracting([id]))
    try remux(to: .mp4)
    let movie = try movieWithoutFragments()
    guard let track = movie.tracks.first else { return [] }
    let timescale = movie.header?.timescale ?? 0
    let clock = try FragmentClock(track, movieTimescale: timescale)
    fragmentClocks[id] = clock
    guard let media = PresentedMedia(track, movieTimescale: timescale) else { return [] }
    let ticks = Int64(track.timescale)
    let cuts = try FragmentCuts(track, layout) {
      Double(media.time(ofMedia: $0, in: ticks)) / Double(ticks)
    }
    let count = try writeFragments(of: movie, cuts, hasSegmentTypes: layout.hasSegmentTypes)
    if let index = file.boxes.firstIndex("moov") {
      var children = file.boxes[index].children
      for index in children.indices {
        if children[index].type == "trak" {
          children[index].setEdits(clock.edit.map { [$0] } ?? [])
        } else {
          children[index][MovieHeaderBox.self]?.makeNextTrackID(largerThan: id)
        }
      }
      file.boxes[index].children = children
    }
    setCMAFType(
      layout.brands,
      isConstrained: track.handlerType != "vide" || clock.edit == nil && !clock.reorders)
    notes.append("the samples are in \(counted(count, "fragment")) of a CMAF track now")
    return cuts.segmentStarts.sorted()
  }

  /// Leaves out the indexes of vendors in `moov`, such as the positions of Novatek (`gps `): a stream does not have the data
  /// to which they point.
  private mutating func leaveOutIndexes() throws(EditError) {
    let types = UnknownOffsets(original).types
    var gone: [FourCC] = []
    try changeMovie { children in
      gone = children.map(\.type).filter(types.contains)
      children.removeAll { types.contains($0.type) }
    }
    lose(gone.map { "the box \($0), which lists offsets in the old file, is left out" })
  }

  /// - Parameter isConstrained: whether frames need neither an edit list nor composition offsets without signs
  ///   (`cmf2`, §7.7.3).
  private mutating func setCMAFType(_ brands: [FourCC], isConstrained: Bool) {
    guard let index = file.boxes.firstIndex("ftyp") else { return }
    var type = FileTypeBox()
    type.majorBrand = "iso6"
    type.compatibleBrands = ["iso6", "cmfc"] + (isConstrained ? ["cmf2"] : []) + brands
    file.boxes[index][FileTypeBox.self] = type
  }
}

/// How the samples of a track are divided for streams (ISO/IEC 23000-19 §7.3): a segment consists of one or more
/// fragments, and a fragment of one or more chunks. Each chunk is a `moof` box with its `mdat`.
public struct CMAFLayout: Sendable {
  /// The start times of the segments after the first, in seconds of the presentation, in ascending order. A video
  /// segment begins with the first key frame that is shown at this time or later.
  public var segmentStarts: [Double] = []
  /// The length of fragments in a segment; nil for one fragment in each segment.
  public var fragments: FragmentLength?
  /// The minimum duration of chunks, in seconds; nil for one chunk in each fragment.
  public var chunkSeconds: Double?
  /// Whether each segment has a segment type (`styp`), as for separate files; if not, the file has indexes of
  /// its fragments (`sidx`, `mfra`).
  public var hasSegmentTypes = false
  /// Additional brands of the file.
  public var brands: [FourCC] = []

  /// A layout with one fragment for all samples, in one file with indexes.
  public init() {}
}

extension FragmentCuts {
  /// Cuts one track.
  ///
  /// - Parameter shown: returns the presentation time in seconds for a composition time.
  init(_ track: Track, _ layout: CMAFLayout, shown: (Int64) -> Double) throws(EditError) {
    self.init(leader: track)
    let second = Double(track.timescale)
    // Times in seconds are rounded, so a key frame may be half a tick early.
    var starts = layout.segmentStarts.map { $0 - 0.5 / second }[...]
    func ticks(_ seconds: Double?) -> Int64? {
      seconds.map { Int64(min(max(1, ($0 * second).rounded()), 1e15)) }
    }
    let length: Int64? =
      switch layout.fragments {
      case .group: 0
      case .seconds(let seconds): ticks(seconds)
      case nil: nil
      }
    let chunk = ticks(layout.chunkSeconds)
    segmentStarts = [0]
    var previous: Sample?
    var (fragmentStart, chunkStart): (Int64, Int64) = (0, 0)
    for sample in track.samples {
      guard let last = previous else {
        (previous, fragmentStart, chunkStart) = (sample, sample.decodeTime, sample.decodeTime)
        continue
      }
      previous = sample
      guard last.descriptionIndex == sample.descriptionIndex || sample.isSync else {
        throw EditError(
          .unsupported,
          "changes how track \(track.id) is coded at a sample at which decoding cannot start")
      }
      // The decoding time of its first sample identifies a fragment.
      guard sample.decodeTime > last.decodeTime else { continue }
      let time = sample.decodeTime
      var isSegment = false
      if sample.isSync, let start = starts.first {
        let now = shown(sample.compositionTime)
        isSegment = now >= start
        while let start = starts.first, now >= start { starts.removeFirst() }
      }
      let isFragment =
        isSegment || last.descriptionIndex != sample.descriptionIndex
        || sample.isSync && length.map { time - fragmentStart >= $0 } ?? false
      guard isFragment || chunk.map({ time - chunkStart >= $0 }) ?? false else { continue }
      times.append(time)
      if isSegment { segmentStarts.insert(times.count) }
      if isFragment { fragmentStart = time }
      chunkStart = time
    }
  }
}

extension FileTypeBox {
  /// The brands that segments of CMAF tracks state (ISO/IEC 23000-19 §7.2).
  static var cmafSegment: FileTypeBox {
    var type = FileTypeBox()
    type.majorBrand = "cmfs"
    type.compatibleBrands = ["cmfs", "cmff", "cmfl", "cmfc", "msdh", "iso6"]
    return type
  }
}
