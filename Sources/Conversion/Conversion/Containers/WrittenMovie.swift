import Editing
import FieldCoding
import ISOBMFF
import Movie
import WorkerClient
import WorkerProtocol

/// A movie, in the form for writing another container.
struct WrittenMovie {
  private(set) var job = WriteContainerJob()
  /// What the container cannot hold, as phrases.
  private(set) var leftOut: [String] = []
  /// What a Matroska file has to state in addition, by the index of the track in the job.
  private(set) var trackFields: [Int: MatroskaTrackElements.Track] = [:]
  /// The bytes of texts.
  private var textBytes: [UInt8] = []

  init(_ file: BoxFile, as container: ForeignContainer) throws(ConversionError) {
    guard let movie = MovieFile(file) else {
      throw ConversionError(.input, file.reasonForNoMovie)
    }
    if let refusal = movie.refusal { throw ConversionError(.input, refusal) }
    job.format =
      switch container {
      case .matroska: "matroska"
      case .webm: "webm"
      default: "mpegts"
      }
    var tracks: [(track: Track, media: PresentedMedia, number: Int)] = []
    var texts: [(track: Track, parts: PresentedParts, number: Int)] = []
    let chapters = movie.chapters(in: file.bytes)
    let titles = Set(movie.tracks.flatMap { $0.references("chap") })
    if container.isMatroska {
      job.chapters = chapters.prefix(MovieDeclarations.mostChapters).map(ContainerChapter.init)
    }
    for track in movie.tracks where track.sampleCount > 0 {
      // Its texts are the titles of chapters.
      if titles.contains(track.id), !chapters.isEmpty, track.handlerType != "vide" { continue }
      let made: ContainerTrack
      do throws(ContainerTrackError) { made = try ContainerTrack(track, of: container) } catch {
        try refuse(track, error, container)
        leftOut.append("track \(track.id) \(error)")
        continue
      }
      let timescale = movie.header?.timescale ?? 0
      if made.kind == .subtitles, let parts = PresentedParts(track, movieTimescale: timescale) {
        texts.append((track, parts, job.tracks.count))
      } else if let media = PresentedMedia(track, movieTimescale: timescale) {
        tracks.append((track, media, job.tracks.count))
      } else {
        leftOut.append(
          "track \(track.id), whose edit list shows it at other speeds, again and again, or from frames that cannot be decoded first"
        )
        continue
      }
      leftOut += track.boxedDescriptions
      if container == .transportStream, track.hasFurtherLayers {
        leftOut.append("the frames of further layers, as for the second eye (track \(track.id))")
      }
      job.tracks.append(made)
    }
    guard !job.tracks.isEmpty else {
      throw ConversionError(
        .input,
        "has no track that boxwalk writes to \(container.name)"
          + (leftOut.isEmpty ? "" : ": " + leftOut.joined(separator: "; ")))
    }
    if container.isMatroska {
      noteRotations(tracks.map { ($0.track, $0.number) })
    } else {
      noteTransportLosses(tracks.map { ($0.track, $0.number) }, of: movie)
    }
    for (track, media, number) in tracks {
      try append(track, media, number, of: file, keepsStart: container.isMatroska)
    }
    for (track, parts, number) in texts {
      append(texts: track, parts, number, of: file.bytes)
    }
    for index in trackFields.keys {
      job.tracks[index].title = Text(job.tracks[index].title.string + MatroskaTrackElements.room)
    }
    job.texts = Bytes(textBytes)
    sortSamples()
    describe(movie, file.covers, in: container)
  }

  /// Samples are written in the order of their decoding times.
  private mutating func sortSamples() {
    let made = job.tracks
    func seconds(_ sample: ContainerSample) -> Double {
      Double(sample.decoded) / Double(max(1, made[Int(sample.track)].tickDenominator))
    }
    job.samples.sort { seconds($0) < seconds($1) }
  }

  /// Notes what a transport stream does not hold of tracks: titles, orientations, and all languages but those of audio.
  private mutating func noteTransportLosses(
    _ tracks: [(track: Track, number: Int)], of movie: MovieFile
  ) {
    for (track, number) in tracks {
      if job.tracks[number].kind != .audio, let language = track.namedLanguage {
        leftOut.append(language)
      }
      if let title = track.namedTitle { leftOut.append(title) }
    }
    leftOut += tracks.filter { !$0.track.isEnabled }.map {
      "that track \($0.track.id) is disabled"
    }
    if movie.tracks.contains(where: { ($0.matrix.rotation ?? 0) != 0 }) {
      leftOut.append("the rotation of the frames")
    }
  }

  /// Throws if browsers would not play a track, because all of them have to be able to play a WebM file.
  private func refuse(
    _ track: Track, _ error: ContainerTrackError, _ container: ForeignContainer
  ) throws(ConversionError) {
    guard container == .webm, ["vide", "soun"].contains(track.handlerType) else { return }
    let advice =
      track.handlerType == "vide"
      ? "boxwalk transcode --preset av1 makes AV1 of its frames"
      : "boxwalk mute leaves the audio out"
    throw ConversionError(
      .input,
      "has track \(track.id) \(error): WebM is for VP8, VP9 and AV1 with Opus. A name with .mkv keeps the track; \(advice)"
    )
  }

  /// Adds metadata and covers, as far as the container holds them.
  private mutating func describe(
    _ movie: MovieFile, _ covers: [Cover], in container: ForeignContainer
  ) {
    guard container.isMatroska else { return }
    job.metadata = PortableMovieMetadata(movie).items.map { ContainerMetadata($0.name, $0.value) }
    guard container == .matroska else { return }
    for (index, cover) in covers.enumerated() {
      if let track = ContainerTrack(cover, number: index + 1) { job.tracks.append(track) }
    }
  }

  private mutating func append(
    _ track: Track, _ media: PresentedMedia, _ number: Int, of file: BoxFile, keepsStart: Bool
  ) throws(ConversionError) {
    let made = job.tracks[number]
    leftOut += HiddenSamples(track, media, keepsStart: keepsStart).phrases
    if made.codec.string.hasPrefix("pcm_") {
      return try append(numbers: track, media, number, of: file.bytes)
    }
    let ticks = Int64(max(1, track.timescale))
    var delay: Int64 = 0
    if keepsStart, made.kind == .audio, let first = track.samples.first(where: { _ in true }) {
      delay = state(start: { media.time(ofMedia: first.compositionTime, in: $0) }, ticks, number)
    }
    let lateness = track.samples.lateness
    for sample in track.samples where !sample.fileRange.isEmpty {
      guard sample.location == .file(0), file.bytes.part(sample.fileRange) != nil else {
        throw ConversionError(
          .input,
          "does not contain sample \(sample.number) of track \(track.id), or not all of it; boxwalk repair drops what is lost"
        )
      }
      var made = ContainerSample()
      made.track = UInt16(clamping: number)
      made.offset = UInt64(sample.fileRange.lowerBound)
      made.byteCount = UInt32(clamping: sample.fileRange.count)
      made.shown = media.time(ofMedia: sample.compositionTime, in: ticks)
        .addingSaturating(delay)
      made.decoded = media.time(
        ofMedia: sample.decodeTime.subtractingSaturating(lateness), in: ticks
      ).addingSaturating(delay)
      made.duration = UInt32(clamping: sample.duration)
      made.isKey = sample.isSync
      job.samples.append(made)
    }
  }

  /// Lets a Matroska file state how long before the start of the movie audio begins. Players do not play that part.
  ///
  /// - Parameter start: the time of the first packet, for a number of ticks per second.
  /// - Returns: the ticks to add to all times of the track; libavformat adds those of Opus.
  private mutating func state(
    start: (Int64) -> Int64, _ ticks: Int64, _ number: Int
  ) -> Int64 {
    let delay = Int64(0).subtractingSaturating(start(ticks))
    guard delay > 0 else { return 0 }
    guard job.tracks[number].codec.string != "opus" else {
      job.tracks[number].priming = UInt32(
        clamping: Int64(0).subtractingSaturating(start(Int64(job.tracks[number].sampleRate))))
      return 0
    }
    let nanoseconds = UInt64(clamping: Int64(0).subtractingSaturating(start(1_000_000_000)))
    trackFields[number, default: MatroskaTrackElements.Track()].delay = nanoseconds
    return delay
  }

  /// Moments of uncompressed audio in a packet.
  private static let packetLength = 1024

  /// Adds uncompressed audio, in packets of many audio frames. In a movie, each frame is a sample.
  private mutating func append(
    numbers track: Track, _ media: PresentedMedia, _ number: Int, of bytes: Bytes
  ) throws(ConversionError) {
    let made = job.tracks[number]
    let moment = Int(made.channelCount) * Int(made.bitsPerSample) / 8
    let rate = Int64(made.sampleRate)
    guard moment > 0, rate > 0 else {
      throw ConversionError(.input, "has audio in track \(track.id) without channels or a rate")
    }
    job.tracks[number].tickDenominator = made.sampleRate
    for chunk in track.samples.chunks {
      guard let first = track.samples.sample(at: chunk.index), let range = chunk.fileRange,
        chunk.location == .file(0), bytes.part(range) != nil
      else {
        throw ConversionError(
          .input,
          "does not contain chunk \(chunk.number) of track \(track.id), or not all of it; boxwalk repair drops what is lost"
        )
      }
      let start = media.time(ofMedia: first.compositionTime, in: rate)
      let count = range.count / moment
      // What an edit list hides at the start is left out, to the moment.
      let hidden = Int(clamping: max(0, Int64(0).subtractingSaturating(start)))
      for position in stride(from: hidden, to: count, by: WrittenMovie.packetLength) {
        let length = min(WrittenMovie.packetLength, count - position)
        var packet = ContainerSample()
        packet.track = UInt16(clamping: number)
        packet.offset = UInt64(range.lowerBound + position * moment)
        packet.byteCount = UInt32(clamping: length * moment)
        packet.shown = start.addingSaturating(Int64(position))
        packet.decoded = packet.shown
        packet.duration = UInt32(length)
        packet.isKey = true
        job.samples.append(packet)
      }
    }
  }

  /// Adds texts. Movies have samples without text in gaps; packets do not.
  private mutating func append(
    texts track: Track, _ parts: PresentedParts, _ number: Int, of bytes: Bytes
  ) {
    guard let read = TextTrack(track, in: bytes, parts) else { return }
    if let looks = TextLook.phrase(read.lostLooks) {
      leftOut.append("\(looks) of the texts of track \(track.id)")
    }
    let isWebVTT = job.tracks[number].codec.string == "webvtt"
    for cue in read.cues {
      let text = Array(
        (isWebVTT
          ? "\(cue.name)\n\(cue.settings)\n\(cue.text)" : CueText(cue.text).subRip).utf8)
      var packet = ContainerSample()
      packet.track = UInt16(clamping: number)
      packet.offset = UInt64(textBytes.count)
      packet.byteCount = UInt32(clamping: text.count)
      packet.shown = Int64((cue.start * 1000).rounded())
      packet.decoded = packet.shown
      packet.duration = UInt32(clamping: Int64((cue.end * 1000).rounded()) - packet.shown)
      packet.isKey = true
      packet.isInJob = true
      textBytes += text
      job.samples.append(packet)
    }
  }

  /// Matroska can state a rotation of the frame, and no other matrix.
  private mutating func noteRotations(_ tracks: [(track: Track, number: Int)]) {
    for (track, index) in tracks where track.handlerType == "vide" {
      if let rotation = track.matrix.rotation {
        guard rotation != 0 else { continue }
        trackFields[index, default: MatroskaTrackElements.Track()].rotation = rotation
      } else {
        leftOut.append("the matrix through which track \(track.id) is shown")
      }
    }
  }
}

extension ContainerChapter {
  fileprivate init(_ chapter: Chapter) {
    self.init()
    start = Int64(max(0, min(1e15, chapter.start * 1e6)).rounded())
    end = max(start, Int64(max(0, min(1e15, (chapter.end ?? chapter.start) * 1e6)).rounded()))
    title = Text(chapter.title)
  }
}

extension ContainerTrack {
  /// A file that is attached. Nil for a frame that Matroska's players do not show.
  fileprivate init?(_ cover: Cover, number: Int) {
    let codecs = ["jpg": "mjpeg", "png": "png"]
    guard let ending = cover.fileExtension, let codec = codecs[ending] else { return nil }
    self.init()
    kind = .cover
    self.codec = Text(codec)
    configuration = cover.image
    // Players look for this name.
    title = Text("cover\(number > 1 ? "\(number)" : "").\(ending)")
  }
}
