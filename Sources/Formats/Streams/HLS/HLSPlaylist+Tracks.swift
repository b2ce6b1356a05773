extension HLSMediaPlaylist {
  /// Its segments, with their URLs.
  ///
  /// - Parameters:
  ///   - url: that of the playlist.
  ///   - name: of the playlist, in positions.
  public func segments(_ url: DocumentURL, name: String) -> [StreamSegment] {
    let starts = maps.map { map in
      url.resolving(map.url).map { StreamResource($0, range: map.range) }
    }
    let firstParts = firstParts(url)
    return segments.enumerated().map { index, segment in
      var found = StreamSegment(
        url.resolving(segment.url).map { StreamResource($0, range: segment.range) },
        reference: segment.url, duration: segment.duration,
        DocumentPosition(name, line: segment.line))
      found.number = firstNumber &+ index
      found.initialization =
        segment.map.map { starts[$0] } ?? found.resource.flatMap { firstParts[$0.url] }
      found.discontinuity = segment.discontinuity
      found.isGap = segment.isGap
      // AES-128, and others of its kind; the standard's other methods encrypt samples.
      found.isSealed = segment.keys.contains {
        let method = keys[$0].method
        return !method.isEmpty && method != "NONE" && !method.hasPrefix("SAMPLE-AES")
      }
      return found
    }
  }
}

extension HLSMediaPlaylist {
  /// The initialization segments of files with key frames: without EXT-X-MAP, they are the bytes before the first key
  /// frame of each (RFC 8216bis §4.4.3.6).
  private func firstParts(_ url: DocumentURL) -> [DocumentURL: StreamResource] {
    guard hasKeyFramesOnly else { return [:] }
    var parts: [DocumentURL: StreamResource] = [:]
    for segment in segments where segment.map == nil {
      guard let start = segment.range?.lowerBound, start > 0,
        let file = url.resolving(segment.url), parts[file] == nil
      else { continue }
      parts[file] = StreamResource(file, range: 0..<start)
    }
    return parts
  }
}

extension StreamTrack {
  /// The track of a media playlist.
  ///
  /// - Parameters:
  ///   - url: where the playlist was found: its URIs are relative to that.
  ///   - name: what people call it.
  public init(
    _ playlist: HLSMediaPlaylist, _ url: DocumentURL, name: String,
    _ position: DocumentPosition
  ) {
    self.init(name, position)
    segments = playlist.segments(url, name: name)
    targetDuration = playlist.targetDuration.map(Double.init)
    isLive = !playlist.hasEnd
    kind = playlist.hasKeyFramesOnly ? .keyFrames : .other
    self.playlist = playlist
  }
}

extension HLSMultivariantPlaylist {
  /// A media playlist that it names.
  public struct Entry: Sendable {
    /// The original URI.
    public var url: String
    /// The line of the tag, from 1.
    public var line: Int
    /// The purpose of the track, as far as the tag states it.
    public var kind: StreamTrack.Kind
    /// The properties that the tag states.
    public var claims: StreamClaims
    /// The variant that names it; nil for a rendition.
    public var variant: Int?
  }

  /// The media playlists that it names, each once, in the order of the lines of their kind.
  public var entries: [Entry] {
    var entries: [Entry] = []
    var seen: Set<String> = []
    func add(_ entry: Entry) { if seen.insert(entry.url).inserted { entries.append(entry) } }
    for (index, variant) in variants.enumerated() {
      let claims = variant.claims
      let hasVideo =
        claims.width != nil || claims.codecs.contains { StreamTrack.Kind(codec: $0) == .video }
      let isAudio = !hasVideo && !claims.codecs.isEmpty
      add(
        Entry(
          url: variant.url, line: variant.line, kind: isAudio ? .audio : .video,
          claims: claims, variant: index))
    }
    for rendition in renditions {
      guard let url = rendition.url else { continue }
      var claims = StreamClaims()
      claims.language = rendition.attributes["LANGUAGE"]
      claims.channels = rendition.attributes["CHANNELS"].flatMap {
        StreamNumber.whole($0.prefix { $0 != "/" })
      }
      let kinds: [String: StreamTrack.Kind] = [
        "AUDIO": .audio, "VIDEO": .video, "SUBTITLES": .text,
      ]
      add(
        Entry(
          url: url, line: rendition.line, kind: kinds[rendition.type] ?? .other,
          claims: claims))
    }
    for variant in keyFrames {
      add(
        Entry(
          url: variant.url, line: variant.line, kind: .keyFrames, claims: variant.claims))
    }
    return entries
  }
}

extension StreamTrack.Kind {
  /// The kind of a codec (RFC 6381); nil if it is unknown.
  public init?(codec: String) {
    let entry = String(codec.prefix { $0 != "." })
    switch entry {
    case "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "av01", "dav1", "vp08",
      "vp09", "vvc1",
      "vvi1", "mp4v", "mjpg":
      self = .video
    case "mp4a", "ac-3", "ec-3", "ac-4", "Opus", "opus", "fLaC", "flac", "alac", "mha1", "mhm1",
      "dtsc", "dtse",
      "dtsh", "dtsl", "dtsx", "iamf":
      self = .audio
    case "wvtt", "stpp", "tx3g", "webvtt": self = .text
    default: return nil
    }
  }
}
