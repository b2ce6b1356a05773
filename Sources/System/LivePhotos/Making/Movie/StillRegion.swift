import ISOBMFF

/// The region of a frame that a still shows, both upright. Cameras crop and shift the frames of
/// a movie to stabilise it, so that they show a little less than the still.
public struct StillRegion: Equatable, Sendable {
  /// The left and the top edge of the still, as fractions of the frame's width and height; negative if the
  /// still shows more than the frame.
  public var left: Double, top: Double
  /// The width and the height of the still, as fractions of the frame's width and height.
  public var width: Double, height: Double

  /// A region with these edges and this size.
  public init(left: Double, top: Double, width: Double, height: Double) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }
}

/// The metadata of a Live Photo's movie that maps points of the frame to points of the still, so that players
/// can change from one to the other without a jump.
///
/// It is a matrix of 3 × 3, which maps points of the frame, as columns, to points of the still. Both have the
/// size of the coded frame, are not rotated, and have their origin at the left of their lowest row: in the
/// movies of phones, the stills match the frames only under this assumption.
struct StillTransform {
  static let key = "com.apple.quicktime.live-photo-still-image-transform"
  static let dimensionsKey = key + "-reference-dimensions"

  /// Row by row.
  let matrix: [Double]
  let width: Float
  let height: Float

  /// - Parameters:
  ///   - entry: the sample entry of the video track.
  ///   - rotation: the matrix that rotates its frames upright.
  /// - Returns: nil if the still and the frames have different shapes, which no phone supports, or if the
  ///   frames are not rotated by multiples of 90°.
  init?(_ region: StillRegion, on entry: VisualSampleEntry, _ rotation: TransformationMatrix) {
    guard region.width > 0, region.height > 0, abs(region.width / region.height - 1) < 0.02,
      entry.width > 0, entry.height > 0
    else { return nil }
    let one = 65_536.0
    let (a, b) = (Double(rotation.a) / one, Double(rotation.b) / one)
    let (c, d) = (Double(rotation.c) / one, Double(rotation.d) / one)
    guard
      abs(a) == 1 && abs(d) == 1 && b == 0 && c == 0
        || abs(b) == 1 && abs(c) == 1 && a == 0 && d == 0
    else { return nil }
    // For upright frames, with the origin in the middle of both: still = (frame - shift) / size.
    let (shiftX, shiftY) = (
      region.left + region.width / 2 - 0.5, region.top + region.height / 2 - 0.5
    )
    // For coded frames: the inverse of a quarter rotation is its transpose.
    let (sizeX, sizeY) = a != 0 ? (region.width, region.height) : (region.height, region.width)
    let moveX = -(a * shiftX / region.width + b * shiftY / region.height)
    let moveY = -(c * shiftX / region.width + d * shiftY / region.height)
    let (width, height) = (Double(entry.width), Double(entry.height))
    // With the origin at the lower left corner, in samples.
    matrix = [
      1 / sizeX, 0, width * (0.5 + moveX - 0.5 / sizeX),
      0, 1 / sizeY, height * (0.5 - moveY - 0.5 / sizeY),
      0, 0, 1,
    ]
    self.width = Float(entry.width)
    self.height = Float(entry.height)
  }

  /// The values of both keys, as they are stored in a sample.
  var values: (matrix: [UInt8], dimensions: [UInt8]) {
    func bytes(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
      (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return (
      matrix.flatMap { bytes($0.bitPattern) },
      bytes(width.bitPattern) + bytes(height.bitPattern)
    )
  }
}
