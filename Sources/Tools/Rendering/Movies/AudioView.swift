import FieldCoding
import Inspection
public import Movie
import Text

/// The view of a movie's audio on a page. The caller decodes it.
public enum AudioView: Sendable {
  /// The levels of the first audio track over time.
  case levels(TrackAudioLevels)
  /// The reason why they are not shown, as a sentence.
  case missing(String)
  /// There is no audio.
  case none
}

extension TrackAudioLevels {
  /// Lower levels are drawn as silence.
  private static let least = -60.0

  /// Peaks and root mean squares over the time of the movie.
  ///
  /// - Parameter trackClass: the colour of the track.
  func chart(_ time: Axis, _ trackClass: String) -> Chart {
    var chart = Chart(
      "Audio level over time", time,
      Axis(.count("dB"), from: TrackAudioLevels.least, to: max(0, whole.peak)), height: 120)
    chart.area(parts.map { $0?.peak ?? TrackAudioLevels.least }, over: span, "s6 soft")
    chart.area(parts.map { $0?.rootMeanSquare ?? TrackAudioLevels.least }, over: span, trackClass)
    return chart
  }

  /// Sentences about the chart.
  var notes: (usual: [String], odd: [String]) {
    var (usual, odd): ([String], [String]) = ([], [])
    usual.append(
      whole.peak.isFinite
        ? "Track \(track): the peak\(sampled == nil ? "" : " of what was decoded") is \(decimal(whole.peak, digits: 1)) dB of full scale, and the root mean square of all samples \(decimal(whole.rootMeanSquare, digits: 1)) dB."
        : "Track \(track) is silent.")
    let lost = parts.count { $0 == nil }
    if lost > 0 {
      let text =
        "In \(grouped(lost)) of \(counted(parts.count, "part")) of the time no audio was decoded."
      // Writers leave short gaps between packets.
      if lost > parts.count / 20 { odd.append(text) } else { usual.append(text) }
    }
    if let sampled {
      let length = (span.upperBound - span.lowerBound) / Double(max(1, parts.count))
      usual.append(
        "The audio is long: of each \(decimal(length, digits: 1)) s, \(decimal(sampled, digits: 2)) s in the middle were decoded."
      )
    }
    return (usual, odd)
  }
}
