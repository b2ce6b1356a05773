import CodecJob
import Editing
import FLV
import FieldCoding
import FileKind
import ISOBMFF
import Movie
import TimedText
import WorkerClient

/// A movie, in the form for writing another container.
struct WrittenMovie {
  private(set) var job = WriteContainerJob()
  /// What the container cannot hold, as phrases.
  private(set) var leftOut: [String] = []
  /// The rotation of pictures, in degrees clockwise, by the index of their track in the job.
  private(set) var turns: [Int: Int] = [:]
  /// The bytes of texts.
  private var textBytes: [UInt8] = []

  init(_ file: BoxFile, as container: ForeignContainer) throws(ConversionError) {
    guard let movie = MovieFile(file) else {
      throw ConversionError(.input, file.reasonForNoMovie)
    }
    job.format = container == .matroska ? "matroska" : "mpegts"
    var tracks: [(track: Track, media: PresentedMedia, number: Int)] = []
    var texts: [(track: Track, parts: PresentedParts, number: Int)] = []
    let chapters = movie.chapters(in: file.bytes)
    let titles = Set(movie.tracks.flatMap { $0.references("chap") })
    if container == .matroska {
      job.chapters = chapters.prefix(1 << 12).map(ContainerChapter.init)
    } else if !chapters.isEmpty {
      leftOut.append(counted(chapters.count, "chapter"))
    }
    for track in movie.tracks where track.sampleCount > 0 {
      // Its texts are the titles of chapters.
      if titles.contains(track.id), !chapters.isEmpty, track.handlerType != "vide" { continue }
      let made: ContainerTrack
      do throws(ContainerTrackError) { made = try ContainerTrack(track, of: container) } catch {
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
          "track \(track.id), whose edit list shows it at other speeds, again and again, or from pictures that cannot be decoded first"
        )
        continue
      }
      leftOut += track.boxedDescriptions
      if container == .transportStream, track.hasFurtherLayers {
        leftOut.append("the pictures of further layers, as for the second eye (track \(track.id))")
      }
      job.tracks.append(made)
    }
    guard !job.tracks.isEmpty else {
      throw ConversionError(
        .input,
        "has no track that boxwalk writes to \(container.name)"
          + (leftOut.isEmpty ? "" : ": " + leftOut.joined(separator: "; ")))
    }
    if container == .matroska {
      noteTurns(tracks.map { ($0.track, $0.number) })
    } else {
      // Only the languages of sound have a place.
      for (track, _, number) in tracks {
        if job.tracks[number].kind != .sound, let language = track.namedLanguage {
          leftOut.append(language)
        }
        if let title = track.namedTitle { leftOut.append(title) }
      }
      leftOut += tracks.filter { !$0.track.isEnabled }.map {
        "that track \($0.track.id) is disabled"
      }
      if movie.tracks.contains(where: { ($0.header?.rotation ?? 0) != 0 }) {
        leftOut.append("the turn of the picture")
      }
    }
    for (track, media, number) in tracks {
      try append(track, media, number, of: file)
    }
    for (track, parts, number) in texts {
      append(texts: track, parts, number, of: file.bytes)
    }
    job.texts = Bytes(textBytes)
    let made = job.tracks
    func seconds(_ sample: ContainerSample) -> Double {
      Double(sample.decoded) / Double(max(1, made[Int(sample.track)].tickDenominator))
    }
    job.samples.sort { seconds($0) < seconds($1) }
    describe(movie, file.covers, in: container)
  }

  /// Metadata and covers. MPEG-TS has no place for them.
  private mutating func describe(
    _ movie: MovieFile, _ covers: [Cover], in container: ForeignContainer
  ) {
    guard container == .matroska else {
      let count = movie.metadata.count { $0.key != "covr" }
      if count > 0 { leftOut.append(counted(count, "key") + " of metadata") }
      if !covers.isEmpty { leftOut.append(counted(covers.count, "cover")) }
      if let data = movie.namedUserData { leftOut.append(data) }
      return
    }
    let metadata = PortableMovieMetadata(movie)
    leftOut += metadata.leftOut
    job.metadata = metadata.items.map { ContainerMetadata($0.name, $0.value) }
    for (index, cover) in covers.enumerated() {
      if let track = ContainerTrack(cover, number: index + 1) {
        job.tracks.append(track)
      } else {
        leftOut.append("a cover that is neither a JPEG nor a PNG file")
      }
    }
  }

  private mutating func append(
    _ track: Track, _ media: PresentedMedia, _ number: Int, of file: BoxFile
  ) throws(ConversionError) {
    let made = job.tracks[number]
    if made.kind == .sound, let first = track.samples.first(where: { _ in true }) {
      let start = media.time(
        ofMedia: first.compositionTime, in: Int64(max(1, made.sampleRate)))
      job.tracks[number].priming = UInt32(clamping: -start)
    }
    // Among the written codings, only Opus can state its priming, and only in Matroska.
    let keepsStart = job.format.string == "matroska" && made.codec.string == "opus"
    leftOut += HiddenSamples(track, media, keepsStart: keepsStart).phrases
    if made.codec.string.hasPrefix("pcm_") {
      return try append(numbers: track, media, number, of: file.bytes)
    }
    let ticks = Int64(max(1, track.timescale))
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
      made.decoded = media.time(
        ofMedia: sample.decodeTime.subtractingSaturating(lateness), in: ticks)
      made.duration = UInt32(clamping: sample.duration)
      made.isKey = sample.isSync
      job.samples.append(made)
    }
  }

  /// Moments of uncompressed sound in a packet.
  private static let packetLength = 1024

  /// Adds uncompressed sound, in packets of many audio frames. In a movie, each frame is a sample.
  private mutating func append(
    numbers track: Track, _ media: PresentedMedia, _ number: Int, of bytes: Bytes
  ) throws(ConversionError) {
    let made = job.tracks[number]
    let moment = Int(made.channelCount) * Int(made.bitsPerSample) / 8
    let rate = Int64(made.sampleRate)
    guard moment > 0, rate > 0 else {
      throw ConversionError(.input, "has sound in track \(track.id) without channels or a rate")
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
      for place in stride(from: 0, to: count, by: WrittenMovie.packetLength) {
        let length = min(WrittenMovie.packetLength, count - place)
        var packet = ContainerSample()
        packet.track = UInt16(clamping: number)
        packet.offset = UInt64(range.lowerBound + place * moment)
        packet.byteCount = UInt32(clamping: length * moment)
        packet.shown = start.addingSaturating(Int64(place))
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

  /// Matroska can state a rotation of the picture, and no other matrix.
  private mutating func noteTurns(_ tracks: [(track: Track, number: Int)]) {
    for (track, index) in tracks where track.handlerType == "vide" {
      guard let header = track.header, header.matrix != TransformationMatrix() else { continue }
      if let turn = header.rotation {
        guard turn != 0 else { continue }
        turns[index] = turn
        job.tracks[index].title = Text(job.tracks[index].title.string + MatroskaTurns.room)
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
  /// A file that is attached. Nil for a picture that Matroska's players do not show.
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
