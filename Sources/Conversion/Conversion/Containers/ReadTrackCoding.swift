import FieldCoding
import ISOBMFF
import Inspection
import NALUnits
import WorkerProtocol

/// How a track of a container is written to MP4: its sample entry, and the changes to its samples.
struct ReadTrackCoding {
  /// The form of samples in the container, and how it changes.
  enum Form {
    /// The same form as in MP4.
    case same
    /// NAL units after start codes.
    case annexB(SpareUnits)
    /// AAC frames, each with an ADTS header.
    case adts
    /// AC-3 and Enhanced AC-3. The first packet gives the contents of the sample entry.
    case dolby
    /// Uncompressed audio.
    ///
    /// - Parameter flipsSign: whether samples of 8 bits are unsigned in the container; they are signed in MP4.
    case numbers(flipsSign: Bool)
    /// Subtitles as text.
    case texts
  }

  /// The type of the sample entry.
  let type: FourCC
  let form: Form
  /// The content of the sample entry.
  var boxes: [Box] = []

  private init(_ type: FourCC, _ form: Form = .same, _ boxes: [Box] = []) {
    (self.type, self.form, self.boxes) = (type, form, boxes)
  }

  /// Throws if MP4 cannot hold the coding.
  init(_ track: ContainerTrack) throws(FieldError) {
    let codec = track.codec.string
    switch (track.kind, codec) {
    case (.video, "hevc"), (.video, "h264"): self = try .nalUnits(track, codec)
    case (.video, "av1"): self.init("av01", .same, [try ReadTrackCoding.av1(track)])
    case (.video, "vp9"), (.video, "vp8"):
      self.init(codec == "vp9" ? "vp09" : "vp08", .same, [Box(ReadTrackCoding.vp(track))])
    case (.video, "mjpeg"): self.init("jpeg")
    case (.video, "h263"): self.init("s263", .same, [Box(H263SpecificBox())])
    case (.video, "prores"):
      let kinds: [FourCC] = ["apch", "apcn", "apcs", "apco", "ap4h", "ap4x"]
      let stated = FourCC(rawValue: track.tag.byteSwapped)
      guard kinds.contains(stated) else {
        throw FieldError(.invalid("it does not say which kind of ProRes it is"), offset: 0)
      }
      self.init(stated)
    case (.video, "mpeg4"):
      guard !track.configuration.isEmpty else {
        throw FieldError(.invalid("it has no decoder configuration"), offset: 0)
      }
      var settings = Descriptor.DecoderConfig()
      (settings.objectTypeIndication, settings.streamType) = (0x20, 4)
      let stream = ElementaryStreamDescriptorBox(settings, information: track.configuration)
      self.init("mp4v", .same, [Box(stream)])
    case (.audio, "aac"): self.init("mp4a", track.configuration.isEmpty ? .adts : .same)
    case (.audio, "mp3"): self.init("mp4a")
    case (.audio, "ac3"): self.init("ac-3", .dolby)
    case (.audio, "eac3"): self.init("ec-3", .dolby)
    case (.audio, "flac"):
      self.init("fLaC", .same, [Box(try FLACSpecificBox(streamInfo: track.configuration))])
    case (.audio, "opus"):
      let header = try OpusSpecificBox(identificationHeader: track.configuration)
      self.init("Opus", .same, [Box(header)])
    case (.audio, "alac"):
      // FFmpeg returns the whole box.
      guard let cookie = track.configuration.part(8..<track.configuration.count),
        cookie.count >= 28
      else { throw FieldError(.invalid("it has no decoder configuration"), offset: 0) }
      self.init("alac", .same, [Box(type: "alac", opaque: cookie)])
    case (.audio, let codec) where codec.hasPrefix("pcm_"):
      self = try .numbers(codec.dropFirst(4))
    case (.subtitles, "subrip"), (.subtitles, "text"), (.subtitles, "ass"):
      self.init("tx3g", .texts)
    case (.subtitles, "webvtt"): self.init("wvtt", .texts)
    default: throw FieldError(.invalid("no sample entry for '\(codec)' is known here"), offset: 0)
    }
  }

  private static func nalUnits(
    _ track: ContainerTrack, _ codec: String
  ) throws(FieldError) -> ReadTrackCoding {
    let coding: VideoCodec = codec == "hevc" ? .hevc : .avc
    guard
      let found = (try? ConfigurationFile([track.configuration], codec: coding))?
        .configurations.first
    else { throw FieldError(.invalid("it has no decoder configuration"), offset: 0) }
    // Without sets in the record, they are in the samples, which another name allows.
    let type: FourCC =
      found.hasParameterSets ? coding.sampleEntry : codec == "hevc" ? "hev1" : "avc3"
    return ReadTrackCoding(
      type, found.isMade ? .annexB(SpareUnits(of: found.record)) : .same,
      [Box(type: coding.boxType, opaque: found.bytes)])
  }

  private static func av1(_ track: ContainerTrack) throws(FieldError) -> Box {
    guard
      let found = (try? ConfigurationFile([track.configuration], codec: .av1))?
        .configurations.first
    else { throw FieldError(.invalid("it has no decoder configuration"), offset: 0) }
    return Box(type: "av1C", opaque: found.bytes)
  }

  /// Containers have no configuration record of VP8 and VP9: the stated colours are used, with a level for frames of
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

  /// - Parameter name: FFmpeg's name of the sample format: `s16le`, `f32be`, `u8`.
  private static func numbers(_ name: Substring) throws(FieldError) -> ReadTrackCoding {
    let isLittle = name.hasSuffix("le")
    let digits = name.dropFirst().prefix { $0.isNumber }
    guard let kind = name.first, let bits = UInt8(digits),
      name.dropFirst(1 + digits.count) == (bits == 8 ? "" : isLittle ? "le" : "be"),
      (kind == "s" && [8, 16, 24, 32].contains(bits)) || (kind == "u" && bits == 8)
        || (kind == "f" && [32, 64].contains(bits))
    else {
      throw FieldError(.invalid("MP4 has no form for such numbers ('pcm_\(name)')"), offset: 0)
    }
    var box = PCMConfigurationBox()
    box.formatFlags = isLittle ? 1 : 0
    box.sampleSize = bits
    return ReadTrackCoding(
      kind == "f" ? "fpcm" : "ipcm", .numbers(flipsSign: kind == "u"), [Box(box)])
  }
}

/// The units of a stream that are not needed in samples: parameter sets that are in the configuration record, and
/// delimiters.
struct SpareUnits {
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

/// A frame of MPEG-4 Part 2.
enum MPEG4Picture {
  /// Whether it is predicted from two others, the second of which is decoded before it and shown after it
  /// (`vop_coding_type`, ISO/IEC 14496-2 §6.2.5).
  static func isBidirectional(_ sample: Bytes) -> Bool {
    let start: [UInt8] = [0, 0, 1, 0xB6]
    let offset = (0..<max(0, sample.count - start.count)).first { position in
      start.indices.allSatisfy { sample[position + $0] == start[$0] }
    }
    return offset.map { sample[$0 + start.count] >> 6 == 2 } ?? false
  }

  /// The numbers of frames in the order in which a decoder shows them, from that in which they are decoded.
  static func order(areBidirectional: [Bool]) -> [Int] {
    var order: [Int] = []
    var waiting: Int?
    for (number, isBidirectional) in areBidirectional.enumerated() {
      if isBidirectional {
        order.append(number)
      } else {
        if let waiting { order.append(waiting) }
        waiting = number
      }
    }
    return order + (waiting.map { [$0] } ?? [])
  }
}
