/// Reports the progress of a loop: first its frames are decoded, then they are encoded.
struct LoopClock: Sendable {
  private let start = ContinuousClock.now
  private let byteCount: Int
  private let length: Double
  private let (frameCount, pictureCount): (Int, Int)

  init(_ movie: MovieFrames, _ schedule: LoopSchedule, bounces: Bool) {
    byteCount = movie.byteCount
    length = schedule.length
    frameCount = schedule.shown.count
    pictureCount = bounces ? max(frameCount, 2 * frameCount - 2) : frameCount
  }

  func progress(decoded: Int) -> MovieProgress { progress(decoded) }
  func progress(coded: Int) -> MovieProgress { progress(frameCount + coded) }

  private func progress(_ done: Int) -> MovieProgress {
    MovieProgress(
      done: done, count: frameCount + pictureCount, byteCount: byteCount, duration: length,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }
}
