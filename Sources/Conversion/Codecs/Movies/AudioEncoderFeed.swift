import FieldCoding
import WorkerProtocol

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
