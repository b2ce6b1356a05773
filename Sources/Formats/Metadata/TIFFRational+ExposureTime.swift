extension TIFFRational {
  /// An exposure time in seconds, in the usual form: `1/120`, `0.3`, `2.5`, `30`.
  ///
  /// Cameras write `200/10000` and `997683/1000000`. Up to a quarter of a second, the nearest fraction of 1 is shown, and
  /// above it, tenths of a second. If the value is not a valid time, the fraction itself is shown.
  public var exposureText: String {
    guard let seconds = number, seconds > 0 else { return description }
    if seconds < 0.250_01 { return "1/\(Int((1 / seconds).rounded()))" }
    let tenths = Int((seconds * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
