public import ISOBMFF
public import Movie

/// The start of a track that was cut at a frame that is not a key frame. The frames before the next group of
/// pictures can be re-encoded, so that the track begins with a key frame at the cut, without earlier samples.
public struct EditedTrackStart: Sendable {
  /// The track, as ``Edit/trim(from:to:dropping:)`` left it.
  public let track: Track
  /// The times of the frames that are to be re-encoded, in the track's timescale.
  public let times: Range<Int64>
  /// The composition time of the first of them: the time of the cut, which may be after the start of the frame.
  public let cut: Int64
  /// The index of the sample at which the rest begins; nil if everything is re-encoded.
  let next: Int?
  /// The indices of frames after that one that are shown before it, and need removed frames.
  let leading: Range<Int>
  /// Whether an end-of-sequence mark is necessary before the frames that stay.
  public let endsSequence: Bool

  /// The indices of the samples that have to be decoded for that, from 0.
  public var decoded: Range<Int> { 0..<(next == nil ? track.samples.count : leading.upperBound) }

  /// The sample entry of the samples that stay; if none stay, of those that are replaced.
  public var entry: Box? {
    let entries = track.sampleEntries
    guard let number = track.samples.sample(at: next ?? 0)?.descriptionIndex,
      entries.indices.contains(number - 1)
    else { return nil }
    return entries[number - 1]
  }

  /// Nil if the track begins with a key frame that is shown first, or if it is not a video track.
  ///
  /// - Parameter bytes: the bytes of the file.
  public init?(_ track: Track, in bytes: Bytes) {
    let cut = track.editList.edits.compactMap(\.mediaTime).min() ?? 0
    guard track.handlerType == "vide",
      let shown = track.samples.sample(composedAt: cut),
      shown.index > 0 || !shown.isSync
    else { return nil }
    self.track = track
    self.cut = cut
    let candidates = Candidates(track, in: bytes)
    let found = candidates.first(after: shown)
    next = found?.sample.index
    leading = found?.leading ?? track.samples.count..<track.samples.count
    endsSequence = found?.endsSequence ?? false
    times = shown.compositionTime..<(found?.sample.compositionTime ?? .max)
  }
}

/// Finds samples at which the rest of a track can begin.
private struct Candidates {
  let track: Track
  let bytes: Bytes
  /// The number of samples after a key frame among which its leading frames are searched.
  static let mostLeading = 64

  init(_ track: Track, in bytes: Bytes) { (self.track, self.bytes) = (track, bytes) }

  struct Candidate {
    var sample: Sample
    var leading: Range<Int>
    var endsSequence: Bool
  }

  func first(after shown: Sample) -> Candidate? {
    var latest = Int64.min
    for sample in track.samples.from(0) {
      let isLate = latest > sample.compositionTime
      latest = max(latest, sample.compositionTime)
      guard sample.index > shown.index, sample.isSync, !isLate,
        let ends = track.endsSequence(before: sample, in: bytes),
        let leading = leading(behind: sample)
      else { continue }
      return Candidate(sample: sample, leading: leading, endsSequence: ends)
    }
    return nil
  }

  /// The frames that are decoded after a key frame and shown before it; nil if they are not contiguous.
  private func leading(behind sample: Sample) -> Range<Int>? {
    var end = sample.index + 1
    for other in track.samples.from(end).prefix(Candidates.mostLeading) {
      guard other.compositionTime < sample.compositionTime else { continue }
      guard other.index == end else { return nil }
      end += 1
    }
    return sample.index + 1..<end
  }
}
