import NALUnits

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
