public import Exif
public import ISOBMFF
import MotionPhotos

/// A JPEG file, and the movie that phones write behind the picture.
public struct JPEGContents: Sendable {
  public let segments: JPEGSegments
  /// The boxes of the movie of a motion photo.
  public let motion: BoxFile?

  public init(_ bytes: Bytes, limits: DecodeLimits = DecodeLimits()) {
    segments = JPEGSegments(bytes)
    motion = MotionPhoto(bytes).map { BoxFile($0.movie, limits: limits) }
  }
}
