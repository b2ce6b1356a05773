import Files
import HEIF
import LivePhotos
import Metadata
import WorkerClient
import WorkerProtocol

/// The jobs of the worker.
extension PhotoConverter {
  func newJob() -> ConversionJob {
    var job = ConversionJob()
    job.format = options.format
    job.bitDepth = UInt8(clamping: options.bitDepth ?? 0)
    job.quality = UInt8(clamping: options.quality ?? options.format.quality)
    job.mapsTones = options.mapsTones
    job.threads = UInt16(clamping: options.threads)
    job.engine = options.engine
    job.longerSide = UInt32(clamping: options.longestSide ?? 0)
    return job
  }

  /// Does a job. The file at `output` is written completely or not at all.
  ///
  /// - Parameter companions: the further images of a HEIC or AVIF file.
  func run(
    _ job: ConversionJob, of input: String, to output: String, _ movie: MotionPhotoMovie?,
    _ companions: [Companion] = []
  ) throws(ConversionError) -> (ConversionResult, ConversionReply) {
    var job = job
    // Samples of 16 bits would keep HDR, which sRGB and Display P3 do not have.
    if options.colour != .keep, job.plan.sampleColour.isHDR { job.bitDepth = 8 }
    try checkTime(of: job)
    var reply = ConversionReply()
    var kept: [String] = []
    var byteCount = 0
    let lost = try write(to: output, of: input, movie) { (file) throws(ConversionError) in
      reply =
        companions.isEmpty
        ? try convert(job, of: input, to: file)
        : try convert(job, companions, of: input, to: file, &kept)
      try options.worker.clock.during(.checking) { () throws(ConversionError) in
        byteCount = try job.check(file, reply)
        try checkStripping(file, of: input)
      }
    }
    var result = ConversionResult(
      action: .converted, output: output, width: job.outputSize.width,
      height: job.outputSize.height, byteCount: byteCount)
    result.warnings = reply.notes.map(\.string)
    result.sandbox = reply.sandbox
    result.keptParts = kept
    result.add(movie, lost)
    return (result, reply)
  }

  /// Has the worker write a file.
  func convert(
    _ job: ConversionJob, of input: String, to file: borrowing OutputFile
  ) throws(ConversionError) -> ConversionReply {
    let descriptor = file.descriptor
    return try ConversionError.naming(file.path) { () throws(ConversionError) in
      try ask(
        .convert, job, job.memoryNeed, within: job.limits, libraries: job.libraries,
        reading: input, writing: descriptor)
    }
  }

  /// Refuses a job that cannot be done in time, before anything is decoded.
  private func checkTime(of job: ConversionJob) throws(ConversionError) {
    let least = Double(job.leastProcessorTime)
    let threads = Double(options.threads > 0 ? options.threads : Threads.coreCount)
    let isLimited = options.timeLimit.map { least > $0 * threads } ?? false
    guard isLimited || least > Double(job.limits.processorTime) else { return }
    throw ConversionError(
      .input,
      "has \(job.decodedSampleCount / 1_000_000) megapixels to decode for an image of \(job.plan.canvas.area / 1_000_000), which takes at least \(Int(least)) seconds of processor time"
        + (isLimited ? "; --time-limit allows more" : ""))
  }

  /// Does a job in the worker as soon as there is memory for it.
  ///
  /// - Parameter output: the file that it may write.
  func ask<Reply: WorkerReply>(
    _ task: WorkerTask, _ job: some FieldCodable, _ memoryNeed: UInt64,
    within limits: WorkerLimits, libraries: JobLibraries = [], reading input: String,
    writing output: Int32? = nil
  ) throws(ConversionError) -> Reply {
    let encodedJob: [UInt8]
    do throws(FieldError) { encodedJob = try job.encoded() } catch {
      throw ConversionError(.worker, "the job cannot be written: \(error)")
    }
    let file: OpenFile
    do throws(SystemError) { file = try OpenFile.reading(input) } catch {
      throw ConversionError(.input, "\(error)")
    }
    let descriptors = [file.descriptor] + (output.map { [$0] } ?? [])
    return try options.worker.clock.during(.waiting) { () throws(ConversionError) in
      try options.budget.with(memory: memoryNeed) { () throws(ConversionError) -> Reply in
        try options.worker.ask(
          task, encodedJob, descriptors, within: limits, libraries: libraries,
          timeLimit: options.timeLimit, advice: "; --time-limit allows more")
      }
    }
  }
}
