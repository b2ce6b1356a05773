public import FieldCoding
public import NALUnits

/// The fullness of the decoder's buffers at the start (`buffering_period`, ITU-T H.264 §D.1.2). Reading it needs the
/// SPS.
public struct BufferingPeriod: FieldCodable {
  public static let payloadType: UInt32 = 0
  public static let name = "buffering_period"

  public var sequenceParameterSetID: UInt32 = 0
  /// The delays for each buffer of the SPS's `nal_hrd_parameters`.
  public var nal: [Delay] = []
  public var vcl: [Delay] = []
  public var trailing = SEIPayloadTrailing()

  /// Delays in ticks of 90 kHz.
  public struct Delay: Equatable, Sendable {
    public var initialCPBRemovalDelay: UInt32 = 0
    public var initialCPBRemovalDelayOffset: UInt32 = 0
    public init() {}
  }

  /// The widths that the SPS states; not a field itself.
  public private(set) var layout = Layout()

  /// The number of delays in the message and their widths, by the HRD parameters of the SPS.
  public struct Layout: Equatable, Sendable {
    /// The width of the delays of the NAL HRD in bits, 1 to 32; 0 if there are none.
    public private(set) var nalDelayBits = 0
    /// The width of the delays of the VCL HRD in bits, 1 to 32; 0 if there are none.
    public private(set) var vclDelayBits = 0
    /// The number of buffers of the NAL HRD (`cpb_cnt_minus1` plus 1); 0 without one.
    public private(set) var nalCount = 0
    /// The number of buffers of the VCL HRD (`cpb_cnt_minus1` plus 1); 0 without one.
    public private(set) var vclCount = 0

    public init() {}

    /// The layout of messages for pictures of this SPS.
    public init(_ sequence: SequenceParameterSetData) {
      if let hrd = sequence.vui?.nalHRD {
        nalDelayBits = Int(hrd.initialCPBRemovalDelayLengthMinus1) + 1
        nalCount = hrd.buffers.count
      }
      if let hrd = sequence.vui?.vclHRD {
        vclDelayBits = Int(hrd.initialCPBRemovalDelayLengthMinus1) + 1
        vclCount = hrd.buffers.count
      }
    }
  }

  public init() {}

  /// Reads the payload of a message, which depends on the SPS that it names.
  public init(
    payload: Bytes, sets: ParameterSets, sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    var coder = FieldCoder(decoding: payload, sink: sink)
    try fields(&coder, sets: sets)
  }

  /// States the fields that the ``layout`` has.
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try fields(&f, sets: nil)
  }

  mutating func fields(
    _ f: inout FieldCoder, sets: ParameterSets?
  ) throws(FieldError) {
    try f.ue("seq_parameter_set_id", &sequenceParameterSetID)
    if let sets {
      guard let sequence = sets.sequences[sequenceParameterSetID] else {
        throw f.error(.invalid("no SPS has the number \(sequenceParameterSetID)"))
      }
      layout = Layout(sequence)
    }
    try delays(&f, "nal", &nal, count: layout.nalCount, bits: layout.nalDelayBits)
    try delays(&f, "vcl", &vcl, count: layout.vclCount, bits: layout.vclDelayBits)
    try trailing.fields(&f, "bit_equal_to_one")
  }

  private func delays(
    _ f: inout FieldCoder, _ name: StaticString, _ delays: inout [Delay], count: Int, bits: Int
  ) throws(FieldError) {
    try f.list(name, &delays, exactly: count, blank: Delay()) { (delay, f) throws(FieldError) in
      try f.uint(bits, "initial_cpb_removal_delay", &delay.initialCPBRemovalDelay)
      try f.uint(bits, "initial_cpb_removal_delay_offset", &delay.initialCPBRemovalDelayOffset)
    }
  }
}
