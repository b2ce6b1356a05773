import ISOBMFF
import Movie

extension Edit {
  /// Prepares a movie for edits of its samples, so that sample tables describe exactly the samples that exist:
  /// a fragmented movie is converted, and an incomplete file is repaired.
  ///
  /// Throws if the file is not a movie, or has fragments that cannot be put together (``defragment()``).
  ///
  /// - Returns: whether samples were missing; ``notes`` say which.
  public mutating func gatherSamples() throws(EditError) -> Bool {
    let movie = try MovieFile(requiredIn: file)
    let end = original.bytes.count
    let isIncomplete = movie.tracks.contains { !$0.samples.areWithin(end) }
    if movie.isFragmented {
      if isIncomplete { try repair() }
      try defragment()
      return isIncomplete
    }
    try resolveIdentifiedMedia()
    guard isIncomplete else { return false }
    try repair()
    // Samples can be missing although no box was truncated.
    if let repaired = MovieFile(file),
      repaired.tracks.contains(where: { !$0.samples.areWithin(keptEnd) })
    {
      losesMedia = true
      try removeLostSamples()
    }
    return true
  }
}
