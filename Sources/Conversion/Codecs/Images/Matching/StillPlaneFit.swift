import HEIF
import Synchronization

/// The position of a still on a frame, in samples of a small image of the frame.
struct StillPlaneFit: Sendable {
  /// The width of the still, which keeps its shape.
  var width: Int
  /// The distance from the middle of the frame to that of the still, to the right.
  var x = 0
  var y = 0
  /// See ``NormalisedPlane/likeness(of:at:_:)``.
  var score: Float = -1
}

/// A still in the sizes in which it is laid on frames of one size.
final class StillSizes: Sendable {
  private let luma: PlanarImage
  private let made = Mutex<[Int: NormalisedPlane]>([:])

  /// - Parameter luma: an image with only luma.
  init(_ luma: PlanarImage) { self.luma = luma }

  var width: Int { luma.width }
  var height: Int { luma.height }

  /// The height for a width, in samples.
  func height(_ width: Int) -> Int {
    max(1, (width * luma.height + luma.width / 2) / luma.width)
  }

  /// - Parameter width: in samples.
  func picture(_ width: Int) -> NormalisedPlane {
    if let picture = made.withLock({ $0[width] }) { return picture }
    let height = height(width)
    let picture = NormalisedPlane(
      luma.planes[0].scaled(to: ImagePlan.Size(width: width, height: height), luma.bitDepth),
      bitDepth: luma.bitDepth)
    made.withLock { $0[width] = picture }
    return picture
  }
}

extension PlanarImage.Plane {
  /// The plane in another size.
  func scaled(to size: ImagePlan.Size, _ bitDepth: Int) -> PlanarImage.Plane {
    let result = PlanarImage.Plane(
      width: size.width, height: size.height, bytesPerSample: bytesPerSample)
    func weights(_ target: Int, _ source: Int) -> ScalingWeights {
      ScalingWeights(
        for: 0..<target, on: .luma, from: source, on: .luma,
        ratio: Double(source) / Double(target))
    }
    scale(
      into: result, bitDepth: bitDepth, rows: weights(size.height, height),
      columns: weights(size.width, width))
    return result
  }
}

extension NormalisedPlane {
  /// The best position of a still on this frame, of all sizes and positions that a camera could produce: frames show a
  /// part of the still, shifted by stabilisation; and a cropped still shows a part of the frame.
  func bestAlignment(of still: StillSizes) -> StillPlaneFit {
    let fits = [width, height * still.width / max(1, still.height)]
    let (smallest, largest) = (fits.min() ?? 1, fits.max() ?? 1)
    var best = StillPlaneFit(width: largest)
    var size = max(8, smallest * 4 / 5)
    while size <= largest * 7 / 5 {
      for y in stride(from: -height / 10, through: height / 10, by: 2) {
        for x in stride(from: -width / 10, through: width / 10, by: 2) {
          take(StillPlaneFit(width: size, x: x, y: y), still, &best)
        }
      }
      size += max(1, size / 24)
    }
    return refined(best, of: still)
  }

  /// The best alignment near to one.
  func refined(_ start: StillPlaneFit, of still: StillSizes) -> StillPlaneFit {
    var best = start
    best.score = -1
    take(start, still, &best)
    // Each step leads uphill.
    for _ in 0..<8 {
      let middle = best
      for size in -1...1 {
        for y in -1...1 {
          for x in -1...1 where (size, x, y) != (0, 0, 0) {
            take(
              StillPlaneFit(width: middle.width + size, x: middle.x + x, y: middle.y + y), still,
              &best)
          }
        }
      }
      if best.score == middle.score { break }
    }
    return best
  }

  /// Keeps an alignment if it is better.
  private func take(_ alignment: StillPlaneFit, _ still: StillSizes, _ best: inout StillPlaneFit) {
    let most = 4 * max(width, height)
    guard alignment.width >= 8, alignment.width <= most, still.height(alignment.width) <= most
    else {
      return
    }
    let picture = still.picture(alignment.width)
    let left = (width - picture.width) / 2 + alignment.x
    let top = (height - picture.height) / 2 + alignment.y
    guard let score = likeness(of: picture, at: left, top), score > best.score else { return }
    best = alignment
    best.score = score
  }
}
