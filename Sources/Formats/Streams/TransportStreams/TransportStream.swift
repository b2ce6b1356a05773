package import FieldCoding
package import Movie

/// Samples of the first program of a transport stream (ISO/IEC 13818-1), with their times. Bytes are not kept.
package struct TransportStream: Sendable {
  /// The tracks with samples, in the order of the program map.
  package private(set) var tracks: [Track] = []
  /// Whether the tables of the streams exist (PAT and PMT).
  package let hasTables: Bool
  /// The error of the first damaged packet.
  package private(set) var damage: FieldError?

  /// An elementary stream of frames or audio. Times are in ticks of ``timescale``.
  package struct Track: Sendable {
    /// The number of its packets.
    package var pid: Int
    package var isVideo: Bool
    /// The samples in decoding order.
    package var samples: [Sample] = []
    /// The coding that its first samples state; nil if they state none.
    package var coded: StreamedTrack?
  }

  /// A frame of video or of audio.
  package struct Sample: Sendable {
    package var decodeTime: Int64
    package var presentationTime: Int64
    package var duration: Int64
    /// Whether decoding can start with it.
    package var isKey: Bool
  }

  /// Ticks in a second.
  package static let timescale: Int64 = 90_000
  /// Times start at 0 again after this number of seconds.
  package static let secondsInCycle = Double(TransportClock.cycle) / Double(timescale)

  /// - Parameter tables: the bytes before `bytes`, if these have no tables themselves.
  package init(_ bytes: Bytes, tables: Bytes? = nil) {
    var reader = StreamReader()
    if let tables { reader.read(tables) }
    reader.endTables()
    damage = reader.read(bytes)
    hasTables = reader.map.isComplete
    tracks = reader.end()
  }
}

/// Reads packets one after the other.
private struct StreamReader {
  private(set) var map = ProgramMap()
  private var streams: [Int: ElementaryStream] = [:]
  private var counters: [Int: UInt8] = [:]
  private var clock = TransportClock()
  private static let packetsAtOnce = 4096

  /// - Returns: the first error.
  @discardableResult
  mutating func read(_ bytes: Bytes) -> FieldError? {
    var damage: FieldError?
    let count = TransportPacket.byteCount
    func error(_ words: String, _ offset: Int) -> FieldError {
      FieldError(.invalid(words), offset: bytes.fileOffset + offset)
    }
    for start in stride(from: 0, to: bytes.count, by: StreamReader.packetsAtOnce * count) {
      let end = min(bytes.count, start + StreamReader.packetsAtOnce * count)
      guard let part = bytes.part(start..<end) else { return damage }
      let block = Array(part)
      for position in stride(from: 0, to: block.count, by: count) {
        guard let packet = TransportPacket(block[position..<min(position + count, block.count)])
        else {
          damage =
            damage
            ?? error(
              position + count > block.count
                ? "the last packet has \(grouped(block.count - position)) bytes, but packets have \(count)"
                : "a packet does not begin with 0x47 (ISO/IEC 13818-1 §2.4.3.2)", start + position)
          continue
        }
        if let words = gap(packet) { damage = damage ?? error(words, start + position) }
        add(packet)
      }
    }
    return damage
  }

  /// Drops everything except the tables.
  mutating func endTables() {
    streams = [:]
    counters = [:]
  }

  /// The error if packets are missing before this one.
  private mutating func gap(_ packet: TransportPacket) -> String? {
    guard packet.pid != TransportPacket.nullPID, !packet.payload.isEmpty else { return nil }
    defer { counters[packet.pid] = packet.continuityCounter }
    guard let last = counters[packet.pid], !packet.isDiscontinuous,
      packet.continuityCounter != last, packet.continuityCounter != (last + 1) & 0x0F
    else { return nil }
    return
      "packets of stream \(packet.pid) are missing: the continuity counter is \(packet.continuityCounter) after \(last) (ISO/IEC 13818-1 §2.4.3.3)"
  }

  private mutating func add(_ packet: TransportPacket) {
    map.add(packet)
    guard let type = map.streams.first(where: { $0.pid == packet.pid })?.type, type != .other else {
      return
    }
    streams[packet.pid, default: ElementaryStream(type, pid: packet.pid)].add(packet, &clock)
  }

  mutating func end() -> [TransportStream.Track] {
    map.streams.compactMap { stream in
      guard var elementary = streams[stream.pid] else { return nil }
      elementary.end(&clock)
      return elementary.track.samples.isEmpty ? nil : elementary.track
    }
  }
}
