import ISOBMFF
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
    if let index = file.boxes.firstIndex(where: { $0.type == "moov" }) {
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
    guard let index = file.boxes.firstIndex(where: { $0.type == "ftyp" }) else { return }
    var type = FileTypeBox()
    type.majorBrand = "iso6"
    type.compatibleBrands = ["iso6", "cmfc"] + (isConstrained ? ["cmf2"] : []) + brands
    file.boxes[index][FileTypeBox.self] = type
  }
}
