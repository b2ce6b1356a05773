import CodecJob
import DecoderConfigurations
import Editing
import FieldCoding
import ISOBMFF
import Inspection
import NALUnits

/// A track that is taken out of a container.
struct ReadTrack {
  /// How samples come, and what they become.
  private enum Form {
    /// As our movies have them.
    case same
    /// NAL units after start codes.
    case annexB(SpareUnits)
    /// AAC frames, each with a header of its own.
    case adts
    /// AC-3 and Enhanced AC-3, whose first packet says what the sample entry has.
    case dolby
  }

  private let track: ContainerTrack
  private let form: Form
  /// The type of the sample entry, and its content.
  private let type: FourCC
  private let boxes: [Box]
  private(set) var samples: [ContainerSample] = []
  private(set) var places: [Int] = []
  private var counts: [Int] = []
  /// The header of the first packet of AAC, in the form of a configuration.
  private var header: AudioSpecificConfig?
  /// The first packet of AC-3.
  private var first = Bytes()

  var isVideo: Bool { track.kind == .video }

  /// Throws if our movies have no place for the track.
  init(_ track: ContainerTrack) throws(ContainerTrackError) {
    self.track = track
    let codec = track.codec.string
    guard track.kind == .video || track.kind == .sound else {
      throw ContainerTrackError("which is not a track of pictures or sound ('\(codec)')")
    }
    guard track.tickNumerator > 0, track.tickDenominator > 0 else {
      throw ContainerTrackError("which has no unit of time")
    }
    do throws(FieldError) {
      switch codec {
      case "hevc", "h264": (type, form, boxes) = try ReadTrack.nalUnits(track, codec)
      case "av1":
        (type, form) = ("av01", .same)
        boxes = [try ReadTrack.av1(track)]
      case "vp9", "vp8":
        (type, form) = (codec == "vp9" ? "vp09" : "vp08", .same)
        boxes = [Box(ReadTrack.vp(track))]
      case "aac":
        type = "mp4a"
        form = track.configuration.isEmpty ? .adts : .same
        boxes = []
      case "mp3": (type, form, boxes) = ("mp4a", .same, [])
      case "ac3": (type, form, boxes) = ("ac-3", .dolby, [])
      case "eac3": (type, form, boxes) = ("ec-3", .dolby, [])
      case "flac":
        (type, form) = ("fLaC", .same)
        boxes = [Box(try FLACSpecificBox(streamInfo: track.configuration))]
      case "opus":
        (type, form) = ("Opus", .same)
        boxes = [Box(try OpusSpecificBox(identificationHeader: track.configuration))]
      default: throw FieldError(.invalid("no sample entry for '\(codec)' is known here"), offset: 0)
      }
    } catch {
      throw ContainerTrackError("which boxwalk does not write to MP4: \(error.reason)")
    }
  }

  private static func nalUnits(
    _ track: ContainerTrack, _ codec: String
  ) throws(FieldError) -> (FourCC, Form, [Box]) {
    let coding: VideoCoding = codec == "hevc" ? .hevc : .avc
    guard
      let found = (try? ConfigurationFile([track.configuration], coding: coding))?
        .configurations.first
    else { throw FieldError(.invalid("it has no decoder configuration"), offset: 0) }
    return (
      coding.sampleEntry, found.isMade ? .annexB(SpareUnits(of: found.record)) : .same,
      [Box(type: coding.boxType, opaque: found.bytes)]
    )
  }

  private static func av1(_ track: ContainerTrack) throws(FieldError) -> Box {
    guard
      let found = (try? ConfigurationFile([track.configuration], coding: .av1))?
        .configurations.first
    else { throw FieldError(.invalid("it has no decoder configuration"), offset: 0) }
    return Box(type: "av1C", opaque: found.bytes)
  }

  /// Containers have no record of VP8 and VP9: the colours that they state are used, with a level for pictures of
  /// any size.
  private static func vp(_ track: ContainerTrack) -> VPCodecConfigurationBox {
    var box = VPCodecConfigurationBox()
    if let stored = try? VPCodecConfigurationBox(decoding: track.configuration) { box = stored }
    box.colourPrimaries = track.colourPrimaries
    box.transferCharacteristics = track.transferCharacteristics
    box.matrixCoefficients = track.matrixCoefficients
    box.isFullRange = track.isFullRange
    if box.level == 0 { box.level = 62 }
    return box
  }

  // MARK: Samples

  /// The bytes of a sample as our movies have them, in pieces; none for what has no place in them.
  mutating func form(of data: Bytes) throws(FieldError) -> [Bytes] {
    switch form {
    case .same: return [data]
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
      if first.isEmpty { first = Bytes(Array(data)) }
      return [data]
    }
  }

  mutating func append(_ sample: ContainerSample, at place: Int, byteCount: Int) {
    samples.append(sample)
    places.append(place)
    counts.append(byteCount)
  }

  /// When the first sample is shown, in seconds.
  var start: Double? {
    samples.map(time).min().map {
      Double($0) * Double(track.tickNumerator) / Double(track.tickDenominator)
    }
  }

  /// When a sample is shown; where only the time of decoding is known, that one.
  private func time(_ sample: ContainerSample) -> Int64 {
    sample.shown != ContainerSample.unknown
      ? sample.shown : sample.decoded != ContainerSample.unknown ? sample.decoded : 0
  }

  // MARK: The track

  /// - Parameter start: what is to be 0, in seconds.
  func made(startingAt start: Double) throws(FieldError) -> NewMovie.Track {
    let clock = clock(startingAt: start)
    var made = NewMovie.Track(
      handlerType: isVideo ? "vide" : "soun", sampleEntry: try sampleEntry(),
      timescale: clock.timescale)
    made.samples = samples.indices.map { index in
      NewSample(
        byteCount: counts[index], compositionTime: clock.times[index],
        duration: clock.durations[index], isSync: samples[index].isKey || !isVideo)
    }
    made.places = places
    if isVideo {
      let aspect = track.aspectDenominator > 0 && track.aspectNumerator > 0
      made.width =
        aspect
        ? UInt32(
          (Double(track.width) * Double(track.aspectNumerator) / Double(track.aspectDenominator))
            .rounded()) : track.width
      made.height = track.height
    }
    made.language = track.language.string
    made.name = track.title.string
    return made
  }

  private struct Clock {
    var timescale: UInt32
    var times: [Int64]
    var durations: [Int64]
  }

  /// Times in ticks of the track. Containers round the times of sound, whose packets follow each other without
  /// gaps. If rounding explains every time, packets get their exact times.
  private func clock(startingAt start: Double) -> Clock {
    let ticks = Double(track.tickDenominator) / Double(track.tickNumerator)
    let zero = Int64((start * ticks).rounded())
    let stated = samples.map { time($0).subtractingSaturating(zero) }
    if !isVideo, let exact = exactSound(stated, ticks) { return exact }
    // A tick of the container is a tick of the new track, unless a second does not have a whole number of them.
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

  private func exactSound(_ stated: [Int64], _ ticks: Double) -> Clock? {
    let rate = Int64(track.sampleRate)
    guard let length = packetLength, rate > 0, let first = stated.first else { return nil }
    let begin = (Double(first) / ticks * Double(rate)).rounded()
    for (index, time) in stated.enumerated() {
      let exact = begin + Double(index) * Double(length)
      guard abs(exact / Double(rate) - Double(time) / ticks) <= 1.5 / ticks else { return nil }
    }
    let times = stated.indices.map { Int64(begin) + Int64($0) * length }
    return Clock(
      timescale: track.sampleRate, times: times,
      durations: Array(repeating: length, count: times.count))
  }

  /// Samples of sound in a packet, where all have as many.
  private var packetLength: Int64? {
    switch track.codec.string {
    case "aac": 1024
    case "mp3": track.sampleRate >= 32_000 ? 1152 : 576
    case "ac3": 1536
    case "eac3": DolbyFrame.first(of: first).map { Int64($0.sampleCount) }
    case "flac": boxes.first?[FLACSpecificBox.self]?.blockSize
    default: nil
    }
  }

  private func sampleEntry() throws(FieldError) -> Box {
    guard isVideo else { return try soundEntry() }
    var entry = VisualSampleEntry()
    (entry.width, entry.height) = (UInt16(clamping: track.width), UInt16(clamping: track.height))
    entry.children = boxes
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
    return Box(type: type, entry, in: .sampleEntries)
  }

  private func soundEntry() throws(FieldError) -> Box {
    var entry = AudioSampleEntry()
    entry.channelCount = max(1, track.channelCount)
    entry.sampleRate = track.sampleRate < 1 << 16 ? track.sampleRate << 16 : 0
    entry.children = boxes
    switch type {
    case "ac-3": entry.children = [Box(try AC3SpecificBox(first))]
    case "ec-3": entry.children = [Box(try EC3SpecificBox(first))]
    case "mp4a":
      var configuration: Bytes?
      if track.codec.string == "aac" {
        configuration =
          track.configuration.isEmpty
          ? Bytes(try (header ?? AudioSpecificConfig()).encoded()) : track.configuration
      }
      entry.children = [Box(try ElementaryStreamDescriptorBox(sound: configuration))]
    default: break
    }
    return Box(type: type, entry, in: .sampleEntries)
  }
}

/// Units of a stream that samples of a movie do without: they are the record's already, or say only where a
/// picture starts.
private struct SpareUnits {
  private let type: any DecoderConfigurationRecord.Type
  private let sets: Set<Bytes>

  init<Record: DecoderConfigurationRecord>(of record: Record) {
    type = Record.self
    sets = Set(record.codedUnits.map { Record.content(of: $0) })
  }

  func contains(_ unit: Bytes) -> Bool {
    if type.isDelimiter(unit) { return true }
    return type.kind(of: unit) == .parameterSet && sets.contains(type.content(of: unit))
  }
}
