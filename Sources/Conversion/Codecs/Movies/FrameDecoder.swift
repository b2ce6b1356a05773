import FieldCoding
import Files
import HEIF
import HEVC
internal import MovieEngineInterface
public import WorkerProtocol

/// Decodes some frames of a track, and returns their samples unchanged, but for frames that consist of two fields,
/// which are deinterlaced. The code for photos converts them.
public struct FrameDecoder: Sendable {
  private let job: FramesJob

  public init(_ job: FramesJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() {
    _ = Threads.coreCount
    if job.engine.engine == .de265 { return }
    _ = MovieCodecModule.usual
    if job.mayBeInterlaced { _ = AnimationEngine.usual }
  }

  /// Reads the movie, and writes the frames one after the other. Damaged frames are left out, and also frames
  /// that may have been predicted from them.
  ///
  /// - Returns: why frames that consist of two fields were not deinterlaced; empty if there were none.
  public func decode(
    from movie: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> String {
    if usesDe265 { return try decodeByDe265(from: movie, to: descriptor) }
    let threads = job.threads > 0 ? min(Int(job.threads), 256) : Threads.coreCount
    let engine = try MovieCodecModule.usual.get()
    var decoder = try PictureDecoder(
      engine, job.coding, threads: threads, largestFrame: job.largestFrame, findsDamage: true)
    var run = Run(
      job, job.mayBeInterlaced ? Deinterlacing(engine, threads: threads) : nil,
      CodecFileWriter(descriptor))
    for (number, sample) in job.samples.enumerated() {
      do throws(CodecError) {
        let data = try movie.data(of: sample, number)
        let isTaken =
          decoder.send(data, sample: number, isSync: sample.isSync) && !job.coding.hasHole(data)
        if !isTaken { run.lose(number) }
      } catch {
        if error.cause == .unreadable { throw error }
        run.lose(number)
      }
      try run.take(from: &decoder, number)
    }
    decoder.end()
    try run.take(from: &decoder, nil)
    return try run.end()
  }

  private var usesDe265: Bool {
    switch job.engine.engine {
    case .de265: true
    case .libav: false
    case .auto, .libheif:
      job.coding.decoder == "hevc" && (try? MovieCodecModule.usual.get()) == nil
    }
  }

  private func decodeByDe265(
    from movie: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> String {
    guard job.coding.decoder == "hevc" else {
      throw CodecError("libde265 decodes only HEVC; use --engine libav")
    }
    let configuration: ImagePlan.DecoderConfiguration
    do throws(FieldError) {
      configuration = ImagePlan.DecoderConfiguration(
        try HEVCDecoderConfigurationRecord(decoding: job.coding.configuration))
    } catch {
      throw CodecError("the decoder configuration cannot be read: \(error)")
    }
    var decoder = De265MovieDecoder(configuration, largestFrame: job.largestFrame)
    var run = Run(job, nil, CodecFileWriter(descriptor))
    var colour = CodingIndependentCodePoints()
    var writingError: CodecError?
    let write = { (sample: Int, tile: DecodedTile) throws(CodecError) in
      do throws(CodecError) { try run.write(tile, colour, ofSample: sample) } catch {
        writingError = error
        throw error
      }
    }
    for (number, sample) in job.samples.enumerated() {
      do throws(CodecError) {
        let data = try movie.data(of: sample, number)
        guard !job.coding.hasHole(data) else { throw CodecError("has zeros instead of data") }
        if sample.isSync {
          colour = CodingIndependentCodePoints(
            hevc: configuration.parameterSets, lengthSize: configuration.lengthSize
          ) { Bytes(data) }
        }
        try decoder.decode(data, sample: number, isSync: sample.isSync, write)
      } catch {
        if let error = writingError ?? (error.cause == .unreadable ? error : nil) { throw error }
        run.lose(number)
      }
    }
    try decoder.end(write)
    return job.mayBeInterlaced ? "libavcodec is needed for that" : ""
  }

  private struct Run {
    /// The indices of samples whose frames have not been received yet.
    private var missing: Set<Int>
    private var damaged: DamagedSamples
    /// It gets all frames, as each one is compared with those before and after it; nil if none consists of two fields.
    private var deinterlacing: Deinterlacing?
    private let writer: CodecFileWriter

    init(_ job: FramesJob, _ deinterlacing: Deinterlacing?, _ writer: CodecFileWriter) {
      (self.deinterlacing, self.writer) = (deinterlacing, writer)
      missing = Set(job.wanted.map { Int($0) })
      damaged = DamagedSamples(
        times: job.samples.map(\.time),
        syncs: job.samples.indices.filter { job.samples[$0].isSync })
    }

    /// Notes that a sample is damaged.
    mutating func lose(_ number: Int) { damaged.insert(number) }

    /// - Parameter number: the index of the sample that was sent last; nil at the end.
    mutating func take(
      from decoder: inout PictureDecoder, _ number: Int?
    ) throws(CodecError) {
      // No decoder holds more frames than this.
      for _ in 0..<1024 {
        switch decoder.receive() {
        case .none: return
        case .lost: if let number { lose(number) }
        case .picture(let picture):
          if picture.isDamaged { lose(picture.sample) }
          guard !damaged.contains(picture.sample) else { continue }
          // The number of the sample stands for the time.
          let numbered = TimedFrame(frame: picture, time: Int64(picture.sample))
          for done in try deinterlacing?.add(numbered) ?? [numbered] { try writeIfMissing(done) }
        }
      }
    }

    /// Writes the frames that were held back.
    ///
    /// - Returns: why frames that consist of two fields were not deinterlaced; empty if there were none.
    mutating func end() throws(CodecError) -> String {
      for done in try deinterlacing?.end() ?? [] { try writeIfMissing(done) }
      return deinterlacing?.problem ?? ""
    }

    private mutating func writeIfMissing(_ picture: TimedFrame) throws(CodecError) {
      let sample = Int(picture.time)
      if missing.remove(sample) != nil { try write(picture.frame, ofSample: sample) }
    }

    /// Writes a frame of libde265, if it is asked for and undamaged.
    mutating func write(
      _ tile: DecodedTile, _ colour: CodingIndependentCodePoints, ofSample sample: Int
    ) throws(CodecError) {
      guard !damaged.contains(sample), missing.remove(sample) != nil else { return }
      var header = MovieFrameHeader()
      header.sample = UInt32(clamping: sample)
      header.width = UInt32(clamping: tile.width)
      header.height = UInt32(clamping: tile.height)
      header.format = FrameFormat(tile)
      header.format.isRGB = tile.chroma == .yuv444 && colour.matrixCoefficients == 0
      header.colour = colour
      try write(FramePlanes(tile, header.format), header)
    }

    private func write(_ picture: PictureFrame, ofSample sample: Int) throws(CodecError) {
      let shape = picture.shape
      let own = FrameFormat(pixelFormat: shape.format)
      let name = own == nil ? FrameFormat.nearest(to: shape.format) : shape.format
      guard let format = own ?? FrameFormat(pixelFormat: name) else {
        throw CodecError("frames of the format \(shape.format) cannot be read")
      }
      var header = MovieFrameHeader()
      header.sample = UInt32(clamping: sample)
      header.width = UInt32(clamping: shape.width)
      header.height = UInt32(clamping: shape.height)
      header.format = format
      header.colour = shape.colour
      if format.isRGB {
        // Red, green and blue have limited range only if the coded picture states it.
        header.colour.isFullRange =
          header.colour.isFullRange || own == nil || header.colour.matrixCoefficients != 0
        header.colour.matrixCoefficients = 0
      }
      guard own == nil else { return try write(FramePlanes(picture, format), header) }
      var target = shape
      (target.format, target.colour) = (name, header.colour)
      var scaler = try PictureScaler(MovieCodecModule.usual.get())
      try write(FramePlanes(scaler.scaled(picture, shape.colour, to: target), format), header)
    }

    private func write(_ planes: FramePlanes, _ given: MovieFrameHeader) throws(CodecError) {
      var header = given
      if header.format.hasAlpha, planes.isOpaque { header.format.hasAlpha = false }
      guard let start = try? header.encoded() else {
        throw CodecError("the header of a frame cannot be written")
      }
      try writer.append(start)
      try planes.write(header, to: writer)
    }
  }
}

/// A decoder of frames that refer to each other.
@safe
struct PictureDecoder: ~Copyable {
  private let engine: boxwalk_movie_engine
  /// Whether samples are TIFF frames from which fields are removed that FFmpeg does not know.
  private let takesCodingFields: Bool
  let handle: OpaquePointer

  /// The result of asking for a frame.
  enum Answer {
    case picture(PictureFrame)
    /// A frame could not be decoded; others may follow.
    case lost
    /// There is no frame yet, or no more.
    case none
  }

  /// - Parameter findsDamage: whether a damaged sample is refused, or reported as lost at once; then only one sample is
  ///   decoded at a time.
  init(
    _ engine: MovieCodecModule, _ coding: SampleCoding, threads: Int, largestFrame: UInt64,
    findsDamage: Bool = false
  ) throws(CodecError) {
    let functions = engine.functions
    self.engine = functions
    takesCodingFields = findsDamage && coding.decoder.string == "tiff"
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    let configuration = Array(coding.configuration)
    // FFmpeg needs a palette of 256 colours, one for each value of eight bits; values without a colour are black.
    let palette = (coding.palette + Array(repeating: 0xFF00_0000, count: 256)).prefix(256)
    // All are valid during the call, which copies them.
    let made = unsafe coding.decoder.string.withCString { decoder in
      unsafe configuration.withUnsafeBufferPointer { configuration in
        unsafe palette.withUnsafeBufferPointer { palette in
          var settings = unsafe boxwalk_movie_coding()
          unsafe settings.decoder = decoder
          unsafe settings.configuration = configuration.baseAddress
          unsafe settings.size = configuration.count
          unsafe settings.width = Int32(coding.width)
          unsafe settings.height = Int32(coding.height)
          unsafe settings.bits_per_pixel = Int32(coding.bitsPerPixel)
          unsafe settings.entry_type = coding.entryType
          unsafe settings.palette = coding.palette.isEmpty ? nil : palette.baseAddress
          unsafe settings.first_field = Int32(coding.firstField)
          unsafe settings.largest_picture = Int64(clamping: largestFrame)
          unsafe settings.threads = Int32(clamping: threads)
          unsafe settings.finds_damage = findsDamage ? 1 : 0
          return unsafe functions.decoder_new(&settings, &message)
        }
      }
    }
    guard let handle = unsafe made else { throw CodecError(RuntimeLibrary.text(message)) }
    unsafe self.handle = handle
  }

  // Only this object has the pointer.
  deinit { unsafe engine.decoder_free(handle) }

  /// Sends a sample. Finished frames have to be received first.
  ///
  /// - Parameter isSync: whether decoding can start with it.
  /// - Returns: whether the decoder accepted it; it refuses damaged samples.
  mutating func send(_ data: [UInt8], sample: Int, isSync: Bool) -> Bool {
    let data = takesCodingFields ? TIFFDecoderFields.alone(in: data) : data
    // The array has as many bytes as are stated, which are copied.
    return unsafe engine.decoder_send(handle, data, data.count, Int64(sample), isSync ? 1 : 0) == 0
  }

  /// Ends the input, so that frames that are held back are returned.
  mutating func end() { unsafe engine.decoder_end(handle) }

  mutating func receive() -> Answer {
    var picture = unsafe boxwalk_movie_picture()
    var frame: OpaquePointer?
    let result = unsafe engine.decoder_receive(handle, &frame, &picture)
    switch (result, unsafe frame) {
    case (0, _): return .none
    case (1, let frame?): return unsafe .picture(PictureFrame(engine, frame, picture))
    default: return .lost
    }
  }
}
