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
