import FieldCoding
import ISOBMFF

extension ElementaryStreamDescriptorBox {
  /// AAC with this configuration, or MP3, which has none (ISO/IEC 14496-14 §6.7.2).
  init(audio configuration: Bytes?) throws(FieldError) {
    var settings = Descriptor.DecoderConfig()
    if configuration == nil { settings.objectTypeIndication = 0x6B }
    var audio: AudioSpecificConfig?
    if let configuration { audio = try AudioSpecificConfig(decoding: configuration) }
    self.init(settings, audio: audio)
  }
}

extension OpusSpecificBox {
  /// The contents of the header of an Ogg stream (RFC 7845 §5.1), whose numbers are little-endian.
  init(identificationHeader header: Bytes) throws(FieldError) {
    self.init()
    guard header.count >= 19, header.starts(with: Array("OpusHead".utf8)) else {
      throw FieldError(.invalid("it has no Opus header"), offset: header.fileOffset)
    }
    func number(_ start: Int, _ count: Int) -> UInt32 {
      (0..<count).reversed().reduce(0) { $0 << 8 | UInt32(header[start + $1]) }
    }
    outputChannelCount = header[9]
    preSkip = UInt16(number(10, 2))
    inputSampleRate = number(12, 4)
    outputGain = Int16(bitPattern: UInt16(number(16, 2)))
    channelMappingFamily = header[18]
    guard channelMappingFamily != 0 else { return }
    guard header.count >= 21 + Int(outputChannelCount) else {
      throw FieldError(.invalid("its Opus header is truncated"), offset: header.fileOffset)
    }
    (streamCount, coupledCount) = (header[19], header[20])
    channelMapping = Array(header.dropFirst(21).prefix(Int(outputChannelCount)))
  }
}

/// A packet of Opus.
enum OpusPacket {
  /// The number of samples per channel at 48 kHz (RFC 6716 §3.1); 0 if the packet does not state it.
  static func length(of packet: Bytes) -> Int64 {
    guard let head = packet.first else { return 0 }
    let number = Int(head >> 3)
    let length: Int64 =
      switch number {
      case 0..<12: [480, 960, 1920, 2880][number & 3]
      case 12..<16: [480, 960][number & 1]
      default: [120, 240, 480, 960][number & 3]
      }
    switch head & 3 {
    case 0: return length
    case 1, 2: return length * 2
    default: return packet.count > 1 ? length * Int64(packet[1] & 63) : 0
    }
  }
}

extension FLACSpecificBox {
  /// The configuration of FLAC in containers: the block STREAMINFO, or the start of a file with that block.
  init(streamInfo configuration: Bytes) throws(FieldError) {
    self.init()
    let isFile = configuration.starts(with: Array("fLaC".utf8))
    let data = configuration.dropFirst(isFile ? 8 : 0).prefix(34)
    guard data.count == 34 else {
      throw FieldError(.invalid("it has no STREAMINFO of FLAC"), offset: configuration.fileOffset)
    }
    var block = Block()
    block.data = Bytes(Array(data))
    blocks = [block]
  }

  /// The samples per channel of a packet, if all packets have the same number; nil if it is not stated.
  var blockSize: Int64? {
    guard let data = blocks.first?.data, data.count >= 4 else { return nil }
    let sizes = (data.prefix(2), data.dropFirst(2).prefix(2))
    guard sizes.0.elementsEqual(sizes.1) else { return nil }
    return sizes.0.reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// A frame of FLAC, which is a packet.
enum FLACFrame {
  /// The number of samples per channel (RFC 9639 §9.1); 0 if the packet does not begin with a frame.
  static func length(of packet: Bytes) -> Int64 {
    guard packet.count > 4, packet[0] == 0xFF, packet[1] >> 2 == 0b111110 else { return 0 }
    // The number of the frame, or of its first sample, has as many bytes as a character of UTF-8 would have.
    let offset = 4 + max(1, (~packet[4]).leadingZeroBitCount)
    switch packet[2] >> 4 {
    case 1: return 192
    case let code where (2...5).contains(code): return 144 << Int64(code)
    case 6: return packet.part(offset..<offset + 1).map { Int64($0[0]) + 1 } ?? 0
    case 7:
      return packet.part(offset..<offset + 2).map { Int64($0[0]) << 8 + Int64($0[1]) + 1 } ?? 0
    case let code where code >= 8: return 1 << Int64(code)
    default: return 0
    }
  }
}

/// A synchronisation frame of AC-3 or Enhanced AC-3 (ETSI TS 102 366 §4.3, §E.1.2): the fields that a sample entry
/// needs.
struct DolbyFrame {
  private(set) var isEnhanced = false
  private(set) var byteCount = 0
  /// Whether it belongs to an independent substream before it.
  private(set) var isDependent = false
  private(set) var fscod: UInt8 = 0
  private(set) var sampleRate = 48_000
  private(set) var sampleCount = 1536
  private(set) var bsid: UInt8 = 0
  private(set) var bsmod: UInt8 = 0
  private(set) var acmod: UInt8 = 0
  private(set) var lfeon = false
  private(set) var bitRateCode: UInt8 = 0
  /// The channels of a dependent substream (`chanmap`), the first in the highest bit.
  private(set) var channels: UInt16 = 0

  /// The channels of this frame, with that for low frequencies.
  var channelCount: UInt16 {
    [2, 1, 2, 3, 3, 4, 4, 5][Int(acmod & 7)] + (lfeon ? 1 : 0)
  }

  init(_ bytes: Bytes) throws(FieldError) {
    var reader = ByteReader(bytes)
    func number(_ bits: Int) throws(FieldError) -> UInt8 { UInt8(try reader.read(bits: bits)) }
    guard try reader.read(bits: 16) == 0x0B77 else {
      throw FieldError(.invalid("an AC-3 frame has to begin with 0B77"), offset: bytes.fileOffset)
    }
    // The version is at the same offset in both.
    guard let version = bytes.part(5..<6)?.first else {
      throw FieldError(.invalid("an AC-3 frame is truncated"), offset: bytes.fileOffset)
    }
    isEnhanced = version >> 3 > 10
    guard isEnhanced else {
      _ = try reader.read(bits: 16)
      fscod = try number(2)
      bitRateCode = try number(6) >> 1
      (bsid, bsmod, acmod) = (try number(5), try number(3), try number(3))
      // The mix levels of channels are between them.
      if acmod & 1 == 1, acmod != 1 { _ = try number(2) }
      if acmod & 4 != 0 { _ = try number(2) }
      if acmod == 2 { _ = try number(2) }
      lfeon = try number(1) == 1
      byteCount = bytes.count
      sampleRate = fscod < 3 ? [48_000, 44_100, 32_000][Int(fscod)] : 48_000
      return
    }
    isDependent = try number(2) == 1
    _ = try number(3)
    byteCount = (Int(try reader.read(bits: 11)) + 1) * 2
    fscod = try number(2)
    let code = try number(2)
    let rates = [48_000, 44_100, 32_000]
    sampleRate = fscod < 3 ? rates[Int(fscod)] : rates[min(2, Int(code))] / 2
    if fscod < 3 { sampleCount = [1, 2, 3, 6][Int(code)] * 256 }
    (acmod, lfeon) = (try number(3), try number(1) == 1)
    bsid = try number(5)
    for _ in 0..<(acmod == 0 ? 2 : 1) {
      _ = try number(5)
      if try number(1) == 1 { _ = try number(8) }
    }
    if isDependent, try number(1) == 1 { channels = UInt16(try reader.read(bits: 16)) }
  }

  /// Nil if the packet does not start with a frame.
  static func first(of packet: Bytes) -> DolbyFrame? { try? DolbyFrame(packet) }

  /// All frames of a packet of Enhanced AC-3.
  static func all(of packet: Bytes) throws(FieldError) -> [DolbyFrame] {
    var frames: [DolbyFrame] = []
    var rest = packet
    while !rest.isEmpty {
      let frame = try DolbyFrame(rest)
      frames.append(frame)
      rest = rest.part(min(rest.count, frame.byteCount)..<rest.count) ?? Bytes()
    }
    return frames
  }
}

extension AC3SpecificBox {
  /// The contents of `dac3`, from the first packet of a track.
  init(_ packet: Bytes) throws(FieldError) {
    self.init()
    let frame = try DolbyFrame(packet)
    (fscod, bsid, bsmod, acmod) = (frame.fscod, frame.bsid, frame.bsmod, frame.acmod)
    (lfeon, bitRateCode) = (frame.lfeon, frame.bitRateCode)
  }
}

extension EC3SpecificBox {
  /// The contents of `dec3`, from the first packet of a track, which has a frame of each substream.
  init(_ packet: Bytes) throws(FieldError) {
    self.init()
    let frames = try DolbyFrame.all(of: packet)
    substreams = []
    var (bits, samples) = (0, 0)
    for frame in frames {
      bits += frame.byteCount * 8
      guard frame.isDependent, let last = substreams.indices.last else {
        samples = frame.sampleCount
        var substream = Substream()
        (substream.fscod, substream.bsid, substream.acmod) = (frame.fscod, frame.bsid, frame.acmod)
        substream.lfeon = frame.lfeon
        substreams.append(substream)
        continue
      }
      substreams[last].numDependent += 1
      // Lc and Rc, and four more, follow each other in both (§F.6.2.13); then Lw and Rw, Lvh and Rvh, Cvh, and LFE2.
      for (bit, channel) in [5, 6, 7, 8, 9, 10, 11, 12, 15].enumerated()
      where frame.channels >> (15 - UInt16(channel)) & 1 == 1 {
        substreams[last].channelLocations |= 1 << UInt16(bit)
      }
    }
    guard !substreams.isEmpty, substreams.count <= 8, samples > 0 else {
      throw FieldError(.invalid("it has no substreams that can be described"), offset: 0)
    }
    let rate = frames.first?.sampleRate ?? 48_000
    dataRate = UInt16(clamping: min(8191, bits * rate / samples / 1000))
  }
}
