extension MakerNote {
  /// Whether the note states both numbers from which ``headroomStops`` follows: a missing one is assumed to be 0.
  public var statesHeadroom: Bool { directory?[33] != nil && directory?[48] != nil }

  /// The headroom of the image over white, as a power of two; nil if it is not an Apple note, or if the note does not
  /// state it.
  ///
  /// It follows from the tags 33 and 48 (Apple, "Applying Apple HDR effect to your photos"). If the second is missing,
  /// it is 0.
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
