import ISOBMFF
import Movie

/// Codecs that Photos plays, by the types of their sample entries.
enum LivePhotoCodecs {
  private static let video: Set<FourCC> = ["avc1", "hvc1", "dvh1", "dva1"]
  private static let audio: Set<FourCC> = [
    "mp4a", "lpcm", "sowt", "twos", "raw ", "alac", "ac-3", "ec-3", "apac",
  ]
  /// Bits of a sample of PCM, by types that state them.
  private static let pcm: [FourCC: Int] = ["in24": 24, "in32": 32, "fl32": 32, "fl64": 64]
  static let proRes: Set<FourCC> = ["apch", "apcn", "apcs", "apco", "ap4h", "ap4x"]
  /// The types of MP3 in QuickTime, including those of Windows.
  static let mp3: Set<FourCC> = [
    ".mp3", FourCC(rawValue: 0x6D73_0055), FourCC(rawValue: 0x6D73_0050),
  ]

  /// Audio that players know, and no phone puts into a Live Photo.
  static let unusualAudio: [FourCC: String] = ["alac": "ALAC", "ac-3": "AC-3", "ec-3": "E-AC-3"]

  /// The bits of a sample of uncompressed audio; nil for other audio.
  static func pcmBits(_ type: FourCC, _ entry: AudioSampleEntry) -> Int? {
    if let bits = pcm[type] { return bits }
    guard ["lpcm", "sowt", "twos"].contains(type) else { return nil }
    return entry.extended.map { Int($0.constBitsPerChannel) } ?? Int(entry.sampleSize)
  }
  /// The codecs that are played under another type, which `retag` gives them without any loss.
  static let retagged: Set<FourCC> = ["hev1", "avc3", "dvhe", "dvav"]

  /// The types of the tracks' codecs that are not played.
  static func unplayed(in tracks: [Track]) -> (video: [FourCC], audio: [FourCC]) {
    func others(_ handler: FourCC, _ known: Set<FourCC>) -> [FourCC] {
      tracks.filter { $0.handlerType == handler }.flatMap(\.sampleEntries).map(\.type)
        .filter { !known.contains($0) && !["free", "skip"].contains($0) }
    }
    return (
      others("vide", video.union(proRes)), others("soun", audio.union(pcm.keys).union(mp3))
    )
  }

  /// The command that makes a movie with codecs that are played.
  static func transcoding(video: Bool, audio: Bool) -> String {
    let advice = video || !audio ? "" : " --preset passthrough --audio aac"
    return "boxwalk transcode MOVIE\(advice) -o NEW.mov"
  }
}
