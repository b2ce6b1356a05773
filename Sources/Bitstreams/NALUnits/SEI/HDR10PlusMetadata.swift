public import FieldCoding

/// How to map the brightness of each scene to a display (SMPTE ST 2094-40, as CTA-861 Annex S has
/// it in user data): HDR10+.
public struct HDR10PlusMetadata: FieldCodable {
  /// `itu_t_t35_terminal_provider_oriented_code`
  public var providerOrientedCode: UInt16 = 1
  /// `application_identifier`, which is 4.
  public var applicationIdentifier: UInt8 = 4
  /// `application_version`
  public var applicationVersion: UInt8 = 1
  /// All windows but the first, which is the whole picture; at most 2.
  public var windows: [Window] = []
  /// The greatest luminance of the display that is aimed at, in candelas per square metre, as
  /// writers have it; 0 if it is not stated.
  public var targetMaximumLuminance: UInt32 = 0
  /// The actual peak luminance of that display at each position; nil if it is not stated.
  public var targetActualPeak: PeakLuminance?
  /// The brightness of each window.
  public var brightness = [Brightness()]
  /// The actual peak luminance of the mastering display at each position; nil if it is not stated.
  public var masteringActualPeak: PeakLuminance?
  /// How each window is mapped.
  public var mappings = [Mapping()]
  /// The zero bits to the end of the last byte.
  public var padding = BitString()

  /// A part of the picture that is treated in its own way: an ellipse in a rectangle.
  public struct Window: FieldCodable {
    /// The column of the upper left corner, in samples.
    public var left: UInt16 = 0
    /// The row of the upper left corner, in samples.
    public var top: UInt16 = 0
    /// The column of the lower right corner, in samples.
    public var right: UInt16 = 0
    /// The row of the lower right corner, in samples.
    public var bottom: UInt16 = 0
    /// The column of the centre of both ellipses, in samples.
    public var ellipseCentreX: UInt16 = 0
    /// The row of the centre of both ellipses, in samples.
    public var ellipseCentreY: UInt16 = 0
    /// The rotation of both ellipses, 0 to 180 degrees.
    public var rotationAngle: UInt8 = 0
    /// Half of the longer axis of the inner ellipse, in samples.
    public var internalSemimajorAxis: UInt16 = 0
    /// Half of the longer axis of the outer ellipse, in samples.
    public var externalSemimajorAxis: UInt16 = 0
    /// Half of the shorter axis of the outer ellipse, in samples.
    public var externalSemiminorAxis: UInt16 = 0
    /// `overlap_process_option`: how overlapping windows are joined, by weights or one over the
    /// other.
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

  /// The greatest luminance at each point of a display: a grid of values, in fifteenths.
  public struct PeakLuminance: Equatable, Sendable {
    /// The number of columns, 0 to 31.
    public var columnCount: UInt32 = 0
    /// The number of rows, 0 to 31.
    public var rowCount: UInt32 = 0
    /// The values, row after row, 0 to 15.
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

  /// How bright a window is, in units of 0.00001.
  public struct Brightness: FieldCodable {
    /// The greatest red, green and blue, 0 to 100000.
    public var maxSCL: [UInt32] = [0, 0, 0]
    /// The average of the greatest of the three components of each sample, 0 to 100000.
    public var averageMaxRGB: UInt32 = 0
    /// How the greatest components of samples are distributed; at most 15 points.
    public var percentiles: [Percentile] = []
    /// The part of the samples that are bright, in units of 0.001.
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

  /// A point of a distribution.
  public struct Percentile: Equatable, Sendable {
    /// The percentage of samples that are not brighter, 0 to 100.
    public var percentage: UInt8 = 0
    /// The brightness, in units of 0.00001.
    public var value: UInt32 = 0
    public init() {}
  }

  /// How the colours of a window are mapped.
  public struct Mapping: FieldCodable {
    /// The curve of the brightness; nil if it is not stated.
    public var toneMapping: ToneMapping?
    /// The weight of colour saturation, in units of 1/8; nil if it is not stated.
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

  /// A curve that is a line up to a point, and a Bézier curve from there on.
  public struct ToneMapping: Equatable, Sendable {
    /// The brightness of the source where the line ends, in units of 1/4095.
    public var kneePointX: UInt16 = 0
    /// The brightness of the display where the line ends, in units of 1/4095.
    public var kneePointY: UInt16 = 0
    /// The points that shape the curve, in units of 1/1023; at most 15.
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
