import FieldCoding
public import ISOBMFF
public import Movie

/// A good recording of the same camera: how its tracks are coded, and how it lays them out.
public struct ReferenceRecording: Sendable {
  public let movie: MovieFile
  public let tracks: [ReferenceTrack]
  /// The number of times that a chunk of one track follows one of another, by their indices in ``tracks``.
  private let successions: [[Int]]

  /// Nil if the file is not a movie, or has no samples.
  public init?(_ file: BoxFile) {
    guard let movie = MovieFile(file), !movie.tracks.isEmpty, movie.tracks.count <= 64 else {
      return nil
    }
    self.movie = movie
    tracks = movie.tracks.map { ReferenceTrack($0, in: file) }
    var chunks: [(start: UInt64, track: Int)] = []
    for (index, track) in movie.tracks.enumerated() {
      for chunk in track.samples.chunks where !chunk.isEmptyOrElsewhere {
        guard chunks.count < ReferenceRecording.mostChunks else { break }
        chunks.append((chunk.start, index))
      }
    }
    guard !chunks.isEmpty else { return nil }
    chunks.sort { $0.start < $1.start }
    let none = Array(repeating: 0, count: movie.tracks.count)
    var successions = movie.tracks.map { _ in none }
    for (chunk, next) in zip(chunks, chunks.dropFirst()) {
      successions[chunk.track][next.track] += 1
    }
    self.successions = successions
  }

  /// Whether there are samples of which nothing is known: bytes that nothing explains are probably such samples.
  var hasUnknownSamples: Bool {
    tracks.contains {
      if case .none = $0.finder { $0.times.sampleCount > 0 } else { false }
    }
  }

  /// More chunks show no other pattern.
  private static let mostChunks = 1 << 18

  /// The cost of a sample of a track after one of another, in bits.
  ///
  /// - Parameter run: the number of consecutive samples of the same track before.
  func cost(from track: Int?, run: Int, to next: Int) -> Int {
    guard let track else { return 0 }
    // A track that has a single sample in all of the reference has few here.
    guard track != next else { return tracks[next].times.sampleCount == 1 ? 12 : 0 }
    // The only sample of a track can be anywhere, but it is somewhere.
    if isOnlyBySize(next) { return 0 }
    let row = successions[track]
    let total = row.reduce(0, +)
    let surprise = row[next] > 0 ? bits(total / row[next]) : 8 + bits(total)
    let ends = tracks[track].chunkCounts
    return surprise + (ends.isEmpty || ends.contains(run) ? 0 : 2)
  }

  /// Whether a track has a single sample of which only the size is known: any bytes could be one, so a recording has only
  /// one, too.
  func isOnlyBySize(_ track: Int) -> Bool {
    guard tracks[track].times.sampleCount == 1, case .reader(let reader) = tracks[track].finder
    else { return false }
    return reader.certainty == .bySize
  }

  /// Whether a chunk of a track often follows one of another, or is the only one of its track.
  func isUsual(_ next: Int, after track: Int?) -> Bool {
    guard let track, track != next else { return false }
    return isOnlyBySize(next) || successions[track][next] * 8 > successions[track].reduce(0, +)
  }

  /// Whether a chunk of a track is followed by one of another somewhere.
  func follows(_ next: Int, _ track: Int) -> Bool { successions[track][next] > 0 }

  private func bits(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }
}

extension SampleChunk {
  fileprivate var isEmptyOrElsewhere: Bool { byteCount == 0 || location != .file(0) }
}

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
