public import FieldCoding
import HEIF
import ISOBMFF
import Movie
public import WorkerClient
import WorkerProtocol

/// The expected result of a preset for a movie.
public struct MovieForecast: Sendable {
  /// The preset.
  public let preset: MoviePreset
  /// The expected frames, in a few words: `H.264, 1920 × 1080; HDR becomes SDR`.
  public let video: String
  /// The expected audio, in a few words.
  public let audio: String
  /// The parts of the movie that the output would not have, in plain words: `Dolby Vision metadata`.
  public let lost: [String]

  /// The expected results of all presets for a movie.
  ///
  /// Throws if the file is not a movie, or if no preset can be made.
  public static func all(of bytes: Bytes) throws(ConversionError) -> [MovieForecast] {
    let file = BoxFile(bytes)
    guard let movie = MovieFile(file) else {
      throw ConversionError(.input, file.reasonForNoMovie)
    }
    let hasAudio = movie.tracks.contains { $0.handlerType == "soun" }
    var forecasts: [MovieForecast] = []
    var obstacles: [ConversionError] = []
    for preset in MoviePreset.all where hasAudio || preset.video != .removed {
      var options = MovieConverter.Options()
      options.preset = preset
      do throws(ConversionError) {
        forecasts.append(MovieForecast(try MovieConversionPlan(movie, options), options))
      } catch {
        obstacles.append(error)
        forecasts.append(MovieForecast(preset, cannotBeMade: error.message))
      }
    }
    if let first = obstacles.first, obstacles.count == forecasts.count { throw first }
    return forecasts
  }

  private init(_ preset: MoviePreset, cannotBeMade reason: String) {
    self.preset = preset
    video = "cannot be made: \(reason)"
    audio = "nothing is written"
    lost = []
  }

  private init(_ plan: MovieConversionPlan, _ options: MovieConverter.Options) {
    preset = options.preset
    lost =
      plan.lost + plan.audio.coded.compactMap { $0.lostChannels($0.coding?.channelCount) }
      + plan.unwanted + plan.audio.lost.map { "audio of track \($0.track.id)" }
    audio =
      !plan.movie.tracks.contains { $0.handlerType == "soun" }
      ? "no audio"
      : plan.audio.coded.isEmpty ? "audio stays as it is" : "audio becomes AAC"
    let unchosen = plan.unchosen.map { "; \($0)" }.joined()
    guard let source = plan.coded.first, let codec = preset.codec else {
      video =
        switch preset.video {
        case _ where plan.kept.isEmpty: "no video\(unchosen)"
        case .coded(let codec): "\(codec.title) already, which stays as it is\(unchosen)"
        case .kept, .removed: "video stays as it is"
        }
      return
    }
    let (width, height) = source.track.shownSize(
      Int(source.entry.width), Int(source.entry.height))
    let shorter = min(width, height)
    var text = codec.title
    if let most = preset.shorterSide, shorter > most {
      text += ", \(width * most / shorter & ~1) × \(height * most / shorter & ~1)"
    } else {
      text += ", \(width) × \(height)"
    }
    if source.isHDR {
      text += options.bringsIntoRange ? ", HDR becomes SDR" : ", HDR"
    }
    if source.isInterlaced { text += ", deinterlaced" }
    if plan.coded.count > 1 { text += ", and \(plan.coded.count - 1) more tracks" }
    video = text + unchosen
  }
}
