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
