public import FieldCoding

/// How to map the brightness of each scene to a display (SMPTE ST 2094-40, as CTA-861 Annex S has
/// it in user data): HDR10+.
public struct HDR10PlusMetadata: FieldCodable {
  /// `itu_t_t35_terminal_provider_oriented_code`
  public var providerOrientedCode: UInt16 = 1
  public var applicationIdentifier: UInt8 = 4
  public var applicationVersion: UInt8 = 1
  /// Of all but the first window, which is the whole picture.
  public var windows: [Window] = []
  /// In candelas per square metre, as writers have it; 0 if nothing is said.
  public var targetMaximumLuminance: UInt32 = 0
  public var targetActualPeak: PeakLuminance?
  /// For each window.
  public var brightness = [Brightness()]
  public var masteringActualPeak: PeakLuminance?
  /// For each window.
  public var mappings = [Mapping()]
  /// Zero bits to the end of the last byte.
  public var padding = BitString()

  public struct Window: FieldCodable {
    public var left: UInt16 = 0
    public var top: UInt16 = 0
    public var right: UInt16 = 0
    public var bottom: UInt16 = 0
    public var ellipseCentreX: UInt16 = 0
    public var ellipseCentreY: UInt16 = 0
    public var rotationAngle: UInt8 = 0
    public var internalSemimajorAxis: UInt16 = 0
    public var externalSemimajorAxis: UInt16 = 0
    public var externalSemiminorAxis: UInt16 = 0
    public var overlapProcessOption = false
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "window_upper_left_corner_x", &left)
      try f.uint(16, "window_upper_left_corner_y", &top)
      try f.uint(16, "window_lower_right_corner_x", &right)
      try f.uint(16, "window_lower_right_corner_y", &bottom)
      try f.uint(16, "center_of_ellipse_x", &ellipseCentreX)
      try f.uint(16, "center_of_ellipse_y", &ellipseCentreY)
      try f.uint(8, "rotation_angle", &rotationAngle)
      try f.uint(16, "semimajor_axis_internal_ellipse", &internalSemimajorAxis)
      try f.uint(16, "semimajor_axis_external_ellipse", &externalSemimajorAxis)
      try f.uint(16, "semiminor_axis_external_ellipse", &externalSemiminorAxis)
      try f.flag("overlap_process_option", &overlapProcessOption)
    }
  }

  /// A grid of values over the display, in fifteenths.
  public struct PeakLuminance: Equatable, Sendable {
    public var columnCount: UInt32 = 0
    public var rowCount: UInt32 = 0
    /// Row after row.
    public var values: [UInt8] = []
    public init() {}

    fileprivate mutating func fields(
      _ f: inout FieldCoder, rows: StaticString, columns: StaticString, _ name: StaticString
    ) throws(FieldError) {
      try f.uint(5, rows, &rowCount)
      try f.uint(5, columns, &columnCount)
      let count = Int(rowCount * columnCount)
      try f.checkCount(name, values.count, count)
      try f.list(4, name, &values, count: .exactly(count))
    }
  }

  /// In units of 0.00001.
  public struct Brightness: FieldCodable {
    public var maxSCL: [UInt32] = [0, 0, 0]
    public var averageMaxRGB: UInt32 = 0
    public var percentiles: [Percentile] = []
    /// In units of 0.001.
    public var fractionOfBrightPixels: UInt16 = 0
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.checkCount("maxscl", maxSCL.count, 3)
      try f.list(17, "maxscl", &maxSCL, count: .exactly(3))
      try f.uint(17, "average_maxrgb", &averageMaxRGB)
      var count = UInt32(clamping: percentiles.count)
      try f.uint(4, "num_distribution_maxrgb_percentiles", &count)
      try f.list(
        "distribution_maxrgb", &percentiles, exactly: Int(count), blank: Percentile()
      ) { (percentile, f) throws(FieldError) in
        try f.uint(7, "distribution_maxrgb_percentages", &percentile.percentage)
        try f.uint(17, "distribution_maxrgb_percentiles", &percentile.value)
      }
      try f.uint(10, "fraction_bright_pixels", &fractionOfBrightPixels)
    }
  }

  public struct Percentile: Equatable, Sendable {
    public var percentage: UInt8 = 0
    public var value: UInt32 = 0
    public init() {}
  }

  public struct Mapping: FieldCodable {
    public var toneMapping: ToneMapping?
    /// In units of 1/8.
    public var colourSaturationWeight: UInt8?
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.optional("tone_mapping_flag", &toneMapping, blank: ToneMapping()) {
        (mapping, f) throws(FieldError) in
        try f.uint(12, "knee_point_x", &mapping.kneePointX)
        try f.uint(12, "knee_point_y", &mapping.kneePointY)
        try f.list(
          10, "bezier_curve_anchors", &mapping.bezierCurveAnchors,
          count: .bits(4, "num_bezier_curve_anchors"))
      }
      try f.optional("color_saturation_mapping_flag", &colourSaturationWeight, blank: 0) {
        (weight, f) throws(FieldError) in
        try f.uint(6, "color_saturation_weight", &weight)
      }
    }
  }

  public struct ToneMapping: Equatable, Sendable {
    /// In units of 1/4095.
    public var kneePointX: UInt16 = 0
    public var kneePointY: UInt16 = 0
    /// In units of 1/1023.
    public var bezierCurveAnchors: [UInt16] = []
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "itu_t_t35_terminal_provider_oriented_code", &providerOrientedCode)
    try f.uint(8, "application_identifier", &applicationIdentifier)
    guard providerOrientedCode == 1, applicationIdentifier == 4 else {
      throw f.error(.invalid("the application is not that of SMPTE ST 2094-40"))
    }
    try f.uint(8, "application_version", &applicationVersion)
    var windowCount = UInt32(clamping: windows.count + 1)
    try f.uint(2, "num_windows", &windowCount)
    guard windowCount > 0 else { throw f.error(.invalid("there is no window")) }
    try f.list("windows", &windows, exactly: Int(windowCount) - 1, blank: Window()) {
      (window, f) throws(FieldError) in
      try window.fields(&f)
    }
    try f.uint(27, "targeted_system_display_maximum_luminance", &targetMaximumLuminance)
    try f.optional(
      "targeted_system_display_actual_peak_luminance_flag", &targetActualPeak, blank: .init()
    ) { (peak, f) throws(FieldError) in
      try peak.fields(
        &f, rows: "num_rows_targeted_system_display_actual_peak_luminance",
        columns: "num_cols_targeted_system_display_actual_peak_luminance",
        "targeted_system_display_actual_peak_luminance")
    }
    try f.list("brightness", &brightness, exactly: Int(windowCount), blank: Brightness()) {
      (brightness, f) throws(FieldError) in
      try brightness.fields(&f)
    }
    try f.optional(
      "mastering_display_actual_peak_luminance_flag", &masteringActualPeak, blank: .init()
    ) { (peak, f) throws(FieldError) in
      try peak.fields(
        &f, rows: "num_rows_mastering_display_actual_peak_luminance",
        columns: "num_cols_mastering_display_actual_peak_luminance",
        "mastering_display_actual_peak_luminance")
    }
    try f.list("mapping", &mappings, exactly: Int(windowCount), blank: Mapping()) {
      (mapping, f) throws(FieldError) in
      try mapping.fields(&f)
    }
    if f.isDecoding || !padding.isEmpty {
      try padding.restFields(&f, "padding")
    } else {
      try f.alignToByte()
    }
  }
}
