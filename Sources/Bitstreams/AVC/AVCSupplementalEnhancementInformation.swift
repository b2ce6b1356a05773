public import FieldCoding
public import NALUnits

/// What helps to show pictures but is not needed to decode them (`sei_rbsp`, ITU-T H.264 §7.3.2.3).
public struct SupplementalEnhancementInformation: NALUnitContent {
  public static let name = "sei_rbsp"
  public static let types = [NALUnitType.supplementalEnhancementInformation]

  public var header = NALUnitHeader(.supplementalEnhancementInformation)
  public var messages: [SEIMessage] = []
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try fields(&f, sets: ParameterSets())
  }

  /// - Parameter sets: give timing messages their meaning in a description.
  mutating func fields(_ f: inout FieldCoder, sets: ParameterSets) throws(FieldError) {
    try headerFields(&f)
    try f.messages(&messages) { message, f in f.describe(message, sets: sets) }
    try trailing.fields(&f)
  }
}

extension SEIPayloadTypes {
  /// The payloads of AVC that can be read without parameter sets.
  public static let avc = common.adding([
    RecoveryPoint.self, FramePackingArrangement.self, DisplayOrientation.self,
  ])
}

extension FieldCoder {
  /// Describes a payload to the sink, as far as `sets` allow.
  func describe(_ message: SEIMessage, sets: ParameterSets) {
    switch message.payloadType {
    case BufferingPeriod.payloadType:
      guard !sets.sequences.isEmpty else { return }
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = BufferingPeriod()
        try f.within(BufferingPeriod.name) { (f) throws(FieldError) in
          try content.fields(&f, sets: sets)
        }
      }
    case PictureTiming.payloadType:
      guard let sequence = sets.onlySequence else { return }
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = PictureTiming(sequence)
        try f.within(PictureTiming.name) { (f) throws(FieldError) in try content.fields(&f) }
      }
    default:
      guard let type = SEIPayloadTypes.avc[message.payloadType] else { return }
      describe(payload: message.payload, as: type)
    }
  }
}

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

/// The decoding and output times of a picture (`pic_timing`, ITU-T H.264 §D.1.3). Reading it needs the SPS.
public struct PictureTiming: FieldCodable {
  public static let payloadType: UInt32 = 1
  public static let name = "pic_timing"

  public var cpbRemovalDelay: UInt32 = 0
  public var dpbOutputDelay: UInt32 = 0
  public var pictureStructure: UInt8 = 0
  /// The times of up to three fields or frames that are shown; nil for one without a time.
  public var timestamps: [ClockTimestamp?] = []
  public var trailing = SEIPayloadTrailing()

  /// `ct_type` to `time_offset` (§D.2.3)
  public struct ClockTimestamp: Equatable, Sendable {
    public var type: UInt8 = 2
    public var countsFields = false
    public var countingType: UInt8 = 0
    public var isDiscontinuous = false
    public var hasDroppedCount = false
    public var frames: UInt8 = 0
    /// The time of the clock, as far as it is stated.
    public var time = Time.none
    public var offset: Int32 = 0
    public init() {}

    /// The parts of the time that are stated (`full_timestamp_flag`, `seconds_flag`,
    /// `minutes_flag`, `hours_flag`; ITU-T H.264 §D.1.3).
    public enum Time: Equatable, Sendable {
      case none
      case seconds(UInt8)
      case minutes(UInt8, seconds: UInt8)
      case hours(UInt8, minutes: UInt8, seconds: UInt8)
      /// The same as ``hours``, without flags in front of each part.
      case full(hours: UInt8, minutes: UInt8, seconds: UInt8)
    }
  }

  /// Which fields there are, and how wide they are; of the SPS, not a field itself.
  public private(set) var layout = Layout()

  /// Which fields the message has, by the VUI of the SPS.
  public struct Layout: Equatable, Sendable {
    /// The delays; nil if there are none.
    public private(set) var delays: Delays?
    /// `pic_struct_present_flag` of the VUI: the message says whether the picture is a frame or
    /// fields.
    public private(set) var hasPictureStructure = false
    /// The width of `time_offset` in bits, 0 to 31.
    public private(set) var timeOffsetBits = 24

    /// The widths of the two delays, by the HRD parameters.
    public struct Delays: Equatable, Sendable {
      /// The width of `cpb_removal_delay` in bits, 1 to 32.
      public var cpbRemovalBits = 24
      /// The width of `dpb_output_delay` in bits, 1 to 32.
      public var dpbOutputBits = 24
      public init() {}
    }

    public init() {}

    /// The layout of messages for pictures of this SPS.
    public init(_ sequence: SequenceParameterSetData) {
      if let hrd = sequence.vui?.nalHRD ?? sequence.vui?.vclHRD {
        var widths = Delays()
        widths.cpbRemovalBits = Int(hrd.cpbRemovalDelayLengthMinus1) + 1
        widths.dpbOutputBits = Int(hrd.dpbOutputDelayLengthMinus1) + 1
        delays = widths
        timeOffsetBits = Int(hrd.timeOffsetLength)
      }
      hasPictureStructure = sequence.vui?.hasPictureStructure ?? false
    }
  }

  /// The names of the values (ITU-T H.264 Table D-1).
  public static let structureNames: ValueNames = [
    0: "frame", 1: "top field", 2: "bottom field", 3: "top, bottom", 4: "bottom, top",
    5: "top, bottom, top", 6: "bottom, top, bottom", 7: "frame doubled", 8: "frame tripled",
  ]

  /// `ct_type` (ITU-T H.264 Table D-2).
  public static let scanNames: ValueNames = [0: "progressive", 1: "interlaced", 2: "unknown"]

  public init() {}

  /// Reads the payload of a message of a picture of this sequence.
  public init(
    payload: Bytes, sequence: SequenceParameterSetData, sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    self.init(sequence)
    var coder = FieldCoder(decoding: payload, sink: sink)
    try fields(&coder)
  }

  /// The timing of a picture of this sequence, with nothing said.
  init(_ sequence: SequenceParameterSetData) { layout = Layout(sequence) }

  /// States the fields that the ``layout`` has.
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if let delays = layout.delays {
      try f.uint(delays.cpbRemovalBits, "cpb_removal_delay", &cpbRemovalDelay)
      try f.uint(delays.dpbOutputBits, "dpb_output_delay", &dpbOutputDelay)
    }
    if layout.hasPictureStructure {
      try f.uint(4, "pic_struct", &pictureStructure, as: .names(PictureTiming.structureNames))
      let offsetBits = layout.timeOffsetBits
      try f.list("clock_timestamps", &timestamps, exactly: clockCount, blank: nil) {
        (timestamp, f) throws(FieldError) in
        try f.optional("clock_timestamp_flag", &timestamp, blank: ClockTimestamp()) {
          (timestamp, f) throws(FieldError) in
          try timestamp.fields(&f, offsetBits: offsetBits)
        }
      }
    }
    try trailing.fields(&f, "bit_equal_to_one")
  }

  /// `NumClockTS` (Table D-1)
  private var clockCount: Int {
    switch pictureStructure {
    case 0...2: 1
    case 3, 4, 7: 2
    case 5, 6, 8: 3
    default: 0
    }
  }
}

extension PictureTiming.ClockTimestamp {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, offsetBits: Int
  ) throws(FieldError) {
    try f.uint(2, "ct_type", &type, as: .names(PictureTiming.scanNames))
    try f.flag("nuit_field_based_flag", &countsFields)
    try f.uint(5, "counting_type", &countingType)
    var isFull = if case .full = time { true } else { false }
    try f.flag("full_timestamp_flag", &isFull)
    try f.flag("discontinuity_flag", &isDiscontinuous)
    try f.flag("cnt_dropped_flag", &hasDroppedCount)
    try f.uint(8, "n_frames", &frames)
    try time.fields(&f, isFull: isFull)
    if offsetBits > 0 { try f.int(offsetBits, "time_offset", &offset) }
  }
}

extension PictureTiming.ClockTimestamp.Time {
  fileprivate var parts: (seconds: UInt8?, minutes: UInt8?, hours: UInt8?) {
    switch self {
    case .none: (nil, nil, nil)
    case .seconds(let seconds): (seconds, nil, nil)
    case .minutes(let minutes, let seconds): (seconds, minutes, nil)
    case .hours(let hours, let minutes, let seconds), .full(let hours, let minutes, let seconds):
      (seconds, minutes, hours)
    }
  }

  fileprivate mutating func fields(
    _ f: inout FieldCoder, isFull: Bool
  ) throws(FieldError) {
    var (seconds, minutes, hours) = parts
    if isFull {
      var (s, m, h) = (seconds ?? 0, minutes ?? 0, hours ?? 0)
      try f.uint(6, "seconds_value", &s)
      try f.uint(6, "minutes_value", &m)
      try f.uint(5, "hours_value", &h)
      self = .full(hours: h, minutes: m, seconds: s)
      return
    }
    try f.optional("seconds_flag", &seconds, blank: 0) { (seconds, f) throws(FieldError) in
      try f.uint(6, "seconds_value", &seconds)
      try f.optional("minutes_flag", &minutes, blank: 0) { (minutes, f) throws(FieldError) in
        try f.uint(6, "minutes_value", &minutes)
        try f.optional("hours_flag", &hours, blank: 0) { (hours, f) throws(FieldError) in
          try f.uint(5, "hours_value", &hours)
        }
      }
    }
    self =
      switch (seconds, minutes, hours) {
      case (let s?, let m?, let h?): .hours(h, minutes: m, seconds: s)
      case (let s?, let m?, nil): .minutes(m, seconds: s)
      case (let s?, nil, _): .seconds(s)
      default: .none
      }
  }
}

/// A picture at which decoding can start, though pictures need some time to become whole
/// (`recovery_point`, ITU-T H.264 §D.1.8).
public struct RecoveryPoint: SEIPayload {
  public static let payloadType: UInt32 = 6
  public static let name = "recovery_point"

  /// The number of frames after which pictures are right.
  public var frameCount: UInt32 = 0
  public var isExact = false
  public var isBrokenLink = false
  public var changingSliceGroupIDC: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("recovery_frame_cnt", &frameCount)
    try f.flag("exact_match_flag", &isExact)
    try f.flag("broken_link_flag", &isBrokenLink)
    try f.uint(2, "changing_slice_group_idc", &changingSliceGroupIDC)
  }
}

/// How pictures are to be rotated (`display_orientation`, ITU-T H.264 §D.1.27).
public struct DisplayOrientation: SEIPayload {
  public static let payloadType: UInt32 = 47
  public static let name = "display_orientation"

  /// The orientation from here on; nil if the message cancels the previous one.
  public var orientation: Orientation? = Orientation()

  /// How pictures are to be rotated, and for how long (`display_orientation` without
  /// `display_orientation_cancel_flag`).
  public struct Orientation: Equatable, Sendable {
    public var rotation = DisplayRotation()
    /// 0 for only this picture, 1 until the next message, otherwise a number of pictures.
    public var repetitionPeriod: UInt32 = 0
    public var hasExtension = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("display_orientation_cancel_flag", &orientation, blank: Orientation()) {
      (orientation, f) throws(FieldError) in
      try orientation.rotation.fields(&f)
      try f.ue("display_orientation_repetition_period", &orientation.repetitionPeriod)
      try f.flag("display_orientation_extension_flag", &orientation.hasExtension)
    }
  }
}

/// How two views share a picture (`frame_packing_arrangement`, ITU-T H.264 §D.1.26).
public struct FramePackingArrangement: SEIPayload {
  public static let payloadType: UInt32 = 45
  public static let name = "frame_packing_arrangement"

  public var id: UInt32 = 0
  /// The arrangement from here on; nil if the message cancels the previous one.
  public var arrangement: Arrangement? = Arrangement()
  public var hasExtension = false

  /// The positions and the persistence of views (`frame_packing_arrangement` without its cancel flag).
  public struct Arrangement: Equatable, Sendable {
    public var packing = FramePacking()
    /// 0 for only this picture, 1 until the next message, otherwise a number of pictures.
    public var repetitionPeriod: UInt32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("frame_packing_arrangement_id", &id)
    try f.cancellable(
      "frame_packing_arrangement_cancel_flag", &arrangement, blank: Arrangement()
    ) { (arrangement, f) throws(FieldError) in
      try arrangement.packing.fields(&f)
      try f.ue("frame_packing_arrangement_repetition_period", &arrangement.repetitionPeriod)
    }
    try f.flag("frame_packing_arrangement_extension_flag", &hasExtension)
  }
}
