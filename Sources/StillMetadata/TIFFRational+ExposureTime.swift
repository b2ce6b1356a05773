extension TIFFRational {
  /// A time in seconds as photographers say it: `1/120`, `0.3`, `2.5`, `30`.
  ///
  /// Cameras write `200/10000` and `997683/1000000`; up to a quarter of a second the nearest
  /// fraction of 1 is shown, and tenths of a second above it. The fraction itself if it is no time.
  public var exposureWords: String {
    guard let seconds = number, seconds > 0 else { return description }
    if seconds < 0.250_01 { return "1/\(Int((1 / seconds).rounded()))" }
    let tenths = Int((seconds * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
