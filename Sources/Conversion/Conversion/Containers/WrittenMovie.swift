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

  /// Throws if the container cannot hold the track.
  init(_ track: Track, of container: ForeignContainer) throws(ContainerTrackError) {
    guard let entry = track.sampleEntries.first else {
      throw ContainerTrackError("which has no sample entry")
    }
    let name = "('\(entry.type)')"
    guard track.sampleEntries.count == 1 else {
      throw ContainerTrackError(
        "\(name), whose samples have \(track.sampleEntries.count) sample entries: \(container.name) holds only one"
      )
    }
    guard !["encv", "enca", "enct", "encs"].contains(entry.type) else {
      throw ContainerTrackError(
        "\(name), which is encrypted: boxwalk does not write encrypted tracks to \(container.name)")
    }
    self.init()
    tickDenominator = max(1, track.timescale)
    isDefault = track.isEnabled
    let isWritten: Bool
    if let visual = entry[VisualSampleEntry.self], track.handlerType == "vide" {
      kind = .video
      isWritten = setPictures(entry.type, visual, container)
      let shape = track.pixelShape(of: entry)
      if visual.children.first("pasp") != nil || shape.hSpacing != shape.vSpacing {
        (aspectNumerator, aspectDenominator) = (shape.hSpacing, shape.vSpacing)
      }
      // Some sample entries do not say how large the frames are.
      if width == 0 || height == 0, let header = track.header {
        (width, height) = (header.width >> 16, header.height >> 16)
      }
    } else if let audio = entry[AudioSampleEntry.self], track.handlerType == "soun" {
      kind = .audio
      isWritten = setAudio(entry.type, audio, container)
    } else if TextTrack.entries.contains(entry.type) {
      kind = .subtitles
      isWritten = container.isMatroska
      // WebVTT keeps settings and names of cues. Other texts are written with tags.
      codec = entry.type == "wvtt" || container == .webm ? "webvtt" : "subrip"
      isForced = entry[TimedTextSampleEntry.self]?.isForced ?? false
      tickDenominator = 1000
    } else {
      throw ContainerTrackError("\(name), which is not a track of video, audio or text")
    }
    guard isWritten else {
      throw ContainerTrackError("\(name), which boxwalk does not write to \(container.name)")
    }
    title = Text(track.title ?? "")
    if let letters = track.language { language = Text(letters) }
  }

  private mutating func setPictures(
    _ type: FourCC, _ entry: VisualSampleEntry, _ container: ForeignContainer
  ) -> Bool {
    if container == .matroska, let (name, record) = entry.selfContainedCoding(type) {
      (codec, configuration) = (Text(name), record)
      // ProRes has a code for each kind, as FFmpeg counts codes.
      if name == "prores" { tag = type.rawValue.byteSwapped }
      setShape(entry)
      return true
    }
    let names: [FourCC: (codec: String, box: FourCC)] = [
      "avc1": ("h264", "avcC"), "avc3": ("h264", "avcC"), "hvc1": ("hevc", "hvcC"),
      "hev1": ("hevc", "hvcC"), "dvh1": ("hevc", "hvcC"), "dvhe": ("hevc", "hvcC"),
      "av01": ("av1", "av1C"), "vp08": ("vp8", "vpcC"), "vp09": ("vp9", "vpcC"),
    ]
    guard let name = names[type], let payload = entry.children.first(name.box)?.payload
    else { return false }
    let isForStreams = ["h264", "hevc"].contains(name.codec)
    guard container != .transportStream || isForStreams,
      container != .webm || name.box != "avcC" && name.box != "hvcC"
    else { return false }
    codec = Text(name.codec)
    if !name.codec.hasPrefix("vp") { configuration = payload }
    setShape(entry)
    return true
  }

  private mutating func setShape(_ entry: VisualSampleEntry) {
    (width, height) = (UInt32(entry.width), UInt32(entry.height))
    let colours = entry.children.lazy.compactMap { $0[ColourInformationBox.self] }
    if let colour = colours.first(where: { ["nclx", "nclc"].contains($0.colourType) }) {
      colourPrimaries = UInt8(clamping: colour.colourPrimaries)
      transferCharacteristics = UInt8(clamping: colour.transferCharacteristics)
      matrixCoefficients = UInt8(clamping: colour.matrixCoefficients)
      isFullRange = colour.isFullRange
    }
  }

  private mutating func setAudio(
    _ type: FourCC, _ entry: AudioSampleEntry, _ container: ForeignContainer
  ) -> Bool {
    let settings = entry.children + entry.children.at("wave")
    let stream = settings.first(ElementaryStreamDescriptorBox.self)
    var coded: AudioSpecificConfig?
    guard container != .webm || type == "Opus" else { return false }
    switch (type, stream?.objectTypeIndication) {
    case ("mp4a", 0x40?), ("mp4a", 0x66?), ("mp4a", 0x67?), ("mp4a", 0x68?):
      codec = "aac"
      guard let record = stream?.audioSpecificConfig else { return false }
      configuration = record
      coded = stream?.audioConfiguration
    case ("mp4a", 0x69?), ("mp4a", 0x6B?), (".mp3", _): codec = "mp3"
    case ("Opus", _):
      guard let box = settings.first(OpusSpecificBox.self) else { return false }
      codec = "opus"
      configuration = Bytes(box.identificationHeader)
    case ("ac-3", _): codec = "ac3"
    case ("ec-3", _): codec = "eac3"
    case ("fLaC", _) where container == .matroska:
      // FFmpeg cannot read FLAC back from MPEG-TS. STREAMINFO comes first.
      guard let info = settings.first("dfLa")?.payload?.part(8..<42) else { return false }
      codec = "flac"
      configuration = info
    case ("alac", _) where container == .matroska:
      // FFmpeg needs the whole box. Matroska stores only the part after the version.
      guard let cookie = settings.first("alac")?.payload, cookie.count >= 28 else {
        return false
      }
      codec = "alac"
      configuration = Bytes([0, 0, 0, 36] + Array("alac".utf8) + Array(cookie.prefix(28)))
    default:
      guard container == .matroska, let format = PCMFormat(type, entry), setNumbers(format) else {
        return false
      }
    }
    sampleRate = UInt32(exactly: entry.samplesPerSecond.rounded()) ?? 0
    // Rates that the sample entry has no room for are in the configuration alone.
    if sampleRate == 0 { sampleRate = coded?.samplesPerSecond ?? 0 }
    channelCount = UInt16(clamping: entry.channels)
    if bitsPerSample == 0 { bitsPerSample = entry.sampleSize }
    return true
  }

  /// Sets the sample format of uncompressed audio in Matroska: integers of 8 bits are unsigned, others are signed, and
  /// floating-point numbers are little-endian. False if Matroska has no form for the samples.
  private mutating func setNumbers(_ format: PCMFormat) -> Bool {
    guard format.bits == 8 || format.isSigned else { return false }
    bitsPerSample = UInt16(format.bits)
    switch (format.isFloat, format.bits) {
    case (true, _):
      codec = Text("pcm_f\(format.bits)le")
      if !format.isLittleEndian { change = format.bits == 32 ? .reverses4 : .reverses8 }
    case (false, 8):
      codec = "pcm_u8"
      if format.isSigned { change = .flipsSign }
    case (false, let bits): codec = Text("pcm_s\(bits)\(format.isLittleEndian ? "le" : "be")")
    }
    return true
  }
}

extension VisualSampleEntry {
  /// FFmpeg's name of a coding whose samples, or a descriptor, contain everything that a decoder needs, and the bytes
  /// that the container stores for it; nil for another coding.
  fileprivate func selfContainedCoding(_ type: FourCC) -> (String, Bytes)? {
    switch type {
    case "jpeg": return ("mjpeg", Bytes())
    case "apch", "apcn", "apcs", "apco", "ap4h", "ap4x": return ("prores", Bytes())
    case "s263", "h263": return ("h263", Bytes())
    case "mp4v":
      guard let stream = children.first(ElementaryStreamDescriptorBox.self),
        stream.objectTypeIndication == 0x20, let record = stream.decoderSpecificInfo
      else { return nil }
      return ("mpeg4", record)
    default: return nil
    }
  }
}
