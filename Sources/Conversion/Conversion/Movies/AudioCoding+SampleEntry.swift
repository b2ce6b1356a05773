import FieldCoding
import ISOBMFF
import Movie
import WorkerProtocol

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
      guard let settings = entry.children.first(where: { $0.type == "wave" })?.payload else {
        return false
      }
      configuration = settings
    case "alac":
      // FFmpeg needs the whole box, without trailing bytes.
      guard let payload = entry.settings.first(where: { $0.type == "alac" })?.payload,
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
