package import CodecJob
import FieldCoding
import HEIF
import StillMetadata
import SystemAccess
package import WorkerClient

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether a file that was made from a photo shows the same picture: the worker decodes both.
package struct PictureComparison {
  /// What decodes.
  private let worker: Worker
  private let format: OutputFormat
  private let quality: Int
  private let engine: EngineChoice
  private let threads: Int
  /// What comparisons that run at the same time share.
  private let budget: WorkerBudget?

  /// - Parameter options: with which the file was made.
  package init(_ options: ConversionOptions) {
    worker = options.worker
    format = options.format
    quality = options.quality ?? options.format.quality
    engine = options.engine
    threads = options.threads
    budget = options.budget
  }

  /// What speaks against it, as a sentence; nil if it is the same picture.
  ///
  /// - Parameter isExact: whether no sample may differ.
  package func difference(
    _ photo: PhotoFile, _ output: PhotoFile, isExact: Bool
  ) throws(ConversionError) -> String? {
    var job = CompareJob()
    job.original = try photo.plan
    job.output = try output.plan
    guard try photo.isOpaque else { return "it is transparent in part, which is not compared" }
    guard job.original.overlay == nil else {
      return "it is put together of several pictures, which is not compared"
    }
    return try difference(job, photo, output, isExact: isExact)
  }

  /// The same of a gain map that a photo has, and of that which follows the picture of a JPEG file.
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

  /// How far a block of a component may be from the original, as the root of the mean square of the
  /// differences, in steps of 8 bits.
  ///
  /// Of JPEG it is known how far quantization can move a block, to which two steps are added for
  /// samples that are rounded: by the conversion of colours, by coarser chroma, and at the end. HEVC and
  /// AV1 have no such bound; there it is a PSNR of 18 dB and a fifth of the quality.
  func largestRoot(_ component: Int) -> Double {
    switch format {
    case .png: 0
    case .jpeg: JPEGQuantization(quality: quality, isChroma: component > 0).largestRoot + 2
    case .heic, .avif: 255 * pow(10, -(18 + Double(quality) / 5) / 20)
    }
  }
}

extension CompareJob {
  /// What a worker needs for this job, about, in bytes: the output as a whole, and the original as
  /// it is for its conversion.
  fileprivate var memoryNeed: UInt64 {
    var conversion = ConversionJob()
    conversion.plan = original
    conversion.threads = threads
    return min(conversion.memoryNeed + output.canvas.area * 12, 1 << 42)
  }
}

extension PhotoFile {
  /// Whether nothing says that its primary picture is transparent.
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
