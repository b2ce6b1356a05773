public import NALUnits

/// The decoding and output times of a picture, and its fields (`pic_timing`, ITU-T H.265 §D.2.3). Reading it needs the
/// SPS.
public struct PictureTiming: Equatable, Sendable {
  public static let payloadType: UInt32 = 1
  public static let name = "pic_timing"

  /// The frame or field structure of the picture; nil if the VUI states that it is absent.
  public var frameField: FrameField?
  /// The decoding and output times of the picture; nil if there is no HRD.
  public var delays: Delays?
  public var trailing = SEIPayloadTrailing()

  /// Whether the picture is a frame or a field, and how it was taken (`pic_struct`,
  /// `source_scan_type`, `duplicate_flag`).
  public struct FrameField: Equatable, Sendable {
    public var structure: UInt8 = 0
    public var scanType: UInt8 = 2
    public var isDuplicate = false
    public init() {}
  }

  /// Delays in ticks.
  public struct Delays: Equatable, Sendable {
    public var removalDelayMinus1: UInt64 = 0
    public var outputDelay: UInt64 = 0
    public var outputDelayDU: UInt64 = 0
    /// The delays of decoding units; nil if they have none of their own here.
    public var units: DecodingUnits?
    public init() {}
  }

  /// The decoding times of the parts of the picture (`num_decoding_units_minus1` and the following fields).
  public struct DecodingUnits: Equatable, Sendable {
    /// The increment that all units have, less one; nil if each has its own.
    public var commonIncrementMinus1: UInt64?
    public var units = [DecodingUnit()]
    public init() {}
  }

  /// A part of the picture that is decoded by itself (`num_nalus_in_du_minus1`,
  /// `du_cpb_removal_delay_increment_minus1`).
  public struct DecodingUnit: Equatable, Sendable {
    public var nalUnitCountMinus1: UInt32 = 0
    /// The increment after each unit but the last, less one, if there is none in common.
    public var incrementMinus1: UInt64 = 0
    public init() {}
  }

  public init() {}

  /// - Parameters:
  ///   - sequence: the active SPS.
  ///   - sets: with its VPS, if that has the HRD.
  public init(
    decoding payload: Bytes, sequence: SequenceParameterSet, sets: ParameterSets = .init()
  ) throws(FieldError) {
    var coder = FieldCoder(decoding: payload)
    do throws(FieldError) { try fields(&coder, sequence, sets) } catch {
      throw error.nested(in: PictureTiming.name)
    }
  }

  /// The payload of the message for a picture of this SPS. Throws if a value does not fit.
  public func encoded(
    sequence: SequenceParameterSet, sets: ParameterSets = .init()
  ) throws(FieldError) -> [UInt8] {
    var copy = self
    var coder = FieldCoder()
    try copy.fields(&coder, sequence, sets)
    return coder.written.bytes
  }

  mutating func fields(
    _ f: inout FieldCoder, _ sequence: SequenceParameterSet, _ sets: ParameterSets
  ) throws(FieldError) {
    if sequence.vui?.hasFrameFieldInformation == true {
      var stated = frameField ?? FrameField()
      try f.uint(4, "pic_struct", &stated.structure, as: .names(PictureTiming.structures))
      try f.uint(2, "source_scan_type", &stated.scanType, as: .names(PictureTiming.scanTypes))
      try f.flag("duplicate_flag", &stated.isDuplicate)
      frameField = stated
    }
    if let common = sets.bufferModel(of: sequence)?.common, common.hasNAL || common.hasVCL {
      var stated = delays ?? Delays()
      try stated.fields(&f, common)
      delays = stated
    }
    try trailing.fields(&f)
  }

  /// The names of the values (ITU-T H.265 Table D.2).
  public static let structures: ValueNames = [
    0: "frame", 1: "top field", 2: "bottom field", 3: "top and bottom field",
    4: "bottom and top field", 5: "top, bottom and top field", 6: "bottom, top and bottom field",
    7: "frame doubling", 8: "frame tripling", 9: "top field, paired with the one before",
    10: "bottom field, paired with the one before", 11: "top field, paired with the next",
    12: "bottom field, paired with the next",
  ]

  public static let scanTypes: ValueNames = [0: "interlaced", 1: "progressive", 2: "unknown"]
}

extension PictureTiming.Delays {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ common: HRDParameters.Common
  ) throws(FieldError) {
    try f.uint(
      Int(common.auCPBRemovalDelayLengthMinus1) + 1, "au_cpb_removal_delay_minus1",
      &removalDelayMinus1)
    try f.uint(Int(common.dpbOutputDelayLengthMinus1) + 1, "pic_dpb_output_delay", &outputDelay)
    guard let parts = common.subPictures else { return }
    try f.uint(
      Int(parts.dpbOutputDelayDULengthMinus1) + 1, "pic_dpb_output_du_delay", &outputDelayDU)
    guard parts.isInPictureTimingSEI else { return }
    var stated = units ?? PictureTiming.DecodingUnits()
    let bits = Int(parts.duCPBRemovalDelayIncrementLengthMinus1) + 1
    var countMinus1 = UInt32(clamping: stated.units.count) &- 1
    // There is at most one for each coding tree block, and pictures of all levels have fewer than this.
    try f.ue("num_decoding_units_minus1", &countMinus1, atMost: 1 << 20, "ITU-T H.265 §D.3.3")
    try f.optional(
      "du_common_cpb_removal_delay_flag", &stated.commonIncrementMinus1, blank: 0
    ) { (increment, f) throws(FieldError) in
      try f.uint(bits, "du_common_cpb_removal_delay_increment_minus1", &increment)
    }
    let hasCommon = stated.commonIncrementMinus1 != nil
    var index: UInt32 = 0
    try f.list("decoding_units", &stated.units, exactly: Int(countMinus1) + 1, blank: .init()) {
      (unit, f) throws(FieldError) in
      try f.ue("num_nalus_in_du_minus1", &unit.nalUnitCountMinus1)
      if !hasCommon, index < countMinus1 {
        try f.uint(bits, "du_cpb_removal_delay_increment_minus1", &unit.incrementMinus1)
      }
      index += 1
    }
    units = stated
  }
}

/// The delay of the first picture of a period in a decoder's buffer (`buffering_period`, ITU-T H.265 §D.2.2). Reading
/// it needs the SPS.
public struct BufferingPeriod: Equatable, Sendable {
  public static let payloadType: UInt32 = 0
  public static let name = "buffering_period"

  public var sequenceParameterSetID: UInt32 = 0
  /// The offsets for alternative delays; nil if there are none.
  public var delayOffsets: DelayOffsets?
  public var isConcatenation = false
  public var removalDelayDeltaMinus1: UInt64 = 0
  /// The delays of each buffer of the HRD.
  public var nal: [InitialDelay] = []
  public var vcl: [InitialDelay] = []
  /// Stated as an extension, by writers of later versions.
  public var usesAlternative: Bool?
  public var trailing = SEIPayloadTrailing()

  /// The offsets of delays at a random access picture whose leading pictures are left out.
  public struct DelayOffsets: Equatable, Sendable {
    public var cpb: UInt64 = 0
    public var dpb: UInt64 = 0
    public init() {}
  }

  /// Delays in units of a 90 kHz clock.
  public struct InitialDelay: Equatable, Sendable {
    public var delay: UInt64 = 0
    public var offset: UInt64 = 0
    public var alternativeDelay: UInt64 = 0
    public var alternativeOffset: UInt64 = 0
    public init() {}
  }

  public init() {}

  /// - Parameter sets: those by which the widths of fields are known.
  public init(decoding payload: Bytes, sets: ParameterSets) throws(FieldError) {
    var coder = FieldCoder(decoding: payload)
    do throws(FieldError) { try fields(&coder, sets) } catch {
      throw error.nested(in: BufferingPeriod.name)
    }
  }

  /// The payload of the message, whose widths these parameter sets state. Throws if the SPS
  /// that it names is not among them.
  public func encoded(sets: ParameterSets) throws(FieldError) -> [UInt8] {
    var copy = self
    var coder = FieldCoder()
    try copy.fields(&coder, sets)
    return coder.written.bytes
  }

  mutating func fields(_ f: inout FieldCoder, _ sets: ParameterSets) throws(FieldError) {
    try f.ue(
      "bp_seq_parameter_set_id", &sequenceParameterSetID, atMost: 15, "ITU-T H.265 §D.3.2")
    guard let sequence = sets.sequences[sequenceParameterSetID],
      let hrd = sets.bufferModel(of: sequence)
    else {
      throw f.error(.invalid("SPS \(sequenceParameterSetID) with hrd_parameters is not known"))
    }
    let common = hrd.common
    let hasSubPictures = common.subPictures != nil
    let delayBits = Int(common.auCPBRemovalDelayLengthMinus1) + 1
    if !hasSubPictures {
      try f.presence("irap_cpb_params_present_flag", of: &delayOffsets, blank: DelayOffsets())
    }
    if var offsets = delayOffsets {
      try f.uint(delayBits, "cpb_delay_offset", &offsets.cpb)
      try f.uint(Int(common.dpbOutputDelayLengthMinus1) + 1, "dpb_delay_offset", &offsets.dpb)
      delayOffsets = offsets
    }
    try f.flag("concatenation_flag", &isConcatenation)
    try f.uint(delayBits, "au_cpb_removal_delay_delta_minus1", &removalDelayDeltaMinus1)
    let bits = Int(common.initialCPBRemovalDelayLengthMinus1) + 1
    let hasAlternative = hasSubPictures || delayOffsets != nil
    let count = Int(hrd.subLayers.last?.cpbCountMinus1 ?? 0) + 1
    try f.list("nal", &nal, exactly: common.hasNAL ? count : 0, blank: InitialDelay()) {
      (delay, f) throws(FieldError) in
      try f.uint(bits, "nal_initial_cpb_removal_delay", &delay.delay)
      try f.uint(bits, "nal_initial_cpb_removal_offset", &delay.offset)
      guard hasAlternative else { return }
      try f.uint(bits, "nal_initial_alt_cpb_removal_delay", &delay.alternativeDelay)
      try f.uint(bits, "nal_initial_alt_cpb_removal_offset", &delay.alternativeOffset)
    }
    try f.list("vcl", &vcl, exactly: common.hasVCL ? count : 0, blank: InitialDelay()) {
      (delay, f) throws(FieldError) in
      try f.uint(bits, "vcl_initial_cpb_removal_delay", &delay.delay)
      try f.uint(bits, "vcl_initial_cpb_removal_offset", &delay.offset)
      guard hasAlternative else { return }
      try f.uint(bits, "vcl_initial_alt_cpb_removal_delay", &delay.alternativeDelay)
      try f.uint(bits, "vcl_initial_alt_cpb_removal_offset", &delay.alternativeOffset)
    }
    if f.isDecoding, (f.bitsBeforeStopBit ?? 0) > 0 { usesAlternative = false }
    if var value = usesAlternative {
      try f.flag("use_alt_cpb_params_flag", &value)
      usesAlternative = value
    }
    try trailing.fields(&f)
  }
}

extension ParameterSets {
  /// The `hrd_parameters` that hold for the whole stream: of the VUI, or else of the VPS.
  func bufferModel(of sequence: SequenceParameterSet) -> HRDParameters? {
    sequence.vui?.hrd ?? video(of: sequence)?.timing?.hrds.first?.parameters
  }
}

/// The decoding time of a part of a picture (`decoding_unit_info`, ITU-T H.265 §D.2.22). Reading it needs the SPS.
public struct DecodingUnitInformation: Equatable, Sendable {
  public static let payloadType: UInt32 = 130
  public static let name = "decoding_unit_info"

  public var index: UInt32 = 0
  /// The increment in sub-picture ticks; only if picture timing does not state it.
  public var removalDelayIncrement: UInt64 = 0
  public var outputDelay: UInt64?
  public var trailing = SEIPayloadTrailing()

  public init() {}

  /// - Parameters:
  ///   - sequence: the active SPS.
  ///   - sets: with its VPS, if that has the HRD.
  public init(
    decoding payload: Bytes, sequence: SequenceParameterSet, sets: ParameterSets = .init()
  ) throws(FieldError) {
    var coder = FieldCoder(decoding: payload)
    do throws(FieldError) { try fields(&coder, sequence, sets) } catch {
      throw error.nested(in: DecodingUnitInformation.name)
    }
  }

  /// The payload of the message for a picture of this SPS. Throws if a value does not fit.
  public func encoded(
    sequence: SequenceParameterSet, sets: ParameterSets = .init()
  ) throws(FieldError) -> [UInt8] {
    var copy = self
    var coder = FieldCoder()
    try copy.fields(&coder, sequence, sets)
    return coder.written.bytes
  }

  mutating func fields(
    _ f: inout FieldCoder, _ sequence: SequenceParameterSet, _ sets: ParameterSets
  ) throws(FieldError) {
    guard let parts = sets.bufferModel(of: sequence)?.common.subPictures else {
      throw f.error(.invalid("the SPS says nothing about decoding units"))
    }
    try f.ue("decoding_unit_idx", &index)
    if !parts.isInPictureTimingSEI {
      try f.uint(
        Int(parts.duCPBRemovalDelayIncrementLengthMinus1) + 1,
        "du_spt_cpb_removal_delay_increment", &removalDelayIncrement)
    }
    let bits = Int(parts.dpbOutputDelayDULengthMinus1) + 1
    try f.optional("dpb_output_du_delay_present_flag", &outputDelay, blank: 0) {
      (delay, f) throws(FieldError) in
      try f.uint(bits, "pic_spt_dpb_output_du_delay", &delay)
    }
    try trailing.fields(&f)
  }
}
