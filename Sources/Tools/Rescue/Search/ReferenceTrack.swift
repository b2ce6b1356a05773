import FieldCoding
public import ISOBMFF
public import Movie

/// A track of the reference, and how samples like its own are found.
public struct ReferenceTrack: Sendable {
  /// The track of the good recording.
  public let track: Track
  /// The method for finding its samples.
  let finder: Finder
  /// What was learned from its samples; nil if its tables are enough to find samples, or if samples cannot be found.
  public let learned: LearnedSamplesBox?
  /// The times of its samples.
  let times: ReferenceTimes
  /// The numbers of samples in its chunks, if there are only a few different ones.
  let chunkCounts: Set<Int>

  enum Finder: Sendable {
    /// By the syntax of their codec.
    case reader(any LostSampleReader)
    /// By the size of their blocks, and by the following samples.
    case blocks(ReferenceBlocks)
    /// They cannot be found; the value is the reason, as a sentence about them.
    case none(String)
  }

  /// Why its samples cannot be found, as the end of a sentence; nil if they can.
  public var whyNot: String? { if case .none(let reason) = finder { reason } else { nil } }

  /// Whether its structure is sufficient to find samples again after a part that is lost.
  var isStructured: Bool {
    if case .reader(let reader) = finder { reader.certainty == .byStructure } else { false }
  }

  init(_ track: Track, in file: BoxFile) {
    self.track = track
    var counts: [Int: Int] = [:]
    for chunk in track.samples.chunks where counts.count < 1 << 16 {
      counts[chunk.sampleCount, default: 0] += 1
    }
    chunkCounts = counts.count <= 256 ? Set(counts.keys) : []
    var learned: LearnedSamplesBox?
    (finder, learned) = FinderBuilder(track, file).finder(chunks: counts)
    times = ReferenceTimes(track, finder, &learned, in: file.bytes)
    self.learned = learned
  }
}
