import FieldCoding
import ISOBMFF
package import Movie

/// The packets of audio that stay if a track is presented in parts, and their times.
///
/// A decoder gives the audio of a packet as a whole. A packet that belongs to a part only partly stays if at least half
/// of it does, at its exact time; then less than half a packet of audio that is hidden is heard in place of the end of
/// the part before it, or of the start of the part behind it.
package struct ContinuousAudio {
  private let parts: PresentedParts
  private let timescale: Int64
  /// The longest time by which an end of a part is off, in ticks of the track.
  private var deviation: Int64 = 0
  /// The number of ends that are off.
  private var count = 0

  package init(_ parts: PresentedParts, _ timescale: Int64) {
    (self.parts, self.timescale) = (parts, timescale)
  }

  /// The time at which a part presents a sample, in ticks of the track; nil if the sample is left out.
  package mutating func time(
    of sample: Sample, in part: PresentedParts.Part, isFirst: Bool, isLast: Bool
  ) -> Int64? {
    let time = sample.compositionTime
    let duration = max(1, sample.duration)
    let before = max(0, part.media.lowerBound.subtractingSaturating(time))
    let behind = max(
      0, time.addingSaturating(duration).subtractingSaturating(part.media.upperBound))
    let hidden = (isFirst ? 0 : before).addingSaturating(isLast ? 0 : behind)
    guard isFirst && before >= duration || before < duration && behind < duration else {
      return nil
    }
    let stays = hidden <= duration / 2
    if hidden > 0 {
      // Ends that are rounded to the movie's timescale are exact.
      let error = stays ? hidden : duration.subtractingSaturating(hidden)
      if error > parts.tick {
        count += 1
        deviation = max(deviation, error)
      }
    }
    return stays ? parts.time(ofMedia: time, in: part, in: timescale) : nil
  }

  /// What is not exact; nil if everything is.
  package func phrase(_ track: Track) -> String? {
    guard count > 0 else { return nil }
    let milliseconds = Double(deviation) * 1000 / Double(timescale)
    return
      "the exact start or end of \(counted(count, "part")) of the audio of track \(track.id), which is cut between packets (at most \(decimal(milliseconds, digits: 1)) ms beside)"
  }
}
