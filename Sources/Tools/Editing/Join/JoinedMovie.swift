import ISOBMFF
import Movie

/// A movie that is appended to others.
struct JoinedMovie {
  let file: BoxFile
  let movie: MovieFile
  /// The number that the edit adds to offsets in its file.
  let shift: Int
  /// The tracks of this movie that continue those of the first movie, by the IDs of these.
  var tracks: [UInt32: Track] = [:]
  /// How late its audio is in players that play whole packets, in seconds.
  var delay = 0.0
  /// What changes in the first frames.
  var start = SplicedStart()
  /// What of each of these tracks comes before, as ``JoinedTrack`` leaves it.
  var starts: [UInt32: Start] = [:]

  /// The start of a track in the joined one.
  struct Start {
    var sample: Int
    /// The new numbers of sample entries, by the old ones from 1.
    var descriptions: [Int]
    var scale: EditedTimescale
  }

  /// Finds the track of this movie that continues each track of another one: the first of a kind continues the first.
  ///
  /// - Returns: the differences because of which they cannot be joined.
  mutating func match(_ first: MovieFile) -> [JoinDifference] {
    var differences: [JoinDifference] = []
    let (own, theirs) = (first.tracksByKind, movie.tracksByKind)
    for kind in ["vide", "soun"] as [FourCC] {
      let (count, other) = (own[kind]?.count ?? 0, theirs[kind]?.count ?? 0)
      let name = kind == "vide" ? "tracks of pictures" : "tracks of audio"
      if count != other {
        differences.append(
          JoinDifference("the number of \(name) (\(count) and \(other))", .leavingTracksOut))
      }
    }
    for (kind, list) in own.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (track, candidate) in zip(list, theirs[kind] ?? []) {
        let found = track.differences(from: candidate)
        if found.isEmpty {
          tracks[track.id] = candidate
        } else if ["vide", "soun"].contains(kind) {
          differences += found
        }
      }
    }
    return differences
  }

  /// What the movie says, and the joined movie does not have because of its tracks.
  var declarations: MovieDeclarations {
    let all = MovieDeclarations(file)
    let titles = Set(tracks.values.flatMap { $0.references("chap") })
    return tracks.values.contains { titles.contains($0.id) } ? all.withoutChapters() : all
  }

  /// The tracks that continue no track.
  var leftOut: [Track] {
    let used = Set(tracks.values.map(\.id))
    return movie.tracks.filter { !used.contains($0.id) }
  }
}

extension MovieFile {
  /// The tracks that have samples, by their handlers.
  fileprivate var tracksByKind: [FourCC: [Track]] {
    Dictionary(grouping: tracks.filter { $0.sampleCount > 0 }, by: \.handlerType)
  }
}

extension Track {
  /// The differences because of which samples of another track cannot follow those of this one.
  fileprivate func differences(from other: Track) -> [JoinDifference] {
    var differences: [JoinDifference] = []
    for entry in other.sampleEntries {
      let forms = sampleEntries.map {
        JoinedSampleForm($0).differences(from: JoinedSampleForm(entry))
      }
      guard !forms.contains(where: \.isEmpty), let least = forms.min(by: { $0.count < $1.count })
      else { continue }
      differences += least
    }
    if handlerType == "vide", matrix != other.matrix {
      differences.append(
        JoinDifference(
          "the rotation of pictures",
          uprightSize != nil && uprightSize == other.uprightSize ? .transcoding("--upright") : nil))
    }
    if handlerType == "vide",
      header?.width != other.header?.width
        || header?.height != other.header?.height, differences.isEmpty
    {
      differences.append(JoinDifference("the size at which pictures are shown"))
    }
    return differences
  }

  /// The size of the frames if they are rotated upright; nil if they cannot be.
  private var uprightSize: [UInt16]? {
    guard let rotation = matrix.exactRotation,
      let entry = sampleEntries.first?[VisualSampleEntry.self]
    else {
      return nil
    }
    return rotation.swapsSides ? [entry.height, entry.width] : [entry.width, entry.height]
  }
}
