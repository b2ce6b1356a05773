extension Sample {
  /// What is worth knowing of samples although they are good.
  static let notes: [String: Set<String>] = [
    // As phones write it; made by a program, and so without the time of a photo.
    movie: ["movie-after-media", "still-image-time-missing"],
    // FFmpeg counts no tracks before it writes the first fragment.
    fragmented: ["next-track-id-taken"],
  ]
}
