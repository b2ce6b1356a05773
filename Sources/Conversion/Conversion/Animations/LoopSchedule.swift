import WorkerClient
import WorkerProtocol

/// Which frames of a movie a loop shows, and when.
struct LoopSchedule {
  /// A frame that is shown.
  struct Shown {
    var frame: MovieFrames.Frame
    /// The time when it appears, in seconds from the start of the loop.
    var time: Double
  }

  private(set) var shown: [Shown] = []
  /// The time when the last frame disappears, in seconds from the start of the loop.
  let length: Double
  /// The number of frames in the part of the movie that becomes the loop.
  let frameCount: Int

  /// The longest loop that is made without an option, in seconds.
  static let usualLength = 60.0

  init(_ movie: MovieFrames, _ options: LoopMaker.Options) throws(ConversionError) {
    let first = movie.frames[0].time
    let start = max(options.start ?? first, first)
    let movieEnd = LoopSchedule.end(of: movie)
    let end = min(options.end ?? movieEnd, movieEnd)
    guard start < movieEnd else {
      throw ConversionError(
        .input,
        "shows nothing at \(MovieFrames.text(start)) s: it ends at \(MovieFrames.text(movieEnd)) s"
      )
    }
    guard start < end else {
      throw ConversionError(
        .input,
        "shows nothing before \(MovieFrames.text(end)) s: it begins at \(MovieFrames.text(first)) s"
      )
    }
    length = end - start
    guard length <= LoopSchedule.usualLength || options.takesLong else {
      throw ConversionError(
        .input,
        "would be a loop of \(MovieFrames.text(length)) s; use --from and --to for a part of at most \(Int(LoopSchedule.usualLength)) s, or --long for all of it"
      )
    }
    let begin = movie.frame(at: start)
    // A frame that appears at the same time as the next one, or at the end, is not seen. The first may have appeared
    // before the start; its distance to the next frame then counts from its own time.
    var seen: [Shown] = [Shown(frame: begin, time: min(0, begin.time - start))]
    for frame in movie.frames.dropFirst(begin.number) where frame.time < end - 0.0005 {
      let time = max(0, frame.time - start)
      if time <= seen[seen.count - 1].time { seen.removeLast() }
      seen.append(Shown(frame: frame, time: time))
    }
    frameCount = seen.count
    shown = LoopSchedule.thinned(seen, to: options.rate ?? options.format.usualRate)
    shown[0].time = 0
  }

  /// The time when the last frame disappears. Some writers give it no duration: then it has the duration of the one
  /// before it.
  private static func end(of movie: MovieFrames) -> Double {
    let last = movie.frames[movie.frames.count - 1].time
    guard movie.frames.count > 1, movie.end - last < 0.001 else { return movie.end }
    return max(movie.end, last * 2 - movie.frames[movie.frames.count - 2].time)
  }

  /// The frames that are left at `rate` frames a second, each with its own time.
  private static func thinned(_ all: [Shown], to rate: Double) -> [Shown] {
    let step = 1 / rate
    var due = all[0].time
    return all.filter { shown in
      // Clocks of cameras are not exact: a frame can be a little early.
      guard shown.time >= due - step * 0.1 else { return false }
      // A late frame does not shift those after it, unless it is more than a step late.
      due = shown.time - due < step ? due + step : shown.time + step
      return true
    }
  }

  /// Leaves out frames that could not be decoded: those before them are shown until the next.
  mutating func removeAll(_ lost: Set<Int>) {
    shown.removeAll { lost.contains($0.frame.number) }
    if !shown.isEmpty { shown[0].time = 0 }
  }

  /// The indices of frames in ``shown`` in the order in which they are played, each with its time in ticks, and the
  /// end.
  ///
  /// Times are rounded, and not durations, so that rounding errors do not add up.
  ///
  /// - Parameters:
  ///   - bounces: whether they are played forwards and then backwards, the first and the last one once.
  ///   - least: the shortest duration of a frame, in ticks.
  func played(
    bounces: Bool, timescale: Int, least: Int
  ) -> (pictures: [(index: Int, time: Int)], end: Int) {
    var indices = Array(shown.indices)
    if bounces, shown.count > 2 { indices += shown.indices.dropFirst().dropLast().reversed() }
    var pictures: [(index: Int, time: Int)] = []
    var (seconds, next) = (0.0, 0)
    for index in indices {
      pictures.append((index, next))
      seconds += (index + 1 < shown.count ? shown[index + 1].time : length) - shown[index].time
      next = max(next + least, Int((seconds * Double(timescale)).rounded()))
    }
    return (pictures, next)
  }
}

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

/// The format of a file that loops.
public enum LoopFormat: String, CaseIterable, Sendable {
  /// GIF89a.
  case gif
  /// An animated WebP file.
  case webp
  /// An AVIF image sequence.
  case avif

  /// The format for the extension of a path; nil for other extensions.
  public init?(path: String) {
    let name = path.lowercased()
    guard let found = LoopFormat.allCases.first(where: { name.hasSuffix("." + $0.rawValue) })
    else { return nil }
    self = found
  }

  /// The extension of the names of such files.
  public var pathExtension: String { rawValue }

  /// The usual name of the format.
  public var title: String {
    switch self {
    case .gif: "GIF"
    case .webp: "WebP"
    case .avif: "AVIF"
    }
  }

  /// The default maximum of the longer side of frames, in pixels.
  public var usualSide: Int { self == .gif ? 640 : 1280 }

  /// The default maximum number of frames per second.
  public var usualRate: Double { self == .gif ? 15 : 30 }

  /// The highest rate: browsers show no frame of a GIF file for less than 1/50 s.
  public var highestRate: Double { self == .gif ? 50 : 240 }

  /// The usual quality.
  public var quality: Int {
    switch self {
    case .gif: 80
    case .webp: 75
    case .avif: 55
    }
  }

  /// Ticks per second; nil for those of the movie.
  var timescale: Int? {
    switch self {
    case .gif: 100
    case .webp: 1000
    case .avif: nil
    }
  }

  /// The shortest duration of a frame, in ticks.
  var leastDuration: Int { self == .gif ? 2 : 1 }

  var codec: LoopJob.Codec {
    switch self {
    case .gif: .gif
    case .webp: .webp
    case .avif: .av1
    }
  }

  /// Whether it can hold Exif metadata.
  var holdsExif: Bool { self != .gif }
}
