/// QuickTime's configuration of an audio decoder; it ends with a box of type 0.
public struct SoundDecompressionBox: BoxContainer {
  public static let type: FourCC = "wave"
  public static let specification = "QuickTime File Format: Sound media, siDecompressionParam"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .soundExtensions)
  }
}

/// The order of bytes in uncompressed audio.
public struct EndianBox: BoxBody {
  public static let type: FourCC = "enda"
  public static let specification = "QuickTime File Format: Sound media, endian atom"

  public var littleEndian: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "littleEndian", &littleEndian, as: .names([0: "big", 1: "little"]))
  }
}

/// The layout of the channels of audio.
public struct AudioChannelLayoutBox: BoxBody {
  public static let type: FourCC = "chan"
  public static let specification = "QuickTime File Format: Audio channel layout atom"

  public var header = FullBoxHeader()
  public var channelLayoutTag: UInt32 = 0
  public var channelBitmap: UInt32 = 0
  public var channelDescriptions: [Description] = []

  /// The label of each channel (Core Audio: `AudioChannelLabel`), in their order; nil if they are unknown.
  public var labels: [UInt32]? {
    switch channelLayoutTag {
    case 0: return channelDescriptions.map(\.channelLabel)
    case 0x1_0000: return (0..<32).filter { channelBitmap >> $0 & 1 != 0 }.map { $0 + 1 }
    default: return ChannelLayoutTag.labels(of: channelLayoutTag)
    }
  }

  /// One channel.
  public struct Description: FieldCodable {
    public var channelLabel: UInt32 = 0
    public var channelFlags: UInt32 = 0
    /// The bits of three IEEE 754 numbers.
    public var coordinates: [UInt32] = [0, 0, 0]

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "channelLabel", &channelLabel, as: .names(ChannelLayoutTag.labels))
      try f.uint(32, "channelFlags", &channelFlags, as: .hex)
      try f.list(32, "coordinates", &coordinates, count: .exactly(3), as: .float)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(
      32, "channelLayoutTag", &channelLayoutTag, as: .names(ChannelLayoutTag.names))
    try f.uint(32, "channelBitmap", &channelBitmap, as: .hex)
    try f.list(
      "channelDescriptions", &channelDescriptions, count: .bits(32, "numberChannelDescriptions"))
  }
}

/// Arrangements of channels (Core Audio: `AudioChannelLayoutTag`); the lower 16 bits of a tag are the
/// number of channels.
public enum ChannelLayoutTag {
  public static let names: ValueNames = [
    0: "by descriptions", 0x1_0000: "by bitmap",
    tag(100, 1): "mono", tag(101, 2): "stereo", tag(102, 2): "stereo headphones",
    tag(103, 2): "matrix stereo", tag(104, 2): "mid/side", tag(105, 2): "XY",
    tag(106, 2): "binaural", tag(107, 4): "ambisonic B format",
    tag(108, 4): "quadraphonic: L R Ls Rs",
    tag(109, 5): "pentagonal: L R Ls Rs C", tag(110, 6): "hexagonal: L R Ls Rs C Cs",
    tag(111, 8): "octagonal: L R Ls Rs C Cs Lw Rw",
    tag(112, 8): "cube",
    tag(113, 3): "MPEG 3.0 A: L R C", tag(114, 3): "MPEG 3.0 B: C L R",
    tag(115, 4): "MPEG 4.0 A: L R C Cs", tag(116, 4): "MPEG 4.0 B: C L R Cs",
    tag(117, 5): "MPEG 5.0 A: L R C Ls Rs", tag(118, 5): "MPEG 5.0 B: L R Ls Rs C",
    tag(119, 5): "MPEG 5.0 C: L C R Ls Rs", tag(120, 5): "MPEG 5.0 D: C L R Ls Rs",
    tag(121, 6): "MPEG 5.1 A: L R C LFE Ls Rs", tag(122, 6): "MPEG 5.1 B: L R Ls Rs C LFE",
    tag(123, 6): "MPEG 5.1 C: L C R Ls Rs LFE", tag(124, 6): "MPEG 5.1 D: C L R Ls Rs LFE",
    tag(125, 7): "MPEG 6.1 A: L R C LFE Ls Rs Cs",
    tag(126, 8): "MPEG 7.1 A: L R C LFE Ls Rs Lc Rc",
    tag(127, 8): "MPEG 7.1 B: C Lc Rc L R Ls Rs LFE",
    tag(128, 8): "MPEG 7.1 C: L R C LFE Ls Rs Rls Rrs",
    tag(129, 8): "Emagic default 7.1: L R Ls Rs C LFE Lc Rc", tag(130, 8): "SMPTE DTV",
    tag(131, 3): "ITU 2.1: L R Cs", tag(132, 4): "ITU 2.2: L R Ls Rs",
    tag(133, 3): "DVD 4: L R LFE", tag(134, 4): "DVD 5: L R LFE Cs",
    tag(135, 5): "DVD 6: L R LFE Ls Rs", tag(136, 4): "DVD 10: L R C LFE",
    tag(137, 5): "DVD 11: L R C LFE Cs", tag(138, 5): "DVD 18: L R Ls Rs LFE",
    tag(139, 6): "audio unit 6.0: L R Ls Rs C Cs",
    tag(140, 7): "audio unit 7.0: L R Ls Rs C Rls Rrs",
    tag(141, 6): "AAC 6.0: C L R Ls Rs Cs", tag(142, 7): "AAC 6.1: C L R Ls Rs Cs LFE",
    tag(143, 7): "AAC 7.0: C L R Ls Rs Rls Rrs",
    tag(144, 8): "AAC octagonal: C L R Ls Rs Rls Rrs Cs", tag(145, 16): "TMH 10.2",
    tag(146, 21): "TMH 10.2 full", tag(147, 0): "discrete, in order",
    tag(148, 7): "audio unit 7.0 front: L R Ls Rs C Lc Rc",
    tag(149, 2): "AC-3 1.0.1: C LFE", tag(150, 3): "AC-3 3.0: L C R",
    tag(151, 4): "AC-3 3.1: L C R Cs", tag(152, 4): "AC-3 3.0.1: L C R LFE",
    tag(153, 4): "AC-3 2.1.1: L R Cs LFE", tag(154, 5): "AC-3 3.1.1: L C R Cs LFE",
    tag(155, 6): "E-AC-3 6.0 A: L C R Ls Rs Cs",
    tag(156, 7): "E-AC-3 7.0 A: L C R Ls Rs Rls Rrs",
    tag(157, 7): "E-AC-3 6.1 A: L C R Ls Rs LFE Cs",
    tag(158, 7): "E-AC-3 6.1 B: L C R Ls Rs LFE Ts",
    tag(159, 7): "E-AC-3 6.1 C: L C R Ls Rs LFE Vhc",
    tag(160, 8): "E-AC-3 7.1 A: L C R Ls Rs LFE Rls Rrs",
    tag(161, 8): "E-AC-3 7.1 B: L C R Ls Rs LFE Lc Rc",
    tag(162, 8): "E-AC-3 7.1 C: L C R Ls Rs LFE Lsd Rsd",
    tag(163, 8): "E-AC-3 7.1 D: L C R Ls Rs LFE Lw Rw",
    tag(164, 8): "E-AC-3 7.1 E: L C R Ls Rs LFE Vhl Vhr",
    tag(165, 8): "E-AC-3 7.1 F: L C R Ls Rs LFE Cs Ts",
    tag(166, 8): "E-AC-3 7.1 G: L C R Ls Rs LFE Cs Vhc",
    tag(167, 8): "E-AC-3 7.1 H: L C R Ls Rs LFE Ts Vhc",
    tag(168, 4): "DTS 3.1: C L R LFE", tag(169, 5): "DTS 4.1: C L R Cs LFE",
    tag(170, 6): "DTS 6.0 A: Lc Rc L R Ls Rs", tag(171, 6): "DTS 6.0 B: C L R Rls Rrs Ts",
    tag(172, 6): "DTS 6.0 C: C Cs L R Rls Rrs", tag(173, 7): "DTS 6.1 A: Lc Rc L R Ls Rs LFE",
    tag(174, 7): "DTS 6.1 B: C L R Rls Rrs Ts LFE",
    tag(175, 7): "DTS 6.1 C: C Cs L R Rls Rrs LFE", tag(176, 7): "DTS 7.0: Lc C Rc L R Ls Rs",
    tag(177, 8): "DTS 7.1: Lc C Rc L R Ls Rs LFE",
    tag(178, 8): "DTS 8.0 A: Lc Rc L R Ls Rs Rls Rrs",
    tag(179, 8): "DTS 8.0 B: Lc C Rc L R Ls Cs Rs",
    tag(180, 9): "DTS 8.1 A: Lc Rc L R Ls Rs Rls Rrs LFE",
    tag(181, 9): "DTS 8.1 B: Lc C Rc L R Ls Cs Rs LFE",
    tag(182, 7): "DTS 6.1 D: C L R Ls Rs LFE Cs",
    tag(185, 4): "WAVE 4.0 B: L R Rls Rrs", tag(186, 5): "WAVE 5.0 B: L R C Rls Rrs",
    tag(187, 6): "WAVE 5.1 B: L R C LFE Rls Rrs", tag(188, 7): "WAVE 6.1: L R C LFE Cs Ls Rs",
    tag(189, 8): "WAVE 7.1: L R C LFE Rls Rrs Ls Rs",
    tag(190, 0): "higher order ambisonics, ACN SN3D",
    tag(191, 0): "higher order ambisonics, ACN N3D",
    tag(192, 12): "Atmos 7.1.4", tag(193, 16): "Atmos 9.1.6", tag(194, 8): "Atmos 5.1.2",
    tag(195, 10): "Atmos 5.1.4", tag(196, 10): "Atmos 7.1.2",
    0xFFFF_0000: "unknown",
  ]

  private static func tag(_ number: UInt64, _ channels: UInt64) -> UInt64 {
    number << 16 | channels
  }

  /// The labels of the channels of a tag, in their order; nil if its name does not list them.
  static func labels(of tag: UInt32) -> [UInt32]? {
    guard let list = names[UInt64(tag)]?.split(separator: ":").dropFirst().first else { return nil }
    let labels = list.split(separator: " ").map { abbreviations[String($0)] ?? 0 }
    return labels.contains(0) || labels.count != Int(tag & 0xFFFF) ? nil : labels
  }

  private static let abbreviations: [String: UInt32] = [
    "L": 1, "R": 2, "C": 3, "LFE": 4, "Ls": 5, "Rs": 6, "Lc": 7, "Rc": 8, "Cs": 9, "Lsd": 10,
    "Rsd": 11, "Ts": 12, "Vhl": 13, "Vhc": 14, "Vhr": 15, "Rls": 33, "Rrs": 34, "Lw": 35, "Rw": 36,
  ]

  /// Channels that a description names (Core Audio: `AudioChannelLabel`).
  public static let labels: ValueNames = [
    0: "unused", 1: "left", 2: "right", 3: "center", 4: "LFE", 5: "left surround",
    6: "right surround", 7: "left center", 8: "right center", 9: "center surround",
    10: "left surround direct", 11: "right surround direct", 12: "top center surround",
    13: "vertical height left", 14: "vertical height center", 15: "vertical height right",
    16: "top back left", 17: "top back center", 18: "top back right", 33: "rear surround left",
    34: "rear surround right", 35: "left wide", 36: "right wide", 37: "LFE 2", 38: "left total",
    39: "right total", 40: "hearing impaired", 41: "narration", 42: "mono",
    43: "dialog centric mix", 44: "center surround direct", 45: "haptic",
    49: "left top middle", 51: "right top middle", 52: "left top rear", 53: "center top rear",
    54: "right top rear", 100: "by coordinates", 200: "ambisonic W", 201: "ambisonic X",
    202: "ambisonic Y", 203: "ambisonic Z", 204: "mid", 205: "side", 206: "X", 207: "Y",
    301: "headphones left", 302: "headphones right", 304: "click track", 305: "foreign language",
    400: "discrete", 0xFFFF_FFFF: "unknown",
  ]
}
