import FieldCoding
import ISOBMFF
import Movie
import WorkerProtocol

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
