/// A variant of a multivariant playlist, with the tracks that play together.
struct ExaminedVariant {
  let variant: HLSMultivariantPlaylist.Variant
  /// Nil if its playlist could not be read.
  let track: ExaminedStreamTrack?
  /// The audio of the group that it names; empty if it names none, or if the audio is in the variant itself.
  let audio: [ExaminedStreamTrack]
  /// Texts of the group that it names.
  let texts: [ExaminedStreamTrack]
}

extension ExaminedStream {
  /// The tracks by the URLs of their playlists in the multivariant playlist.
  private var trackIndices: [String: Int] {
    Dictionary(
      playlists.enumerated().compactMap { index, playlist in
        playlist.entry.map { ($0.url, index) }
      }
    ) { first, _ in first }
  }

  /// The variants, including those of key frames.
  func examineVariants() -> [ExaminedVariant] {
    guard let multivariant else { return [] }
    let indices = trackIndices
    func track(_ url: String?) -> ExaminedStreamTrack? {
      url.flatMap { indices[$0] }.map { tracks[$0] }
    }
    var groups: [String: [ExaminedStreamTrack]] = [:]
    var seen: Set<[String]> = []
    for rendition in multivariant.renditions {
      let group = "\(rendition.type) \(rendition.group)"
      // Each track is added once, even if several renditions refer to it.
      if let url = rendition.url, let track = track(url),
        seen.insert([group, url]).inserted
      {
        groups[group, default: []].append(track)
      }
    }
    let most = ExaminedStream.mostPlaylists
    let all = multivariant.variants.prefix(most) + multivariant.keyFrames.prefix(most)
    return all.map { variant in
      ExaminedVariant(
        variant: variant, track: track(variant.url),
        audio: variant.attributes["AUDIO"].flatMap { groups["AUDIO \($0)"] } ?? [],
        texts: variant.attributes["SUBTITLES"].flatMap { groups["SUBTITLES \($0)"] } ?? [])
    }
  }

  /// The media playlists, each with its track.
  var mediaPlaylists: [(playlist: NamedPlaylist, track: ExaminedStreamTrack)] {
    Array(zip(playlists, tracks))
  }

  /// The representations of a manifest, each with its track.
  var representations: [(representation: DASHManifest.Representation, track: ExaminedStreamTrack)] {
    let all = manifest?.periods.flatMap { $0.sets.flatMap(\.representations) } ?? []
    return Array(zip(all, tracks))
  }

  /// Tracks that are versions of one content, by their number.
  var switchingSets: [[ExaminedStreamTrack]] {
    let sets = Dictionary(
      grouping: tracks.filter { $0.track.set != nil && $0.track.kind != .keyFrames },
      by: { $0.track.set ?? 0 })
    return sets.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension ExaminedStreamTrack {
  /// The first segments of two versions of one content that do not begin at the same time; nil if all do. Documents of
  /// a live stream are read one after the other, and may begin with different segments.
  func firstNotAligned(
    with other: ExaminedStreamTrack
  ) -> (own: ExaminedSegment, ownStart: Double, other: ExaminedSegment, otherStart: Double)? {
    var (own, others) = (segments[...], other.segments[...])
    if track.isLive || other.track.isLive {
      func isBefore(_ start: Double?) -> (ExaminedSegment) -> Bool {
        { segment in
          guard let start, let own = segment.samples?.start else { return segment.samples == nil }
          return own < start - StreamTolerance.time
        }
      }
      let starts = [own, others].map { $0.lazy.compactMap { $0.samples?.start }.first }
      (own, others) = (
        own.drop(while: isBefore(starts[1])), others.drop(while: isBefore(starts[0]))
      )
    }
    for (one, two) in zip(own, others) {
      guard let start = one.samples?.start, let second = two.samples?.start,
        abs(start - second) > StreamTolerance.time
      else { continue }
      return (one, start, two, second)
    }
    return nil
  }
}

/// How times of streams are compared.
enum StreamTolerance {
  /// A smaller difference is not noticeable, in seconds.
  static let time = 0.1
  /// The tolerance for stated durations, in seconds: a few frames, or a packet of audio.
  static let duration = 0.25
}

extension ExaminedSegment {
  /// The position in the document at which the segment is declared.
  var position: DocumentPosition { segment.position }
}

extension ExaminedVariant {
  /// The bit rate of its video together with its most demanding audio and texts; nil if a segment could not be read.
  var rate: PlaylistBitRate? {
    guard let track, var rate = track.rate else { return nil }
    for group in [audio, texts] where !group.isEmpty {
      let others = group.filter { $0 !== track }.compactMap(\.rate)
      rate = rate + PlaylistBitRate.most(of: others)
    }
    return rate
  }
}

extension ExaminedStream {
  /// The URL of a reference in a media playlist.
  func url(of playlist: NamedPlaylist, _ reference: String) -> DocumentURL? {
    playlist.url.resolving(reference)
  }
}

extension HLSMediaPlaylist {
  /// The parts of segments, and of the segment that is not complete yet.
  var allParts: [Part] { segments.flatMap(\.parts) + pendingParts }
}
