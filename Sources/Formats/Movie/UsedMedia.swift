extension Track {
  /// The ranges of its samples in a file, as far as they are within `whole`; adjacent samples are joined.
  package func places(in whole: Range<Int>) -> [Range<Int>] {
    var places: [Range<Int>] = []
    for chunk in samples.chunks where chunk.location == .file(0) {
      guard let range = chunk.fileRange?.clamped(to: whole), !range.isEmpty else { continue }
      if let last = places.last, last.upperBound == range.lowerBound {
        places[places.count - 1] = last.lowerBound..<range.upperBound
      } else {
        places.append(range)
      }
    }
    return places
  }
}

extension MovieFile {
  /// The ranges of samples, and of what decrypts them, except those of some tracks.
  package func usedMedia(in whole: Range<Int>, without gone: Set<UInt32> = []) -> [Range<Int>] {
    tracks.filter { !gone.contains($0.id) }.flatMap { track in
      track.places(in: whole)
        + (track.isEncrypted ? track.samples.compactMap { $0.encryption?.fileRange } : [])
    }
  }
}
