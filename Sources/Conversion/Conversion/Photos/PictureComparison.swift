import FieldCoding
import Files
import HEIF
import Metadata
import Platform
package import WorkerClient
package import WorkerProtocol

/// Compares a file with the photo from which it was made: the worker decodes both.
package struct PictureComparison {
  /// The worker, which decodes.
  private let worker: Worker
  private let format: OutputFormat
  private let quality: Int
  private let engine: EngineChoice
  private let threads: Int
  /// The budget that comparisons share if they run at the same time.
  private let budget: WorkerBudget?

  /// - Parameter options: the options with which the file was made.
  package init(_ options: ConversionOptions) {
    worker = options.worker
    format = options.format
    quality = options.quality ?? options.format.quality
    engine = options.engine
    threads = options.threads
    budget = options.budget
  }

  /// The difference between the images, as a sentence; nil if they are the same.
  ///
  /// - Parameter isExact: whether all samples have to be equal.
  package func difference(
    _ photo: PhotoFile, _ output: PhotoFile, isExact: Bool
  ) throws(ConversionError) -> String? {
    var job = CompareJob()
    job.original = try photo.plan
    job.output = try output.plan
    guard try photo.isOpaque else { return "it is transparent in part, which is not compared" }
    guard job.original.overlay == nil else {
      return "it is put together of several images, which is not compared"
    }
    return try difference(job, photo, output, isExact: isExact)
  }

  /// The same for the gain map of a photo, and the one that follows the image of a JPEG file.
  package func difference(
    ofGainMap map: GainMapJob, _ photo: PhotoFile, _ output: PhotoFile
  ) throws(ConversionError) -> String? {
    guard case .jpeg(let jpeg) = output.content, let follower = jpeg.trailer, !follower.isEmpty
    else { return "the gain map is missing from the output" }
    var job = CompareJob()
    job.original = map.plan
    job.values = map.values
    job.output = try FilePicture(jpeg: JPEGSegments(follower)).plan
    return try difference(job, photo, output, isExact: false).map { "its gain map: \($0)" }
  }

  private func difference(
    _ job: CompareJob, _ photo: PhotoFile, _ output: PhotoFile, isExact: Bool
  ) throws(ConversionError) -> String? {
    var job = job
    job.engine = engine
    job.threads = UInt16(clamping: threads)
    guard job.output.transforms.isEmpty, job.output.canvas == job.original.displaySize else {
      return "its size is not that of the output"
    }
    let reply = try budget.with(memory: job.memoryNeed) {
      [job] () throws(ConversionError) -> CompareReply in
      try worker.ask(
        .compare, job, reading: photo.path, output.path, within: job.limits,
        libraries: job.libraries)
    }
    return difference(reply, isExact: isExact)
  }

  func difference(_ reply: CompareReply, isExact: Bool) -> String? {
    guard reply.outputBitDepth >= reply.originalBitDepth || isExact else {
      return "it has \(reply.originalBitDepth) bits, and the output has \(reply.outputBitDepth)"
    }
    if isExact {
      return reply.largest == 0
        ? nil : "samples of the output differ from it by up to \(reply.largest)"
    }
    guard !reply.worst.isEmpty else { return "nothing was compared" }
    for (component, worst) in reply.worst.enumerated() {
      let (found, bound) = (Double(worst) / 1000, largestRoot(component))
      guard found <= bound else {
        return
          "a part of the output differs from it by \(rounded(found)), but quality \(quality) explains at most \(rounded(bound))"
      }
    }
    return nil
  }

  private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  /// The largest allowed difference of a block of a component from the original, as the root of the mean square of the
  /// differences, in steps of 8 bits.
  ///
  /// For JPEG, it is the effect of quantisation plus two steps for rounding: in the conversion of colours, in
  /// subsampled chroma, and at the end. HEVC and AV1 have no such bound; for these it is a PSNR of 18 dB plus a fifth
  /// of the quality.
  func largestRoot(_ component: Int) -> Double {
    switch format {
    case .png: 0
    case .jpeg: JPEGQuantization(quality: quality, isChroma: component > 0).largestRoot + 2
    case .heic, .avif: 255 * pow(10, -(18 + Double(quality) / 5) / 20)
    }
  }
}

extension CompareJob {
  /// An estimate of the worker's memory, in bytes, for the whole output and for converting the original.
  fileprivate var memoryNeed: UInt64 {
    var conversion = ConversionJob()
    conversion.plan = original
    conversion.threads = threads
    return min(conversion.memoryNeed + output.canvas.area * 12, 1 << 42)
  }
}

extension PhotoFile {
  /// Whether its primary image has no alpha.
  fileprivate var isOpaque: Bool {
    get throws(ConversionError) {
      switch content {
      case .jpeg: return true
      case .png(let bytes): return try FilePicture(png: bytes).alpha == nil
      case .heif(let file):
        guard let id = file.primaryItem?.id else { return true }
        do throws(FieldError) { return try file.opacityPlan(of: id) == nil } catch { return false }
      }
    }
  }
}

/// The quantisation steps of JPEG encoders, and the largest error of samples that they cause.
struct JPEGQuantization {
  /// The steps of the 64 coefficients of a block, in any order.
  let steps: [Int]

  /// Rounding changes a coefficient by at most half a step, and the transform keeps the sum of squares. So this is the
  /// largest root of the mean square of a block's differences. Clipping to the range of samples only reduces it.
  var largestRoot: Double {
    (Double(steps.reduce(0) { $0 + $1 * $1 }) / 4 / Double(steps.count)).squareRoot()
  }

  /// Scales the tables of ITU-T T.81, Annex K, like the encoder of the Independent JPEG Group.
  ///
  /// - Parameter quality: 1 to 100.
  init(quality: Int, isChroma: Bool) {
    let scale = quality < 50 ? 5000 / max(1, quality) : 200 - 2 * min(quality, 100)
    steps = (isChroma ? JPEGQuantization.chrominance : JPEGQuantization.luminance).map {
      min(255, max(1, ($0 * scale + 50) / 100))
    }
  }

  /// ITU-T T.81 Table K.1.
  private static let luminance = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// ITU-T T.81 Table K.2.
  private static let chrominance =
    [
      17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
      24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
    ] + Array(repeating: 99, count: 32)
}
