import ISOBMFF

/// A new sample for a track.
public struct NewSample: Equatable, Sendable {
  /// The size of the sample, in bytes.
  public var byteCount: Int
  /// The composition time in the track's timescale, on the same time line as that of the samples that it
  /// replaces. Samples that a decoder needs before these, such as the priming of audio, have negative times.
  public var compositionTime: Int64
  /// The duration, in the track's timescale.
  public var duration: Int64
  /// Whether it is a sync sample (ISO/IEC 14496-12 §8.6.2).
  public var isSync: Bool
  /// Whether it is disposable: no other sample depends on it.
  public var isDisposable: Bool

  /// A sample. Times are in ticks of its track.
  public init(
    byteCount: Int, compositionTime: Int64, duration: Int64, isSync: Bool,
    isDisposable: Bool = false
  ) {
    self.byteCount = byteCount
    self.compositionTime = compositionTime
    self.duration = duration
    self.isSync = isSync
    self.isDisposable = isDisposable
  }
}

extension [NewSample] {
  /// The samples of media that begins at a time of the old media. The frame that is shown then may be composed
  /// earlier, and begins with the media.
  func beginning(at start: Int64) -> [NewSample] {
    map { sample in
      var sample = sample
      sample.compositionTime = Swift.max(0, sample.compositionTime.subtractingSaturating(start))
      return sample
    }
  }
}
