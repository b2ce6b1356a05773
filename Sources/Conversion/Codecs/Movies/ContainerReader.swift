import FieldCoding
import Files
internal import MovieEngineInterface
public import WorkerProtocol

/// Reads the coded samples of a container of another format.
public struct ContainerReader: Sendable {
  private let job: ReadContainerJob

  public init(_ job: ReadContainerJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() { _ = ContainerModule.usual }

  /// The most samples: four days have as many.
  private static let mostSamples = 1 << 25

  /// Reads all samples, and writes them one after the other.
  public func read(
    _ input: Int32, to output: Int32, _ reply: inout ReadContainerReply
  ) throws(CodecError) {
    let source = try OpenContainer(
      ContainerModule.usual.get(), input, Int64(clamping: job.byteCount))
    do throws(CodecError) {
      try source.open()
      try read(source, to: output, &reply)
    } catch {
      throw source.readError ?? error
    }
    if let error = source.readError { throw error }
  }

  private func read(
    _ source: borrowing OpenContainer, to output: Int32, _ reply: inout ReadContainerReply
  ) throws(CodecError) {
    let writer = CodecFileWriter(output)
    reply.format = Text(source.format)
    reply.tracks = source.tracks
    reply.metadata = source.metadata
    reply.chapters = source.chapters
    var offset: UInt64 = 0
    while let (found, data) = try next(of: source, &reply) {
      var sample = found
      guard reply.tracks.indices.contains(Int(sample.track)), !data.isEmpty else { continue }
      sample.offset = offset
      sample.byteCount = UInt32(clamping: data.count)
      try writer.append(data)
      offset += UInt64(data.count)
      reply.samples.append(sample)
    }
    // Tracks may be found late, so the last list is the most complete.
    reply.tracks = source.tracks
  }

  /// The next sample; nil at the end, or where the container is damaged: the samples before that are kept.
  private func next(
    of source: borrowing OpenContainer, _ reply: inout ReadContainerReply
  ) throws(CodecError) -> (ContainerSample, [UInt8])? {
    do throws(CodecError) {
      guard let found = try source.next() else { return nil }
      guard reply.samples.count < ContainerReader.mostSamples else {
        throw CodecError("there are more samples than in any real movie")
      }
      return found
    } catch {
      if reply.samples.isEmpty { throw error }
      reply.damage = Text(error.message)
      return nil
    }
  }
}

/// A container that is being read.
@safe
private struct OpenContainer: ~Copyable {
  private let engine: boxwalk_container_engine
  private let handle: OpaquePointer

  init(_ module: ContainerModule, _ descriptor: Int32, _ size: Int64) throws(CodecError) {
    engine = module.functions
    guard let handle = engine.reader_new(descriptor, size) else {
      throw CodecError("there is not enough memory", .unreadable)
    }
    unsafe self.handle = handle
  }

  /// Finds the tracks.
  func open() throws(CodecError) {
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    // The array has the size that is stated.
    guard unsafe engine.reader_open(handle, &message) == 0 else {
      throw CodecError(RuntimeLibrary.text(message))
    }
  }

  /// Why the system could not read the file. The engine takes it for damage, and may even go on behind it.
  var readError: CodecError? {
    var offset: Int64 = 0
    // The number exists during the call, which sets it.
    let code = unsafe engine.reader_read_error(handle, &offset)
    guard code != 0 else { return nil }
    return CodecError(
      "cannot be read at byte \(offset): \(SystemError.text(code))", .unreadable)
  }

  // Only this object has the pointer.
  deinit { unsafe engine.reader_free(handle) }

  var format: String {
    unsafe engine.reader_format(handle).map { unsafe String(cString: $0) } ?? ""
  }

  var tracks: [ContainerTrack] {
    let count = unsafe engine.reader_track_count(handle)
    return (0..<max(0, min(count, 1 << 10))).map { index in
      var track = unsafe boxwalk_container_track()
      // The structure is valid during the call, which fills it.
      unsafe engine.reader_track(handle, index, &track)
      return unsafe ContainerTrack(track)
    }
  }

  var metadata: [ContainerMetadata] {
    var found: [ContainerMetadata] = []
    var (key, value): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
    // Strings are valid until the next call.
    while found.count < 256,
      unsafe engine.reader_metadata(handle, Int32(found.count), &key, &value) == 1,
      let key = unsafe key, let value = unsafe value
    {
      unsafe found.append(ContainerMetadata(String(cString: key), String(cString: value)))
    }
    return found
  }

  var chapters: [ContainerChapter] {
    var found: [ContainerChapter] = []
    var chapter = unsafe boxwalk_container_chapter()
    // The structure exists during the call, which fills it; the title exists as long as the reader.
    while found.count < 1 << 12,
      unsafe engine.reader_chapter(handle, Int32(found.count), &chapter) == 1
    {
      var made = ContainerChapter()
      unsafe (made.start, made.end) = (chapter.start, chapter.end)
      made.title = unsafe Text(String(cString: chapter.title))
      found.append(made)
    }
    return found
  }

  /// The next sample with its bytes; nil at the end.
  func next() throws(CodecError) -> (ContainerSample, [UInt8])? {
    var sample = unsafe boxwalk_container_sample()
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    // The array has the stated size; the pointers of the sample are valid until the next call.
    let result = unsafe engine.reader_next(handle, &sample, &message)
    if result == 0 { return nil }
    guard result > 0 else { throw CodecError(RuntimeLibrary.text(message)) }
    let data = unsafe [UInt8](UnsafeBufferPointer(start: sample.data, count: sample.size))
    var found = ContainerSample()
    unsafe found.track = UInt16(clamping: sample.track)
    unsafe found.shown = sample.shown
    unsafe found.decoded = sample.decoded
    unsafe found.duration = UInt32(clamping: sample.duration)
    unsafe found.isKey = sample.is_key != 0
    unsafe found.discarded = sample.discarded
    return (found, data)
  }
}

extension ContainerTrack {
  /// All strings and bytes are copied.
  fileprivate init(_ track: boxwalk_container_track) {
    self.init()
    switch unsafe UInt8(bitPattern: track.kind) {
    case UInt8(ascii: "v"): kind = .video
    case UInt8(ascii: "a"): kind = .audio
    case UInt8(ascii: "s"): kind = .subtitles
    case UInt8(ascii: "c"): kind = .cover
    default: kind = .other
    }
    codec = unsafe Text(String(cString: track.codec))
    if let bytes = unsafe track.configuration {
      unsafe configuration = Bytes(
        [UInt8](UnsafeBufferPointer(start: bytes, count: track.configuration_size)))
    }
    unsafe tickNumerator = UInt32(clamping: track.tick_numerator)
    unsafe tickDenominator = UInt32(clamping: track.tick_denominator)
    unsafe width = UInt32(clamping: track.width)
    unsafe height = UInt32(clamping: track.height)
    unsafe aspectNumerator = UInt32(clamping: track.aspect_numerator)
    unsafe aspectDenominator = UInt32(clamping: track.aspect_denominator)
    unsafe colourPrimaries = UInt8(clamping: track.colour.primaries)
    unsafe transferCharacteristics = UInt8(clamping: track.colour.transfer)
    unsafe matrixCoefficients = UInt8(clamping: track.colour.matrix)
    unsafe isFullRange = track.colour.is_full_range != 0
    unsafe sampleRate = UInt32(clamping: track.rate)
    unsafe channelCount = UInt16(clamping: track.channels)
    unsafe bitsPerSample = UInt16(clamping: track.bits_per_sample)
    unsafe tag = track.tag
    unsafe priming = UInt32(clamping: track.priming)
    unsafe rotation = UInt16(clamping: track.rotation)
    language = unsafe Text(String(cString: track.language))
    title = unsafe Text(String(cString: track.title))
    unsafe isDefault = track.is_default != 0
    unsafe isForced = track.is_forced != 0
    if let names = unsafe track.beside { beside = unsafe Text(String(cString: names)) }
  }
}

/// The module that reads and writes other containers: `boxwalk-containers`, which is next to this program and is
/// linked with the system's FFmpeg.
@safe
struct ContainerModule: Sendable {
  /// A module is never closed, and its functions never change.
  let functions: boxwalk_container_engine

  private static let module = RuntimeModuleKind<boxwalk_container_engine>(
    "boxwalk-containers", variable: "BOXWALK_CONTAINER_ENGINE",
    function: "boxwalk_container_engine_of_module",
    interface: UInt32(BOXWALK_CONTAINER_ENGINE_INTERFACE))

  /// It is searched for once.
  static let usual = Result { () throws(CodecError) in try ContainerModule() }

  private init() throws(CodecError) {
    let opened = ContainerModule.module.open()
    guard let engine = opened.engine else {
      throw CodecError(
        "Matroska, MPEG-TS, FLV and AVI cannot be read here: \(opened.reason)")
    }
    functions = engine
  }

  /// The version of FFmpeg; a constant string.
  var release: String { unsafe functions.release().map { unsafe String(cString: $0) } ?? "" }
}
