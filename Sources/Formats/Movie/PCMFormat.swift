package import ISOBMFF

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
