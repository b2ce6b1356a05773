import AV1
import AVC
package import HEIF
import HEVC
package import ISOBMFF
package import Text
import VVC

/// The codec of an image or a track.
package struct CodecDescription {
  package let type: FourCC
  /// The encryption of samples: `cenc`, `cbcs`; empty if it is not stated.
  package private(set) var encryption: String?
  /// `hvc1.1.6.L93.B0`, as a web page would name it (RFC 6381).
  package private(set) var codec: String
  /// `dvh1.08.04/db4h`: the codec for players that support it (RFC 8216bis, SUPPLEMENTAL-CODECS).
  package private(set) var supplementalCodec: String?
  /// The codec of the elementary stream, if that is more precise than the sample entry.
  private var streamName: String?
  package private(set) var profile: String?
  package private(set) var level: String?
  package private(set) var bitDepth: Int?
  package private(set) var chroma: String?
  /// The colours that the bitstream states.
  package private(set) var colour: CodingIndependentCodePoints?

  package init(_ item: Item) { self.init(item.type, item.properties.map(\.box)) }

  /// The codec of a track; if samples are encrypted, that of the decrypted samples.
  package init(entry: Box) {
    let protection = entry.children.at("sinf")
    let isEncrypted = ["encv", "enca", "encs", "enct", "encm"].contains(entry.type)
    let original = isEncrypted ? protection.first(OriginalFormatBox.self)?.dataFormat : nil
    self.init(original ?? entry.type, entry.children)
    guard isEncrypted else { return }
    encryption = protection.first(SchemeTypeBox.self).map { "\($0.schemeType)" } ?? ""
  }

  /// - Parameter boxes: the item's properties, or the children of the sample entry.
  package init(_ type: FourCC, _ boxes: [Box]) {
    self.type = type
    codec = "\(type)"
    if let record = boxes.first(HEVCConfigurationBox.self)?.record {
      describe(record)
    } else if let record = boxes.first(AVCConfigurationBox.self)?.record {
      describe(record)
    } else if let record = boxes.first(AV1CodecConfigurationBox.self)?.record {
      let colours = boxes.compactMap { $0[ColourInformationBox.self] }
      describe(record, colours.first { ["nclx", "nclc"].contains($0.colourType) })
    } else if let record = boxes.first(VvcConfigurationBox.self)?.record {
      describe(record)
    } else if let stream = boxes.first(ElementaryStreamDescriptorBox.self)
      ?? boxes.at("wave").first(ElementaryStreamDescriptorBox.self)
    {
      describe(stream)
    } else if let record = boxes.first(VPCodecConfigurationBox.self) {
      describe(record)
    } else if let kind = IntermediateCoding(type, boxes) {
      (profile, bitDepth, chroma) = (kind.profile, kind.bitDepth, kind.chroma)
    } else if let pixels = boxes.first(PixelInformationProperty.self) {
      bitDepth = pixels.bitsPerChannel.first.map(Int.init)
    } else if let string = CodecsParameter(type, boxes) {
      codec = string.text
      profile = string.profile
      level = string.level
    }
    if let dolbyVision = DolbyVisionSummary(boxes) {
      supplementalCodec = dolbyVision.supplementalCodec(for: type)
      codec = dolbyVision.codec(type) ?? codec
    }
    guard let format = CodedFormat(boxes) else { return }
    bitDepth = format.bitDepth
    chroma = "\(format.chroma)"
    colour = format.colour
  }

  private mutating func describe(_ record: HEVCDecoderConfigurationRecord) {
    codec = "\(record.codecString(type))"
    profile = record.profile.name
    level = "\(record.level)"
    guard let sps = try? record.sequenceParameterSets().first else { return }
    profile = sps.profile.name ?? profile
    level = "\(sps.level)"
  }

  private mutating func describe(_ record: AVCDecoderConfigurationRecord) {
    let sequence = try? record.sequence()
    let profile = sequence?.profile ?? record.profile
    let level = sequence?.level ?? record.level
    codec = "\(sequence?.codecString(type) ?? record.codecString(type))"
    self.profile = profile.name ?? "profile \(profile.idc)"
    self.level = level.name(in: profile)
  }

  private mutating func describe(
    _ record: AV1CodecConfigurationRecord, _ colour: ColourInformationBox?
  ) {
    codec = "\(record.codecString(type, stated: colour?.signal))"
    profile = record.profile.name
    level = "\(record.level)"
  }

  private mutating func describe(_ record: VvcDecoderConfigurationRecord) {
    if let string = record.codecString(type) { codec = "\(string)" }
    if let format = record.format {
      profile = format.profileTierLevel.profile.name
      level = "\(format.profileTierLevel.level)"
      bitDepth = Int(format.bitDepthMinus8) + 8
      chroma = "\(format.chromaFormat)"
    }
    guard let set = try? record.sequence() else { return }
    bitDepth = set.bitDepth
    chroma = "\(set.chromaFormat)"
    guard let vui = set.vui else { return }
    var signal = VideoSignal()
    signal.isFullRange = vui.isFullRange
    signal.colour = vui.colour
    colour = CodingIndependentCodePoints(signal)
  }

  private mutating func describe(_ record: VPCodecConfigurationBox) {
    codec = CodecsParameter(type, record).text
    profile = "\(record.profile)"
    level = "\(record.level / 10).\(record.level % 10)"
    bitDepth = Int(record.bitDepth)
    chroma = [0: "4:2:0", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4", 4: "4:4:0"][record.chromaSubsampling]
    // The draft that version 0 was had no code points.
    guard record.header.version > 0 else { return }
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = UInt16(record.colourPrimaries)
    points.transferCharacteristics = UInt16(record.transferCharacteristics)
    points.matrixCoefficients = UInt16(record.matrixCoefficients)
    points.isFullRange = record.isFullRange
    colour = points
  }

  /// Takes the format from a frame, which may differ from that of the configuration.
  package mutating func correct(_ frame: VP9FrameHeader, _ boxes: [Box]) {
    if let record = boxes.first(VPCodecConfigurationBox.self) { describe(frame.corrected(record)) }
  }

  private mutating func describe(_ stream: ElementaryStreamDescriptorBox) {
    guard let object = stream.objectTypeIndication else { return }
    codec = "\(type)." + HexText.byte(object)
    streamName = CodecNames.name(object: object)
    if let audio = stream.audioObjectType { codec += ".\(audio)" }
    switch object {
    case 0x40, 0x66...0x68:
      profile =
        [1: "AAC Main", 2: "AAC LC", 5: "HE-AAC", 29: "HE-AAC v2", 42: "xHE-AAC"][
          stream.audioObjectType ?? 2]
        ?? stream.audioObjectType.flatMap { AudioSpecificConfig.objectTypeNames[UInt64($0)] }
        ?? "MPEG-4 audio"
    case 0x69, 0x6B: profile = CodecDescription.mp3
    case 0x20: describeVisual(stream.decoderSpecificInfo ?? Bytes())
    default: break
    }
  }

  /// The profile and level of MPEG-4 Visual, which its first header states (ISO/IEC 14496-2 §6.2.2, table G.1).
  private mutating func describeVisual(_ headers: Bytes) {
    guard headers.starts(with: [0, 0, 1, 0xB0]), let code = headers.number(at: 4, size: 1) else {
      return
    }
    switch code {
    case 0x01...0x03, 0x05, 0x06: (profile, level) = ("Simple", "\(code)")
    case 0x04: (profile, level) = ("Simple", "4a")
    case 0x08, 0x09: (profile, level) = ("Simple", code == 8 ? "0" : "0b")
    case 0x10...0x12: (profile, level) = ("Simple Scalable", "\(code & 15)")
    case 0x21, 0x22: (profile, level) = ("Core", "\(code & 15)")
    case 0x32...0x34: (profile, level) = ("Main", "\(code & 15)")
    case 0x42: (profile, level) = ("N-bit", "2")
    case 0xF0...0xF5: (profile, level) = ("Advanced Simple", "\(code & 15)")
    case 0xF7: (profile, level) = ("Advanced Simple", "3b")
    default: profile = "\(code)"
    }
  }

  private static let mp3 = "MP3"

  /// Whether the sample entry does not say which layer of MPEG audio it is.
  package var mayBeOtherLayer: Bool {
    encryption == nil && (profile == CodecDescription.mp3 || type == ".mp3")
  }

  /// Takes the layer from the header of the first frame (ISO/IEC 11172-3 §2.4.2.3).
  package mutating func correctLayer(_ frame: Bytes) {
    guard let sync = frame.number(at: 0, size: 2), sync & 0xFFE0 == 0xFFE0 else { return }
    switch sync >> 1 & 3 {
    case 2: profile = "MPEG layer II"
    case 3: profile = "MPEG layer I"
    default: return
    }
    streamName = "MPEG audio"
  }

  /// Whether samples are DTS audio that can be read.
  package var mayBeDTS: Bool {
    encryption == nil
      && (["dtsc", "dtsh", "dtsl", "dtse", "dtsx"].contains(type)
        || streamName?.hasPrefix("DTS") ?? false)
  }

  /// Takes the name from the first frame, which is more precise than the sample entry.
  package mutating func name(_ dts: DTSStream) { streamName = dts.name }

  /// `HEVC`
  package var name: String {
    streamName ?? CodecNames.name(type) ?? ItemType.title(type) ?? "\(type)"
  }

  private var details: [String] {
    [
      profile.map { profile in
        if ["AAC", "MP3", "MPEG"].contains(where: { profile.contains($0) }) { return profile }
        return UInt(profile) != nil ? "profile \(profile)" : "\(profile) profile"
      },
      level.map { "level \($0)" }, bitDepth.map { "\($0) bit" }, chroma,
      encryption.map { $0.isEmpty ? "encrypted" : "encrypted (\($0))" },
    ].compactMap { $0 }
  }

  /// `HEVC hvc1.1.6.L93.B0, Main profile, level 3.1, 8 bit, 4:2:0`
  package var text: String {
    ([name == codec ? name : "\(name) \(codec)"] + details).joined(separator: ", ")
  }

  /// `HEVC 8 bit 4:0:0`
  package var short: String {
    [name, bitDepth.map { "\($0) bit" }, chroma].compactMap { $0 }.joined(separator: " ")
  }

  package var value: JSONValue {
    .object([
      ("type", .string("\(type)")), ("name", .string(name)), ("codec", .string(codec)),
      ("supplementalCodec", .string(supplementalCodec)), ("profile", .string(profile)),
      ("level", .string(level)), ("bitDepth", .int(bitDepth)), ("chroma", .string(chroma)),
      ("encryption", .string(encryption)),
    ])
  }
}

extension ColourInformationBox {
  /// The code points and the range as a stream states them; `nclc` says nothing of the range.
  fileprivate var signal: VideoSignal {
    var colour = ColourDescription()
    colour.colourPrimaries = UInt8(truncatingIfNeeded: colourPrimaries)
    colour.transferCharacteristics = UInt8(truncatingIfNeeded: transferCharacteristics)
    colour.matrixCoefficients = UInt8(truncatingIfNeeded: matrixCoefficients)
    var signal = VideoSignal()
    signal.colour = colour
    signal.isFullRange = colourType == "nclx" && isFullRange
    return signal
  }
}

/// What the sample entries of codecs for editing say of their frames, which have no parameter sets.
struct IntermediateCoding {
  /// `HQX`; nil if the sample entry is the profile.
  private(set) var profile: String?
  /// The number of bits of a sample; nil if only the frames state it.
  private(set) var bitDepth: Int?
  private(set) var chroma = "4:2:2"

  /// Nil for other codecs.
  init?(_ type: FourCC, _ boxes: [Box]) {
    switch type {
    case "apco", "apcs", "apcn", "apch": bitDepth = 10
    case "ap4h", "ap4x": (bitDepth, chroma) = (12, "4:4:4")
    case "AVdh":
      guard let kind = boxes.first(AvidHighResolutionBox.self)?.compressionID else { return nil }
      // SMPTE ST 2019-1, table 1. HQX and 444 have 10 or 12 bits.
      profile = [1270: "444", 1271: "HQX", 1272: "HQ", 1273: "SQ", 1274: "LB"][kind]
      bitDepth = [1272: 8, 1273: 8, 1274: 8][kind]
      if kind == 1270 { chroma = "4:4:4" }
    case "AVdn":
      guard let kind = boxes.first(AvidResolutionBox.self)?.compressionID else { return nil }
      bitDepth = [1235, 1241, 1250, 1256].contains(kind) ? 10 : 8
      if kind == 1256 { chroma = "4:4:4" }
    default: return nil
    }
  }
}

/// How many frames there are in a second.
package struct FrameRate: Sendable {
  /// The rate of most frames.
  package let usual: Double
  /// The greatest rate that several frames in a row have.
  package let greatest: Double

  /// How many times of frames are looked at.
  package static let mostFrames = 1000
  /// How many equal durations in a row are a rate.
  private static let run = 5

  /// Some writers let frames be decoded in bursts, so that durations of samples say nothing. Nil if there are fewer
  /// than two frames.
  ///
  /// - Parameter times: composition times, in any order; of ``mostFrames`` at most.
  package init?(_ times: [Int64], timescale: Double) {
    let sorted = times.prefix(FrameRate.mostFrames).sorted()
    // Frames that are only decoded for others are shown for a millisecond.
    let times =
      zip(sorted, sorted.dropFirst()).filter { Double($1 - $0) * 500 >= timescale }.map(\.0)
      + sorted.suffix(1)
    var counts: [Int64: Int] = [:]
    for (time, next) in zip(times, times.dropFirst()) {
      counts[next - time, default: 0] += 1
    }
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
      return nil
    }
    /// The average of durations that differ from one by rounding.
    func average(near duration: Double) -> Double {
      let near = counts.filter { abs(Double($0.key) - duration) <= max(1, duration / 50) }
      let count = near.values.reduce(0, +)
      guard count > 0 else { return duration }
      return near.reduce(0.0) { $0 + Double($1.key) * Double($1.value) } / Double(count)
    }
    usual = timescale / average(near: Double(most))
    // A part of a frame at the start, and times that are not even, say nothing of a rate.
    let durations = zip(times, times.dropFirst()).map { $1 - $0 }
    let runs = durations.indices.dropLast(FrameRate.run - 1).map {
      durations[$0..<$0 + FrameRate.run]
    }
    let fastest = runs.lazy
      .filter { run in
        let (least, most) = (run.min() ?? 0, run.max() ?? 0)
        return most - least <= max(1, least / 20)
      }
      .map { $0.reduce(0, +) }.min()
      .map { timescale / average(near: Double($0) / Double(FrameRate.run)) }
    greatest = max(usual, fastest ?? usual)
  }

  /// The same for a segment of a stream; nil if it has too few frames to say anything of the others.
  package init?(segment times: [Int64], timescale: Double) {
    guard times.count > FrameRate.run else { return nil }
    self.init(times, timescale: timescale)
  }
}
