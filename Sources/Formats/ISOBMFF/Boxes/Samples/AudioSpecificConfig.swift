import NALUnits

/// The configuration of an MPEG-4 audio decoder (ISO/IEC 14496-3 §1.6.2.1).
public struct AudioSpecificConfig: FieldCodable {
  /// 2 AAC LC, 5 SBR (HE), 29 PS (HE v2), 42 USAC (xHE).
  public var audioObjectType: UInt8 = 2
  public var samplingFrequencyIndex: UInt8 = 4
  /// Hertz, with index 15.
  public var samplingFrequency: UInt32 = 0
  /// 0 if ``generalAudio`` has a program configuration element.
  public var channelConfiguration: UInt8 = 2
  /// The sampling frequency of the extension; with SBR and PS, or in ``synchronisation``.
  public var extensionSamplingFrequencyIndex: UInt8 = 0
  /// `extensionSamplingFrequency` in Hz, 24 bits; with an ``extensionSamplingFrequencyIndex`` of
  /// 15.
  public var extensionSamplingFrequency: UInt32 = 0
  /// The object type without SBR and PS; nil if they are not stated in this way.
  public var coreObjectType: UInt8?
  /// The channels of the extension; with a ``coreObjectType`` of 22 (BSAC).
  public var extensionChannelConfiguration: UInt8 = 0
  /// The configuration of AAC and similar codings; fields of other object types are in the ``remainder``.
  public var generalAudio: GASpecificConfig?
  /// How errors are protected, of the error resilient (ER) types.
  public var epConfig: UInt8 = 0
  /// SBR and PS, stated after the rest, so that old decoders ignore them.
  public var synchronisation: SynchronisedExtension?
  /// The bits up to the next byte, and the bytes after them.
  public var remainingBits: UInt8 = 0
  public var remainder = Bytes()

  /// The extension that starts with `syncExtensionType`.
  public struct SynchronisedExtension: Equatable, Sendable {
    /// 0x2B7, or an unknown type.
    public var type: UInt16 = 0x2B7
    /// `extensionAudioObjectType`: 5 is SBR, and 22 BSAC.
    public var audioObjectType: UInt8 = 5
    public var hasSBR = false
    /// 0x548, or an unknown type; nil if nothing follows.
    public var psType: UInt16?
    public var hasPS = false
    public var channelConfiguration: UInt8 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let start = f.bitMark
    try f.audioObjectType(&audioObjectType)
    try f.samplingFrequency(
      "samplingFrequencyIndex", &samplingFrequencyIndex, "samplingFrequency", &samplingFrequency)
    try f.uint(
      4, "channelConfiguration", &channelConfiguration,
      as: .names(AudioSpecificConfig.channelConfigurationNames))
    try coreFields(&f)
    let type = coreObjectType ?? audioObjectType
    if f.isDecoding {
      generalAudio = GASpecificConfig.objectTypes.contains(type) ? GASpecificConfig() : nil
    }
    if var config = generalAudio {
      let channelConfiguration = channelConfiguration
      try f.within("GASpecificConfig") { (f) throws(FieldError) in
        try config.fields(&f, objectType: type, channelConfiguration: channelConfiguration)
      }
      generalAudio = config
      if type >= 17 { try f.uint(2, "epConfig", &epConfig) }
      try synchronisedFields(&f)
    }
    let fill = (8 - f.bits(since: start) % 8) % 8
    try f.uint(fill, "remaining_bits", &remainingBits, as: .hex)
    try f.bytes("remainder", &remainder, count: .toEnd)
  }

  private mutating func coreFields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding { coreObjectType = [5, 29].contains(audioObjectType) ? 2 : nil }
    guard var core = coreObjectType else { return }
    try f.samplingFrequency(
      "extensionSamplingFrequencyIndex", &extensionSamplingFrequencyIndex,
      "extensionSamplingFrequency", &extensionSamplingFrequency)
    try f.within("core") { (f) throws(FieldError) in try f.audioObjectType(&core) }
    coreObjectType = core
    if core == 22 {
      try f.uint(4, "extensionChannelConfiguration", &extensionChannelConfiguration)
    }
  }

  /// `if (extensionAudioObjectType != 5 && bits_to_decode() >= 16)`
  private mutating func synchronisedFields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding {
      let mayFollow = coreObjectType == nil && epConfig < 2 && f.bitsLeft >= 16
      synchronisation = mayFollow ? SynchronisedExtension() : nil
    }
    guard var part = synchronisation else { return }
    try f.uint(11, "syncExtensionType", &part.type, as: .hex)
    if part.type == 0x2B7 {
      try f.within("extension") { (f) throws(FieldError) in
        try f.audioObjectType(&part.audioObjectType)
      }
      if part.audioObjectType == 5 || part.audioObjectType == 22 {
        try f.flag("sbrPresentFlag", &part.hasSBR)
        if part.hasSBR {
          try f.samplingFrequency(
            "extensionSamplingFrequencyIndex", &extensionSamplingFrequencyIndex,
            "extensionSamplingFrequency", &extensionSamplingFrequency)
        }
      }
      if part.audioObjectType == 22 {
        try f.uint(4, "extensionChannelConfiguration", &part.channelConfiguration)
      } else if part.audioObjectType == 5, part.hasSBR {
        try part.parametricStereoFields(&f)
      }
    }
    synchronisation = part
  }
}

extension AudioSpecificConfig.SynchronisedExtension {
  /// `if (bits_to_decode() >= 12)`
  fileprivate mutating func parametricStereoFields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding { psType = f.bitsLeft >= 12 ? 0x548 : nil }
    guard var type = psType else { return }
    try f.uint(11, "syncExtensionType", &type, as: .hex)
    psType = type
    if type == 0x548 { try f.flag("psPresentFlag", &hasPS) }
  }
}

extension AudioSpecificConfig {
  /// The samples per second, before SBR; nil for an invalid index.
  public var samplesPerSecond: UInt32? {
    AudioSpecificConfig.frequency(samplingFrequencyIndex, samplingFrequency)
  }

  /// The samples per second after decoding, with SBR if the configuration states it.
  public var outputSamplesPerSecond: UInt32? {
    guard hasSBR else { return samplesPerSecond }
    return AudioSpecificConfig.frequency(
      extensionSamplingFrequencyIndex, extensionSamplingFrequency)
  }

  /// Whether the coding has spectral band replication, which derives upper frequencies from lower ones.
  public var hasSBR: Bool { coreObjectType != nil || synchronisation?.hasSBR == true }

  /// Whether the coding has parametric stereo, which derives two channels from one.
  public var hasPS: Bool { audioObjectType == 29 || synchronisation?.hasPS == true }

  /// The number of coded channels; nil if it is not stated here.
  public var channelCount: Int? {
    if channelConfiguration == 0 { return generalAudio?.program?.channelCount }
    return [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 14: 8][channelConfiguration]
  }

  private static func frequency(_ index: UInt8, _ stated: UInt32) -> UInt32? {
    if index == 15 { return stated }
    let known: [UInt32] = [
      96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
    return known.indices.contains(Int(index)) ? known[Int(index)] : nil
  }

  /// The names of the values (ISO/IEC 14496-3 Table 1.19).
  public static let channelConfigurationNames: ValueNames = [
    0: "in the configuration of the object type", 1: "front centre", 2: "left, right",
    3: "centre, left, right", 4: "centre, left, right, rear centre",
    5: "centre, left, right, left and right surround", 6: "5.1",
    7: "7.1 with outer front channels",
  ]

  /// The names of the values (ISO/IEC 14496-3 Table 1.17).
  public static let objectTypeNames: ValueNames = [
    1: "AAC main", 2: "AAC LC", 3: "AAC SSR", 4: "AAC LTP", 5: "SBR", 6: "AAC Scalable",
    7: "TwinVQ", 8: "CELP", 9: "HVXC", 12: "TTSI", 13: "Main synthetic",
    14: "Wavetable synthesis", 15: "General MIDI", 16: "Algorithmic Synthesis and Audio FX",
    17: "ER AAC LC", 19: "ER AAC LTP", 20: "ER AAC Scalable", 21: "ER TwinVQ", 22: "ER BSAC",
    23: "ER AAC LD", 24: "ER CELP", 25: "ER HVXC", 26: "ER HILN", 27: "ER Parametric", 28: "SSC",
    29: "PS", 30: "MPEG Surround", 31: "escape", 32: "Layer-1", 33: "Layer-2", 34: "Layer-3",
    35: "DST", 36: "ALS", 37: "SLS", 38: "SLS non-core", 39: "ER AAC ELD", 40: "SMR Simple",
    41: "SMR Main", 42: "USAC", 43: "SAOC", 44: "LD MPEG Surround",
  ]

  /// The same, for `audioObjectTypeExt`, which is less by 32.
  fileprivate static let extendedObjectTypeNames: ValueNames = [
    0: "Layer-1", 1: "Layer-2", 2: "Layer-3", 3: "DST", 4: "ALS", 5: "SLS", 6: "SLS non-core",
    7: "ER AAC ELD", 8: "SMR Simple", 9: "SMR Main", 10: "USAC", 11: "SAOC",
    12: "LD MPEG Surround",
  ]
}

extension FieldCoder {
  /// `GetAudioObjectType()`: 5 bits, or 5 bits of 31 and 6 more.
  fileprivate mutating func audioObjectType(_ value: inout UInt8) throws(FieldError) {
    var short = min(value, 31)
    try uint(
      5, "audioObjectType", &short, as: .names(AudioSpecificConfig.objectTypeNames))
    guard short == 31 else {
      value = short
      return
    }
    var more = value >= 32 ? value - 32 : 0
    try uint(
      6, "audioObjectTypeExt", &more, as: .names(AudioSpecificConfig.extendedObjectTypeNames))
    value = 32 + more
  }

  /// An index, and 24 bits after the index of 15.
  fileprivate mutating func samplingFrequency(
    _ indexName: StaticString, _ index: inout UInt8, _ name: StaticString,
    _ frequency: inout UInt32
  ) throws(FieldError) {
    try uint(4, indexName, &index)
    if index == 15 { try uint(24, name, &frequency) }
  }
}
