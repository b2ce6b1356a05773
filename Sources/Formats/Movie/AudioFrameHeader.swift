package import FieldCoding
package import ISOBMFF

/// The codecs of audio whose frames state their channels and their rate in their first bytes.
package enum FramedAudioCodec: Sendable {
  /// AC-3 and Enhanced AC-3.
  case ac3
  /// Layers I to III of MPEG audio.
  case mpegAudio

  /// Nil if the sample entry describes another codec.
  package init?(_ entry: Box) {
    switch entry.type {
    case "ac-3", "ec-3": self = .ac3
    case ".mp3", "mp3 ", "ms\0\u{55}", "ms\0\u{50}": self = .mpegAudio
    case "mp4a":
      switch entry[AudioSampleEntry.self]?.elementaryStream?.objectTypeIndication {
      case 0x69, 0x6B: self = .mpegAudio
      case 0xA5, 0xA6: self = .ac3
      default: return nil
      }
    default: return nil
    }
  }
}

/// The channels and the rate of audio as its first frame states them. Decoders follow the frames, also where the sample
/// entry or the decoder configuration says something else.
package struct AudioFrameHeader: Equatable, Sendable {
  /// The channels for all frequencies.
  package private(set) var main = 0
  /// The channels for only low frequencies.
  package private(set) var lfe = 0
  /// The channels of ``main`` that are above the listener.
  package private(set) var top = 0
  package private(set) var samplesPerSecond = 0

  /// Nil if the codec states nothing in its frames, or if no frame begins here.
  package init?(_ entry: Box, sample: Bytes) {
    guard let codec = FramedAudioCodec(entry) else { return nil }
    do throws(FieldError) {
      switch codec {
      case .mpegAudio: try readMPEG(sample)
      case .ac3:
        // The versions of both syntaxes are at the same offset.
        let version = sample.number(at: 5, size: 1) ?? 0
        if version >> 3 > 10 { try readEnhanced(sample) } else { try readAC3(sample) }
      }
    } catch { return nil }
    guard samplesPerSecond > 0, main > 0 else { return nil }
  }

  /// ISO/IEC 11172-3 §2.4.1.3, ISO/IEC 13818-3 §2.4.2.3.
  private mutating func readMPEG(_ frame: Bytes) throws(FieldError) {
    var f = ByteReader(frame)
    guard try f.number(11) == 0x7FF else { return }
    // Version 0 is MPEG 2.5, 2 is MPEG 2, 3 is MPEG 1.
    let (version, layer) = (try f.number(2), try f.number(2))
    _ = try f.number(1)
    let (bits, rate) = (try f.number(4), try f.number(2))
    guard version != 1, layer != 0, (1...14).contains(bits), rate < 3 else { return }
    _ = try f.number(2)
    main = try f.number(2) == 3 ? 1 : 2
    samplesPerSecond = [44_100, 48_000, 32_000][rate] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
  }

  /// ETSI TS 102 366 §4.4.1 and §4.4.2.
  private mutating func readAC3(_ frame: Bytes) throws(FieldError) {
    var f = ByteReader(frame)
    guard try f.number(16) == 0x0B77 else { return }
    _ = try f.number(16)
    let rate = try f.number(2)
    _ = try f.number(6)
    let version = try f.number(5)
    _ = try f.number(3)
    let mode = try f.number(3)
    // The levels of the centre and of the surround channels, and Dolby Surround.
    if mode & 1 != 0, mode != 1 { _ = try f.number(2) }
    if mode & 4 != 0 { _ = try f.number(2) }
    if mode == 2 { _ = try f.number(2) }
    lfe = try f.number(1)
    main = [2, 1, 2, 3, 3, 4, 4, 5][mode]
    // Versions 9 and 10 have a half and a quarter of the rate.
    samplesPerSecond = AudioFrameHeader.rates[rate] >> max(0, version - 8)
  }

  private static let rates = [48_000, 44_100, 32_000, 0]

  /// ETSI TS 102 366 §E.1.2.2: an independent substream, and dependent ones that add channels to it.
  private mutating func readEnhanced(_ sample: Bytes) throws(FieldError) {
    var speakers = 0
    var rest = sample
    while rest.count >= 6 {
      var f = ByteReader(rest)
      guard try f.number(16) == 0x0B77 else { break }
      let isDependent = try f.number(2) == 1
      // A second independent one is the next frame, or another programme.
      if isDependent == (rest.count == sample.count) { break }
      _ = try f.number(3)
      let size = (try f.number(11) + 1) * 2
      let (rate, low) = (try f.number(2), try f.number(2))
      let mode = try f.number(3)
      let own = AudioFrameHeader.speakers(mode, hasLFE: try f.number(1) == 1)
      if isDependent {
        speakers |= try AudioFrameHeader.channelMap(&f, mode) ?? own
      } else {
        speakers = own
        samplesPerSecond =
          rate == 3 ? AudioFrameHeader.rates[low] / 2 : AudioFrameHeader.rates[rate]
      }
      guard size <= rest.count, let next = rest.part(size..<rest.count) else { break }
      rest = next
    }
    for (bit, count) in AudioFrameHeader.counts.enumerated()
    where speakers >> (15 - bit) & 1 != 0 {
      if bit >= 14 { lfe += count } else { main += count }
      if [8, 11, 12, 13].contains(bit) { top += count }
    }
  }

  /// The number of loudspeakers for each bit of a channel map, from its highest bit on (Table E.1.4).
  private static let counts = [1, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 2, 1, 1]

  /// The channel map of a mode; a single channel behind the listener is in the centre.
  private static func speakers(_ mode: Int, hasLFE: Bool) -> Int {
    let (left, center, right, sides, back) = (0x8000, 0x4000, 0x2000, 0x1800, 0x0100)
    let front = mode == 1 ? center : left | right | (mode & 1 == 1 ? center : 0)
    return front | (mode >= 6 ? sides : mode >= 4 ? back : 0) | (hasLFE ? 1 : 0)
  }

  /// The channel map that a dependent substream states; nil if it has none.
  private static func channelMap(_ f: inout ByteReader, _ mode: Int) throws(FieldError) -> Int? {
    _ = try f.number(5)
    // The level of dialogue and the compression of each of one or two programmes.
    for _ in 0..<(mode == 0 ? 2 : 1) {
      _ = try f.number(5)
      if try f.number(1) == 1 { _ = try f.number(8) }
    }
    return try f.number(1) == 1 ? try f.number(16) : nil
  }
}

extension ByteReader {
  fileprivate mutating func number(_ bits: Int) throws(FieldError) -> Int {
    Int(truncatingIfNeeded: try read(bits: bits))
  }
}

/// The format of the numbers in uncompressed audio.
package struct PCMFormat: Equatable, Sendable {
  package var bits: Int
  package var isFloat = false
  package var isSigned = true
  package var isLittleEndian = false

  /// Nil if it is not uncompressed, or in a form that has no decoder.
  package init?(_ type: FourCC, _ entry: AudioSampleEntry) {
    let isLittle = entry.setting(EndianBox.self)?.littleEndian == 1
    let bits = entry.sampleSize > 0 ? Int(entry.sampleSize) : 16
    switch type {
    case "sowt": self.init(bits: bits, isLittleEndian: true)
    case "twos": self.init(bits: bits)
    case "raw ", "NONE": self.init(bits: bits, isSigned: bits > 8)
    case "in24": self.init(bits: 24, isLittleEndian: isLittle)
    case "in32": self.init(bits: 32, isLittleEndian: isLittle)
    case "fl32": self.init(bits: 32, isFloat: true, isLittleEndian: isLittle)
    case "fl64": self.init(bits: 64, isFloat: true, isLittleEndian: isLittle)
    case "lpcm":
      guard let extended = entry.extended else { return nil }
      self.init(extended)
    case "ipcm", "fpcm":
      guard let configuration = entry.setting(PCMConfigurationBox.self) else { return nil }
      self.init(
        bits: Int(configuration.sampleSize), isFloat: type == "fpcm",
        isLittleEndian: configuration.formatFlags & 1 != 0)
    default: return nil
    }
    guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(self.bits) else { return nil }
  }

  private init(
    bits: Int, isFloat: Bool = false, isSigned: Bool = true, isLittleEndian: Bool = false
  ) {
    (self.bits, self.isFloat) = (bits, isFloat)
    (self.isSigned, self.isLittleEndian) = (isSigned, isLittleEndian)
  }

  /// Reads `lpcm`, whose flags are those of Core Audio: 1 float, 2 big-endian, 4 signed, 16 aligned high, 32
  /// non-interleaved.
  private init?(_ extended: AudioSampleEntry.Extended) {
    let flags = extended.formatSpecificFlags
    let frame = extended.constBytesPerAudioPacket
    guard flags & 32 == 0, extended.numAudioChannels > 0,
      extended.constLPCMFramesPerAudioPacket == 1, frame % extended.numAudioChannels == 0
    else { return nil }
    let bits = Int(frame / extended.numAudioChannels) * 8
    // Samples with padding bits are only supported if they are aligned high.
    guard bits == Int(extended.constBitsPerChannel) || flags & 16 != 0 else { return nil }
    self.init(
      bits: bits, isFloat: flags & 1 != 0, isSigned: flags & 4 != 0,
      isLittleEndian: flags & 2 == 0)
  }
}

extension AudioSampleEntry {
  /// The boxes of the decoder configuration: those of the entry, and in QuickTime those in `wave`.
  package var settings: [Box] { children + children.at("wave") }

  package func setting<Body: BoxBody>(_ type: Body.Type) -> Body? { settings.first(type) }

  package var elementaryStream: ElementaryStreamDescriptorBox? {
    setting(ElementaryStreamDescriptorBox.self)
  }
}

/// The levels of the decoded audio of a track over time.
public struct TrackAudioLevels: Sendable, Equatable {
  /// A level of audio in decibels relative to full scale (dBFS): 0 is the largest integer sample value, and
  /// silence is minus infinity.
  public struct Level: Sendable, Equatable {
    /// The level of the sample with the largest absolute value.
    public var peak: Double
    /// The level of the root mean square of all samples of all channels.
    public var rootMeanSquare: Double

    /// A level in decibels.
    public init(peak: Double, rootMeanSquare: Double) {
      (self.peak, self.rootMeanSquare) = (peak, rootMeanSquare)
    }
  }

  /// The `track_ID`.
  public var track: UInt32
  /// The time of all parts together, in seconds of media time.
  public var span: ClosedRange<Double>
  /// The levels of equal parts of the time; nil for a part in which nothing was decoded.
  public var parts: [Level?]
  /// The level of everything that was decoded.
  public var whole: Level
  /// The approximate number of seconds of each part that were decoded; nil if all parts were decoded
  /// completely.
  public var sampled: Double?

  /// Levels of a track.
  public init(
    track: UInt32, span: ClosedRange<Double>, parts: [Level?], whole: Level, sampled: Double? = nil
  ) {
    (self.track, self.span, self.parts) = (track, span, parts)
    (self.whole, self.sampled) = (whole, sampled)
  }
}
