import CodecJob
import HEIF
import ISOBMFF
import SystemAccess
public import WorkerClient

/// Looks for the frame of a movie that is most like a still. The worker decodes both.
public struct FrameSearch: Sendable {
  /// What was found.
  public struct Match: Equatable, Sendable {
    /// The number of the frame among those that are shown, from 0.
    public var frame: Int
    /// How much it looks like the still: 1 for the same picture, 0 for nothing in common.
    public var score: Double
    /// The score of the best frame which is more than two away.
    public var otherScore: Double
    /// The frames that look as much like the still, so that chance alone puts one before the others;
    /// ``frame`` is one of them.
    public var equals: [Int]
    /// Frames that are shown, and could not be decoded.
    public var damagedCount: Int

    /// - Parameter finalists: frames with their scores, the best one first. There is at least one.
    init?(_ finalists: [(frame: Int, score: Double)], damagedCount: Int) {
      guard let best = finalists.first else { return nil }
      (frame, score) = best
      otherScore = finalists.first { abs($0.frame - best.frame) > 2 }?.score ?? 0
      equals = finalists.filter { best.score - $0.score < FrameSearch.leastLead }.map(\.frame)
      self.damagedCount = damagedCount
    }

    /// Whether it is a frame of the still's scene.
    public var isAlike: Bool { score >= FrameSearch.leastScore }
    /// Whether others, further away, look as much like the still: the scene stands still.
    public var isUndecided: Bool { score - otherScore < FrameSearch.leastLead }
  }

  /// The best frames of eleven pairs of a photo and its movie, by phones of five makes, have 0.56
  /// to 0.98; no frame of 88 photos and movies that do not belong together has more than 0.12.
  static let leastScore = 0.3
  /// What noise and compression alone make of frames that show the same.
  static let leastLead = 0.015

  /// What decodes.
  public var worker: Worker

  /// A search that has the worker decode.
  public init(_ worker: Worker) { self.worker = worker }

  /// - Parameters:
  ///   - photo: a file, of whose primary picture.
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
    let finalists = reply.finalists.map { (Int($0.frame), Double($0.score) / 1_000_000) }
    guard let match = Match(finalists, damagedCount: Int(reply.damagedCount)) else {
      throw ConversionError(.worker, "answered without a frame")
    }
    return match
  }
}

extension PhotoFile {
  /// How its primary picture is decoded.
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
