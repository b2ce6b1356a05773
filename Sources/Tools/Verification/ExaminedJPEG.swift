public import HEIF
public import ISOBMFF
public import Metadata

/// A JPEG file, with the movie that phones write after the image.
public struct ExaminedJPEG: Sendable {
  /// The segments of the file.
  public let segments: JPEGSegments
  /// The motion photo; nil if there is no movie after the image.
  public let motionPhoto: MotionPhoto?
  /// The boxes of the movie; nil if there is none.
  public let motion: BoxFile?

  init(_ bytes: Bytes, motionPhoto: MotionPhoto?, limits: DecodeLimits) {
    segments = motionPhoto?.picture ?? JPEGSegments(bytes)
    self.motionPhoto = motionPhoto
    motion = motionPhoto.map { BoxFile($0.movie, limits: limits) }
  }
}
