import FieldCoding
import ISOBMFF
import Movie

/// The length of the fragments of a movie.
public enum FragmentLength: Equatable, Sendable {
  /// Each fragment has one group of pictures: it begins with a sync sample, and ends before the next one.
  case group
  /// Each fragment has at least this duration in seconds, and begins with a sync sample.
  case seconds(Double)
}

/// The fragments of a movie begin at samples of one track, the leader.
struct FragmentCuts {
  /// The first video track, or else an audio track.
  let leader: Track
  /// The decoding times at which the fragments after the first begin, in the timescale of the leader.
  var times: [Int64] = []
  /// The indices of the fragments that begin segments: parts that are or can be separate files.
  var segmentStarts: Set<Int> = []

  /// - Parameter leader: the track whose samples decide; ``times`` are to be added.
  init(leader: Track) { self.leader = leader }

  init(_ movie: MovieFile, _ length: FragmentLength) throws(EditError) {
    let tracks = movie.tracks.filter { $0.sampleCount > 0 }
    let pictures = tracks.filter { $0.handlerType == "vide" }
    guard
      let leader = pictures.first(where: \.isEnabled) ?? pictures.first
        ?? tracks.first(where: { $0.handlerType == "soun" }) ?? tracks.first
    else { throw EditError(.invalid, "has no samples to put in fragments") }
    self.leader = leader
    var ticks: Int64 = 0
    if case .seconds(let seconds) = length {
      ticks = Int64(min(max(0, (seconds * Double(leader.timescale)).rounded()), 1e15))
      guard seconds > 0, ticks > 0 else {
        throw EditError(.invalid, "cannot have fragments of \(seconds) s")
      }
    } else if leader.handlerType != "vide" {
      throw EditError(
        .unsupported,
        "has no pictures, and so no groups of pictures: give the length of fragments in seconds")
    }
    var next: Int64?
    for sample in leader.samples {
      guard let cut = next else {
        next = sample.decodeTime.addingSaturating(ticks)
        continue
      }
      guard sample.isSync, sample.decodeTime >= cut else { continue }
      times.append(sample.decodeTime)
      next = sample.decodeTime.addingSaturating(ticks)
    }
  }

  /// The index of the fragment with the samples that a track decodes at a time.
  ///
  /// - Parameter scale: from ticks of that track to those of the leader.
  func fragment(at time: Int64, _ scale: EditedTimescale) -> Int {
    let time = scale.wholeTicks(time)
    return times.partitioningIndex { $0 > time }
  }
}
