import Editing
import FieldCoding
import ISOBMFF
import Movie
import WorkerProtocol

/// The description of AAC that was re-encoded.
struct ConvertedAudioEntry {
  private let reply: AudioReply
  /// Whether the movie is a QuickTime movie, which describes audio differently.
  private let isQuickTime: Bool
  private let dataReferenceIndex: UInt16

  init(_ reply: AudioReply, in file: BoxFile, of source: AudioSource) {
    self.reply = reply
    isQuickTime = file.isQuickTime
    dataReferenceIndex = source.entry.dataReferenceIndex
  }

  func box() throws(FieldError) -> Box {
    var entry = AudioSampleEntry()
    entry.dataReferenceIndex = dataReferenceIndex
    entry.channelCount = reply.channelCount
    // A rate that does not fit into the field is only in the decoder configuration.
    let hasRoom = reply.sampleRate < 1 << 16
    entry.sampleRate = hasRoom ? reply.sampleRate << 16 : 0
    let stream = Box(try elementaryStream())
    if isQuickTime {
      entry.setQuickTime(
        settings: [stream], of: "mp4a", packetLength: reply.packetLength,
        rate: Double(reply.sampleRate))
    } else {
      entry.children = [stream, Box(bitRates)]
    }
    return Box(type: "mp4a", entry, in: .sampleEntries)
  }

  /// ISO/IEC 14496-14 §6.7.2.
  private func elementaryStream() throws(FieldError) -> ElementaryStreamDescriptorBox {
    var configuration = Descriptor.DecoderConfig()
    configuration.bufferSizeDB = bitRates.bufferSizeDB
    configuration.maxBitrate = bitRates.maxBitrate
    configuration.avgBitrate = bitRates.avgBitrate
    return ElementaryStreamDescriptorBox(
      configuration, audio: try AudioSpecificConfig(decoding: reply.configuration))
  }

  /// On the whole, and the most in a second (ISO/IEC 14496-12 §8.5.2).
  private var bitRates: BitRateBox {
    var box = BitRateBox()
    // A packet of AAC has at most 6,144 bits per channel.
    box.bufferSizeDB = UInt32(reply.channelCount) * 768
    let (length, rate) = (max(1, Double(reply.packetLength)), Double(reply.sampleRate))
    let bits = reply.packetSizes.map { Double($0) * 8 }
    let duration = max(1, Double(bits.count)) * length / max(1, rate)
    box.avgBitrate = UInt32(clamping: Int(bits.reduce(0, +) / duration))
    let window = max(1, Int(rate / length))
    var (sum, most) = (0.0, 0.0)
    for (index, packet) in bits.enumerated() {
      sum += packet - (index >= window ? bits[index - window] : 0)
      most = max(most, sum)
    }
    box.maxBitrate = max(box.avgBitrate, UInt32(clamping: Int(most)))
    return box
  }
}

extension AudioCoding {
  /// The coding of audio, as its sample entry states it; nil if there is no decoder for it.
  init?(_ type: FourCC, _ entry: AudioSampleEntry) {
    self.init()
    sampleRate = UInt32(exactly: entry.samplesPerSecond.rounded()) ?? 0
    if let rate = entry.setting(SamplingRateBox.self) { sampleRate = rate.samplingRate }
    channelCount = UInt16(clamping: entry.channels)
    bitsPerSample = UInt16(
      clamping: entry.extended?.constBitsPerChannel ?? UInt32(entry.sampleSize))
    packetSize =
      entry.extended?.constBytesPerAudioPacket ?? entry.packets?.bytesPerFrame ?? 0
    if let format = PCMFormat(type, entry) {
      decoder = Text(format.decoder)
      bitsPerSample = UInt16(format.bits)
      positions = entry.channelPositions
    } else if type == "mp4a" {
      guard let stream = entry.elementaryStream, setUp(for: stream) else { return nil }
    } else {
      guard let name = AudioCoding.decoders[type], setUp(for: type, entry) else { return nil }
      decoder = Text(name)
    }
  }

  /// FFmpeg's names of decoders by sample entries.
  private static let decoders: [FourCC: String] = [
    "ulaw": "pcm_mulaw", "alaw": "pcm_alaw", "alac": "alac", "fLaC": "flac", "Opus": "opus",
    "ac-3": "ac3", "ec-3": "eac3", "samr": "amrnb", "sawb": "amrwb", ".mp3": "mp3float",
    "dtsc": "dca", "dtse": "dca", "dtsh": "dca", "dtsl": "dca", "mlpa": "truehd",
    "ima4": "adpcm_ima_qt", "MAC3": "mace3", "MAC6": "mace6", "QDM2": "qdm2", "QDMC": "qdmc",
    "Qclp": "qcelp", "agsm": "gsm",
    // The codings of Windows, by their numbers.
    FourCC(rawValue: 0x6D73_0002): "adpcm_ms", FourCC(rawValue: 0x6D73_0011): "adpcm_ima_wav",
    FourCC(rawValue: 0x6D73_0050): "mp2float", FourCC(rawValue: 0x6D73_0055): "mp3float",
  ]

  /// Sets what the decoder needs besides the numbers of the sample entry.
  private mutating func setUp(for type: FourCC, _ entry: AudioSampleEntry) -> Bool {
    switch type {
    case "samr": (sampleRate, channelCount) = (8000, 1)
    case "sawb": (sampleRate, channelCount) = (16000, 1)
    case "Qclp", "agsm": channelCount = 1
    case "ima4": packetSize = 34 * UInt32(channelCount)
    case "QDM2", "QDMC":
      guard let settings = entry.children.first("wave")?.payload else {
        return false
      }
      configuration = settings
    case "alac":
      // FFmpeg needs the whole box, without trailing bytes.
      guard let payload = entry.settings.first("alac")?.payload,
        payload.count >= 28
      else { return false }
      configuration = Bytes([0, 0, 0, 36] + Array("alac".utf8) + payload.prefix(28))
    case "fLaC":
      guard let info = entry.setting(FLACSpecificBox.self)?.blocks.first?.streamInfo,
        let bytes = try? info.encoded()
      else { return false }
      configuration = Bytes(bytes)
    case "Opus":
      guard let box = entry.setting(OpusSpecificBox.self) else { return false }
      channelCount = UInt16(box.outputChannelCount)
      configuration = Bytes(box.identificationHeader)
    default: break
    }
    return true
  }

  /// Sets the coding of `mp4a`, according to its elementary stream (ISO/IEC 14496-1 §7.2.6.6).
  private mutating func setUp(for stream: ElementaryStreamDescriptorBox) -> Bool {
    switch stream.objectTypeIndication {
    case 0x40, 0x66, 0x67, 0x68:
      guard let audio = stream.audioConfiguration, let bytes = try? audio.encoded() else {
        return false
      }
      configuration = Bytes(bytes)
      if let count = audio.channelCount { channelCount = UInt16(clamping: count) }
      switch audio.audioObjectType {
      case 36: decoder = "als"
      case 34: decoder = "mp3on4float"
      default: decoder = "aac"
      }
    case 0x69, 0x6B: decoder = "mp3float"
    case 0xA5: decoder = "ac3"
    case 0xA6: decoder = "eac3"
    case 0xA9: decoder = "dca"
    case 0xAD: decoder = "opus"
    case 0xDD:
      decoder = "vorbis"
      configuration = stream.specificInformation ?? Bytes()
    case 0xE1: decoder = "qcelp"
    default: return false
    }
    return true
  }
}

extension ElementaryStreamDescriptorBox {
  /// The bytes of `DecoderSpecificInfo` that is not of AAC.
  fileprivate var specificInformation: Bytes? {
    descriptors.lazy.flatMap(\.children).flatMap(\.children).first { $0.tag == 5 }?.data
  }
}

extension PCMFormat {
  /// FFmpeg's name of the decoder.
  var decoder: String {
    let kind = isFloat ? "f" : isSigned ? "s" : "u"
    return "pcm_\(kind)\(bits)" + (bits > 8 ? isLittleEndian ? "le" : "be" : "")
  }
}

extension AudioCoding {
  /// The bytes of one sample of all channels, for audio whose samples are not coded in packets.
  static func pcmFrame(_ coding: AudioCoding) -> Int? {
    let name = coding.decoder.string
    guard name.hasPrefix("pcm_"), coding.channelCount > 0 else { return nil }
    let bits = ["pcm_mulaw", "pcm_alaw"].contains(name) ? 8 : Int(coding.bitsPerSample)
    return bits / 8 * Int(coding.channelCount)
  }
}

extension AudioSampleEntry {
  /// The position of each channel, with FFmpeg's numbers (`AVChannel`), as `chan` or `chnl` states it; empty if it is not
  /// stated, or if there are two channels with the same position.
  var channelPositions: [UInt8] {
    let stated: [UInt8?]
    if let layout = setting(ChannelLayout.self) {
      stated = layout.channelPositions
    } else {
      stated = (setting(AudioChannelLayoutBox.self)?.labels ?? []).map {
        AudioSampleEntry.positions[$0]
      }
    }
    let known = stated.compactMap { $0 }
    guard known.count == channels, stated.count == channels, Set(known).count == known.count else {
      return []
    }
    return known
  }

  /// Positions by the labels of Core Audio.
  fileprivate static let positions: [UInt32: UInt8] = [
    1: 0, 2: 1, 3: 2, 4: 3, 5: 9, 6: 10, 7: 6, 8: 7, 9: 8, 10: 33, 11: 34, 12: 11, 13: 12, 14: 13,
    15: 14, 16: 15, 17: 16, 18: 17, 33: 4, 34: 5, 35: 31, 36: 32, 37: 35, 42: 2,
  ]
}

extension ChannelLayout {
  /// Positions with the numbers of ISO/IEC 23091-3, in the order of the channels of its layouts.
  fileprivate var channelPositions: [UInt8?] {
    guard definedLayout != 0 else {
      return positions.map { ChannelLayout.speakers[$0.speakerPosition] }
    }
    guard omittedChannelsMap ?? 0 == 0 else { return [] }
    return ChannelLayout.layouts[definedLayout]?.map { ChannelLayout.speakers[$0] } ?? []
  }

  /// FFmpeg's numbers: L R C LFE Ls Rs Lc Rc Lsr Rsr Cs Lsd Rsd Lss Rss Lw Rw.
  private static let speakers: [UInt8: UInt8] = [
    0: 0, 1: 1, 2: 2, 3: 3, 4: 9, 5: 10, 6: 6, 7: 7, 8: 4, 9: 5, 10: 8, 11: 33, 12: 34, 13: 9,
    14: 10, 15: 31, 16: 32,
  ]

  private static let layouts: [UInt8: [UInt8]] = [
    1: [2], 2: [0, 1], 3: [2, 0, 1], 4: [2, 0, 1, 10], 5: [2, 0, 1, 4, 5], 6: [2, 0, 1, 4, 5, 3],
    7: [2, 6, 7, 0, 1, 4, 5, 3], 9: [0, 1, 10], 10: [0, 1, 4, 5], 11: [2, 0, 1, 4, 5, 10, 3],
    12: [2, 0, 1, 4, 5, 8, 9, 3],
  ]
}
