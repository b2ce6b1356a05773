import FieldCoding
public import WorkerProtocol

/// Decodes the audio of a track, and measures its level over time. Memory holds one packet at a time.
public struct AudioLevelMeter: Sendable {
  private let job: LevelsJob

  public init(_ job: LevelsJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() { _ = MovieCodecModule.usual }

  /// Reads the movie, and returns the level of each part of the time, and the packets that cannot be decoded.
  public func measure(
    from movie: some ExtentReader
  ) throws(CodecError) -> (levels: [LevelsReply.Level], lost: [UInt32]) {
    let engine = try MovieCodecModule.usual.get()
    guard job.partCount > 0, job.duration > 0 else { throw CodecError("there is no audio") }
    var decoder = try AudioDecoder(engine, job.coding)
    var parts = Parts(job)
    for (number, packet) in job.packets.enumerated() {
      let data = try movie.data(of: packet, number)
      for (index, frame) in AudioDecoderFrames.ranges(in: data, job.coding.decoder.string)
        .enumerated()
      {
        // Data that is refused has no audio.
        let isTaken = decoder.send(Array(data[frame]), packet: index == 0 ? number : nil)
        if !parts.take(from: &decoder) || !isTaken { parts.lose(number) }
      }
    }
    decoder.end()
    _ = parts.take(from: &decoder)
    guard parts.levels.contains(where: { $0.sampleCount > 0 }) else {
      throw CodecError("none of its audio can be decoded")
    }
    return (parts.levels, parts.lost)
  }

  /// Adds pieces of audio to the parts of the time.
  private struct Parts {
    private let job: LevelsJob
    private let unheard: Set<UInt32>
    private(set) var levels: [LevelsReply.Level]
    private(set) var lost: [UInt32] = []
    /// Whether the last piece's packet counts, and when its remaining part starts, in ticks.
    private var isHeard = false
    private var time = 0.0

    init(_ job: LevelsJob) {
      self.job = job
      unheard = Set(job.unheard)
      levels = Array(repeating: LevelsReply.Level(), count: Int(job.partCount))
    }

    /// Notes a packet whose audio is lost.
    mutating func lose(_ packet: Int) {
      if lost.last != UInt32(clamping: packet) { lost.append(UInt32(clamping: packet)) }
    }

    /// Receives the finished pieces of the decoder. False if one of them is lost.
    mutating func take(from decoder: inout AudioDecoder) -> Bool {
      var isWhole = true
      // No packet has more pieces than this.
      for _ in 0..<1 << 16 {
        switch decoder.receive() {
        case .none: return isWhole
        case .lost: isWhole = false
        case .piece(let piece): add(piece, of: decoder)
        }
      }
      return isWhole
    }

    private mutating func add(_ piece: AudioDecoder.Piece, of decoder: borrowing AudioDecoder) {
      if let packet = piece.packet {
        guard job.packets.indices.contains(packet) else { return }
        isHeard = !unheard.contains(UInt32(packet))
        time = Double(job.packets[packet].time) - Double(job.start)
      }
      let tick = Double(job.timescale) / Double(piece.rate)
      defer { time += Double(piece.count) * tick }
      guard isHeard else { return }
      let length = Double(job.duration) / Double(job.partCount)
      var first = 0
      while first < piece.count {
        let part = min(
          max(0, (time + Double(first) * tick) / length), Double(job.partCount) - 1
        ).rounded(.down)
        // The number of samples up to the next part.
        let end = ((part + 1) * length - time) / tick
        let isLast = part + 1 >= Double(job.partCount)
        let next =
          isLast ? piece.count : max(first + 1, Int(min(end, Double(piece.count)).rounded(.up)))
        let level = decoder.level(first..<next)
        var sum = LevelsReply.Level()
        sum.sampleCount = UInt64((next - first) * piece.channels)
        (sum.peak, sum.squares) = (level.peak.bitPattern, level.squares.bitPattern)
        levels[Int(part)] = levels[Int(part)] + sum
        first = next
      }
    }
  }
}
