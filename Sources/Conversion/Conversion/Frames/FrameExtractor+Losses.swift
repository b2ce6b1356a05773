public import WorkerClient

extension FrameExtractor {
  /// Frames in a row that cannot be decoded.
  public struct LostFrames: Sendable {
    /// The first of them.
    public var first: MovieFrames.Frame
    /// The last of them.
    public var last: MovieFrames.Frame
    /// The time in seconds at which the next frame appears.
    public var end: Double
    /// Why they are lost.
    public var reason: String
  }

  /// Decodes all frames of a movie, and returns those that are lost.
  ///
  /// It throws if there is no decoder for them, or if the worker cannot work.
  ///
  /// - Parameter progress: is called with the number of frames that are done.
  public func lostFrames(
    of movie: MovieFrames, progress: @Sendable (Int) -> Void = { _ in }
  ) throws(ConversionError) -> [LostFrames] {
    // A sample that is shown several times is decoded once.
    var samples: Set<Int> = []
    let once = movie.frames.filter { samples.insert($0.sample).inserted }
    let results = photos(of: once, in: movie, progress: progress) {
      (_, _, _) throws(ConversionError) in
    }
    var errors: [Int: ConversionError] = [:]
    for (frame, result) in results {
      guard case .failure(let error) = result else { continue }
      guard error.kind == .input else { throw error }
      errors[frame.sample] = error
    }
    var lost: [LostFrames] = []
    for frame in movie.frames {
      guard let error = errors[frame.sample] else { continue }
      let isDamaged = error.message == FrameExtractor.lost.message
      let next =
        movie.frames.indices.contains(frame.number) ? movie.frames[frame.number].time : movie.end
      if let last = lost.last, last.last.number + 1 == frame.number {
        (lost[lost.count - 1].last, lost[lost.count - 1].end) = (frame, next)
      } else {
        lost.append(
          LostFrames(
            first: frame, last: frame, end: next,
            reason: isDamaged ? "the data is damaged" : error.message))
      }
    }
    return lost
  }
}
