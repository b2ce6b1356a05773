import FieldCoding
import Files
internal import MovieEngineInterface
public import WorkerProtocol

/// Writes coded samples to a container of another format. Memory holds one of them, and those that are being
/// interleaved.
public struct ContainerWriter: Sendable {
  private let job: WriteContainerJob

  public init(_ job: WriteContainerJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() { _ = ContainerModule.usual }

  /// Reads the samples, and writes the container.
  public func write(
    from movie: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) {
    let made = try MadeContainer(
      ContainerModule.usual.get(), job.format.string, descriptor)
    for track in job.tracks { try made.add(track) }
    for item in job.metadata { try made.add(item) }
    for chapter in job.chapters { try made.add(chapter) }
    try made.begin()
    let streamed = job.tracks.map { TransportStreamSamples($0, in: job.format.string) }
    var data: [UInt8] = []
    for sample in job.samples {
      let (start, count) = (Int(clamping: sample.offset), Int(sample.byteCount))
      let (end, isTooFar) = start.addingReportingOverflow(count)
      guard !isTooFar else { throw CodecError("a sample is at an offset that no file has") }
      data.removeAll(keepingCapacity: true)
      if sample.isInJob {
        guard let text = job.texts.part(start..<end) else {
          throw CodecError("a text is where the job has no bytes")
        }
        data += text
      } else {
        try movie.read(start..<end, into: &data)
      }
      let track = Int(sample.track)
      if job.tracks.indices.contains(track) {
        job.tracks[track].change.apply(to: &data)
        streamed[track]?.apply(to: &data, isKey: sample.isKey)
      }
      try made.add(sample, data)
    }
    try made.end()
  }
}

/// A container that is being written.
@safe
private struct MadeContainer: ~Copyable {
  private let engine: boxwalk_container_engine
  private let handle: OpaquePointer

  init(_ module: ContainerModule, _ format: String, _ descriptor: Int32) throws(CodecError) {
    let engine = module.functions
    self.engine = engine
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    // The array has the size that is stated.
    guard let handle = unsafe engine.writer_new(format, descriptor, &message) else {
      throw CodecError(RuntimeLibrary.text(message))
    }
    unsafe self.handle = handle
  }

  // Only this object has the pointer.
  deinit { unsafe engine.writer_free(handle) }

  func add(_ track: ContainerTrack) throws(CodecError) {
    let configuration = Array(track.configuration)
    let (codec, language, title) = (track.codec.string, track.language.string, track.title.string)
    // Arrays and strings are valid during the calls, which copy them.
    try check { message in
      unsafe configuration.withUnsafeBufferPointer { configuration in
        unsafe codec.withCString { codec in
          unsafe language.withCString { language in
            unsafe title.withCString { title in
              var stated = unsafe numbers(of: track)
              unsafe stated.codec = codec
              unsafe stated.language = language
              unsafe stated.title = title
              unsafe stated.configuration = configuration.baseAddress
              unsafe stated.configuration_size = configuration.count
              return unsafe engine.writer_add_track(handle, &stated, &message)
            }
          }
        }
      }
    }
  }

  func add(_ item: ContainerMetadata) throws(CodecError) {
    // The strings are valid during the call, which copies them.
    try check {
      unsafe engine.writer_add_metadata(
        handle, item.key.string, item.value.string, &$0)
    }
  }

  func add(_ chapter: ContainerChapter) throws(CodecError) {
    // The string is valid during the call, which copies it.
    try check { message in
      unsafe chapter.title.string.withCString { title in
        var stated = unsafe boxwalk_container_chapter(
          start: chapter.start, end: chapter.end, title: title)
        return unsafe engine.writer_add_chapter(handle, &stated, &message)
      }
    }
  }

  func begin() throws(CodecError) {
    // The array has the size that is stated.
    try check { unsafe engine.writer_begin(handle, &$0) }
  }

  func add(_ sample: ContainerSample, _ data: [UInt8]) throws(CodecError) {
    // The array is valid during the call, which copies it.
    try check { message in
      unsafe data.withUnsafeBufferPointer { data in
        var stated = unsafe boxwalk_container_sample()
        unsafe stated.track = Int32(sample.track)
        unsafe stated.data = data.baseAddress
        unsafe stated.size = data.count
        unsafe stated.shown = sample.shown
        unsafe stated.decoded = sample.decoded
        unsafe stated.duration = Int64(sample.duration)
        unsafe stated.is_key = sample.isKey ? 1 : 0
        return unsafe engine.writer_add(handle, &stated, &message)
      }
    }
  }

  func end() throws(CodecError) {
    // The array has the size that is stated.
    try check { unsafe engine.writer_end(handle, &$0) }
  }
}

/// The numbers of a track, without its strings and bytes.
private func numbers(of track: ContainerTrack) -> boxwalk_container_track {
  var stated = unsafe boxwalk_container_track()
  let letters: [ContainerTrack.Kind: Unicode.Scalar] = [
    .video: "v", .audio: "a", .subtitles: "s", .cover: "c",
  ]
  unsafe stated.kind = CChar(bitPattern: UInt8(ascii: letters[track.kind] ?? "?"))
  unsafe stated.tick_numerator = Int32(clamping: track.tickNumerator)
  unsafe stated.tick_denominator = Int32(clamping: track.tickDenominator)
  unsafe stated.width = Int32(clamping: track.width)
  unsafe stated.height = Int32(clamping: track.height)
  unsafe stated.aspect_numerator = Int32(clamping: track.aspectNumerator)
  unsafe stated.aspect_denominator = Int32(clamping: track.aspectDenominator)
  unsafe stated.colour.primaries = Int32(track.colourPrimaries)
  unsafe stated.colour.transfer = Int32(track.transferCharacteristics)
  unsafe stated.colour.matrix = Int32(track.matrixCoefficients)
  unsafe stated.colour.is_full_range = track.isFullRange ? 1 : 0
  unsafe stated.rate = Int32(clamping: track.sampleRate)
  unsafe stated.channels = Int32(track.channelCount)
  unsafe stated.bits_per_sample = Int32(track.bitsPerSample)
  unsafe stated.tag = track.tag
  unsafe stated.priming = Int32(clamping: track.priming)
  unsafe stated.is_default = track.isDefault ? 1 : 0
  unsafe stated.is_forced = track.isForced ? 1 : 0
  return unsafe stated
}
