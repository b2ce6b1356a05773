package import ISOBMFF
import Movie

extension RemuxedMovie {
  /// Audio as QuickTime describes it; nil if it stays as it is.
  mutating func quickTimeAudio(_ box: Box, _ old: AudioSampleEntry, of track: Track) -> Box? {
    guard old.packets == nil, old.extended == nil, old.children.at("wave").isEmpty else {
      return nil
    }
    var entry = old
    let rate =
      old.setting(SamplingRateBox.self).map { Double($0.samplingRate) } ?? old.samplesPerSecond
    entry.version = 0
    entry.children.removeAll { ["srat", "pcmC"].contains($0.type) }
    if ["ipcm", "fpcm"].contains(box.type) {
      guard let format = PCMFormat(box.type, old) else { return nil }
      entry.setUncompressed(format, channels: old.channels, rate: rate)
      return Box(type: "lpcm", entry, in: .sampleEntries)
    }
    // QuickTime finds settings of these types only in `wave`.
    let types: Set<FourCC> = ["esds", "alac"]
    let settings = entry.children.filter { types.contains($0.type) }
    guard ["mp4a", "alac"].contains(box.type), !settings.isEmpty else {
      return rate >= 65_536 ? nil : Box(type: box.type, entry, in: .sampleEntries)
    }
    entry.children.removeAll { types.contains($0.type) || $0.type == "btrt" }
    let packet = track.samples.first { _ in true }?.duration ?? 0
    entry.setQuickTime(
      settings: settings, of: box.type, packetLength: UInt32(clamping: packet), rate: rate)
    return Box(type: box.type, entry, in: .sampleEntries)
  }
}

extension AudioSampleEntry {
  /// Describes audio in packets of different sizes in QuickTime's form (QuickTime File Format, "Sound sample
  /// descriptions"): version 1, or version 2, which can state all rates.
  ///
  /// - Parameters:
  ///   - settings: the boxes with the decoder configuration.
  ///   - type: the type of the sample entry.
  ///   - packetLength: the audio frames in a packet.
  ///   - rate: the audio frames per second.
  package mutating func setQuickTime(
    settings: [Box], of type: FourCC, packetLength: UInt32, rate: Double
  ) {
    let count = UInt32(clamping: channels)
    compressionID = -2
    if rate < 65_536 {
      version = 1
      var packets = Packets()
      packets.samplesPerPacket = packetLength
      packets.bytesPerPacket = 2
      packets.bytesPerFrame = 2 * count
      packets.bytesPerSample = 2
      self.packets = packets
    } else {
      setExtended(channels: count, rate: rate)
      extended?.constLPCMFramesPerAudioPacket = packetLength
    }
    var format = OriginalFormatBox()
    format.dataFormat = type
    var wave = SoundDecompressionBox()
    wave.children = [Box(format)]
    if type == "mp4a" { wave.children.append(Box(type: type, opaque: Bytes([0, 0, 0, 0]))) }
    wave.children += settings + [Box(type: FourCC(rawValue: 0), opaque: Bytes())]
    children.insert(Box(wave), at: 0)
  }

  /// Sets the fields of version 2. The older fields get the values that it requires.
  private mutating func setExtended(channels: UInt32, rate: Double) {
    version = 2
    channelCount = 3
    sampleSize = 16
    compressionID = -2
    sampleRate = 1 << 16
    var extended = Extended()
    extended.audioSampleRate = rate.bitPattern
    extended.numAudioChannels = channels
    self.extended = extended
  }

  /// `lpcm`.
  fileprivate mutating func setUncompressed(_ format: PCMFormat, channels: Int, rate: Double) {
    let count = UInt32(clamping: channels)
    setExtended(channels: count, rate: rate)
    extended?.constBitsPerChannel = UInt32(format.bits)
    extended?.formatSpecificFlags =
      (format.isFloat ? 1 : 4) | (format.isLittleEndian ? 0 : 2) | 8
    extended?.constBytesPerAudioPacket =
      UInt32(format.bits / 8).multipliedReportingOverflow(by: count).partialValue
    extended?.constLPCMFramesPerAudioPacket = 1
  }
}
