extension MakerNote {
  /// How much brighter than white the picture gets, as a power of two; nil if an Apple note does not
  /// say it.
  ///
  /// Apple, "Applying Apple HDR effect to your photos", on the tags 33 and 48. Where the second is
  /// missing it counts as 0.
  public var headroomStops: Double? {
    guard vendor == .apple, let directory else { return nil }
    let (first, second) = (directory[33]?.number(), directory[48]?.number())
    guard first != nil || second != nil else { return nil }
    let gain = second ?? 0
    let stops =
      (first ?? 0) < 1
      ? (gain <= 0.01 ? -20 * gain + 1.8 : -0.101 * gain + 1.601)
      : (gain <= 0.01 ? -70 * gain + 3 : -0.303 * gain + 2.303)
    return max(stops, 0)
  }
}
