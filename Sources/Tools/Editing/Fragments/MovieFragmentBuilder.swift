import ISOBMFF
import Movie

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
