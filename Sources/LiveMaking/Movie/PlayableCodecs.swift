import ISOBMFF
import Movie

/// Codecs that Photos plays, by the types of their sample entries.
enum PlayableCodecs {
  private static let video: Set<FourCC> = [
    "avc1", "hvc1", "dvh1", "dva1", "apch", "apcn", "apcs", "apco", "ap4h", "ap4x",
  ]
  private static let sound: Set<FourCC> = [
    "mp4a", "lpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64", "raw ", "alac", "ac-3", "ec-3",
    "apac",
  ]
  /// The codecs that are played under another type, which `retag` gives them without any loss.
  static let retagged: Set<FourCC> = ["hev1", "avc3", "dvhe", "dvav"]

  static let encrypted: Set<FourCC> = ["encv", "enca", "drmi", "drms"]

  /// The types of the tracks' codecs that are not played.
  static func unplayed(in tracks: [Track]) -> (video: [FourCC], sound: [FourCC]) {
    func others(_ handler: FourCC, _ known: Set<FourCC>) -> [FourCC] {
      tracks.filter { $0.handlerType == handler }.flatMap(\.sampleEntries).map(\.type)
        .filter { !known.contains($0) && !["free", "skip"].contains($0) }
    }
    return (others("vide", video), others("soun", sound))
  }

  /// The command that makes a movie with codecs that are played.
  static func transcoding(video: Bool, sound: Bool) -> String {
    let videoCodec = video ? "libx264 -pix_fmt yuv420p" : "copy"
    let soundCodec = sound ? "aac" : "copy"
    return "ffmpeg -i MOVIE -c:v \(videoCodec) -c:a \(soundCodec) NEW.mov"
  }
}
