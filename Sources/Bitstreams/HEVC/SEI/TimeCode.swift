public import NALUnits

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
