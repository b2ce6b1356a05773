import FieldCoding
package import ISOBMFF
package import WorkerProtocol

/// A preset for the conversion of movies.
public struct MoviePreset: Equatable, Sendable {
  /// The codec of frames.
  public enum Codec: Equatable, Sendable {
    /// H.264, in `avc1`.
    case avc
    /// HEVC, in `hvc1`.
    case hevc
    /// AV1, in `av01`.
    case av1

    static let all = [avc, hevc, av1]

    /// The name of the codec: `H.264`.
    public var title: String {
      switch self {
      case .avc: "H.264"
      case .hevc: "HEVC"
      case .av1: "AV1"
      }
    }
  }

  /// What happens to frames.
  public enum Video: Equatable, Sendable {
    /// They are re-encoded.
    case coded(Codec)
    /// They do not change.
    case kept
    /// They are removed, with everything that belongs only to them.
    case removed
  }

  /// The name of the preset.
  public var name: String
  /// What happens to frames.
  public var video: Video
  /// The maximum number of samples of the shorter side of frames; nil if they keep their size.
  public var shorterSide: Int?
  /// Whether HDR is mapped to SDR by default.
  public var mapsColours: Bool
  /// Whether frames that already have this codec, and are small enough, are not re-encoded.
  public var keepsSame = true
  /// The purpose of the preset, in a few words.
  public var purpose: String

  /// H.264 with 8 bits, which all players support.
  public static let compatible = MoviePreset(
    name: "compatible", .coded(.avc), mapsColours: true,
    purpose: "H.264 of 8 bits without HDR, and AAC: plays everywhere")
  /// HEVC, as phones write it.
  public static let hevc = MoviePreset(
    name: "hevc", .coded(.hevc), mapsColours: false,
    purpose: "HEVC (hvc1); 10 bits and HDR stay")
  /// AV1, which gives the smallest files, and which newer browsers and phones support.
  public static let av1 = MoviePreset(
    name: "av1", .coded(.av1), mapsColours: false,
    purpose: "AV1; 10 bits and HDR stay: small, and for newer players")
  /// Nothing is re-encoded.
  public static let passthrough = MoviePreset(
    name: "passthrough", .kept, mapsColours: false,
    purpose: "video and audio stay; only what other options request is done")
  /// Only the audio.
  public static let audio = MoviePreset(
    name: "audio", .removed, mapsColours: false,
    purpose: "only the audio, as AAC, with date, location and chapters")
  /// HEVC with at most 1,080 lines.
  public static let small = MoviePreset(
    name: "small", .coded(.hevc), shorterSide: 1080, mapsColours: false, keepsSame: false,
    purpose: "HEVC of at most 1080 lines; 10 bits and HDR stay")
  /// H.264 and HEVC with at most this number of lines.
  private static let sized = [2160, 1080, 720, 540].flatMap { (lines: Int) in
    [
      MoviePreset(
        name: "\(lines)p", .coded(.avc), shorterSide: lines, mapsColours: true,
        purpose: "compatible, of at most \(lines) lines"),
      MoviePreset(
        name: "hevc-\(lines)p", .coded(.hevc), shorterSide: lines, mapsColours: false,
        purpose: "hevc, of at most \(lines) lines"),
    ]
  }

  /// All presets.
  public static let all = [compatible, hevc, small, av1] + sized + [passthrough, audio]

  /// The codec of frames; nil if they are not re-encoded.
  public var codec: Codec? {
    guard case .coded(let codec) = video else { return nil }
    return codec
  }

  /// The preset with a name; nil if there is none.
  public init?(name: String) {
    guard let preset = MoviePreset.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  init(
    name: String, _ video: Video, shorterSide: Int? = nil, mapsColours: Bool,
    keepsSame: Bool = true, purpose: String
  ) {
    (self.name, self.video, self.shorterSide) = (name, video, shorterSide)
    (self.mapsColours, self.keepsSame, self.purpose) = (mapsColours, keepsSame, purpose)
  }
}

/// The speed of an encoder; slower encoding makes smaller files.
public enum EncodingSpeed: String, Sendable, CaseIterable {
  case fast, medium, slow
}

/// The encoder of each codec, and its options.
extension MoviePreset.Codec {
  /// FFmpeg's name of the encoder.
  var encoder: String {
    switch self {
    case .avc: "libx264"
    case .hevc: "libx265"
    case .av1: "libsvtav1"
    }
  }

  /// FFmpeg's name of the decoder.
  var decoder: String {
    switch self {
    case .avc: "h264"
    case .hevc: "hevc"
    case .av1: "libdav1d"
    }
  }

  /// How the encoder writes a frame.
  var stream: CodedStreamFormat { self == .av1 ? .bitstreamUnits : .byteStream }

  /// The option that makes each key frame a frame where decoding can start.
  var keys: String { self == .av1 ? "" : ":forced-idr=1" }

  /// The type of the sample entry.
  var sampleEntry: FourCC {
    switch self {
    case .avc: "avc1"
    case .hevc: "hvc1"
    case .av1: "av01"
    }
  }

  /// The sample entries of frames with this codec.
  var sampleEntries: Set<FourCC> {
    switch self {
    case .avc: ["avc1", "avc3"]
    case .hevc: ["hvc1", "hev1"]
    case .av1: ["av01"]
    }
  }

  /// The most bits per sample that are kept.
  var mostBits: UInt8 { self == .avc ? 8 : 10 }

  /// The options of the encoder.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100, as in ``MovieConverter/Options/quality``.
  ///   - mostBits: the maximum bits per second on average; nil for no limit.
  ///   - threads: the number of threads that encode.
  ///   - samples: the number of luma samples in a frame.
  func choices(
    quality: Int, _ speed: EncodingSpeed, mostBits: Int?, threads: Int, samples: Int
  ) -> String {
    let quality = Double(min(max(quality, 1), 100))
    // A player has to buffer at most the data of one second.
    let limit = mostBits.map { ":maxrate=\($0):bufsize=\($0)" } ?? ""
    switch self {
    case .avc:
      let preset = speed == .fast ? "veryfast" : speed.rawValue
      let ahead = lookahead([.fast: 10, .medium: 40, .slow: 50][speed] ?? 40, samples)
      return
        "crf=\(42 - 0.3 * quality):preset=\(preset):profile=high:\(thrift(samples, speed))rc-lookahead=\(ahead)"
        + limit
    case .hevc:
      let preset = speed == .fast ? "superfast" : speed.rawValue
      // Decoding can start at each key frame. In the sandbox x265 cannot see how many cores there are.
      let ahead = lookahead([.fast: 10, .medium: 20, .slow: 25][speed] ?? 20, samples)
      let own =
        "log-level=none\\:open-gop=0\\:pools=\(threads)\\:\(thrift(samples, speed))rc-lookahead=\(ahead)"
      return "crf=\(45 - 0.3 * quality):preset=\(preset):x265-params=\(own)" + limit
    case .av1:
      let preset = [.fast: 10, .medium: 8, .slow: 5][speed] ?? 8
      return "crf=\(Int((65 - 0.5 * quality).rounded())):preset=\(preset)" + limit
    }
  }

  /// The number of frames that an encoder looks ahead: its usual number, or as many as have 17 million samples with
  /// H.264 and 12 million with HEVC, because each frame needs memory.
  private func lookahead(_ usual: Int, _ samples: Int) -> Int {
    let most = self == .hevc ? 12_000_000 : 17_000_000
    return min(usual, max(self == .hevc ? 8 : 2, most / max(1, samples)))
  }

  /// Options that reduce the memory of an encoder for large frames: it codes parts of one frame in parallel,
  /// instead of several frames, and uses fewer reference pictures above 4 million samples.
  private func thrift(_ samples: Int, _ speed: EncodingSpeed) -> String {
    guard samples > 1_500_000 else { return "" }
    if self == .hevc { return "frame-threads=1\\:" }
    let few = samples > 4_000_000 ? "bf=1:" + (speed == .fast ? "" : "refs=2:") : ""
    return "thread_type=slice:" + few
  }
}

extension SampleCoding {
  /// The coding of the samples of an entry, for a decoder; nil if there is no decoder for it.
  package init?(_ box: Box) {
    guard let entry = box[VisualSampleEntry.self],
      let decoder = SampleCoding.decoder(of: box.type, entry)
    else { return nil }
    self.init()
    self.decoder = Text(decoder)
    configuration = SampleCoding.configuration(of: box, entry) ?? Bytes()
    (width, height, bitsPerPixel) = (entry.width, entry.height, entry.depth)
    entryType = box.type.rawValue
    firstField = entry.children.first(FieldHandlingBox.self)?.firstField ?? 0
    // A grey Cinepak track has no palette.
    if entry.depth > 0, entry.hasPalette, box.type != "cvid" || entry.depth < 32 {
      bitsPerPixel &= 31
      palette = entry.palette
    }
  }

  /// The decoder configuration, which is not part of the samples.
  private static func configuration(of box: Box, _ entry: VisualSampleEntry) -> Bytes? {
    // The decoder searches the payload for its configuration.
    if box.type == "SVQ3" { return box.payload }
    if let headers = entry.children.first(VC1SpecificBox.self)?.headers { return headers }
    let records: Set<FourCC> = ["hvcC", "avcC", "av1C", "vpcC", "d263", "glbl"]
    return entry.children.first { records.contains($0.type) }?.payload
      ?? entry.children.first(ElementaryStreamDescriptorBox.self)?.decoderSpecificInfo
  }

  /// The name of the decoder in FFmpeg; nil if there is none.
  private static func decoder(of type: FourCC, _ entry: VisualSampleEntry) -> String? {
    if type == "vc-1" {
      // The other profiles are those of Windows Media Video 9, which is written otherwise.
      return entry.children.first(VC1SpecificBox.self)?.profile == 12 ? "vc1" : nil
    }
    guard type == "mp4v" else { return decoders[type] }
    // ISO/IEC 14496-1 §7.2.6.6
    let stream = entry.children.first(ElementaryStreamDescriptorBox.self)
    switch stream?.objectTypeIndication ?? 0x20 {
    case 0x20: return "mpeg4"
    case 0x21: return "h264"
    case 0x23: return "hevc"
    case 0x60...0x65: return "mpeg2video"
    case 0x6A: return "mpeg1video"
    case 0x6C: return "mjpeg"
    case 0x6D: return "png"
    case 0x6E: return "jpeg2000"
    case 0xB1: return "vp9"
    default: return nil
    }
  }

  /// FFmpeg's names of decoders, by sample entries.
  private static let decoders = Dictionary(
    uniqueKeysWithValues: entries.flatMap { decoder, types in types.map { ($0, decoder) } })

  private static let entries: [(String, [FourCC])] = [
    ("hevc", ["hvc1", "hev1", "dvh1", "dvhe"]),
    ("h264", ["avc1", "avc3", "dva1", "dvav", "xalg", "avlg", "AVin"] + avcIntra),
    ("libdav1d", ["av01", "dav1"]),
    ("vp9", ["vp09"]), ("vp8", ["vp08", "VP80"]),
    ("prores", ["apch", "apcn", "apcs", "apco", "ap4h", "ap4x"]),
    ("dnxhd", ["AVdn", "AVdh"]), ("cfhd", ["CFHD"]), ("hap", ["Hap1", "Hap5", "HapY"]),
    (
      "dvvideo",
      [
        "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvh2", "dvh3", "dvh4", "dvh5", "dvh6",
        "dvhp", "dvhq", "AVdv", "AVd1",
      ]
    ),
    ("mpeg2video", ["m2v1", "mpg2", "mp2v", "AVmp"] + hdv + xdcam),
    ("mpeg1video", ["m1v ", "m1v1", "mpeg"]),
    ("h263", ["s263", "h263"]),
    ("mjpeg", ["jpeg", "mjpa"]), ("mjpegb", ["mjpb"]), ("jpeg2000", ["mjp2"]),
    ("png", ["png "]), ("tiff", ["tiff"]), ("gif", ["gif "]), ("targa", ["tga "]),
    ("qtrle", ["rle "]), ("rpza", ["rpza"]), ("smc", ["smc "]), ("8bps", ["8BPS"]),
    ("svq1", ["SVQ1", "svqi"]), ("svq3", ["SVQ3"]), ("cinepak", ["cvid"]),
    ("rawvideo", ["raw ", "2vuy", "yuvs"]),
    ("v210", ["v210"]), ("v308", ["v308"]), ("v408", ["v408"]), ("v410", ["v410"]),
    ("r210", ["r210"]), ("r10k", ["R10k"]),
  ]

  /// AVC-Intra of Panasonic.
  private static let avcIntra: [FourCC] = [
    "ai5p", "ai5q", "ai52", "ai53", "ai55", "ai56", "ai1p", "ai1q", "ai12", "ai13", "ai15", "ai16",
  ]

  /// HDV of tapes.
  private static let hdv: [FourCC] = [
    "hdv1", "hdv2", "hdv3", "hdv4", "hdv5", "hdv6", "hdv7", "hdv8", "hdv9", "hdva",
  ]

  /// XDCAM of Sony, and IMX.
  private static let xdcam: [FourCC] = [
    "xdv1", "xdv2", "xdv3", "xdv4", "xdv5", "xdv6", "xdv7", "xdv8", "xdv9", "xdva", "xdvb", "xdvc",
    "xdvd", "xdve", "xdvf", "xdhd", "xdh2", "xd51", "xd54", "xd55", "xd59", "xd5a", "xd5b", "xd5c",
    "xd5d", "xd5e",
    "xd5f", "mx5n", "mx5p", "mx4n", "mx4p", "mx3n", "mx3p",
  ]
}
