/// A sample that an edit puts into a track.
public struct NewSample: Equatable, Sendable {
  /// The bytes that it takes.
  public var byteCount: Int
  /// When it is composed, in the track's timescale: as the samples that it takes the place of have it. What
  /// a decoder needs before the first of them, such as the priming of sound, is below 0.
  public var compositionTime: Int64
  /// How long it is shown, in the track's timescale.
  public var duration: Int64
  /// Whether decoding can start at it (ISO/IEC 14496-12 §8.6.2).
  public var isSync: Bool
  /// Whether no other sample needs it.
  public var isDisposable: Bool

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
