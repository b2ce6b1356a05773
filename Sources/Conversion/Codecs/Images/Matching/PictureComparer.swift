import Files
import HEIF
import Synchronization
public import WorkerProtocol

/// Decodes an image and its output file, and compares their samples.
///
/// JPEG files are compared with the input of their encoder: luma and chroma, in blocks of 8 × 8, which are also the
/// coded blocks. Others are compared as red, green and blue, in blocks of 64 × 64.
public struct PictureComparer: Sendable {
  public struct Result: Sendable {
    public var originalBitDepth: Int
    public var outputBitDepth: Int
    /// The largest difference of two samples, in the bit depth in which they are compared.
    public var largest: Int
    /// The root of the mean square in the block of each component that differs most, in steps of 8
    /// bits.
    public var worst: [Double]
  }

  private let job: CompareJob

  public init(_ job: CompareJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() {
    _ = Threads.coreCount
    #if canImport(CDe265)
      for plan in [job.original, job.output] { job.engine.openLibraries(for: plan) }
    #endif
  }

  public func compare(
    original: some ExtentReader, output: some ExtentReader
  ) throws(CodecError) -> Result {
    let size = job.original.displaySize
    guard job.output.transforms.isEmpty, job.output.overlay == nil, job.original.overlay == nil,
      job.output.canvas == size
    else { throw CodecError("the images do not have one size") }
    let threads = job.threads > 0 ? Int(job.threads) : Threads.coreCount
    let budget = Int(clamping: job.planeBudget)
    // The decoder holds the output as a whole anyway; the original comes band by band.
    let made = try job.output.decode(
      from: output, threads: threads, budget: budget, engine: job.engine
    ).image
    let isJPEG = job.output.codec == .jpeg
    let conversion = try PixelConversion(job.original, mapsTones: false)
    let madeConversion = try PixelConversion(job.output, mapsTones: false)
    let pipeline = try BandPipeline(
      job.original, threads: threads, budget: budget, engine: job.engine,
      keepsChroma: isJPEG && conversion.keepsPlanes)
    let values = Array(job.values)
    let found = Mutex<(differences: BlockDifferences, bitDepth: Int)?>(nil)
    try pipeline.run(from: original) { (band) throws(CodecError) in
      let reach = pipeline.reach(of: band.rows)
      let other = Band(
        rows: band.rows, image: made.part(x: 0..<made.width, y: reach),
        start: band.rows.lowerBound - reach.lowerBound)
      let differences =
        isJPEG
        ? try PictureComparer.planes(
          conversion.pixels(band).mapped(by: values), madeConversion.pixels(other))
        : try PictureComparer.colours(
          band, conversion, other, madeConversion,
          bitDepth: made.bitDepth > 8 && band.image.bitDepth > 8 ? 16 : 8)
      found.withLock { found in
        if found == nil {
          found = (differences, band.image.bitDepth)
        } else {
          found?.differences.join(differences)
        }
      }
    }
    guard let (differences, bitDepth) = found.withLock({ $0 }) else {
      throw CodecError("nothing was decoded")
    }
    return Result(
      originalBitDepth: bitDepth, outputBitDepth: made.bitDepth,
      largest: Int(differences.largest.rounded(.up)), worst: differences.worstRoots)
  }

  // MARK: Luma and chroma

  private static func planes(
    _ original: JPEGFile.Pixels, _ output: JPEGFile.Pixels
  ) throws(CodecError) -> BlockDifferences {
    guard case .planes(let made) = output else {
      throw CodecError("the output is not a JPEG image")
    }
    let given: PlanarImage =
      switch original {
      case .planes(let image): image
      case .rgb(let image, _): image.lumaAndChroma(made.chroma)
      }
    guard given.chroma == made.chroma, given.width == made.width, given.height == made.height else {
      throw CodecError("the chroma of the output is coarser or finer than that of the original")
    }
    var differences = BlockDifferences(side: 8, components: made.planes.count)
    for (index, plane) in made.planes.enumerated() {
      differences.add(component: index, width: plane.width, height: plane.height) { row, a, b in
        given.planes[index].read(row: row, into: &a)
        plane.read(row: row, into: &b)
      }
    }
    return differences
  }

  // MARK: Red, green and blue

  private static func colours(
    _ band: Band, _ conversion: PixelConversion, _ other: Band,
    _ otherConversion: PixelConversion, bitDepth: Int
  ) throws(CodecError) -> BlockDifferences {
    let a = try conversion.rows(band, bitDepth: bitDepth)
    let b = try otherConversion.rows(other, bitDepth: bitDepth)
    let channels = max(a.channels, b.channels)
    var differences = BlockDifferences(side: 64, components: channels)
    for channel in 0..<channels {
      differences.add(
        component: channel, width: a.width, height: a.height, scale: bitDepth > 8 ? 1 / 257 : 1
      ) { row, first, second in
        a.read(row: row, min(channel, a.channels - 1), into: &first)
        b.read(row: row, min(channel, b.channels - 1), into: &second)
      }
    }
    return differences
  }
}

extension SampleRows {
  fileprivate func read(row: Int, _ channel: Int, into result: inout [Float]) {
    let sampleBytes = bitDepth / 8
    let step = channels * sampleBytes
    var offset = row * width * step + channel * sampleBytes
    for x in 0..<width {
      result[x] =
        sampleBytes == 1
        ? Float(bytes[offset]) : Float(Int(bytes[offset]) << 8 | Int(bytes[offset + 1]))
      offset += step
    }
  }
}

extension RGBImage {
  /// Luma and chroma as JPEG encoders compute them: BT.601, where a chroma sample is the mean of the
  /// samples that it covers.
  fileprivate func lumaAndChroma(_ chroma: ChromaSampling) -> PlanarImage {
    let result = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: 8)
    let (horizontal, vertical) = chroma.subsampling
    for (index, plane) in result.planes.enumerated() {
      let (across, down) = index == 0 ? (1, 1) : (horizontal, vertical)
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          var sum: Float = 0
          for row in y * down..<(y + 1) * down {
            for column in x * across..<(x + 1) * across {
              sum += value(index, min(column, width - 1), min(row, height - 1))
            }
          }
          let mean = (sum / Float(across * down)).rounded()
          plane.set(UInt16(max(0, min(255, mean))), x, y)
        }
      }
    }
    return result
  }

  /// Luma, or a difference of colours around 128.
  private func value(_ component: Int, _ x: Int, _ y: Int) -> Float {
    let offset = (y * width + x) * 3
    let (red, green, blue) = (
      Float(samples[offset]), Float(samples[offset + 1]), Float(samples[offset + 2])
    )
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return switch component {
    case 1: (blue - luma) / 1.772 + 128
    case 2: (red - luma) / 1.402 + 128
    default: luma
    }
  }
}

/// The differences of the samples of two images, block by block, so that an error in one block is not averaged out.
struct BlockDifferences {
  /// Columns and rows of a block.
  let side: Int
  /// The largest difference of two samples.
  private(set) var largest: Float = 0
  /// The largest sum of squares of a block, for each component.
  private var worst: [Float]

  init(side: Int, components: Int) {
    self.side = side
    worst = [Float](repeating: 0, count: components)
  }

  /// The root of the mean square in the block that differs most, for each component. Blocks at the
  /// edge count as whole ones: coders fill them up.
  var worstRoots: [Double] {
    worst.map { (Double($0) / Double(side * side)).squareRoot() }
  }

  /// Adds rows of one component, starting with the first row of a block.
  ///
  /// - Parameter read: reads a row of both images.
  mutating func add(
    component: Int, width: Int, height: Int, scale: Float = 1,
    _ read: (_ row: Int, _ a: inout [Float], _ b: inout [Float]) -> Void
  ) {
    var a = [Float](repeating: 0, count: width)
    var b = a
    var sums = [Float](repeating: 0, count: (width + side - 1) / side)
    for row in 0..<height {
      read(row, &a, &b)
      var (x, block) = (0, 0)
      while x < width {
        let end = min(x + side, width)
        var sum: Float = 0
        while x < end {
          let difference = abs(a[x] - b[x])
          largest = max(largest, difference)
          sum += difference * difference * scale * scale
          x += 1
        }
        sums[block] += sum
        block += 1
      }
      guard row % side == side - 1 || row == height - 1 else { continue }
      for index in sums.indices {
        worst[component] = max(worst[component], sums[index])
        sums[index] = 0
      }
    }
  }

  mutating func join(_ other: BlockDifferences) {
    largest = max(largest, other.largest)
    for index in worst.indices where index < other.worst.count {
      worst[index] = max(worst[index], other.worst[index])
    }
  }
}
