public import Exif
public import ISOBMFF

/// A JPEG file, and the movie that phones write behind the picture.
public struct JPEGContents: Sendable {
  public let segments: JPEGSegments
  /// The boxes of the movie of a motion photo.
  public let motion: BoxFile?

  public init(_ bytes: Bytes, limits: DecodeLimits = DecodeLimits()) {
    segments = JPEGSegments(bytes)
    motion = segments.trailer.flatMap { JPEGContents.movie(in: $0, limits: limits) }
  }

  /// Some phones write a few bytes of their own before the movie.
  private static func movie(in trailer: Bytes, limits: DecodeLimits) -> BoxFile? {
    let type = Array("ftyp".utf8)
    let start = (4..<max(4, min(trailer.count, 1 << 16))).first {
      trailer.part($0..<$0 + 4)?.elementsEqual(type) ?? false
    }
    return start.flatMap { trailer.part($0 - 4..<trailer.count) }.map {
      BoxFile($0, limits: limits)
    }
  }
}
