extension Track {
  /// The ranges of its samples in a file, as far as they are within `whole`; adjacent samples are joined.
  package func mediaRanges(in whole: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for chunk in samples.chunks where chunk.location == .file(0) {
      guard let range = chunk.fileRange?.clamped(to: whole), !range.isEmpty else { continue }
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}

extension MovieFile {
  /// The ranges of samples, and of what decrypts them, except those of some tracks.
  package func usedMedia(in whole: Range<Int>, without gone: Set<UInt32> = []) -> [Range<Int>] {
    tracks.filter { !gone.contains($0.id) }.flatMap { track in
      track.mediaRanges(in: whole)
        + (track.isEncrypted ? track.samples.compactMap { $0.encryption?.fileRange } : [])
    }
  }
}
