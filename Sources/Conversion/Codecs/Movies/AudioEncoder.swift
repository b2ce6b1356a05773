import FieldCoding
import Files
internal import MovieEngineInterface
public import WorkerProtocol

/// An encoder of audio, and the mixer before it.
@safe
struct AudioEncoder: ~Copyable {
  private let engine: boxwalk_movie_engine
  private let audio: boxwalk_audio_engine
  private let handle: OpaquePointer
  private let mixer: OpaquePointer
  /// Samples of a packet.
  let packetLength: Int
  /// The samples that a decoder returns before the first sample of the source.
  let priming: Int

  /// - Parameters:
  ///   - name: FFmpeg's name.
  ///   - rate: samples per second.
  ///   - bitRate: bits per second, of all channels.
  init(
    _ engine: MovieCodecModule, _ name: String, rate: Int, channels: Int, bitRate: Int
  ) throws(CodecError) {
    self.engine = engine.functions
    audio = engine.audio
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    let (rate, channels) = (Int32(clamping: rate), Int32(clamping: channels))
    var (length, before): (Int32, Int32) = (0, 0)
    guard let mixer = unsafe audio.mixer_new(rate, channels, &message) else {
      throw CodecError(RuntimeLibrary.text(message))
    }
    // The string is valid during the call.
    guard
      let handle = unsafe audio.encoder_new(
        name, rate, channels, Int64(bitRate), &length, &before, &message)
    else {
      unsafe audio.mixer_free(mixer)
      throw CodecError(RuntimeLibrary.text(message))
    }
    unsafe self.mixer = mixer
    unsafe self.handle = handle
    (packetLength, priming) = (Int(length), Int(before))
  }

  // Only this object has the two pointers.
  deinit {
    unsafe engine.encoder_free(handle)
    unsafe audio.mixer_free(mixer)
  }

  /// The headers, which containers store separately from the samples.
  var configuration: [UInt8] { unsafe engine.configuration(of: handle) }

  /// The number of samples that wait for the encoder.
  var readyCount: Int { Int(unsafe audio.mixer_ready(mixer)) }

  /// Prepares for audio in the form of the decoder's last piece.
  mutating func begin(_ decoder: borrowing AudioDecoder) throws(CodecError) {
    let (audio, mixer, decoder) = unsafe (audio, mixer, decoder.handle)
    try check { unsafe audio.mixer_begin(mixer, decoder, &$0) }
  }

  /// Adds the decoder's last piece, without its first samples.
  mutating func add(_ decoder: borrowing AudioDecoder, without count: Int) throws(CodecError) {
    let (audio, mixer, decoder) = unsafe (audio, mixer, decoder.handle)
    try check { unsafe audio.mixer_add(mixer, decoder, Int32(clamping: count), &$0) }
  }

  /// Adds samples of silence, at the rate of the added audio.
  mutating func addSilence(_ count: Int) throws(CodecError) {
    let (audio, mixer) = unsafe (audio, mixer)
    try check { unsafe audio.mixer_add_silence(mixer, Int32(clamping: count), &$0) }
  }

  /// Encodes the first samples that wait.
  mutating func encode(_ count: Int, time: Int64) throws(CodecError) {
    let (audio, mixer, handle) = unsafe (audio, mixer, handle)
    try check { unsafe audio.encoder_send(handle, mixer, Int32(clamping: count), time, &$0) }
  }

  /// Ends the input.
  mutating func end() { unsafe engine.encoder_end(handle) }

  /// A packet, and its start; nil if there is none yet, or if there are no more.
  mutating func receive() throws(CodecError) -> (data: [UInt8], time: Int64)? {
    var packet = unsafe boxwalk_movie_packet()
    switch unsafe engine.encoder_receive(handle, &packet) {
    case 0: return nil
    case 1:
      // The packet belongs to the encoder, and is copied here.
      return unsafe (
        Array(UnsafeBufferPointer(start: packet.data, count: packet.size)), packet.time
      )
    default: throw CodecError("the encoder of audio failed")
    }
  }
}

/// Passes audio from a decoder to an encoder: each piece is at its time, and gaps become silence.
struct AudioEncoderFeed: ~Copyable {
  private let job: AudioJob
  private let engine: MovieCodecModule
  private let writer: CodecFileWriter
  /// The encoder is created with the first piece.
  private var encoder: AudioEncoder?
  /// The rate and channels of the encoded audio, and the number of its samples.
  private var rate = 0
  private var channels = 0
  private var sourceChannels = 0
  private var total = 0
  /// The number of encoded samples.
  private var coded = 0
  /// The rate of the last piece, and the number of samples up to its end, at that rate.
  private var sourceRate = 0
  private var position = 0
  /// The number of the packet of the last piece.
  private var last = -1
  private var hasAudio: [Bool]
  private var sizes: [UInt32] = []
  private var encodingTime = Duration.zero

  /// The most samples of silence that are added at a time.
  private static let longestSilence = 1 << 14

  init(_ job: AudioJob, _ engine: MovieCodecModule, _ writer: CodecFileWriter) {
    self.job = job
    self.engine = engine
    self.writer = writer
    encoder = nil
    hasAudio = Array(repeating: false, count: job.packets.count)
  }

  /// Receives the finished pieces of the decoder.
  mutating func take(from decoder: inout AudioDecoder) throws(CodecError) {
    // No packet has more pieces than this.
    for _ in 0..<1 << 16 {
      switch decoder.receive() {
      case .none: return
      case .lost: continue
      case .piece(let piece): try take(piece, of: decoder)
      }
    }
  }

  private mutating func take(
    _ piece: AudioDecoder.Piece, of decoder: borrowing AudioDecoder
  ) throws(CodecError) {
    guard piece.packet.map(hasAudio.indices.contains) ?? true else { return }
    if encoder == nil { try makeEncoder(piece) }
    try encoder?.begin(decoder)
    if sourceRate != piece.rate {
      position = scaled(position, from: sourceRate, to: piece.rate)
      sourceRate = piece.rate
    }
    var without = 0
    if let packet = piece.packet {
      let distance = distance(to: packet)
      if distance > 0 { try addSilence(distance) }
      without = min(max(0, -distance), piece.count)
      hasAudio[packet] = true
      last = packet
    }
    try encoder?.add(decoder, without: without)
    position += piece.count - without
    try encode()
  }

  /// The samples between the end of the audio so far and the start of the packet; negative if they overlap, and 0 if
  /// the difference is only due to rounded times.
  private func distance(to packet: Int) -> Int {
    let ticks = job.packets[packet].time.subtractingReportingOverflow(job.start)
    guard !ticks.overflow, ticks.partialValue >= 0 else { return 0 }
    let target = scaled(Int(ticks.partialValue), from: Int(job.timescale), to: sourceRate)
    let distance = target - position
    let tick = sourceRate / max(1, Int(job.timescale)) + 1
    // After lost packets, audio is placed at its time. Otherwise, packets follow each other, as in players.
    let tolerance = packet > last + 1 ? tick : max(tick, sourceRate / 25)
    return abs(distance) > tolerance ? distance : 0
  }

  private mutating func addSilence(_ count: Int) throws(CodecError) {
    var left = count
    while left > 0, coded < total {
      let part = min(left, AudioEncoderFeed.longestSilence)
      try encoder?.addSilence(part)
      position += part
      left -= part
      try encode()
    }
  }

  private mutating func makeEncoder(_ first: AudioDecoder.Piece) throws(CodecError) {
    let encoding = job.encoding
    let rates = encoding.sampleRates.map(Int.init)
    rate = rates.first { $0 >= first.rate } ?? rates.last ?? first.rate
    sourceChannels = first.channels
    channels = first.channels > encoding.mostChannels ? 2 : first.channels
    total = scaled(Int(clamping: job.duration), from: Int(job.timescale), to: rate)
    // At half of the rate, audio needs more than half of the bits.
    let share = (Double(rate) / 44_100).squareRoot()
    encoder = try AudioEncoder(
      engine, encoding.encoder.string, rate: rate, channels: channels,
      bitRate: Int(Double(encoding.bitRate) * share) * channels)
    sourceRate = first.rate
  }

  /// Encodes the packets for which there is enough audio, and at the end a shorter one.
  private mutating func encode() throws(CodecError) {
    guard let length = encoder?.packetLength else { return }
    let start = ContinuousClock.now
    defer { encodingTime += ContinuousClock.now - start }
    while coded < total {
      let count = min(length, total - coded)
      guard let ready = encoder?.readyCount, ready >= count else { return }
      try encoder?.encode(count, time: Int64(coded))
      coded += count
      try write()
    }
  }

  private mutating func write() throws(CodecError) {
    guard let length = encoder?.packetLength, let priming = encoder?.priming else { return }
    while let packet = try encoder?.receive() {
      guard packet.time == Int64(sizes.count * length - priming) else {
        throw CodecError("the encoder of audio wrote a packet at another time than it should")
      }
      try writer.append(packet.data)
      sizes.append(UInt32(clamping: packet.data.count))
    }
  }

  /// Adds silence after the last piece, up to the end.
  consuming func end(_ reply: inout AudioReply) throws(CodecError) {
    guard encoder != nil else { throw CodecError("none of its audio can be decoded") }
    while coded < total { try addSilence(AudioEncoderFeed.longestSilence) }
    encoder?.end()
    try write()
    reply.configuration = Bytes(encoder?.configuration ?? [])
    reply.sampleRate = UInt32(clamping: rate)
    reply.channelCount = UInt16(clamping: channels)
    reply.decodedChannelCount = UInt16(clamping: sourceChannels)
    reply.packetLength = UInt32(clamping: encoder?.packetLength ?? 0)
    reply.priming = UInt32(clamping: encoder?.priming ?? 0)
    reply.sampleCount = UInt64(clamping: total)
    reply.packetSizes = sizes
    reply.encodingTime = UInt64(max(0, encodingTime / .nanoseconds(1)))
    reply.lost = hasAudio.indices.filter { !hasAudio[$0] }.map { UInt32(clamping: $0) }
  }

  /// A number of ticks or samples at another rate, rounded to the nearest.
  private func scaled(_ count: Int, from: Int, to: Int) -> Int {
    let from = max(1, from)
    let (quotient, rest) = max(0, count).quotientAndRemainder(dividingBy: from)
    let whole = quotient.multipliedReportingOverflow(by: to)
    return whole.overflow ? Int.max / 2 : whole.partialValue + (rest * to + from / 2) / from
  }
}

/// Decodes the audio of a track, and re-encodes it. Memory holds one packet at a time.
public struct AudioTranscoder: Sendable {
  private let job: AudioJob

  public init(_ job: AudioJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() { _ = MovieCodecModule.usual }

  /// Reads the movie, and writes the packets one after the other.
  public func transcode(
    from movie: some ExtentReader, to descriptor: Int32, _ reply: inout AudioReply
  ) throws(CodecError) {
    let engine = try MovieCodecModule.usual.get()
    var decoder = try AudioDecoder(engine, job.coding)
    var run = AudioEncoderFeed(job, engine, CodecFileWriter(descriptor))
    for (number, packet) in job.packets.enumerated() {
      let data = try movie.data(of: packet, number)
      for (index, frame) in AudioDecoderFrames.ranges(in: data, job.coding.decoder.string)
        .enumerated()
      {
        // Data that is refused has no audio, which is noticed at the end.
        _ = decoder.send(Array(data[frame]), packet: index == 0 ? number : nil)
        try run.take(from: &decoder)
      }
    }
    decoder.end()
    try run.take(from: &decoder)
    try run.end(&reply)
  }
}
