public import Editing
public import ISOBMFF
public import Movie

/// Options for making the movie of a Live Photo.
public struct LiveMovieOptions: Sendable {
  /// The content identifier of the Live Photo.
  public var identifier: ContentIdentifier
  /// The time of the still, in seconds from the start of the movie. If it is nil, the time that the movie
  /// states is kept, and otherwise the middle of the movie is used.
  public var time: Double?
  /// The number of the frame that shows the moment of the still, among those that are shown, from 0; it is
  /// used instead of ``time``.
  public var frame: Int?
  /// The region of that frame that the still shows, which is written to the movie; nil if it is unknown.
  public var stillRegion: StillRegion?
  /// The facts about the still, for keys that are missing in the movie.
  public var still = LiveStillFacts()
  /// Whether the movie gets the location of the still, if it has none.
  public var copiesLocation = false
  /// Whether codecs that Photos does not play are allowed.
  public var allowsAnyCodec = false

  /// Options with an identifier and default values: no time, and no facts about the still.
  public init(_ identifier: ContentIdentifier) { self.identifier = identifier }
}

extension Edit {
  /// Makes this movie the movie of a Live Photo: it gets a content identifier, the keys that phones write,
  /// and a track that states the time of the still. An MP4 file becomes a QuickTime movie.
  ///
  ///     var edit = Edit(try ByteSource(mapping: "clip.mp4").bytes)
  ///     try edit.makeLiveMovie(LiveMovieOptions(.random()))
  ///
  /// Samples and their times do not change.
  ///
  /// Throws if the file is damaged, is not a movie, or has fragments, or if the time of the still is not in the movie.
  public mutating func makeLiveMovie(_ options: LiveMovieOptions) throws(EditError) {
    try refuseDamage()
    guard file.boxes.contains(where: { $0.type == "moov" }), let movie = MovieFile(original) else {
      throw EditError(noMovieIn: file)
    }
    guard !movie.isFragmented, !file.boxes.contains(where: { $0.type == "moof" }) else {
      throw EditError(
        .wrongFile,
        "is a fragmented movie; boxwalk remux --defragment MOVIE -o NEW.mov makes one that is not")
    }
    try requireAllSamples(of: movie)
    try retagIfNeeded(movie, options)
    try becomeQuickTime()
    try setKeys(movie, options)
    try setStillTime(movie, options)
  }

  /// Refuses a file that is truncated or unreadable: nothing can be added to it.
  ///
  /// - Parameter box: a box that may be damaged.
  mutating func refuseDamage(outside box: String = "") throws(EditError) {
    guard let finding = original.findings.first(where: { $0.path.first != box }) else { return }
    throw EditError(
      .damaged, "is damaged (\(finding)); boxwalk repair --dry-run shows what can be repaired")
  }

  /// Refuses a movie with missing samples for the same reason.
  func requireAllSamples(of movie: MovieFile) throws(EditError) {
    let end = original.bytes.count
    for track in movie.tracks {
      if !track.samples.areWithin(end) {
        throw EditError(.damaged, "is truncated: samples of track \(track.id) are after its end")
      }
    }
  }

  private mutating func retagIfNeeded(
    _ movie: MovieFile, _ options: LiveMovieOptions
  ) throws(EditError) {
    guard movie.tracks.contains(where: { $0.handlerType == "vide" && $0.sampleCount > 0 }) else {
      throw EditError(.wrongFile, "has no video track with frames")
    }
    if let track = movie.undescribedTrack {
      throw EditError(
        .unsupported, "has track \(track) without a sample entry (stsd), which no player opens")
    }
    if movie.hasNoLength {
      throw EditError(.unsupported, "has a length of zero, so that nothing plays")
    }
    let unplayed = LivePhotoCodecs.unplayed(in: movie.tracks)
    if (unplayed.video + unplayed.audio).contains(where: Track.encryptedEntries.contains) {
      throw EditError(.unsupported, "is encrypted, and Photos has no key")
    }
    if unplayed.video.contains(where: LivePhotoCodecs.retagged.contains) { try retag() }
    let video = unplayed.video.filter { !LivePhotoCodecs.retagged.contains($0) }
    guard let codec = video.first ?? unplayed.audio.first else { return }
    let sentence =
      "Photos does not play '\(codec)'; a movie that it plays: "
      + LivePhotoCodecs.transcoding(video: !video.isEmpty, audio: !unplayed.audio.isEmpty)
    guard options.allowsAnyCodec else { throw EditError(.unsupported, sentence) }
    notes.append(sentence)
  }

  // MARK: - QuickTime

  /// Sets the QuickTime brand, and converts the names of handlers.
  private mutating func becomeQuickTime() throws(EditError) {
    guard let index = file.boxes.firstIndex("ftyp"),
      var type = file.boxes[index][FileTypeBox.self], type.majorBrand != "qt  "
    else { return }
    notes.append("is a QuickTime movie now, and no longer '\(type.majorBrand)'")
    type.majorBrand = "qt  "
    type.minorVersion = 0
    type.compatibleBrands = ["qt  "]
    file.boxes[index][FileTypeBox.self] = type
    try changeMovie { (movie) throws(EditError) in
      var children = movie.children
      for index in children.indices where children[index].type == "trak" {
        _ = try children[index].change(["mdia", "hdlr"]) { (box) throws(EditError) in
          guard var handler = box[HandlerBox.self], handler.predefined.rawValue == 0 else {
            return false
          }
          handler.predefined = "mhlr"
          handler.name = Text(String(handler.name.string.prefix(60)), form: .counted)
          box[HandlerBox.self] = handler
          return true
        }
      }
      movie.children = children
    }
  }

  private mutating func changeMovie(
    _ change: (inout Box) throws(EditError) -> Void
  ) throws(EditError) {
    guard let index = file.boxes.firstIndex("moov") else { return }
    try change(&file.boxes[index])
  }

  // MARK: - Keys

  private mutating func setKeys(
    _ movie: MovieFile, _ options: LiveMovieOptions
  ) throws(EditError) {
    let prefix = "com.apple.quicktime."
    let present = Set(movie.metadata.map(\.key))
    var keys = [LiveMovieKey.text(ContentIdentifier.key, options.identifier.text)]
    if !present.contains(prefix + "live-photo.auto") {
      keys.insert(LiveMovieKey(key: prefix + "live-photo.auto", type: 22, value: [1]), at: 0)
    }
    if !present.contains(prefix + "full-frame-rate-playback-intent") {
      keys.insert(
        LiveMovieKey(
          key: prefix + "full-frame-rate-playback-intent", type: 21,
          value: [0, 0, 0, 0, 0, 0, 0, 1]), at: keys.count - 1)
    }
    let copiesLocation = options.copiesLocation && !movie.hasOtherLocation
    let added = options.still.keys(lackingIn: present, withLocation: copiesLocation)
    if options.copiesLocation, !options.still.hasLocation {
      notes.append("gets no location, because the still has none")
    }
    if !added.isEmpty {
      let names = added.map { $0.key.dropFirst(prefix.count) }
      notes.append("has from the still: \(names.joined(separator: ", "))")
    }
    keys += added
    let all = keys
    try changeMovie { (movie) throws(EditError) in try movie.set(all) }
  }

  // MARK: - Time

  private mutating func setStillTime(
    _ movie: MovieFile, _ options: LiveMovieOptions
  ) throws(EditError) {
    let old = StillImageTime.track(among: movie.tracks)
    if old != nil, options.time == nil, options.frame == nil { return }
    guard let header = movie.header, let (video, frames) = movie.shownFrames else {
      throw EditError(.notFound, "does not say when its frames are shown")
    }
    let tick =
      if let frame = options.frame { try still(frame, among: frames) } else {
        try still(at: options.time, among: frames, header)
      }
    let frame = (frames.frame(at: tick) ?? 0) + 1
    notes.append(
      "the still is frame \(frame) of \(frames.ticks.count), at \(seconds(tick, header.timescale)) s"
    )
    // The region of another frame for another still is wrong for this one.
    if let old, options.stillRegion == nil || !StillImageTime.statesTransform(old) {
      return try move(old, to: tick)
    }
    if let old { changedTracks.insert(old.id) }

    let transform = options.stillRegion.flatMap { region in
      video.sampleEntries.first(VisualSampleEntry.self).flatMap { entry in
        StillTransform(region, on: entry, video.matrix)
      }
    }
    let offset = file.addMedia(StillImageTime.sample(transform))
    try changeMovie { (box) throws(EditError) in
      var children = box.children
      if let old {
        children.removeAll { $0.children.first(TrackHeaderBox.self)?.trackID == old.id }
      }
      guard let id = movie.freeTrackID else {
        throw EditError(.unsupported, "has no track_ID left")
      }
      for index in children.indices {
        guard var header = children[index][MovieHeaderBox.self] else { continue }
        header.makeNextTrackID(largerThan: id)
        if header.duration <= UInt64(tick) { header.setDuration(UInt64(tick) + 1) }
        children[index][MovieHeaderBox.self] = header
      }
      let track = StillImageTime.track(
        id, describing: video.id, at: tick, of: header, sampleAt: offset, transform)
      let last = children.lastIndex { $0.type == "trak" }
      children.insert(track, at: last.map { $0 + 1 } ?? children.endIndex)
      box.children = children
    }
  }

  /// The time at which a frame appears.
  private func still(_ frame: Int, among frames: FrameTimes) throws(EditError) -> Int64 {
    guard frames.ticks.indices.contains(frame) else {
      throw EditError(
        .notFound, "shows \(frames.ticks.count) frames, so that there is no frame \(frame + 1)")
    }
    return frames.ticks[frame]
  }

  /// The time at which the frame appears that is shown at `time`.
  private func still(
    at time: Double?, among frames: FrameTimes, _ header: MovieHeaderBox
  ) throws(EditError) -> Int64 {
    guard let time else { return frames.ticks[frames.ticks.count / 2] }
    let scale = Double(header.timescale)
    // A time in decimals may be slightly before the start of its frame.
    let wanted = (time * scale).rounded(.up)
    guard time >= 0, wanted < 9e15, let last = frames.ticks.last,
      wanted <= max(Double(last), Double(clamping: header.duration))
    else {
      throw EditError(
        .notFound,
        "has no frame at \(time) s: it lasts \(seconds(Int64(clamping: header.duration), header.timescale)) s"
      )
    }
    return frames.frame(at: Int64(wanted)).map { frames.ticks[$0] } ?? frames.ticks[0]
  }

  /// Changes the time in an existing track.
  private mutating func move(_ track: Track, to tick: Int64) throws(EditError) {
    try changeMovie { (box) throws(EditError) in
      var children = box.children
      for index in children.indices {
        var parts = children[index].children
        guard let headerIndex = parts.firstIndex("tkhd"),
          var header = parts[headerIndex][TrackHeaderBox.self], header.trackID == track.id
        else { continue }
        header.setDuration(UInt64(tick) + 1)
        parts[headerIndex][TrackHeaderBox.self] = header
        let edits = StillImageTime.edits(at: tick)
        if let old = parts.firstIndex("edts") {
          parts[old] = edits
        } else {
          parts.insert(edits, at: headerIndex + 1)
        }
        children[index].children = parts
      }
      box.children = children
    }
  }
}

extension MovieFile {
  /// Whether it states its location in another way than by a key.
  fileprivate var hasOtherLocation: Bool { metadata.contains { $0.key == "©xyz" } }

  /// The first track without a sample entry, which would describe its samples.
  var undescribedTrack: UInt32? { tracks.first { $0.sampleEntries.isEmpty }?.id }

  /// Whether its duration is 0.
  var hasNoLength: Bool { !isFragmented && (duration ?? 0) <= 0 }

  /// The video track for the frame of the still, and the times of its frames; nil if there is none, or if
  /// the movie does not state the times.
  public var shownFrames: (track: Track, times: FrameTimes)? {
    guard let header, header.timescale > 0,
      let video = tracks.first(where: { $0.handlerType == "vide" && $0.sampleCount > 0 }),
      let times = FrameTimes(video), !times.ticks.isEmpty
    else { return nil }
    return (video, times)
  }
}

extension Double {
  fileprivate init(clamping value: UInt64) { self = Double(value) }
}

/// `1.333`
func seconds(_ tick: Int64, _ timescale: UInt32) -> String {
  guard timescale > 0 else { return "?" }
  return fixedPoint(Double(tick) / Double(timescale), digits: 3)
}

/// The number with this number of decimals.
func fixedPoint(_ value: Double, digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = (abs(value) * scale).rounded()
  guard scaled < 9e15 else { return "\(value)" }
  let number = Int64(scaled)
  let (whole, rest) = number.quotientAndRemainder(dividingBy: Int64(scale))
  let fraction = zeroPadded(rest, to: digits)
  return (value < 0 && number > 0 ? "-" : "") + "\(whole)" + (digits > 0 ? "." + fraction : "")
}

/// The movie of a Live Photo, made from another movie.
public struct LiveMovie: Sendable {
  /// All bytes of the new file, in order.
  public let written: ByteWriter
  /// Sentences about what was done and what the user should know.
  public package(set) var notes: [String]

  /// See ``Editing/Edit/makeLiveMovie(_:)``. It is proved that all samples have the same bytes as before.
  ///
  /// Throws if no movie of a Live Photo can be made, or if the proof fails.
  public init(_ bytes: Bytes, _ options: LiveMovieOptions) throws(EditError) {
    if let refusal = FileKind(bytes).refusalAsMovie { throw EditError(.wrongFile, refusal) }
    var edit = Edit(bytes)
    try edit.makeLiveMovie(options)
    let edited = try edit.finished()
    written = edited.written
    notes = edited.notes
  }
}
