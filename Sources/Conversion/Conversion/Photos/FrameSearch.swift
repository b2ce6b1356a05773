import Files
import HEIF
import ISOBMFF
public import LivePhotos
import Movie
public import WorkerClient
import WorkerProtocol

/// Searches for the frame of a movie that is most similar to a still. The worker decodes both.
public struct FrameSearch: Sendable {
  /// The result of a search.
  public struct Match: Equatable, Sendable {
    /// The number of the frame among those that are shown, from 0.
    public var frame: Int
    /// The similarity of the frame and the still: 1 for the same frame, 0 for frames with nothing in common.
    public var score: Double
    /// The score of the best frame that is more than two frames away.
    public var otherScore: Double
    /// The numbers of the frames that are equally similar to the still, so that the order of their scores is a
    /// matter of chance; ``frame`` is one of them.
    public var equals: [Int] { regions.keys.sorted() }
    private let regions: [Int: StillRegion]
    /// The number of frames that are shown but could not be decoded.
    public var damagedCount: Int

    init?(_ reply: MatchReply) {
      let finalists = reply.finalists.map {
        (frame: Int($0.frame), score: Double($0.score) / 1_000_000, region: StillRegion($0.region))
      }
      guard let best = finalists.first else { return nil }
      (frame, score, _) = best
      otherScore = finalists.first { abs($0.frame - best.frame) > 2 }?.score ?? 0
      let equals = finalists.filter { best.score - $0.score < FrameSearch.leastLead }
      regions = Dictionary(
        equals.map { ($0.frame, $0.region) }, uniquingKeysWith: { first, _ in first })
      damagedCount = Int(reply.damagedCount)
    }

    /// The region of one of ``equals`` that the still shows; nil if it is unknown.
    public func region(on frame: Int) -> StillRegion? { regions[frame] }

    /// Whether the score is high enough, so that the frame shows the scene of the still.
    public var isAlike: Bool { score >= FrameSearch.leastScore }
    /// Whether frames further away are equally similar to the still, because nothing moves.
    public var isUndecided: Bool { score - otherScore < FrameSearch.leastLead }
  }

  /// The best frames of eleven pairs of a photo and its movie, by phones of five makes, have 0.56
  /// to 0.98; no frame of 88 photos and movies that do not belong together has more than 0.12.
  static let leastScore = 0.3
  /// The difference in score that noise and compression cause between frames that show the same scene.
  static let leastLead = 0.015

  /// The worker, which decodes.
  public var worker: Worker

  /// A search with a worker, which decodes.
  public init(_ worker: Worker) { self.worker = worker }

  /// The frame of a movie that shows the same as a still.
  ///
  /// Throws if the photo or the frames cannot be decoded.
  ///
  /// - Parameters:
  ///   - photo: the file with the still, which is its primary frame.
  ///   - movie: the plan of a track of the file at `path`.
  public func match(
    _ photo: PhotoFile, in movie: MoviePlan, at path: String
  ) throws(ConversionError) -> Match {
    var job = MatchJob()
    job.still = try photo.plan
    job.movie = movie.plan
    job.shown = movie.shown
    job.frameSize = movie.frameSize
    let reply: MatchReply = try worker.ask(
      .match, job, reading: photo.path, path, within: job.limits, libraries: .libav)
    guard let match = Match(reply) else {
      throw ConversionError(.worker, "found no frame")
    }
    return match
  }
}

extension PhotoFile {
  /// How its primary frame is decoded.
  var plan: ImagePlan {
    get throws(ConversionError) {
      switch content {
      case .jpeg(let jpeg): return try FilePicture(jpeg: jpeg).plan
      case .png(let bytes): return try FilePicture(png: bytes).plan
      case .heif(let file):
        guard let item = file.primaryItem else {
          throw ConversionError(.input, PhotoFile.refusal(file.boxes))
        }
        do throws(FieldError) { return try file.plan(for: item.id) } catch {
          throw ConversionError(.input, "cannot be decoded: \(error)")
        }
      }
    }
  }
}

extension StillRegion {
  /// Makes a region from the bits of four numbers; the whole frame for other data.
  fileprivate init(_ bits: [UInt64]) {
    let parts = bits.map { Double(bitPattern: $0) }
    if parts.count == 4, parts.allSatisfy({ abs($0) < 100 }) {
      self.init(left: parts[0], top: parts[1], width: parts[2], height: parts[3])
    } else {
      self.init(left: 0, top: 0, width: 1, height: 1)
    }
  }
}
