public import ISOBMFF
public import MotionPhotos
public import StillMetadata

/// A JPEG file, and the movie that phones write behind the picture.
public struct JPEGContents: Sendable {
  /// Its segments, from the first on.
  public let segments: JPEGSegments
  /// The picture with a movie behind it.
  public let motionPhoto: MotionPhoto?
  /// The boxes of that movie.
  public let motion: BoxFile?

  init(_ bytes: Bytes, motionPhoto: MotionPhoto?, limits: DecodeLimits) {
    segments = motionPhoto?.picture ?? JPEGSegments(bytes)
    self.motionPhoto = motionPhoto
    motion = motionPhoto.map { BoxFile($0.movie, limits: limits) }
  }
}
