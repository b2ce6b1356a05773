import Files
import HEIF
import Synchronization
public import WorkerProtocol

/// Is given the luma of a frame, which still belongs to its decoder, with the number of its sample and
/// its bit depth.
typealias MovieFrameBody = (UInt32, DecodedTile.Plane, Int) throws(CodecError) -> Void

/// Finds the frame of a movie that is most similar to a still.
///
/// Both are made small, and the effects of exposure and tone mapping are removed. Each frame is compared with the still
/// in all sizes and positions that a camera could produce, first coarsely; the best frames are then compared with more
/// detail.
public struct FrameMatcher: Sendable {
  /// Far above those of phones, which have 24 to 240 frames a second for three seconds.
  public static let mostFrames = 3_000
  /// The most samples that a frame may have: 8K with room.
  static let largestFrame = 8_192 * 8_192
  /// The most bytes of a sample of the movie.
  static let longestSample = 1 << 26

  private let job: MatchJob

  public init(_ job: MatchJob) { self.job = job }

  /// A frame that was compared in the finest frames.
  public struct Finalist: Sendable {
    /// Its number among those that are shown, from 0.
    public var frame: Int
    /// 1 for the same frame and 0 for one that has nothing in common.
    public var score: Float
    /// The position of the still on the frame, as fractions of its width and height.
    public var left: Double, top: Double, width: Double, height: Double
  }

  public struct Result: Sendable {
    /// The best one first.
    public var finalists: [Finalist]
    /// Frames that are shown, and could not be decoded.
    public var damagedCount: Int
  }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  ///
  /// No byte of the files is looked at.
  public func openLibraries() {
    _ = Threads.coreCount
    #if canImport(CDe265)
      EngineChoice().openLibraries(for: job.still)
      // A missing library is reported when it is needed.
      _ = LibAVImageLibrary.usual
    #endif
  }

  /// Reads the still and the movie from two files.
  public func match(
    still: some ExtentReader, movie: some ExtentReader
  ) throws(CodecError) -> Result {
    try check()
    let light = StillSizes(try stillLight(from: still))
    let frames = try frames(from: movie)
    guard let result = best(of: frames, light) else {
      throw CodecError("none of its frames can be decoded")
    }
    return result
  }

  /// A job may come from another process, so everything is checked.
  private func check() throws(CodecError) {
    let count = job.movie.tiles.count
    guard count <= FrameMatcher.mostFrames, job.shown.count <= FrameMatcher.mostFrames else {
      throw CodecError("has more than \(FrameMatcher.mostFrames) frames")
    }
    guard !job.shown.isEmpty, job.shown.allSatisfy({ Int($0) < count }) else {
      throw CodecError("shows no frame")
    }
    var shape = job.movie
    shape.tiles = [job.movie.tiles[0]]
    (shape.columns, shape.rows) = (1, 1)
    try shape.check()
    let size = shape.canvas
    guard size.width * size.height <= FrameMatcher.largestFrame,
      job.movie.tiles.allSatisfy({ job.movie.configurations.indices.contains($0.configuration) }),
      (1...65_535).contains(job.frameSize.width), (1...65_535).contains(job.frameSize.height)
    else { throw CodecError("has frames of \(size.width) × \(size.height)") }
  }

  private var threadCount: Int {
    job.threads > 0 ? min(Int(job.threads), 256) : Threads.coreCount
  }

  // MARK: Small frames

  /// The side of a small still: more than the finest level needs, since frames may show a part of
  /// the still.
  private static let stillSide = 480
  /// The longer sides of frames, from coarse to fine, and how many of the best frames are compared at each size.
  /// At finer sizes, sharp frames would win, and not those of the same moment.
  private static let levels: [(side: Int, count: Int)] = [(64, .max), (128, 64), (256, 64)]

  /// The shown still, small and without colour.
  private func stillLight(from file: some ExtentReader) throws(CodecError) -> PlanarImage {
    let pipeline = try BandPipeline(
      job.still, threads: threadCount, budget: Int(clamping: job.planeBudget),
      size: job.still.displaySize.fitting(longerSide: FrameMatcher.stillSide))
    let size = pipeline.size
    let canvas = Mutex<PlanarImage?>(nil)
    try pipeline.run(from: file) { (band) throws(CodecError) in
      let core = band.core
      canvas.withLock { canvas in
        let image =
          canvas
          ?? PlanarImage(
            width: size.width, height: size.height, chroma: .monochrome, bitDepth: core.bitDepth)
        image.planes[0].part(0..<size.width, band.rows).copy(core.planes[0])
        canvas = image
      }
    }
    guard let image = canvas.withLock({ $0 }) else { throw CodecError("nothing was decoded") }
    return image
  }

  /// The frames that are shown, upright and small; nil for those that could not be decoded.
  private func frames(from file: some ExtentReader) throws(CodecError) -> [PlanarImage?] {
    var shape = job.movie
    shape.canvas = job.frameSize
    let placement = PixelPlacement(shape)
    let size = job.frameSize.fitting(longerSide: FrameMatcher.levels.last?.side)
    let isShown = Set(job.shown)
    var images = [PlanarImage?](repeating: nil, count: job.movie.tiles.count)
    try decode(from: file) { (number, plane, bitDepth) throws(CodecError) in
      guard isShown.contains(number), images.indices.contains(Int(number)) else { return }
      let image = PlanarImage(
        width: size.width, height: size.height, chroma: .monochrome, bitDepth: bitDepth)
      let whole = PlanarImage.Plane(
        borrowing: plane, of: nil, bytesPerSample: bitDepth > 8 ? 2 : 1)
      image.planes[0].copy(whole.scaled(to: size, bitDepth))
      images[Int(number)] = image.oriented(placement.orientation)
    }
    return job.shown.map { images[Int($0)] }
  }

  private func decode(
    from file: some ExtentReader, _ body: MovieFrameBody
  ) throws(CodecError) {
    guard [.hevc, .avc].contains(job.movie.codec) else {
      throw CodecError("has frames of \(job.movie.codec.title), which are not compared yet")
    }
    #if canImport(CDe265)
      let library: LibAVImageLibrary
      do throws(CodecError) { library = try LibAVImageLibrary.usual.get() } catch {
        throw CodecError(
          "to decode the frames of movies, libavcodec is needed: \(error.message)", .unsupported)
      }
      var decoder = try LibAVLumaDecoder(
        job.movie.codec, size: job.movie.canvas, threads: threadCount, library: library)
      try decoder.decode(job.movie, from: file, body)
    #else
      throw CodecError("this build has no decoder; build it with the trait Codecs", .unsupported)
    #endif
  }

  // MARK: The search

  private func best(of frames: [PlanarImage?], _ still: StillSizes) -> Result? {
    var found: [(frame: Int, alignment: StillPlaneFit)] = []
    let all = frames.indices.filter { frames[$0] != nil }
    var previous: ImagePlan.Size?
    for (side, count) in FrameMatcher.levels {
      let kept = previous == nil ? all : found.prefix(count).map(\.frame)
      let size = frames[all.first ?? 0].map {
        ImagePlan.Size(width: $0.width, height: $0.height).fitting(longerSide: side)
      }
      guard let size else { return nil }
      let ratio = previous.map { Double(size.width) / Double($0.width) }
      let starts = Dictionary(uniqueKeysWithValues: found.map { ($0.frame, $0.alignment) })
      let best = found.first?.alignment
      let results = Mutex<[(frame: Int, alignment: StillPlaneFit)]>([])
      forEach(kept) { frame in
        guard let image = frames[frame] else { return }
        let picture = NormalisedPlane(
          image.planes[0].scaled(to: size, image.bitDepth), bitDepth: image.bitDepth)
        var alignment: StillPlaneFit
        if let ratio, let start = starts[frame], let best {
          // The search starts from the given position, and from that on the best frame: a camera does not zoom.
          let both = [start, best].map { picture.refined($0.scaled(by: ratio), of: still) }
          alignment = both[0].score >= both[1].score ? both[0] : both[1]
        } else {
          alignment = picture.bestAlignment(of: still)
        }
        alignment.score = max(alignment.score, 0)
        results.withLock { $0.append((frame, alignment)) }
      }
      found = results.withLock { $0 }.sorted {
        ($1.alignment.score, $0.frame) < ($0.alignment.score, $1.frame)
      }
      previous = size
    }
    guard !found.isEmpty, let size = previous else { return nil }
    return Result(
      finalists: found.map { Finalist($0.frame, $0.alignment, on: size, still) },
      damagedCount: frames.count - all.count)
  }
}

extension FrameMatcher {
  /// Calls `body` with each, on several threads.
  private func forEach(_ frames: [Int], _ body: @Sendable (Int) -> Void) {
    let threads = max(1, min(threadCount, frames.count))
    Threads.run(threads) { thread in
      for index in stride(from: thread, to: frames.count, by: threads) { body(frames[index]) }
    }
  }
}

extension StillPlaneFit {
  /// The same on a frame of another size.
  fileprivate func scaled(by ratio: Double) -> StillPlaneFit {
    func scaled(_ number: Int) -> Int { Int((Double(number) * ratio).rounded()) }
    return StillPlaneFit(width: scaled(width), x: scaled(x), y: scaled(y))
  }
}

extension FrameMatcher.Finalist {
  fileprivate init(
    _ frame: Int, _ fit: StillPlaneFit, on size: ImagePlan.Size, _ still: StillSizes
  ) {
    self.frame = frame
    score = fit.score
    let (frameWidth, frameHeight) = (Double(size.width), Double(size.height))
    width = Double(fit.width) / frameWidth
    height = Double(fit.width) * Double(still.height) / Double(still.width) / frameHeight
    left = 0.5 + Double(fit.x) / frameWidth - width / 2
    top = 0.5 + Double(fit.y) / frameHeight - height / 2
  }
}
