import FieldCoding
import Files
import HEIF
import LivePhotos
import Metadata
public import WorkerClient
import WorkerProtocol

/// Converts photos to other formats.
///
/// It reads the containers itself. A worker process decodes and encodes pixels; it gets two open files and a plan.
/// So if a decoder crashes, one photo fails, but not this program.
public struct PhotoConverter: Sendable {
  /// How images are converted.
  public var options: ConversionOptions

  /// A converter with options.
  public init(_ options: ConversionOptions) { self.options = options }

  /// Converts an image of a file. The file at `output` appears only when it is complete.
  ///
  /// Throws if the image cannot be decoded, or if the output cannot be encoded or written.
  ///
  /// - Parameter movie: the path of a movie that becomes a part of the output; nil for none.
  public func convert(
    _ picture: Picture, of photo: PhotoFile, to output: String, with movie: String? = nil
  ) throws(ConversionError) -> ConversionResult {
    try checkPath(output, of: photo.path)
    return try ConversionError.reading(photo.path) { () throws(ConversionError) in
      var lost: [String] = []
      let part = try self.movie(movie, for: picture, of: photo, &lost)
      do throws(ConversionError) {
        var result = try convertAsDeepAsPossible(picture, of: photo, to: output, part)
        result.warnings += lost
        result.notes += part?.notes ?? []
        result.leave(part?.leftOut ?? [], options)
        return result
      } catch {
        throw photo.advisingRepair(error)
      }
    }
  }

  /// Converts an image. If no depth is asked for, and the encoder cannot write the depth of the image, the
  /// samples have 8 bits.
  private func convertAsDeepAsPossible(
    _ picture: Picture, of photo: PhotoFile, to output: String, _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    do throws(ConversionError) {
      return try convertOrCopy(picture, of: photo, to: output, movie)
    } catch {
      guard error.kind == .depth, options.bitDepth == nil else { throw error }
      var shallow = self
      shallow.options.bitDepth = 8
      var result = try shallow.convertOrCopy(picture, of: photo, to: output, movie)
      result.notes.append("samples have 8 bits: \(error.message)")
      return result
    }
  }

  private func convertOrCopy(
    _ picture: Picture, of photo: PhotoFile, to output: String, _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    switch photo.content {
    case .jpeg(let jpeg):
      do throws(ConversionError) {
        if isCopied(photo) {
          try check(jpeg, of: photo.path)
        } else {
          var result = try convertFile(FilePicture(jpeg: jpeg), of: photo.path, to: output, movie)
          if !jpeg.endsWithEOI {
            result.warnings.append(
              "the marker at its end (EOI) is missing, but no sample; boxwalk repair adds it")
          }
          return result
        }
      } catch {
        guard error.kind == .input else { throw error }
        guard jpeg.finding == nil, var picture = try? FilePicture(jpeg: jpeg) else { throw error }
        // Parts of images are only found in luma and chroma, not in inks. An image that lacks nothing but its end is
        // repaired.
        guard [1, 3].contains(jpeg.componentCount),
          options.rescues || !jpeg.lacksOnlyItsEnd || !isCopied(photo)
        else {
          throw error
        }
        return try convertRest(of: &picture, of: photo.path, to: output, movie, after: error)
      }
      var result = try copy(jpeg.bytes, "JPEG", jpeg.size, of: photo.path, to: output, movie)
      if !options.keepsGainMap, jpeg.xmp.flatMap({ XMPPacket($0) })?.hasGainMap == true {
        result.notes.append("its HDR gain map is copied, too; converted images have none")
      }
      result.warnings += jpeg.doubts
      return result
    case .png(let bytes):
      let picture: FilePicture
      do throws(ConversionError) {
        picture = try FilePicture(png: bytes)
        guard isCopied(png: picture.plan.canvas) else {
          return try convertFile(picture, of: photo.path, to: output, movie)
        }
        try check(png: bytes, picture.plan.canvas, of: photo.path)
      } catch {
        guard error.kind == .input, var rest = try? FilePicture(png: bytes, allowsLoss: true),
          max(rest.plan.canvas.width, rest.plan.canvas.height) <= ImagePlan.longestSide
        else { throw error }
        return try convertRest(of: &rest, of: photo.path, to: output, movie, after: error)
      }
      return try copy(bytes, "PNG", picture.plan.canvas, of: photo.path, to: output)
    case .heif(let file): return try convertItem(picture, file, of: photo.path, to: output, movie)
    }
  }
}

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

  /// Decodes an image of a file, in the worker and its sandbox.
  ///
  ///     let photo = try PhotoFile("IMG_1234.HEIC")
  ///     let options = ConversionOptions(Worker("/usr/libexec/boxwalk/boxwalk-codec"))
  ///     let image = try PhotoConverter(options).decode(photo.pictures(options)[0], of: photo)
  ///
  /// It uses only these options: the longer side, the bit depth (8 or 16; if it is nil, 16 for images with more
  /// than 8 bits), the tone mapping, the engine, the threads, the time limit and the budget. Colours are not
  /// converted. It throws ``ConversionError/Kind/input`` if the image is damaged or has an unknown codec, and
  /// ``ConversionError/Kind/worker`` if the worker is missing or crashed.
  public func decode(
    _ picture: Picture, of photo: PhotoFile
  ) throws(ConversionError) -> DecodedPicture {
    try decode(picture, of: photo, in: .keep).picture
  }

  /// The same with converted colours, and notes about them.
  package func decode(
    _ picture: Picture, of photo: PhotoFile, in colour: OutputColour
  ) throws(ConversionError) -> (picture: DecodedPicture, notes: [String]) {
    var (job, notes) = try decodingJob(picture, of: photo, colour)
    job.exif = Bytes()
    job.xmp = Bytes()
    let expected = job.outputSize
    let file = try ConversionError.output { () throws(SystemError) in try OutputFile.temporary() }
    let reply: ConversionReply = try ask(
      .decode, job, job.memoryNeed, within: job.limits, libraries: job.libraries,
      reading: photo.path, writing: file.descriptor)
    let bytes = try ConversionError.output { () throws(SystemError) in
      try file.withBytes { samples in Bytes(Array(samples)) }
    }.get()
    let (width, height) = (Int(reply.width), Int(reply.height))
    guard width == expected.width, height == expected.height, (1...4).contains(reply.channels),
      reply.bitDepth == 8 || reply.bitDepth == 16,
      bytes.count == width * height * Int(reply.channels) * Int(reply.bitDepth) / 8
    else { throw ConversionError(.worker, "has other samples than expected after decoding") }
    let decoded = DecodedPicture(
      width: width, height: height, channels: Int(reply.channels), bitDepth: Int(reply.bitDepth),
      bytes: bytes, colour: job.plan.sampleColour, iccProfile: job.iccProfile)
    return (decoded, notes)
  }

  private func decodingJob(
    _ picture: Picture, of photo: PhotoFile, _ colour: OutputColour
  ) throws(ConversionError) -> (ConversionJob, notes: [String]) {
    var png = self
    png.options.format = .png
    png.options.colour = colour
    png.options.stripping = .nothing
    var job = png.newJob()
    var notes: [String] = []
    switch photo.content {
    case .jpeg(let jpeg): _ = try job.take(FilePicture(jpeg: jpeg), png.options)
    case .png(let bytes): _ = try job.take(FilePicture(png: bytes), png.options)
    case .heif(let file):
      guard let id = picture.itemID else { throw ConversionError(.input, "is not an image") }
      if picture.isAuxiliary { job.mapsTones = false }
      do throws(FieldError) {
        job.plan = try file.plan(for: id)
        if let own = picture.describedID {
          job.alphas = try file.alpha(of: [id, own]).map { [$0] } ?? []
        }
      } catch {
        throw ConversionError(.input, "cannot be decoded: \(error)")
      }
      let metadata = PhotoMetadata(
        file, picture.describedID ?? id, job, png.options, isAuxiliary: picture.isAuxiliary)
      job.add(metadata)
      notes = metadata.notes + metadata.warnings
    }
    return (job, notes)
  }
}

/// Checks of files that already have the format and are copied, because a damaged file must not count as an image.
extension PhotoConverter {
  /// Throws if the image of a JPEG or PNG file is damaged. Other files are not checked.
  package func checkPicture(of photo: PhotoFile) throws(ConversionError) {
    switch photo.content {
    case .jpeg(let jpeg): try check(jpeg, of: photo.path)
    case .png(let bytes):
      try check(png: bytes, FilePicture(png: bytes).plan.canvas, of: photo.path)
    case .heif: break
    }
  }

  /// Throws if the image of a JPEG file is damaged. Bytes after it are not checked.
  func check(_ jpeg: JPEGSegments, of input: String) throws(ConversionError) {
    if let damage = jpeg.finding {
      throw ConversionError(.input, "is a damaged JPEG image: \(damage)")
    }
    guard let end = jpeg.end else {
      throw ConversionError(
        .input,
        jpeg.lacksOnlyItsEnd
          ? "is a JPEG image without its end (EOI), which boxwalk repair adds unless samples are missing"
          : "is a JPEG image without its end (EOI): it was truncated")
    }
    // Nothing can be noticed: the copy gets a warning.
    if jpeg.isArithmetic { return }
    var job = CheckJob()
    job.codec = .jpeg
    job.byteCount = UInt64(end)
    job.size = jpeg.size ?? ImagePlan.Size()
    job.hasSeveralScans = jpeg.hasSeveralScans
    try check(job, of: input)
  }

  /// Throws if the image of a PNG file is damaged.
  func check(
    png bytes: Bytes, _ size: ImagePlan.Size, of input: String
  ) throws(ConversionError) {
    let png = PNGChunks(bytes)
    if let damage = png.finding {
      throw ConversionError(.input, "is a damaged PNG image: \(damage)")
    }
    if let chunk = png.chunks.first(where: { !$0.isWhole }) {
      throw ConversionError(.input, "is a damaged PNG image: its chunk \(chunk.type) has changed")
    }
    var job = CheckJob()
    job.codec = .png
    job.byteCount = UInt64(bytes.count)
    job.size = size
    try check(job, of: input)
  }

  private func check(_ job: CheckJob, of input: String) throws(ConversionError) {
    guard options.decodesCopies else { return }
    do throws(ConversionError) {
      let _: DoneReply = try ask(.check, job, job.memoryNeed, within: job.limits, reading: input)
    } catch {
      guard error.isOfInput else { throw error }
      throw ConversionError(
        .input,
        "is not copied, because not all of it can be decoded: \(error.message); look for another copy of it, or copy it as it is with --quick-copies"
      )
    }
  }
}

extension JPEGSegments {
  var size: ImagePlan.Size? {
    frameSize.map { ImagePlan.Size(width: $0.width, height: $0.height) }
  }
}
