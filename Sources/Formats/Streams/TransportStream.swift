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

/// A packet of a transport stream (`transport_packet`, ISO/IEC 13818-1 §2.4.3.2).
struct TransportPacket {
  static let byteCount = 188
  static let syncByte: UInt8 = 0x47
  /// The PID of padding packets.
  static let nullPID = 0x1FFF

  let pid: Int
  /// Whether a section or a PES packet starts in it.
  let startsUnit: Bool
  let isScrambled: Bool
  /// Whether decoding can start with the unit, according to the adaptation field.
  private(set) var isRandomAccess = false
  /// Whether counters and clocks may start at a new value.
  private(set) var isDiscontinuous = false
  let continuityCounter: UInt8
  /// Empty if the packet has only an adaptation field.
  let payload: ArraySlice<UInt8>

  /// Nil if `bytes` do not begin with the sync byte, or are too short.
  init?(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    guard bytes.count == TransportPacket.byteCount, bytes[start] == TransportPacket.syncByte else {
      return nil
    }
    pid = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
    startsUnit = bytes[start + 1] & 0x40 != 0
    isScrambled = bytes[start + 3] & 0xC0 != 0
    continuityCounter = bytes[start + 3] & 0x0F
    var payloadStart = start + 4
    if bytes[start + 3] & 0x20 != 0 {
      let length = Int(bytes[start + 4])
      payloadStart += 1 + length
      if length > 0 {
        isDiscontinuous = bytes[start + 5] & 0x80 != 0
        isRandomAccess = bytes[start + 5] & 0x40 != 0
      }
    }
    let hasPayload = bytes[start + 3] & 0x10 != 0
    payload = hasPayload && payloadStart < bytes.endIndex ? bytes[payloadStart...] : []
  }
}

/// The elementary streams of the first program (ISO/IEC 13818-1 §2.4.4), from the tables PAT and PMT.
struct ProgramMap {
  struct Stream {
    var pid: Int
    var type: StreamType
  }

  private(set) var streams: [Stream] = []
  /// Whether both tables were found.
  private(set) var isComplete = false
  private var mapPID: Int?
  private var sections: [Int: [UInt8]] = [:]

  /// Reads a packet, if it belongs to a table.
  mutating func add(_ packet: TransportPacket) {
    guard packet.pid == 0 || packet.pid == mapPID, !packet.isScrambled,
      !isComplete, let section = section(packet)
    else { return }
    if packet.pid == 0 { readAssociations(section) } else { readMap(section) }
  }

  /// The section that a packet belongs to, when it is complete.
  private mutating func section(_ packet: TransportPacket) -> [UInt8]? {
    if packet.startsUnit {
      guard let pointer = packet.payload.first else { return nil }
      sections[packet.pid] = Array(packet.payload.dropFirst(1 + Int(pointer)))
    } else {
      sections[packet.pid]?.append(contentsOf: packet.payload)
    }
    guard let section = sections[packet.pid], section.count >= 3 else { return nil }
    let count = 3 + (Int(section[1] & 0x0F) << 8 | Int(section[2]))
    guard section.count >= count else { return nil }
    sections[packet.pid] = nil
    // The section ends with a checksum, which is left out.
    return Array(section.prefix(count).dropLast(4))
  }

  /// `program_association_section`
  private mutating func readAssociations(_ section: [UInt8]) {
    guard section.first == 0x00 else { return }
    for entry in stride(from: 8, to: section.count - 3, by: 4)
    where (section[entry], section[entry + 1]) != (0, 0) {
      mapPID = Int(section[entry + 2] & 0x1F) << 8 | Int(section[entry + 3])
      return
    }
  }

  /// `TS_program_map_section`
  private mutating func readMap(_ section: [UInt8]) {
    guard section.first == 0x02, section.count >= 12 else { return }
    isComplete = true
    var position = 12 + (Int(section[10] & 0x0F) << 8 | Int(section[11]))
    while position + 5 <= section.count {
      let end = position + 5 + (Int(section[position + 3] & 0x0F) << 8 | Int(section[position + 4]))
      let descriptors = section[min(position + 5, section.count)..<min(end, section.count)]
      let pid = Int(section[position + 1] & 0x1F) << 8 | Int(section[position + 2])
      if !streams.contains(where: { $0.pid == pid }) {
        streams.append(Stream(pid: pid, type: StreamType(section[position], descriptors)))
      }
      position = end
    }
  }
}

/// The codec of an elementary stream (`stream_type`, ISO/IEC 13818-1 Table 2-34, and types of ATSC, DVB and HLS).
enum StreamType: Equatable {
  case avc, hevc
  case aac
  /// Video with another codec, as documents name it.
  case video(String)
  /// Audio with another codec, as documents name it.
  case audio(String)
  case other

  init(_ number: UInt8, _ descriptors: ArraySlice<UInt8>) {
    switch number {
    case 0x01, 0x02: self = .video("mp4v.61")
    case 0x10: self = .video("mp4v.20")
    case 0x1B, 0xDB: self = .avc
    case 0x24: self = .hevc
    case 0x33: self = .video("vvc1")
    // Types from 0xC0 on are encrypted with SAMPLE-AES, except for headers.
    case 0x0F, 0xCF: self = .aac
    case 0x11: self = .audio("mp4a.40.2")
    case 0x03, 0x04: self = .audio("mp4a.40.34")
    case 0x81, 0xC1: self = .audio("ac-3")
    case 0x87, 0xC2: self = .audio("ec-3")
    case 0x06: self = StreamType(descriptors: descriptors)
    default: self = .other
    }
  }

  /// Private data, whose descriptor states the coding (ETSI EN 300 468 §6.1).
  private init(descriptors: ArraySlice<UInt8>) {
    var rest = descriptors
    while let tag = rest.popFirst(), let count = rest.popFirst() {
      switch tag {
      case 0x6A: self = .audio("ac-3")
      case 0x7A: self = .audio("ec-3")
      case 0x05 where rest.starts(with: Array("Opus".utf8)): self = .audio("Opus")
      default:
        rest = rest.dropFirst(Int(count))
        continue
      }
      return
    }
    self = .other
  }

  var isVideo: Bool {
    switch self {
    case .avc, .hevc, .video: true
    case .aac, .audio, .other: false
    }
  }
}

/// The header of a PES packet (ISO/IEC 13818-1 §2.4.3.6).
struct PESHeader {
  /// The time in ticks of 90 kHz. The packet states 33 bits of it.
  let presentationTime: Int64
  let decodeTime: Int64
  /// The size of the header in bytes.
  let count: Int

  /// Nil if it is not whole, or states no time.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 14, bytes.starts(with: [0, 0, 1]), bytes[6] & 0xC0 == 0x80,
      bytes[7] & 0x80 != 0
    else { return nil }
    func time(_ index: Int) -> Int64 {
      Int64(bytes[index] >> 1 & 7) << 30 | Int64(bytes[index + 1]) << 22
        | Int64(bytes[index + 2] >> 1) << 15 | Int64(bytes[index + 3]) << 7
        | Int64(bytes[index + 4] >> 1)
    }
    presentationTime = time(9)
    decodeTime = bytes[7] & 0x40 != 0 && bytes.count >= 19 ? time(14) : presentationTime
    count = 9 + Int(bytes[8])
  }
}

/// Unwraps times of 33 bits, which start again after 26 hours (ISO/IEC 13818-1 §2.4.3.7).
struct TransportClock {
  static let cycle: Int64 = 1 << 33
  private var last: Int64?

  /// The time with these lower bits that is nearest to the last one.
  mutating func time(_ stamp: Int64) -> Int64 {
    let time = last.map { $0 + TransportClock.distance(from: $0, to: stamp) } ?? stamp
    last = time
    return time
  }

  static func distance(from one: Int64, to other: Int64) -> Int64 {
    let distance = (other &- one) & (cycle - 1)
    return distance < cycle / 2 ? distance : distance - cycle
  }
}
