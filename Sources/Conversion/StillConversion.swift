import CodecJob
import Exif
import HEIF
import ISOBMFF
import Inspection
import Verification

/// Turns HEIF photos into JPEG files.
///
/// The container is read here; pixels are decoded and encoded by a worker process, which is given
/// two open files and a plan. So a crash in a decoder fails one photo, and never this program.
public struct StillConversion: Sendable {
  public let options: ConversionOptions

  public init(_ options: ConversionOptions) { self.options = options }

  /// Converts the file at `input`. The file at `output` appears complete, or not at all.
  public func convert(
    _ input: String, to output: String
  ) throws(ConversionError) -> ConversionResult {
    if isSameFile(input, output) {
      throw ConversionError(.output, "\(output) is the photo itself, which is never replaced")
    }
    if !options.replacesFiles, PathKind(output) != .nothing {
      throw ConversionError(.output, "\(output) exists; --force replaces it")
    }
    let source: ByteSource
    do throws(ByteSourceError) { source = try ByteSource(mapping: input) } catch {
      throw ConversionError(.input, error.reason.words)
    }
    switch FileKind(source.bytes) {
    case .jpeg: return try copy(source.bytes, of: input, to: output)
    case .boxes: return try convert(source.bytes, of: input, to: output)
    case .empty: throw ConversionError(.input, "is empty (0 bytes), not a photo")
    case .other(let words): throw ConversionError(.input, "is \(words), not a HEIF photo")
    case .unknown:
      throw ConversionError(.input, "is not a HEIF photo: no box starts at byte 0")
    }
  }

  // MARK: A JPEG with another name

  private func copy(
    _ bytes: Bytes, of input: String, to output: String
  ) throws(ConversionError) -> ConversionResult {
    guard options.format == .jpeg else {
      throw ConversionError(.input, "is a JPEG picture, which is not made into another format")
    }
    let size = JPEGSegments(bytes).frameSize
    var stripped = JPEGStripping.Result(pieces: [bytes])
    if options.stripping != .nothing {
      do throws(FieldError) {
        stripped = try JPEGStripping.stripped(bytes, options.stripping)
      } catch {
        throw ConversionError(.input, "its metadata cannot be taken out: \(error)")
      }
    }
    try write(to: output, of: input) { (file) throws(any Error) in
      for piece in stripped.pieces { try file.write(piece) }
      try checkStripping(file)
    }
    var result = ConversionResult(
      action: .copied, output: output, width: size?.width ?? 0, height: size?.height ?? 0,
      byteCount: stripped.pieces.reduce(0) { $0 + $1.count })
    result.notes =
      options.stripping == .nothing
      ? ["is a JPEG picture already; copied as it is"]
      : ["is a JPEG picture already; copied without \(options.stripping.words)"] + stripped.notes
    return result
  }

  // MARK: A photo

  private func convert(
    _ bytes: Bytes, of input: String, to output: String
  ) throws(ConversionError) -> ConversionResult {
    let boxes = BoxFile(bytes)
    guard let file = HEIFFile(boxes), let primary = file.primaryItem else {
      throw ConversionError(.input, refusal(boxes))
    }
    var job = ConversionJob()
    do throws(FieldError) { job.plan = try file.plan(for: primary.id) } catch {
      throw ConversionError(.input, "cannot be decoded: \(error)")
    }
    job.format = options.format
    job.bitDepth = UInt8(clamping: options.bitDepth ?? 0)
    job.quality = UInt8(clamping: options.quality)
    job.mapsTones = options.mapsTones
    job.threads = UInt16(clamping: options.threads)
    job.engine = options.engine
    let metadata = PhotoMetadata(file, primary.id, job.plan, options)
    job.exif = Bytes(metadata.exif)
    job.xmp = Bytes(metadata.xmp)
    job.app1Segments = metadata.app1Segments
    job.iccProfile = metadata.iccProfile
    var gainMapNotes: [String] = []
    if options.format == .jpeg, options.keepsGainMap {
      let ultraHDR = UltraHDR(file, primary.id, job.plan, metadata)
      job.gainMaps = ultraHDR.job.map { [$0] } ?? []
      gainMapNotes = ultraHDR.notes
    }

    let encodedJob: [UInt8]
    do throws(FieldError) { encodedJob = try job.encoded() } catch {
      throw ConversionError(.worker, "the job cannot be written: \(error)")
    }
    var reply = ConversionReply()
    try write(to: output, of: input) { (file) throws(ConversionError) in
      reply = try run(encodedJob, reading: input, writing: file.descriptor)
      let expected = job.plan.displaySize
      guard Int(reply.width) == expected.width, Int(reply.height) == expected.height else {
        throw ConversionError(
          .worker,
          "came out as \(reply.width) × \(reply.height) instead of \(expected.width) × \(expected.height)"
        )
      }
      try checkStripping(file, hasGainMap: reply.hasGainMap)
    }
    var result = ConversionResult(
      action: .converted, output: output, width: Int(reply.width), height: Int(reply.height),
      byteCount: Int(clamping: reply.byteCount))
    result.warnings = metadata.warnings + reply.notes.map(\.string)
    let leftOut = LeftOut(file, primary.id, options.stripping).titles.filter {
      !reply.hasGainMap || $0 != AuxiliaryKind.hdrGainMap.title
    }
    result.notes =
      metadata.notes + gainMapNotes + (reply.hasGainMap ? ["HDR kept as a gain map"] : [])
      + (leftOut.isEmpty ? [] : ["not carried over: \(leftOut.joined(separator: ", "))"])
    return result
  }

  /// What a file of boxes is, if it is no photo.
  private func refusal(_ boxes: BoxFile) -> String {
    if let error = boxes.findings.first {
      return "has no picture that can be found; it is damaged: \(error)"
    }
    if let movie = boxes.boxes.first("moov") {
      let handlers = movie.children.all("trak").compactMap {
        $0.children.at("mdia").first(HandlerBox.self)?.handlerType
      }
      return handlers.contains("pict")
        ? "is an image sequence without a still picture, which cannot be converted yet"
        : "is a movie, not a still picture"
    }
    if boxes.boxes.first("mini") != nil {
      return "has its picture in the minimized form (mini), which cannot be decoded yet"
    }
    return "is a file of boxes without a picture item"
  }

  /// Reads what was written: metadata that should be left out must not be there.
  private func checkStripping(
    _ file: borrowing OutputFile, hasGainMap: Bool = false
  ) throws(ConversionError) {
    guard options.stripping != .nothing, options.format == .jpeg else { return }
    let written: ByteSource
    do throws(ByteSourceError) { written = try ByteSource(mapping: file.temporaryPath) } catch {
      throw ConversionError(.output, "the file cannot be read again: \(error.reason.words)")
    }
    let rest = JPEGStripping.rest(
      of: options.stripping, in: written.bytes, hasGainMap: hasGainMap)
    if let rest {
      throw ConversionError(.worker, "metadata that should be left out is there: \(rest)")
    }
  }

  // MARK: The worker

  private func run(
    _ job: [UInt8], reading input: String, writing output: Int32
  ) throws(ConversionError) -> ConversionReply {
    let answer: [UInt8]
    let ending: WorkerProcess.Ending
    do throws(SystemError) {
      let file = try OpenFile.reading(input)
      (answer, ending) = try WorkerProcess(program: options.workerProgram)
        .run(input: job, descriptors: [file.descriptor, output])
    } catch {
      throw ConversionError(.worker, "the decoder could not be started: \(error)")
    }
    switch ending {
    case .killed(let signal):
      throw ConversionError(.input, "the decoder crashed on it (signal \(signal))")
    case .exited(0): break
    case .exited(let code):
      throw ConversionError(.worker, "the decoder ended with code \(code)")
    }
    guard let reply = try? ConversionReply(decoding: Bytes(answer)) else {
      throw ConversionError(.worker, "the decoder's answer cannot be read")
    }
    guard reply.failure.isEmpty else { throw ConversionError(.input, reply.failure.string) }
    return reply
  }

  // MARK: The output

  /// Makes the file at `output` of what `body` writes, with the times of `input`.
  private func write<Failure: Error>(
    to output: String, of input: String, _ body: (borrowing OutputFile) throws(Failure) -> Void
  ) throws(ConversionError) {
    do {
      let file = try OutputFile(output)
      try body(file)
      let times = try OpenFile.reading(input).times()
      try file.commit(times: times, replacing: options.replacesFiles)
    } catch let error as ConversionError {
      throw error
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }
}
