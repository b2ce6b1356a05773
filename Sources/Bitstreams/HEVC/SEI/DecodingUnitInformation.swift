public import NALUnits

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
