import Editing
import FieldCoding
import ISOBMFF
import Inspection
import Movie
import NALUnits
import WorkerProtocol

/// A track that is read from a container.
struct ReadTrack {
  private var track: ContainerTrack
  private let coding: ReadTrackCoding
  private(set) var samples: [ContainerSample] = []
  private(set) var offsets: [Int] = []
  private var counts: [Int] = []
  /// The header of the first packet of AAC, in the form of a configuration.
  private var header: AudioSpecificConfig?
  /// The first packet of AC-3.
  private var first = Bytes()
  /// Moments of audio in each packet of Opus or FLAC.
  private var lengths: [Int64] = []
  private var texts: ReadTexts?
  /// Whether the container says when frames are decoded, and not when they are shown.
  private let isInDecodingOrder: Bool
  /// Whether each frame is shown as soon as it is decoded, before one that was decoded earlier.
  private var isBidirectional: [Bool] = []

  var isVideo: Bool { track.kind == .video }
  private var isAudio: Bool { track.kind == .audio }
  /// Whether QuickTime has the coding, but MP4 does not define it.
  var isForeign: Bool { track.codec.string == "prores" }
  /// What texts say of how they look, and the movie does not keep, as a phrase.
  var lostLooks: String? { TextLook.phrase(texts?.lostLooks ?? []) }
  /// What the track and its samples have beside media, and MP4 does not get, as phrases.
  var lostBeside: [String] {
    let hasAlpha = ["vp8", "vp9"].contains(track.codec.string)
    return track.beside.string.split(separator: "\n").map {
      $0 == "Matroska BlockAdditional" && hasAlpha ? "transparency" : String($0)
    }
  }
  /// The size of the frames as shown.
  var shownSize: (width: UInt32, height: UInt32) { isVideo ? (shownWidth, track.height) : (0, 0) }
  /// The rotation of the frame, in degrees clockwise, if a movie cannot state it; nil if it can.
  var lostRotation: Int? { track.rotation % 90 == 0 ? nil : Int(track.rotation) }

  /// Throws if MP4 cannot hold the track.
  ///
  /// - Parameter format: FFmpeg's name of the container.
  init(_ track: ContainerTrack, of format: String) throws(ContainerTrackError) {
    self.track = track
    let codec = track.codec.string
    guard [.video, .audio, .subtitles].contains(track.kind) else {
      throw ContainerTrackError(
        track.kind == .cover
          ? "which is a cover that is neither JPEG nor PNG ('\(codec)')"
          : "which is not a track of video, audio or text ('\(codec)')")
    }
    guard track.tickNumerator > 0, track.tickDenominator > 0 else {
      throw ContainerTrackError("which has no unit of time")
    }
    isInDecodingOrder = format == "avi" && codec == "mpeg4"
    do throws(FieldError) { coding = try ReadTrackCoding(track) } catch {
      throw ContainerTrackError("which boxwalk does not write to MP4: \(error.reason)")
    }
    if case .texts = coding.form { texts = ReadTexts(track) }
  }

  // MARK: Samples

  /// The bytes of a sample in the form of MP4, in pieces; empty if MP4 does not store them.
  mutating func form(of data: Bytes) throws(FieldError) -> [Bytes] {
    switch coding.form {
    case .same:
      switch track.codec.string {
      case "opus": lengths.append(OpusPacket.length(of: data))
      case "flac": lengths.append(FLACFrame.length(of: data))
      case "mpeg4": isBidirectional.append(MPEG4Picture.isBidirectional(data))
      default: break
      }
      return [data]
    case .numbers(let flipsSign):
      return [flipsSign ? Bytes(data.map { $0 ^ 0x80 }) : data]
    case .texts: return []
    case .annexB(let spare):
      var pieces: [Bytes] = []
      for unit in try AnnexB.nalUnits(in: data) where !spare.contains(unit) {
        pieces += [Bytes(try LengthPrefixed.joined([unit], lengthSize: 4))]
      }
      return pieces
    case .adts:
      let head = try ADTSHeader(decoding: data)
      if header == nil { header = head.configuration }
      let start = head.byteCount
      return data.part(start..<data.count).map { [$0] } ?? []
    case .dolby:
      if first.isEmpty {
        first = Bytes(Array(data))
        // FLV says nothing of them.
        if track.sampleRate == 0, let frame = DolbyFrame.first(of: first) {
          (track.sampleRate, track.channelCount) = (UInt32(frame.sampleRate), frame.channelCount)
        }
      }
      return [data]
    }
  }

  /// Adds a text; false for a track of another kind.
  mutating func takeText(_ sample: ContainerSample, _ data: Bytes) -> Bool {
    guard texts != nil else { return false }
    let tick = Double(track.tickNumerator) / Double(track.tickDenominator)
    let start = Double(time(sample)) * tick
    texts?.append(data, at: start, for: Double(sample.duration) * tick)
    return true
  }

  /// The texts as samples, after all of them have been added.
  mutating func textSamples() throws(FieldError) -> [(ContainerSample, [UInt8])] {
    guard let texts else { return [] }
    (track.tickNumerator, track.tickDenominator) = (1, 1000)
    return try texts.samples().map { text in
      var sample = ContainerSample()
      (sample.shown, sample.decoded) = (text.start, text.start)
      sample.duration = UInt32(clamping: text.duration)
      sample.isKey = true
      return (sample, text.bytes)
    }
  }

  mutating func append(_ sample: ContainerSample, at offset: Int, byteCount: Int) {
    samples.append(sample)
    offsets.append(offset)
    counts.append(byteCount)
  }

  /// Gives frames the times at which they are shown, after all of them have been added.
  mutating func orderPictures() {
    guard isInDecodingOrder, isBidirectional.count == samples.count else { return }
    let order = MPEG4Picture.order(areBidirectional: isBidirectional)
    for (index, time) in zip(order, samples.map(\.decoded)) { samples[index].shown = time }
  }

  /// The presentation time of the first sample, in seconds.
  var start: Double? {
    samples.map(time).min().map {
      Double($0) * Double(track.tickNumerator) / Double(track.tickDenominator)
    }
  }

  /// The number of frames to which the container gives the time of another one, or none.
  var untimedPictureCount: Int { isVideo ? samples.count - Set(samples.map(time)).count : 0 }

  /// The time when a sample is shown; its decoding time if the container states only that.
  private func time(_ sample: ContainerSample) -> Int64 {
    sample.shown != ContainerSample.unknown
      ? sample.shown : sample.decoded != ContainerSample.unknown ? sample.decoded : 0
  }

  // MARK: The track

  /// - Parameter start: the time that becomes 0, in seconds.
  func made(startingAt start: Double) throws(FieldError) -> NewMovie.Track {
    let clock = clock(startingAt: start)
    let handler: FourCC =
      isVideo ? "vide" : isAudio ? "soun" : coding.type == "tx3g" ? "sbtl" : "text"
    var made = NewMovie.Track(
      handlerType: handler, sampleEntry: try sampleEntry(), timescale: clock.timescale)
    made.samples = samples.indices.map { index in
      NewSample(
        byteCount: counts[index], compositionTime: clock.times[index],
        duration: clock.durations[index], isSync: samples[index].isKey || !isVideo)
    }
    made.offsets = offsets
    made.unheard = unheard(in: clock.timescale)
    made.momentByteCount = momentByteCount ?? 0
    (made.width, made.height) = shownSize
    made.rotation = lostRotation == nil ? Int(track.rotation) : 0
    made.language = track.language.string
    made.name = track.title.string
    return made
  }

  /// What the container says of the end of the audio that decoders give, and that is not heard, in ticks of a timescale:
  /// Matroska's `DiscardPadding` of the last packet.
  private func unheard(in timescale: UInt32) -> Int64 {
    guard isAudio, track.sampleRate > 0, let last = samples.last else { return 0 }
    return Int64(last.discarded) * Int64(timescale) / Int64(track.sampleRate)
  }

  private var shownWidth: UInt32 {
    guard track.aspectDenominator > 0, track.aspectNumerator > 0 else { return track.width }
    let width =
      Double(track.width) * Double(track.aspectNumerator) / Double(track.aspectDenominator)
    return UInt32(clamping: Int64(min(width, 1e9).rounded()))
  }

  private struct Clock {
    var timescale: UInt32
    var times: [Int64]
    var durations: [Int64]
  }

  /// Times in ticks of the track. Containers round the times of audio packets, which follow each other without gaps. If
  /// rounding explains every time, packets get their exact times.
  private func clock(startingAt start: Double) -> Clock {
    let ticks = Double(track.tickDenominator) / Double(track.tickNumerator)
    let zero = Int64((start * ticks).rounded())
    let stated = samples.map { time($0).subtractingSaturating(zero) }
    if isAudio, let exact = exactAudio(stated, ticks) { return exact }
    // The timescale is that of the container if a second has a whole number of its ticks.
    let scale = track.tickNumerator == 1 ? track.tickDenominator : 90_000
    let times =
      track.tickNumerator == 1
      ? stated : stated.map { Int64((Double($0) / ticks * 90_000).rounded()) }
    let sorted = times.sorted()
    let usual =
      sorted.count > 1
      ? max(1, (sorted[sorted.count - 1] - sorted[0]) / Int64(sorted.count - 1)) : Int64(scale) / 25
    let durations = samples.map { sample in
      sample.duration == 0
        ? usual : max(1, Int64((Double(sample.duration) / ticks * Double(scale)).rounded()))
    }
    return Clock(timescale: scale, times: times, durations: durations)
  }

  private func exactAudio(_ stated: [Int64], _ ticks: Double) -> Clock? {
    let rate = Int64(track.sampleRate)
    guard let lengths = packetLengths, rate > 0, let first = stated.first else { return nil }
    var begin = Int64((Double(first) / ticks * Double(rate)).rounded())
    // The header of Opus, or the delay of Matroska, states the exact number of samples before the start.
    let opus = coding.boxes.first?[OpusSpecificBox.self]
    let skipped = Int64(opus?.preSkip ?? 0) + (opus == nil ? Int64(track.priming) : 0)
    if skipped > 0, abs(Double(begin + skipped)) / Double(rate) <= 1.5 / ticks {
      begin = -skipped
    }
    var times: [Int64] = []
    var time = begin
    var isExact = true
    for (stated, length) in zip(stated, lengths) {
      isExact = isExact && abs(Double(time) / Double(rate) - Double(stated) / ticks) <= 1.5 / ticks
      times.append(time)
      time = time.addingSaturating(length)
    }
    // The times of uncompressed audio with gaps count moments as well.
    guard isExact || momentByteCount != nil else { return nil }
    if !isExact {
      times = stated.map { Int64((Double($0) / ticks * Double(rate)).rounded()) }
    }
    return Clock(timescale: track.sampleRate, times: times, durations: lengths)
  }

  /// The bytes of an audio frame of uncompressed audio; nil for other codings.
  private var momentByteCount: Int? {
    guard let format = coding.boxes.first?[PCMConfigurationBox.self], track.channelCount > 0 else {
      return nil
    }
    return Int(format.sampleSize) / 8 * Int(track.channelCount)
  }

  /// The audio frames in each packet, if they are known.
  private var packetLengths: [Int64]? {
    if let moment = momentByteCount { return counts.map { Int64($0 / moment) } }
    if !lengths.isEmpty, !lengths.contains(0) { return lengths }
    return packetLength.map { Array(repeating: $0, count: samples.count) }
  }

  /// The audio frames in a packet, if all packets have the same number.
  private var packetLength: Int64? {
    switch track.codec.string {
    case "aac": 1024
    case "mp3": track.sampleRate >= 32_000 ? 1152 : 576
    case "ac3": 1536
    case "eac3": DolbyFrame.first(of: first).map { Int64($0.sampleCount) }
    case "flac": coding.boxes.first?[FLACSpecificBox.self]?.blockSize
    case "alac": coding.boxes.first?[ALACSpecificBox.self].map { Int64($0.frameLength) }
    default: nil
    }
  }

  private func sampleEntry() throws(FieldError) -> Box {
    guard isVideo else { return isAudio ? try audioEntry() : textEntry }
    var entry = VisualSampleEntry()
    (entry.width, entry.height) = (UInt16(clamping: track.width), UInt16(clamping: track.height))
    entry.children = coding.boxes
    if track.aspectNumerator > 0, track.aspectDenominator > 0,
      track.aspectNumerator != track.aspectDenominator
    {
      var aspect = PixelAspectRatioBox()
      (aspect.hSpacing, aspect.vSpacing) = (track.aspectNumerator, track.aspectDenominator)
      entry.children.append(Box(aspect))
    }
    if track.colourPrimaries != 2 || track.matrixCoefficients != 2 {
      var colour = ColourInformationBox()
      colour.colourType = "nclx"
      colour.hasFullRangeFlag = true
      colour.colourPrimaries = UInt16(track.colourPrimaries)
      colour.transferCharacteristics = UInt16(track.transferCharacteristics)
      colour.matrixCoefficients = UInt16(track.matrixCoefficients)
      colour.isFullRange = track.isFullRange
      entry.children.append(Box(colour))
    }
    return Box(type: coding.type, entry, in: .sampleEntries)
  }

  private func audioEntry() throws(FieldError) -> Box {
    var entry = AudioSampleEntry()
    entry.channelCount = max(1, track.channelCount)
    entry.children = coding.boxes
    if ["ipcm", "fpcm", "alac"].contains(coding.type), track.bitsPerSample > 0 {
      entry.sampleSize = track.bitsPerSample
    }
    switch coding.type {
    case "ac-3": entry.children = [Box(try AC3SpecificBox(first))]
    case "ec-3": entry.children = [Box(try EC3SpecificBox(first))]
    case "mp4a":
      var configuration: Bytes?
      if track.codec.string == "aac" {
        configuration =
          track.configuration.isEmpty
          ? Bytes(try (header ?? AudioSpecificConfig()).encoded()) : track.configuration
      }
      entry.children = [Box(try ElementaryStreamDescriptorBox(audio: configuration))]
    default: break
    }
    if track.sampleRate < 1 << 16 {
      entry.sampleRate = track.sampleRate << 16
    } else {
      // Rates that do not fit into the field are in a box of their own (ISO/IEC 14496-12 §12.2.3). The field has a multiple
      // of it, and 0 is the one with which programs that do not know the box use the timescale.
      (entry.version, entry.sampleRate) = (1, 0)
      var box = SamplingRateBox()
      box.samplingRate = track.sampleRate
      entry.children.append(Box(box))
    }
    return Box(type: coding.type, entry, in: .sampleEntries)
  }

  private var textEntry: Box {
    guard coding.type == "tx3g" else {
      var header = WebVTTTextBox()
      header.text = Text("WEBVTT", form: .plain)
      var entry = ContainerSampleEntry()
      entry.children = [Box(header)]
      return Box(type: "wvtt", entry, in: .sampleEntries)
    }
    // The texts are centred, at the bottom.
    var entry = TimedTextSampleEntry()
    (entry.horizontalJustification, entry.verticalJustification) = (1, -1)
    var font = FontTableBox.Font()
    font.name = Text("Sans-Serif", form: .plain)
    var fonts = FontTableBox()
    fonts.fonts = [font]
    entry.children = [Box(fonts)]
    entry.isForced = track.isForced
    return Box(type: "tx3g", entry, in: .sampleEntries)
  }
}
