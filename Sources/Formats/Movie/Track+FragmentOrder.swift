extension Track {
  /// Whether a fragment starts before the one that precedes it in the file (ISO/IEC 14496-12 §8.8.12).
  package var goesBackInTime: Bool {
    zip(samples.runs, samples.runs.dropFirst()).contains { $1.decodeTime < $0.decodeTime }
  }
}
