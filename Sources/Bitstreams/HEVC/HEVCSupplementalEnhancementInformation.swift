public import NALUnits

/// What helps to show pictures but is not needed to decode them (`sei_rbsp`, ITU-T H.265 §7.3.2.4).
public struct SupplementalEnhancementInformation: NALUnitContent {
  public static let name = "sei_rbsp"
  public static let types = [NALUnitType.prefixSEI, .suffixSEI]

  public var header = NALUnitHeader(.prefixSEI)
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
  /// The payloads of HEVC that can be read without parameter sets.
  public static let hevc = commonSinceHEVC.adding([
    RecoveryPoint.self, DisplayOrientation.self, ActiveParameterSets.self,
    TemporalSubLayerZeroIndex.self, DecodedPictureHash.self, TimeCode.self,
    ThreeDimensionalReferenceDisplays.self,
  ])
}

extension FieldCoder {
  /// Describes a payload to the sink, as far as `sets` allow.
  func describe(_ message: SEIMessage, sets: ParameterSets) {
    let sequence = sets.onlySequence
    switch message.payloadType {
    case BufferingPeriod.payloadType where !sets.sequences.isEmpty:
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = BufferingPeriod()
        try f.within(BufferingPeriod.name) { (f) throws(FieldError) in
          try content.fields(&f, sets)
        }
      }
    case PictureTiming.payloadType:
      guard let sequence else { return }
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = PictureTiming()
        try f.within(PictureTiming.name) { (f) throws(FieldError) in
          try content.fields(&f, sequence, sets)
        }
      }
    case DecodingUnitInformation.payloadType:
      guard let sequence else { return }
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = DecodingUnitInformation()
        try f.within(DecodingUnitInformation.name) { (f) throws(FieldError) in
          try content.fields(&f, sequence, sets)
        }
      }
    default:
      guard let type = SEIPayloadTypes.hevc[message.payloadType] else { return }
      describe(payload: message.payload, as: type)
    }
  }
}

/// Which parameter sets hold (`active_parameter_sets`, ITU-T H.265 §D.2.21).
public struct ActiveParameterSets: SEIPayload {
  public static let payloadType: UInt32 = 129
  public static let name = "active_parameter_sets"

  public var videoParameterSetID: UInt8 = 0
  public var isSelfContained = false
  public var hasNoUpdate = false
  public var sequenceParameterSetIDs: [UInt32] = [0]
  /// Which of ``sequenceParameterSetIDs`` each further layer has.
  public var layerSequenceIndices: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(4, "active_video_parameter_set_id", &videoParameterSetID)
    try f.flag("self_contained_cvs_flag", &isSelfContained)
    try f.flag("no_parameter_set_update_flag", &hasNoUpdate)
    var countMinus1 = UInt32(clamping: sequenceParameterSetIDs.count) &- 1
    try f.ue("num_sps_ids_minus1", &countMinus1, atMost: 15, "ITU-T H.265 §D.3.21")
    try f.ueList(
      "active_seq_parameter_set_id", &sequenceParameterSetIDs, count: Int(countMinus1) + 1)
    // The VPS states the number of layers; they fill the bits before the last 1.
    if f.isDecoding { layerSequenceIndices = [] }
    var index = 0
    while f.isDecoding ? (f.bitsBeforeStopBit ?? 0) > 0 : index < layerSequenceIndices.count {
      var value = f.isDecoding ? 0 : layerSequenceIndices[index]
      try f.ue("layer_sps_idx", &value, atMost: 15, "ITU-T H.265 §D.3.21")
      if f.isDecoding { layerSequenceIndices.append(value) }
      index += 1
    }
  }
}

/// A hash of the decoded picture, with which a decoder can check its result (`decoded_picture_hash`, ITU-T H.265
/// §D.2.19).
public struct DecodedPictureHash: SEIPayload {
  public static let payloadType: UInt32 = 132
  public static let name = "decoded_picture_hash"

  public var type: UInt8 = 0
  /// The hash of each colour component: 16 bytes of MD5, 2 of a CRC or 4 of a checksum.
  public var components: [Bytes] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "hash_type", &type, as: .names(DecodedPictureHash.types))
    let size: Int
    switch type {
    case 0: size = 16
    case 1: size = 2
    case 2: size = 4
    default: throw f.error(.invalid("the hash_type \(type) is not known"))
    }
    // 1 or 3, as the SPS says; they fill the payload.
    let count = f.isDecoding ? min(f.bitsLeft / 8 / size, 3) : components.count
    guard count > 0 else {
      throw f.error(.truncated(neededBits: size * 8, availableBits: f.isDecoding ? f.bitsLeft : 0))
    }
    let type = type
    try f.list("components", &components, count: .exactly(count), of: Bytes()) {
      (hash, f) throws(FieldError) in
      if !f.isDecoding, hash.count != size {
        throw f.error(
          .invalid("the hash has \(counted(hash.count, "byte")), but hash_type says \(size)"))
      }
      let name: StaticString =
        type == 0 ? "picture_md5" : type == 1 ? "picture_crc" : "picture_checksum"
      try f.bytes(name, &hash, count: .exactly(size))
    }
  }

  /// The names of the values (ITU-T H.265 Table D.11).
  public static let types: ValueNames = [0: "MD5", 1: "CRC", 2: "checksum"]
}

/// How pictures are to be rotated (`display_orientation`, ITU-T H.265 §D.2.17).
public struct DisplayOrientation: SEIPayload {
  public static let payloadType: UInt32 = 47
  public static let name = "display_orientation"

  /// The orientation from here on; nil if the message cancels the previous one.
  public var orientation: Orientation? = Orientation()

  /// How pictures are to be rotated (`display_orientation` without
  /// `display_orientation_cancel_flag`).
  public struct Orientation: Equatable, Sendable {
    public var rotation = DisplayRotation()
    public var persists = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("display_orientation_cancel_flag", &orientation, blank: Orientation()) {
      (orientation, f) throws(FieldError) in
      try orientation.rotation.fields(&f)
      try f.flag("display_orientation_persistence_flag", &orientation.persists)
    }
  }
}

/// The first picture that is right if decoding starts here (`recovery_point`, ITU-T
/// H.265 §D.2.8).
public struct RecoveryPoint: SEIPayload {
  public static let payloadType: UInt32 = 6
  public static let name = "recovery_point"

  /// The distance of that picture in output order.
  public var pictureOrderCountDistance: Int32 = 0
  public var isExact = false
  public var isBrokenLink = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.se("recovery_poc_cnt", &pictureOrderCountDistance)
    try f.flag("exact_match_flag", &isExact)
    try f.flag("broken_link_flag", &isBrokenLink)
  }
}

/// Counts the pictures of the lowest temporal sub-layer, so that a lost one is missed
/// (`temporal_sub_layer_zero_idx`, ITU-T H.265 §D.2.23).
public struct TemporalSubLayerZeroIndex: SEIPayload {
  public static let payloadType: UInt32 = 131
  public static let name = "temporal_sub_layer_zero_idx"

  public var index: UInt8 = 0
  public var randomAccessPictureID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "temporal_sub_layer_zero_idx", &index)
    try f.uint(8, "irap_pic_id", &randomAccessPictureID)
  }
}

/// The time at which a picture was taken (`time_code`, ITU-T H.265 §D.2.27; SMPTE ST 12-1).
public struct TimeCode: SEIPayload {
  public static let payloadType: UInt32 = 136
  public static let name = "time_code"

  /// The times of each field or frame; nil if it has none.
  public var timestamps: [Timestamp?] = []

  /// The time of one frame or field (in `time_code`, from `units_field_based_flag` on).
  public struct Timestamp: Equatable, Sendable {
    public var isFieldBased = false
    public var countingType: UInt8 = 0
    public var isDiscontinuous = false
    public var dropsCounts = false
    public var frames: UInt16 = 0
    /// Whether ``seconds``, ``minutes`` and ``hours`` are all stated without saying so.
    public var isFull = true
    public var seconds: UInt8? = 0
    /// The minutes; only with ``seconds``.
    public var minutes: UInt8? = 0
    /// The hours; only with ``minutes``.
    public var hours: UInt8? = 0
    /// The bits of ``offset``.
    public var offsetLength: UInt8 = 0
    public var offset: Int32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("clock_timestamps", &timestamps, count: .bits(2, "num_clock_ts"), of: nil) {
      (timestamp, f) throws(FieldError) in
      try f.optional("clock_timestamp_flag", &timestamp, blank: Timestamp()) {
        (timestamp, f) throws(FieldError) in
        try timestamp.fields(&f)
      }
    }
  }

  /// The names of the values (ITU-T H.265 Table D.13).
  public static let countingTypes: ValueNames = [
    0: "no frames dropped, time offset unused", 1: "no frames dropped",
    2: "single counts of 0 dropped", 3: "single counts of the highest dropped",
    4: "the two lowest counts dropped", 5: "unspecified single counts dropped",
    6: "unspecified numbers of counts dropped",
  ]
}

extension TimeCode.Timestamp {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("units_field_based_flag", &isFieldBased)
    try f.uint(5, "counting_type", &countingType, as: .names(TimeCode.countingTypes))
    try f.flag("full_timestamp_flag", &isFull)
    try f.flag("discontinuity_flag", &isDiscontinuous)
    try f.flag("cnt_dropped_flag", &dropsCounts)
    try f.uint(9, "n_frames", &frames)
    if isFull {
      seconds = seconds ?? 0
      minutes = minutes ?? 0
      hours = hours ?? 0
    } else {
      try f.presence("seconds_flag", of: &seconds, blank: 0)
      if seconds == nil { minutes = nil }
    }
    try f.value(6, "seconds_value", &seconds)
    if !isFull, seconds != nil { try f.presence("minutes_flag", of: &minutes, blank: 0) }
    try f.value(6, "minutes_value", &minutes)
    if minutes == nil { hours = nil }
    if !isFull, minutes != nil { try f.presence("hours_flag", of: &hours, blank: 0) }
    try f.value(5, "hours_value", &hours)
    try f.uint(5, "time_offset_length", &offsetLength)
    if offsetLength > 0 { try f.int(Int(offsetLength), "time_offset_value", &offset) }
  }
}
