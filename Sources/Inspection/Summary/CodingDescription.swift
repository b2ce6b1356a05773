import AV1
import AVC
import HEIF
import HEVC
import ISOBMFF
import JSON
import VVC

/// How an image or a track is coded.
struct CodingDescription {
  let type: FourCC
  /// How samples are encrypted: `cenc`, `cbcs`; empty if that is not said.
  private var encryption: String?
  /// `hvc1.1.6.L93.B0`, as a web page would name it (RFC 6381).
  private(set) var codec: String
  private(set) var profile: String?
  private(set) var level: String?
  private(set) var bitDepth: Int?
  private(set) var chroma: String?
  /// What the bitstream says of its colours.
  private(set) var colour: CodingIndependentCodePoints?

  init(_ item: Item) { self.init(item.type, item.properties.map(\.box)) }

  /// The coding of a track; if samples are encrypted, that of what they are then.
  init(entry: Box) {
    let protection = entry.children.at("sinf")
    let isEncrypted = ["encv", "enca", "encs", "enct", "encm"].contains(entry.type)
    let original = isEncrypted ? protection.first(OriginalFormatBox.self)?.dataFormat : nil
    self.init(original ?? entry.type, entry.children)
    guard isEncrypted else { return }
    encryption = protection.first(SchemeTypeBox.self).map { "\($0.schemeType)" } ?? ""
  }

  /// - Parameter boxes: the item's properties, or the children of the sample entry.
  init(_ type: FourCC, _ boxes: [Box]) {
    self.type = type
    codec = "\(type)"
    if let record = boxes.first(HEVCConfigurationBox.self)?.record {
      describe(record)
    } else if let record = boxes.first(AVCConfigurationBox.self)?.record {
      describe(record)
    } else if let record = boxes.first(AV1CodecConfigurationBox.self)?.record {
      describe(record)
    } else if let record = boxes.first(VvcConfigurationBox.self)?.record {
      describe(record)
    } else if let stream = boxes.first(ElementaryStreamDescriptorBox.self)
      ?? boxes.at("wave").first(ElementaryStreamDescriptorBox.self)
    {
      describe(stream)
    } else if let pixels = boxes.first(PixelInformationProperty.self) {
      bitDepth = pixels.bitsPerChannel.first.map(Int.init)
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

  private mutating func describe(_ record: AV1CodecConfigurationRecord) {
    codec = "\(record.codecString(type))"
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

  private mutating func describe(_ stream: ElementaryStreamDescriptorBox) {
    guard let object = stream.objectTypeIndication else { return }
    codec = "\(type)." + Hex.byte(object)
    if let audio = stream.audioObjectType { codec += ".\(audio)" }
    switch object {
    case 0x40, 0x66...0x68:
      profile =
        [1: "AAC Main", 2: "AAC LC", 5: "HE-AAC", 29: "HE-AAC v2", 42: "xHE-AAC"][
          stream.audioObjectType ?? 2] ?? "MPEG-4 audio"
    case 0x69, 0x6B: profile = "MP3"
    default: break
    }
  }

  private static let names: [FourCC: String] = [
    "hvc1": "HEVC", "hev1": "HEVC", "lhv1": "L-HEVC", "dvh1": "Dolby Vision HEVC",
    "dvhe": "Dolby Vision HEVC", "avc1": "AVC (H.264)", "avc3": "AVC (H.264)", "av01": "AV1",
    "vvc1": "VVC", "vvi1": "VVC", "vp08": "VP8", "vp09": "VP9", "mp4v": "MPEG-4 Visual",
    "jpeg": "JPEG", "mjpa": "Motion JPEG", "s263": "H.263", "mp4a": "MPEG audio", "lpcm": "PCM",
    "sowt": "PCM", "twos": "PCM", "in24": "PCM", "in32": "PCM", "fl32": "PCM", "alac": "ALAC",
    "Opus": "Opus", "fLaC": "FLAC", "ac-3": "AC-3", "ec-3": "E-AC-3", "ac-4": "AC-4",
    "samr": "AMR", "sawb": "AMR-WB", "apcn": "ProRes 422", "apch": "ProRes 422 HQ",
    "apcs": "ProRes 422 LT", "apco": "ProRes 422 Proxy", "ap4h": "ProRes 4444",
    "mebx": "timed metadata",
    "tmcd": "timecode", "text": "text", "tx3g": "timed text", "wvtt": "WebVTT", "stpp": "TTML",
    "encv": "encrypted video", "enca": "encrypted audio", "encs": "encrypted data",
    "CRAW": "Canon raw", "CTMD": "Canon metadata", "mp4s": "MPEG-4 systems", "c608": "CEA-608",
    "c708": "CEA-708", "SVQ3": "Sorenson Video 3", "cvid": "Cinepak", "rle ": "QuickTime Animation",
    "CFHD": "CineForm", "ulaw": "µ-law PCM", "alaw": "A-law PCM", "raw ": "uncompressed",
    "QDM2": "QDesign Music",
    "unci": "uncompressed", "j2k1": "JPEG 2000",
    "rtp ": "RTP hints",
  ]

  /// `HEVC`
  var name: String { CodingDescription.names[type] ?? ItemType.title(type) ?? "\(type)" }

  private var details: [String] {
    [
      profile.map { profile in
        ["AAC", "MP3", "MPEG"].contains { profile.contains($0) } ? profile : "\(profile) profile"
      },
      level.map { "level \($0)" }, bitDepth.map { "\($0) bit" }, chroma,
      encryption.map { $0.isEmpty ? "encrypted" : "encrypted (\($0))" },
    ].compactMap { $0 }
  }

  /// `HEVC hvc1.1.6.L93.B0, Main profile, level 3.1, 8 bit, 4:2:0`
  var text: String {
    ([name == codec ? name : "\(name) \(codec)"] + details).joined(separator: ", ")
  }

  /// `HEVC 8 bit 4:0:0`
  var short: String {
    [name, bitDepth.map { "\($0) bit" }, chroma].compactMap { $0 }.joined(separator: " ")
  }

  var value: JSONValue {
    .object([
      ("type", .string("\(type)")), ("codec", .string(codec)), ("profile", .string(profile)),
      ("level", .string(level)), ("bitDepth", .int(bitDepth)), ("chroma", .string(chroma)),
      ("encryption", .string(encryption)),
    ])
  }
}

extension CodePoints {
  /// Primaries, transfer and matrix, as far as they are said.
  static func words(_ points: CodingIndependentCodePoints) -> [String] {
    let matrix =
      points.matrixCoefficients == 2
      ? nil : "\(name(points.matrixCoefficients, matrixCoefficients)) matrix"
    if points.colourPrimaries == 2, points.transferCharacteristics == 2 {
      return ["unspecified colours"] + (matrix.map { [$0] } ?? [])
    }
    return [
      "\(name(points.colourPrimaries, colourPrimaries)) primaries",
      "\(name(points.transferCharacteristics, transferCharacteristics)) transfer", matrix,
    ].compactMap { $0 }
  }

  /// One number stands for several standards: `BT.2020 or BT.2100`.
  static func name(_ number: UInt16, _ names: ValueNames) -> String {
    names[UInt64(number)].map { $0.replacing(", ", with: " or ") } ?? "\(number)"
  }

  /// All of it, as a value.
  static func value(
    _ points: CodingIndependentCodePoints, isFullRange: Bool?
  ) -> JSONValue {
    .object([
      ("primaries", .int(Int(points.colourPrimaries))),
      ("transfer", .int(Int(points.transferCharacteristics))),
      ("matrix", .int(Int(points.matrixCoefficients))),
      ("fullRange", isFullRange.map { .bool($0) }),
    ])
  }
}
