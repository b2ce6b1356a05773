import ISOBMFF
import Movie

extension Edit {
  /// Inserts re-encoded pictures at the start of a track, before the group of pictures that stays. Each is shown
  /// at the time of the old frame, and the first one at the cut.
  ///
  /// Throws if the frames do not fit: if their size, colours or kind of samples differ, or if samples are not in
  /// the file.
  ///
  /// - Parameter replacement: the new frames, with the times of the samples from which they were decoded.
  public mutating func replaceStart(
    _ start: EditedTrackStart, by replacement: TrackReplacement
  ) throws(EditError) {
    let track = start.track
    guard !replacement.samples.isEmpty else {
      throw EditError(.invalid, "gets no pictures for the start of track \(track.id)")
    }
    var spliced = try SplicedTrack(start, replacement)
    let chunks = try ReplacedChunk.all(
      start.chunks(), by: replacement, spliced.times, from: start.cut)
    let gone = try start.goneBytes().map { ($0, 0..<0) }
    guard
      let offset = file.replaceMedia(
        by: replacement.data, chunks.map { ($0.old, $0.bytes) } + gone)
    else {
      throw EditError(
        .damaged, "has samples of track \(track.id) that are missing, or that overlap others"
      )
    }
    try spliced.build(chunks, at: offset)
    // The proof compares the samples that stay.
    var kept = keptSamples[track.id] ?? KeptSamples(range: 0..<track.samples.count)
    let old = kept.range.lowerBound
    kept.newCount = replacement.samples.count
    kept.gap = old + start.leading.lowerBound..<old + start.leading.upperBound
    kept.range = old + (start.next ?? track.samples.count)..<kept.range.upperBound
    keptSamples[track.id] = kept
    keepsOffsets = false
    try changeTrack(track.id) { (box) throws(EditError) in spliced.apply(to: &box) }
    let count = replacement.samples.count
    notes.append(
      "track \(track.id): \(counted(count, "picture")) \(start.next == nil ? "to the end" : "before the next key frame") \(count == 1 ? "is" : "are") re-encoded"
    )
  }
}

extension EditedTrackStart {
  /// The chunks with the samples before the rest, and the end of each in decoding time; nil for the last.
  fileprivate func chunks() throws(EditError) -> [ReplacedChunk.Old] {
    var chunks: [(bytes: Range<Int>, chunk: Int, end: Int64?)] = []
    for sample in track.samples.from(0) {
      guard sample.index < next ?? .max else { break }
      try check(sample)
      let end = sample.decodeTime.addingSaturating(sample.duration)
      if let last = chunks.last, last.chunk == sample.chunkNumber,
        last.bytes.upperBound == sample.fileRange.lowerBound
      {
        chunks[chunks.count - 1].bytes = last.bytes.lowerBound..<sample.fileRange.upperBound
        chunks[chunks.count - 1].end = end
      } else {
        chunks.append((sample.fileRange, sample.chunkNumber, end))
      }
    }
    if !chunks.isEmpty { chunks[chunks.count - 1].end = nil }
    return chunks.map { ReplacedChunk.Old(bytes: $0.bytes, end: $0.end) }
  }

  /// The bytes of the frames after the key frame that are re-encoded.
  fileprivate func goneBytes() throws(EditError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for sample in track.samples.from(leading.lowerBound).prefix(leading.count) {
      try check(sample)
      ranges.append(sample.fileRange)
    }
    return ranges.joined
  }

  private func check(_ sample: Sample) throws(EditError) {
    guard sample.location == .file(0), sample.sampleCount == 1 else {
      throw EditError(.unsupported, "has samples of track \(track.id) in another file")
    }
  }
}
