import CodecJob
import FLV
import FieldCoding
import FileKind
import ISOBMFF
import Movie
import WorkerClient

/// A movie that this package reads, in the form for writing another container.
struct WrittenMovie {
  private(set) var job = WriteContainerJob()
  /// What has no place in it, as phrases.
  private(set) var leftOut: [String] = []

  init(_ file: BoxFile, as container: ForeignContainer) throws(ConversionError) {
    guard let movie = MovieFile(file) else {
      throw ConversionError(.input, "is not a movie: it has no moov box")
    }
    job.format = container == .matroska ? "matroska" : "mpegts"
    var tracks: [(track: Track, media: PresentedMedia, number: Int)] = []
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
      guard let made = ContainerTrack(track, of: container) else {
        let type = track.sampleEntries.first.map { "\($0.type)" } ?? "\(track.handlerType)"
        leftOut.append("track \(track.id) ('\(type)')")
        continue
      }
      guard let media = PresentedMedia(track, movieTimescale: movie.header?.timescale ?? 0) else {
        leftOut.append("track \(track.id), whose edit list has several parts or rates")
        continue
      }
      tracks.append((track, media, job.tracks.count))
      job.tracks.append(made)
    }
    guard !tracks.isEmpty else {
      throw ConversionError(
        .input,
        "has no track that boxwalk writes to \(container.name)"
          + (leftOut.isEmpty ? "" : ": " + leftOut.joined(separator: "; ")))
    }
    if movie.tracks.contains(where: { ($0.header?.rotation ?? 0) != 0 }) {
      leftOut.append("the turn of the picture")
    }
    for (track, media, number) in tracks {
      try append(track, media, number, of: file)
    }
    let made = job.tracks
    job.samples.sort { ContainerTrack.seconds($0, made) < ContainerTrack.seconds($1, made) }
    // MPEG-TS has no place for keys.
    if container == .matroska {
      job.metadata = movie.metadata.filter { !$0.value.isEmpty }
        .map { ContainerMetadata($0.key, $0.value) }
    } else if !movie.metadata.isEmpty {
      leftOut.append(counted(movie.metadata.count, "key") + " of metadata")
    }
  }

  private mutating func append(
    _ track: Track, _ media: PresentedMedia, _ number: Int, of file: BoxFile
  ) throws(ConversionError) {
    let ticks = Int64(max(1, track.timescale))
    if job.tracks[number].kind == .sound, let first = track.samples.first(where: { _ in true }) {
      let start = media.time(
        ofMedia: first.compositionTime, in: Int64(max(1, job.tracks[number].sampleRate)))
      job.tracks[number].priming = UInt32(clamping: -start)
      // Of all codings that are written, only Opus has a place for it, and only in Matroska.
      let isKept = job.format.string == "matroska" && job.tracks[number].codec.string == "opus"
      if start < 0, !isKept {
        leftOut.append(
          "that the first \(counted(Int(-start), "sample")) of sound of track \(track.id) \(start == -1 ? "is" : "are") hidden by an edit list"
        )
      }
    }
    var hidden = 0
    let lateness = track.samples.lateness
    for sample in track.samples where !sample.fileRange.isEmpty {
      guard sample.location == .file(0), file.bytes.part(sample.fileRange) != nil else {
        throw ConversionError(
          .input,
          "does not contain sample \(sample.number) of track \(track.id), or not all of it")
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
      if track.handlerType == "vide", !media.shows(sample) { hidden += 1 }
      job.samples.append(made)
    }
    if hidden > 0 {
      leftOut.append(
        "that \(counted(hidden, "picture")) of track \(track.id) \(hidden == 1 ? "is" : "are") hidden by an edit list"
      )
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
  /// When a sample is decoded, in seconds.
  fileprivate static func seconds(_ sample: ContainerSample, _ tracks: [ContainerTrack]) -> Double {
    Double(sample.decoded) / Double(max(1, tracks[Int(sample.track)].tickDenominator))
  }

  /// Nil if the container has no place for the track.
  fileprivate init?(_ track: Track, of container: ForeignContainer) {
    guard track.sampleEntries.count == 1, let entry = track.sampleEntries.first else { return nil }
    self.init()
    tickDenominator = max(1, track.timescale)
    isDefault = track.isEnabled
    if let visual = entry[VisualSampleEntry.self], track.handlerType == "vide" {
      kind = .video
      guard setPictures(entry.type, visual, container) else { return nil }
    } else if let sound = entry[AudioSampleEntry.self], track.handlerType == "soun" {
      kind = .sound
      guard setSound(entry.type, sound, container) else { return nil }
    } else {
      return nil
    }
    if let packed = track.mediaHeader?.language, packed >= 0x400, packed < 0x8000 {
      let letters = [10, 5, 0].map { UInt8(truncatingIfNeeded: packed >> UInt16($0)) & 31 + 0x60 }
      language = Text(String(decoding: letters, as: UTF8.self))
    }
  }

  private mutating func setPictures(
    _ type: FourCC, _ entry: VisualSampleEntry, _ container: ForeignContainer
  ) -> Bool {
    if container == .matroska, let (name, record) = entry.selfContainedCoding(type) {
      (codec, configuration) = (Text(name), record)
      setShape(entry)
      return true
    }
    let names: [FourCC: (codec: String, box: FourCC)] = [
      "avc1": ("h264", "avcC"), "avc3": ("h264", "avcC"), "hvc1": ("hevc", "hvcC"),
      "hev1": ("hevc", "hvcC"), "dvh1": ("hevc", "hvcC"), "dvhe": ("hevc", "hvcC"),
      "av01": ("av1", "av1C"), "vp08": ("vp8", "vpcC"), "vp09": ("vp9", "vpcC"),
    ]
    guard let name = names[type], let payload = entry.children.first(name.box)?.sourcePayload
    else { return false }
    let isForStreams = ["h264", "hevc"].contains(name.codec)
    guard container != .transportStream || isForStreams else { return false }
    codec = Text(name.codec)
    if !name.codec.hasPrefix("vp") { configuration = payload }
    setShape(entry)
    return true
  }

  private mutating func setShape(_ entry: VisualSampleEntry) {
    (width, height) = (UInt32(entry.width), UInt32(entry.height))
    if let aspect = entry.children.first(PixelAspectRatioBox.self) {
      (aspectNumerator, aspectDenominator) = (aspect.hSpacing, aspect.vSpacing)
    }
    let colours = entry.children.lazy.compactMap { $0[ColourInformationBox.self] }
    if let colour = colours.first(where: { ["nclx", "nclc"].contains($0.colourType) }) {
      colourPrimaries = UInt8(clamping: colour.colourPrimaries)
      transferCharacteristics = UInt8(clamping: colour.transferCharacteristics)
      matrixCoefficients = UInt8(clamping: colour.matrixCoefficients)
      isFullRange = colour.isFullRange
    }
  }

  private mutating func setSound(
    _ type: FourCC, _ entry: AudioSampleEntry, _ container: ForeignContainer
  ) -> Bool {
    let settings = entry.children + entry.children.at("wave")
    let stream = settings.first(ElementaryStreamDescriptorBox.self)
    switch (type, stream?.objectTypeIndication) {
    case ("mp4a", 0x40?), ("mp4a", 0x66?), ("mp4a", 0x67?), ("mp4a", 0x68?):
      codec = "aac"
      guard let record = stream?.audioSpecificConfig else { return false }
      configuration = record
    case ("mp4a", 0x69?), ("mp4a", 0x6B?), (".mp3", _): codec = "mp3"
    case ("Opus", _):
      guard let box = settings.first(OpusSpecificBox.self) else { return false }
      codec = "opus"
      configuration = Bytes(box.identificationHeader)
    case ("ac-3", _): codec = "ac3"
    case ("ec-3", _): codec = "eac3"
    case ("fLaC", _):
      // STREAMINFO comes first.
      guard let info = settings.first("dfLa")?.sourcePayload?.part(8..<42) else { return false }
      codec = "flac"
      configuration = info
    case ("alac", _) where container == .matroska:
      // FFmpeg takes the whole box. Matroska stores only the part after the version.
      guard let cookie = settings.first("alac")?.sourcePayload, cookie.count >= 28 else {
        return false
      }
      codec = "alac"
      configuration = Bytes([0, 0, 0, 36] + Array("alac".utf8) + Array(cookie.prefix(28)))
    default: return false
    }
    sampleRate = UInt32(exactly: entry.samplesPerSecond.rounded()) ?? 0
    channelCount = UInt16(clamping: entry.channels)
    bitsPerSample = entry.sampleSize
    return true
  }
}

extension VisualSampleEntry {
  /// The name in FFmpeg of a coding whose samples, or a descriptor, have everything that a decoder needs, and the
  /// bytes that the container stores for it; nil for another coding.
  fileprivate func selfContainedCoding(_ type: FourCC) -> (String, Bytes)? {
    switch type {
    case "jpeg": return ("mjpeg", Bytes())
    case "mp4v":
      guard let stream = children.first(ElementaryStreamDescriptorBox.self),
        stream.objectTypeIndication == 0x20, let record = stream.decoderSpecificInfo
      else { return nil }
      return ("mpeg4", record)
    default: return nil
    }
  }
}
