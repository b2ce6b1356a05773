import FieldCoding
import ISOBMFF
import Movie
import WorkerProtocol

extension ContainerTrack {
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
