import AV1
import Dispatch
import FieldCoding
import Files
public import HEIF
import NALUnits
import Synchronization
public import WorkerProtocol

/// Decodes the frames of a track, and re-encodes them. Memory holds the frames of the decoder and the encoder.
public struct Transcoder: Sendable {
  private let job: TranscodeJob

  public init(_ job: TranscodeJob) { self.job = job }

  /// The result; the encoded pictures are in the file.
  public struct Result: Sendable {
    /// The configuration of the encoder, which is not in the samples.
    public var configuration: [UInt8] = []
    /// The size of the frames.
    public var size = ImagePlan.Size()
    /// The colour of their samples.
    public var colour = CodingIndependentCodePoints()
    /// Whether the light of HDR frames was brought into the range of a screen.
    public var isMapped = false
    /// Whether frames were partly transparent, which the new ones are not.
    public var losesAlpha = false
    /// The most bits of a sample before.
    public var bitDepth = 0
    /// The bits of a sample that is coded.
    public var codedBitDepth = 0
    /// What had more samples of chroma than 4:2:0, which is coded; empty if nothing had.
    public var finerChroma = ""
    /// Whether frames of two fields were deinterlaced.
    public var isDeinterlaced = false
    /// Why frames of two fields were not deinterlaced; empty if they were, or if there are none.
    public var fieldProblem = ""
    /// The samples in decoding order.
    public var samples: [TranscodedSample] = []
    /// The numbers of samples, from 0, that did not give a complete frame.
    public var lost: [UInt32] = []
    /// The time that encoding took. While the decoder and the encoder run in parallel, it is the encoder's share.
    public var encodingTime = Duration.zero
  }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() {
    _ = Threads.coreCount
    _ = MovieCodecModule.usual
    if job.mayBeInterlaced { _ = AnimationEngine.usual }
  }

  /// Reads the movie, and writes the coded pictures one after the other: one thread decodes and converts
  /// them, and another one encodes them.
  ///
  /// - Parameter progress: gets the number of samples that have been decoded.
  public func transcode(
    from movie: some ExtentReader & Sendable, to descriptor: Int32,
    progress: @Sendable (UInt64) -> Void
  ) throws(CodecError) -> Result {
    let engine = try MovieCodecModule.usual.get()
    let handover = TranscoderQueue<Shaped>(atMost: 2)
    let start = ContinuousClock.now
    let done = Mutex<(decoded: Decoded?, coded: Coded?, failure: CodecError?)>((nil, nil, nil))
    let isRun = Threads.run(2, needsAnother: true) { thread in
      // If one of them ends, the other one does not wait for it.
      defer { handover.close() }
      do throws(CodecError) {
        // A thread that waits for the other one is not busy.
        let start = ContinuousClock.now
        var waiting = Duration.zero
        func wait<Value>(_ body: () -> Value) -> Value {
          let start = ContinuousClock.now
          defer { waiting += ContinuousClock.now - start }
          return body()
        }
        if thread == 0 {
          var decoded = try decode(movie, engine, progress) { picture in
            wait { handover.put(picture) }
          }
          decoded.busyTime = ContinuousClock.now - start - waiting
          done.withLock { [decoded] in $0.decoded = decoded }
        } else {
          var coded = try code({ wait { handover.take() } }, engine, CodecFileWriter(descriptor))
          coded.busyTime = ContinuousClock.now - start - waiting
          done.withLock { [coded] in $0.coded = coded }
        }
      } catch {
        done.withLock { if $0.failure == nil { $0.failure = error } }
      }
    }
    guard isRun else { throw CodecError("the system allows no more threads") }
    let (decoded, coded, failure) = done.withLock { $0 }
    if let failure { throw failure }
    guard let decoded, let coded else { throw CodecError("the frames were not coded") }
    var result = Result()
    result.configuration = coded.configuration
    result.samples = coded.samples
    if let shape = decoded.shape {
      result.size = ImagePlan.Size(width: shape.width, height: shape.height)
      result.colour = shape.colour
      result.codedBitDepth = shape.codedBitDepth
    }
    result.isMapped = decoded.isMapped
    result.losesAlpha = decoded.losesAlpha
    result.bitDepth = decoded.bitDepth
    result.finerChroma = decoded.finerChroma
    result.isDeinterlaced = decoded.isDeinterlaced
    result.fieldProblem = decoded.fieldProblem
    result.lost = decoded.lost
    let busyTime = decoded.busyTime + coded.busyTime
    if !coded.samples.isEmpty, busyTime > .zero {
      result.encodingTime =
        (ContinuousClock.now - start) * (coded.busyTime / busyTime)
    }
    return result
  }

  /// A frame in the shape in which it is coded.
  private struct Shaped: Sendable {
    var frame: PictureFrame
    var shape: VideoFrameShape
    var time: Int64
  }

  // MARK: Decoding

  private struct Decoded: Sendable {
    var shape: VideoFrameShape?
    var isMapped = false
    var losesAlpha = false
    var bitDepth = 0
    var finerChroma = ""
    var isDeinterlaced = false
    var fieldProblem = ""
    var lost: [UInt32] = []
    var busyTime = Duration.zero
  }

  /// - Parameter put: passes a frame on; false if the encoder has ended.
  private func decode(
    _ movie: some ExtentReader, _ engine: MovieCodecModule, _ progress: (UInt64) -> Void,
    _ put: (Shaped) -> Bool
  ) throws(CodecError) -> Decoded {
    var decoded = Decoded()
    var shaping: VideoFrameShaping?
    var deinterlacing = Deinterlacing(engine, threads: threads)
    let source = VideoFrameSource(job, engine, threads: decodingThreads)
    decoded.lost = try source.decode(movie, progress) { (frame, time) throws(CodecError) in
      // Only the check whether it can be decoded was requested.
      guard !job.encoding.encoder.isEmpty, job.isCoded(time) else { return true }
      let timed = TimedFrame(frame: frame, time: time)
      for done in try job.mayBeInterlaced ? deinterlacing.add(timed) : [timed] {
        guard let shaped = try shape(done, engine, &shaping, &decoded), put(shaped) else {
          return false
        }
      }
      return true
    }
    for done in try deinterlacing.end() {
      guard let shaped = try shape(done, engine, &shaping, &decoded), put(shaped) else { break }
    }
    (decoded.isDeinterlaced, decoded.fieldProblem) = (deinterlacing.isUsed, deinterlacing.problem)
    // Frames before the first one belong to a group that is not here. Others that are not coded count: those that are
    // coded refer to them.
    let first = job.samples.first?.time ?? 0
    decoded.lost.removeAll {
      let time = job.samples[Int($0)].time
      return !job.isCoded(time) && time < first
    }
    return decoded
  }

  private func shape(
    _ picture: TimedFrame, _ engine: MovieCodecModule, _ shaping: inout VideoFrameShaping?,
    _ decoded: inout Decoded
  ) throws(CodecError) -> Shaped? {
    let frame = picture.frame
    decoded.losesAlpha = decoded.losesAlpha || frame.shape.hasAlpha
    decoded.bitDepth = max(decoded.bitDepth, frame.bitDepth)
    if decoded.finerChroma.isEmpty { decoded.finerChroma = frame.shape.finerChroma }
    if shaping == nil {
      shaping = try VideoFrameShaping(engine, job.encoding, frame, threads: threads)
      decoded.shape = shaping?.shape
      decoded.isMapped = shaping?.isMapped ?? false
    }
    guard let shaped = try shaping?.shaped(frame), let shape = decoded.shape else { return nil }
    return Shaped(frame: shaped, shape: shape, time: picture.time)
  }

  /// The threads that decode: each one holds frames. If the encoder gets large frames, it keeps half of the cores
  /// busy at least, so that fewer threads decode fast enough.
  private var decodingThreads: Int {
    let isLarge = job.codings.contains { coding in
      let (width, height) = (Int(coding.width), Int(coding.height))
      let limit = Int(job.encoding.shorterSide)
      return width * height > 4_000_000 && (limit == 0 || limit >= min(width, height))
    }
    return isLarge && !job.encoding.encoder.isEmpty ? max(1, threads / 2) : threads
  }

  private var threads: Int { job.threads > 0 ? min(Int(job.threads), 256) : Threads.coreCount }

  // MARK: Coding

  private struct Coded: Sendable {
    var configuration: [UInt8] = []
    var samples: [TranscodedSample] = []
    var busyTime = Duration.zero
  }

  /// - Parameter take: gives the next frame; nil at the end.
  private func code(
    _ take: () -> Shaped?, _ engine: MovieCodecModule, _ writer: CodecFileWriter
  ) throws(CodecError) -> Coded {
    var coded = Coded()
    guard let first = take() else { return coded }
    // The encoder chooses its number of threads.
    var encoder = try PictureEncoder(engine, job.encoding, first.shape, threads: Int(job.threads))
    var next: Shaped? = first
    var keys = KeyTimes(job.encoding)
    while let picture = next {
      try encoder.send(picture.frame, time: picture.time, isKey: keys.isKey(picture.time))
      try write(&encoder, to: writer, &coded)
      next = take()
    }
    encoder.end()
    try write(&encoder, to: writer, &coded)
    coded.configuration = try withoutUserData(encoder.configuration)
    return coded
  }

  private func write(
    _ encoder: inout PictureEncoder, to writer: CodecFileWriter, _ coded: inout Coded
  ) throws(CodecError) {
    while let packet = try encoder.receive() {
      let data = try sample(packet.data)
      try writer.append(data)
      var sample = TranscodedSample()
      sample.byteCount = UInt32(clamping: data.count)
      sample.time = packet.time
      sample.isSync = packet.isSync
      sample.isDisposable = packet.isDisposable
      coded.samples.append(sample)
    }
  }

  /// The NAL units of a byte stream, except user data (SEI), which is the name of the encoder and its options (ITU-T
  /// H.264 §D.1.7, H.265 §D.2.7).
  private func units(_ stream: [UInt8]) throws(FieldError) -> [Bytes] {
    let isHEVC = job.encoding.encoder.string == "libx265"
    return try AnnexB.nalUnits(in: Bytes(stream)).filter { unit in
      guard unit.count > 2 else { return true }
      return isHEVC
        ? unit[0] >> 1 & 0x3F != 39 || unit[2] != UserDataUnregistered.payloadType
        : unit[0] & 0x1F != 6 || unit[1] != UserDataUnregistered.payloadType
    }
  }

  private func withoutUserData(_ configuration: [UInt8]) throws(CodecError) -> [UInt8] {
    guard job.encoding.stream == .byteStream else { return configuration }
    return try reading { () throws(FieldError) in AnnexB.joined(try units(configuration)) }
  }

  /// The result of reading what the encoder wrote.
  private func reading(
    _ body: () throws(FieldError) -> [UInt8]
  ) throws(CodecError) -> [UInt8] {
    do throws(FieldError) { return try body() } catch {
      throw CodecError("the encoder wrote data that cannot be read: \(error)")
    }
  }

  /// The output of the encoder for a frame, in the form of a sample.
  private func sample(_ packet: [UInt8]) throws(CodecError) -> [UInt8] {
    try reading { () throws(FieldError) in
      switch job.encoding.stream {
      // NAL units with a length before each one (ISO/IEC 14496-15 §5.3.3).
      case .byteStream: return try LengthPrefixed.joined(units(packet), lengthSize: 4)
      // Samples should not have delimiters, padding and repeated headers (AV1 in ISOBMFF, §2.4).
      case .bitstreamUnits:
        let left: [OBUType] = [.temporalDelimiter, .padding, .redundantFrameHeader]
        var sample: [UInt8] = []
        for unit in try OpenBitstreamUnit.units(in: Bytes(packet))
        where !left.contains(unit.header.type) {
          sample += try unit.encoded()
        }
        return sample
      default: return packet
      }
    }
  }
}

/// Decides which frames have to be key frames, so that several codings of a movie have them at the same times.
private struct KeyTimes {
  private let interval: Int64
  private let first: Int64
  private let others: Set<Int64>
  /// Which interval the frame before is in.
  private var last: Int64?

  init(_ encoding: VideoEncoding) {
    interval = Int64(clamping: encoding.keyInterval)
    first = encoding.firstKeyTime
    others = Set(encoding.keyTimes)
  }

  /// Whether a frame is the first of its interval, or has another reason to be a key frame. Frames come in the order in which they are shown.
  mutating func isKey(_ time: Int64) -> Bool {
    let isOther = others.contains(time)
    guard interval > 0, time >= first else { return isOther }
    let number = (time - first) / interval
    defer { last = number }
    return isOther || last.map { number > $0 } ?? true
  }
}

/// A queue between two threads. The writer waits while it is full.
final class TranscoderQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isClosed = false
  }
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  /// Counts the elements that wait, and the end.
  private let available = DispatchSemaphore(value: 0)

  /// - Parameter count: the most elements in the queue.
  init(atMost count: Int) {
    // If a semaphore is released with a lower value than its first one, the process ends. So it starts at 0.
    for _ in 0..<count { room.signal() }
  }

  /// Adds an element; false if the queue is closed.
  func put(_ element: Element) -> Bool {
    room.wait()
    let isOpen = state.withLock { state in
      if !state.isClosed { state.waiting.append(element) }
      return !state.isClosed
    }
    available.signal()
    return isOpen
  }

  /// Removes the oldest element; nil if the queue is closed and empty.
  func take() -> Element? {
    available.wait()
    guard let element = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() })
    else {
      // The next call also returns nil.
      available.signal()
      return nil
    }
    room.signal()
    return element
  }

  /// Closes the queue: no element is added or read any more.
  func close() {
    state.withLock { $0.isClosed = true }
    available.signal()
    room.signal()
  }
}
