public import ISOBMFF

extension MovieFile {
  /// An ID for a new track: the one that the header names for it, if it is larger than those of all tracks, or the next
  /// one after these, or else any free one (ISO/IEC 14496-12 §8.2.2.3). Nil if all are taken.
  public var freeTrackID: UInt32? {
    let used = Set(tracks.map(\.id))
    let largest = used.max() ?? 0
    if let next = header?.nextTrackID, next > largest, next < .max { return next }
    if largest < .max - 1 { return largest + 1 }
    return (1..<UInt32.max).first { !used.contains($0) }
  }
}

extension MovieHeaderBox {
  /// Makes the ID for the next track larger than that of a track (ISO/IEC 14496-12 §8.2.2.3). The largest number means
  /// that a free ID has to be searched for.
  public mutating func makeNextTrackID(largerThan id: UInt32) {
    nextTrackID = max(nextTrackID, id.addingSaturating(1))
  }
}
