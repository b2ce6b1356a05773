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
    /// Frames that are shown, and could not be decoded.
    public var damagedCount: Int

    /// Whether it is a frame of the still's scene.
    public var isAlike: Bool { score >= FrameSearch.leastScore }
    /// Whether others, further away, are nearly as much like the still.
    public var isDoubtful: Bool { score - otherScore < FrameSearch.leastLead }
  }

  /// The best frames of eleven pairs of a photo and its movie, by phones of five makes, have 0.56
  /// to 0.98; no frame of 88 photos and movies that do not belong together has more than 0.12.
  static let leastScore = 0.3
  static let leastLead = 0.01

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
    return Match(
      frame: Int(reply.frame), score: Double(reply.score) / 1_000_000,
      otherScore: Double(reply.otherScore) / 1_000_000, damagedCount: Int(reply.damagedCount))
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
