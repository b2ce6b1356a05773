import FieldCoding

/// The duration of a clock tick (`vps_timing_info`, `vui_timing_info`; ITU-T H.265 §7.4.3.1, §E.3.1).
public struct TimingInformation: Equatable, Sendable {
  /// `vps_num_units_in_tick` or `vui_num_units_in_tick`: how many units of the clock a tick lasts.
  public var unitsInTick: UInt32 = 0
  /// `vps_time_scale` or `vui_time_scale`: how many units of the clock there are in a second.
  public var timeScale: UInt32 = 0
  /// The ticks between two pictures, less 1, if pictures come in steps of as many.
  public var ticksPOCDiffOneMinus1: UInt32?

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, units: StaticString, scale: StaticString, isProportional: StaticString,
    ticks: StaticString
  ) throws(FieldError) {
    try f.uint(32, units, &unitsInTick)
    try f.uint(32, scale, &timeScale)
    try f.optional(isProportional, &ticksPOCDiffOneMinus1, blank: 0) {
      (value, f) throws(FieldError) in
      try f.ue(ticks, &value)
    }
  }
}
