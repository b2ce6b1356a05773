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

/// The configuration of a decoder of AAC and similar codings (`GASpecificConfig`, ISO/IEC 14496-3 §4.4.1).
public struct GASpecificConfig: Equatable, Sendable {
  /// 960 samples in a frame instead of 1024.
  public var hasShortFrames = false
  /// The delay in samples; nil if there is no core coder.
  public var coreCoderDelay: UInt16?
  public var hasExtension = false
  /// The channels, if the channel configuration does not state them.
  public var program: ProgramConfigElement?
  /// The number of the layer; for the scalable types.
  public var layerNumber: UInt8 = 0
  /// The number of frames in a large one; for BSAC with an extension.
  public var subFrameCount: UInt8 = 0
  public var layerLength: UInt16 = 0
  /// Whether section data is resilient; for the error resilient types with an extension.
  public var hasSectionDataResilience = false
  public var hasScalefactorDataResilience = false
  public var hasSpectralDataResilience = false
  public var hasExtension3 = false

  /// The object types that have such a configuration (§1.6.2.1).
  static let objectTypes: Set<UInt8> = [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23]

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, objectType: UInt8, channelConfiguration: UInt8
  ) throws(FieldError) {
    try f.flag("frameLengthFlag", &hasShortFrames)
    try f.optional("dependsOnCoreCoder", &coreCoderDelay, blank: 0) {
      (delay, f) throws(FieldError) in
      try f.uint(14, "coreCoderDelay", &delay)
    }
    try f.flag("extensionFlag", &hasExtension)
    if f.isDecoding { program = channelConfiguration == 0 ? ProgramConfigElement() : nil }
    try f.group("program_config_element", &program)
    if objectType == 6 || objectType == 20 { try f.uint(3, "layerNr", &layerNumber) }
    guard hasExtension else { return }
    if objectType == 22 {
      try f.uint(5, "numOfSubFrame", &subFrameCount)
      try f.uint(11, "layer_length", &layerLength)
    }
    if [17, 19, 20, 23].contains(objectType) {
      try f.flag("aacSectionDataResilienceFlag", &hasSectionDataResilience)
      try f.flag("aacScalefactorDataResilienceFlag", &hasScalefactorDataResilience)
      try f.flag("aacSpectralDataResilienceFlag", &hasSpectralDataResilience)
    }
    try f.flag("extensionFlag3", &hasExtension3)
  }
}

/// The channels and their positions (`program_config_element`, ISO/IEC 14496-3 §4.4.1.1).
public struct ProgramConfigElement: FieldCodable {
  public var instanceTag: UInt8 = 0
  /// The object type, less 1.
  public var objectType: UInt8 = 1
  public var samplingFrequencyIndex: UInt8 = 4
  /// The elements in front of the listener (`front_element`), from the middle outwards.
  public var front: [ChannelElement] = []
  /// The elements at the sides (`side_element`).
  public var side: [ChannelElement] = []
  /// The elements behind the listener (`back_element`).
  public var back: [ChannelElement] = []
  public var lfe: [UInt8] = []
  public var associatedData: [UInt8] = []
  public var coupling: [CouplingElement] = []
  public var monoMixdownElement: UInt8?
  public var stereoMixdownElement: UInt8?
  public var matrixMixdown: MatrixMixdown?
  public var comment = Bytes()

  /// One channel, or two that are coded together.
  public struct ChannelElement: Equatable, Sendable {
    /// Whether it is two channels: `element_is_cpe`.
    public var isPair = false
    public var tag: UInt8 = 0
    public init() {}
  }

  /// Channels that are added to others (`cc_element_is_ind_sw`, `valid_cc_element_tag_select`).
  public struct CouplingElement: Equatable, Sendable {
    public var isIndependent = false
    public var tag: UInt8 = 0
    public init() {}
  }

  /// How the channels are mixed down to two (`matrix_mixdown_idx`, `pseudo_surround_enable`).
  public struct MatrixMixdown: Equatable, Sendable {
    public var index: UInt8 = 0
    public var hasPseudoSurround = false
    public init() {}
  }

  public init() {}

  /// The number of channels, including those for low frequencies.
  public var channelCount: Int {
    (front + side + back).reduce(lfe.count) { $0 + ($1.isPair ? 2 : 1) }
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(4, "element_instance_tag", &instanceTag)
    try f.uint(2, "object_type", &objectType)
    try f.uint(4, "sampling_frequency_index", &samplingFrequencyIndex)
    let fronts = try f.count(4, "num_front_channel_elements", of: front)
    let sides = try f.count(4, "num_side_channel_elements", of: side)
    let backs = try f.count(4, "num_back_channel_elements", of: back)
    let lfes = try f.count(2, "num_lfe_channel_elements", of: lfe)
    let datas = try f.count(3, "num_assoc_data_elements", of: associatedData)
    let couplings = try f.count(4, "num_valid_cc_elements", of: coupling)
    try f.optional("mono_mixdown_present", &monoMixdownElement, blank: 0) {
      (number, f) throws(FieldError) in
      try f.uint(4, "mono_mixdown_element_number", &number)
    }
    try f.optional("stereo_mixdown_present", &stereoMixdownElement, blank: 0) {
      (number, f) throws(FieldError) in
      try f.uint(4, "stereo_mixdown_element_number", &number)
    }
    try f.optional("matrix_mixdown_idx_present", &matrixMixdown, blank: MatrixMixdown()) {
      (mixdown, f) throws(FieldError) in
      try f.uint(2, "matrix_mixdown_idx", &mixdown.index)
      try f.flag("pseudo_surround_enable", &mixdown.hasPseudoSurround)
    }
    try f.channels(
      "front_elements", "front_element_is_cpe", "front_element_tag_select", &front, fronts)
    try f.channels("side_elements", "side_element_is_cpe", "side_element_tag_select", &side, sides)
    try f.channels("back_elements", "back_element_is_cpe", "back_element_tag_select", &back, backs)
    try f.list(4, "lfe_element_tag_select", &lfe, count: .exactly(lfes))
    try f.list(4, "assoc_data_element_tag_select", &associatedData, count: .exactly(datas))
    try f.list("cc_elements", &coupling, count: .exactly(couplings), of: .init()) {
      (element, f) throws(FieldError) in
      try f.flag("cc_element_is_ind_sw", &element.isIndependent)
      try f.uint(4, "valid_cc_element_tag_select", &element.tag)
    }
    try f.alignToByte()
    try f.bytes("comment_field_data", &comment, count: .bits(8, "comment_field_bytes"))
  }
}

extension FieldCoder {
  /// The number of elements that follow later.
  fileprivate mutating func count<Element>(
    _ bits: Int, _ name: StaticString, of elements: [Element]
  ) throws(FieldError) -> Int {
    var count = UInt64(elements.count)
    try uint(bits, name, &count)
    return Int(clamping: count)
  }

  fileprivate mutating func channels(
    _ name: StaticString, _ isPair: StaticString, _ tag: StaticString,
    _ elements: inout [ProgramConfigElement.ChannelElement], _ count: Int
  ) throws(FieldError) {
    try list(name, &elements, count: .exactly(count), of: .init()) {
      (element, f) throws(FieldError) in
      try f.flag(isPair, &element.isPair)
      try f.uint(4, tag, &element.tag)
    }
  }
}
