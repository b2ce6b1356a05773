public import NALUnits

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
