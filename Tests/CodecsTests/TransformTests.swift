import HEIF
import Testing

@testable import Codecs

@Suite struct TransformTests {
  static let sizes = [(1, 1), (2, 2), (5, 4), (4, 5), (17, 9), (70, 66), (67, 71)]

  static let cases: [(ChromaSampling, Int)] = Pictures.formats.flatMap { [($0, 8), ($0, 10)] }

  /// The position in the source of the sample at `x`, `y` of the result, by the words of the standard.
  private static func origin(
    _ transform: ImagePlan.Transform, _ x: Int, _ y: Int, of source: PlanarImage
  ) -> (Int, Int) {
    switch transform {
    case .crop(let left, let top, _, _): return (left + x, top + y)
    case .flipHorizontally: return (source.width - 1 - x, y)
    case .flipVertically: return (x, source.height - 1 - y)
    case .rotate(let turns):
      // Counter-clockwise: the right edge becomes the top.
      switch turns {
      case 1: return (source.width - 1 - y, x)
      case 2: return (source.width - 1 - x, source.height - 1 - y)
      default: return (y, source.height - 1 - x)
      }
    }
  }

  private static func reference(
    _ source: PlanarImage, _ transform: ImagePlan.Transform
  ) -> PlanarImage {
    var plan = ImagePlan()
    plan.canvas = ImagePlan.Size(width: source.width, height: source.height)
    plan.transforms = [transform]
    let size = plan.displaySize
    let result = PlanarImage(
      width: size.width, height: size.height,
      chroma: source.chroma == .monochrome ? .monochrome : .yuv444, bitDepth: source.bitDepth)
    result.fill { plane, x, y in
      let (fromX, fromY) = origin(transform, x, y, of: source)
      return source.sample(plane, fromX, fromY)
    }
    return result
  }

  private static func transforms(_ width: Int, _ height: Int) -> [ImagePlan.Transform] {
    var all: [ImagePlan.Transform] = [
      .rotate(quarterTurns: 1), .rotate(quarterTurns: 2), .rotate(quarterTurns: 3),
      .flipHorizontally, .flipVertically, .crop(x: 0, y: 0, width: width, height: height),
    ]
    for left in 0..<min(4, width) {
      for top in 0..<min(4, height) {
        let (right, bottom) = (min(left, 2), min(top, 1))
        guard width > left + right, height > top + bottom else { continue }
        all.append(
          .crop(x: left, y: top, width: width - left - right, height: height - top - bottom))
      }
    }
    return all
  }

  @Test(arguments: cases) func matchesReference(chroma: ChromaSampling, bitDepth: Int) throws {
    for (width, height) in TransformTests.sizes {
      let source = Pictures.noise(width, height, chroma, bitDepth: bitDepth)
      for transform in TransformTests.transforms(width, height) {
        let expected = TransformTests.reference(source, transform)
        for (tileSide, bandHeight) in [(nil, 128), (16, 6), (8, 128)] as [(Int?, Int)] {
          let shown = try source.shown([transform], tileSide: tileSide, bandHeight: bandHeight)
          #expect(shown.looksLike(expected), "\(width) × \(height), \(transform)")
        }
      }
    }
  }

  @Test(arguments: cases)
  func matchesReferenceOneAfterTheOther(chroma: ChromaSampling, bitDepth: Int) throws {
    let source = Pictures.noise(23, 14, chroma, bitDepth: bitDepth)
    let all: [ImagePlan.Transform] = [
      .rotate(quarterTurns: 1), .crop(x: 1, y: 3, width: 11, height: 15), .flipHorizontally,
      .rotate(quarterTurns: 3), .flipVertically, .crop(x: 2, y: 4, width: 9, height: 6),
      .rotate(quarterTurns: 2),
    ]
    var expected = source
    for (index, transform) in all.enumerated() {
      expected = TransformTests.reference(expected, transform)
      for tileSide in [nil, 8] {
        let shown = try source.shown(Array(all[...index]), tileSide: tileSide, bandHeight: 4)
        #expect(shown.looksLike(expected), "up to \(transform)")
      }
    }
  }

  /// All eight orientations of a picture, and sides that end within a chroma sample.
  @Test(arguments: cases) func everyOrientation(chroma: ChromaSampling, bitDepth: Int) throws {
    for (width, height) in [(16, 8), (17, 10), (18, 9), (13, 7)] {
      let source = Pictures.noise(width, height, chroma, bitDepth: bitDepth)
      for turns in 0..<4 {
        for flips in [[], [ImagePlan.Transform.flipHorizontally], [.flipVertically]] {
          let transforms = (turns == 0 ? [] : [.rotate(quarterTurns: turns)]) + flips
          let expected = transforms.reduce(source) { TransformTests.reference($0, $1) }
          for tileSide in [nil, 8] {
            let shown = try source.shown(transforms, tileSide: tileSide, bandHeight: 2)
            #expect(shown.looksLike(expected), "\(width) × \(height), \(transforms)")
          }
        }
      }
    }
  }

  /// Samples that can stay unchanged stay so.
  @Test func keepsChromaFormat() throws {
    let image = Pictures.noise(16, 8, .yuv420, bitDepth: 8)
    for transform in TransformTests.transforms(16, 8) {
      let isOdd =
        switch transform {
        case .crop(let x, let y, _, _): x % 2 != 0 || y % 2 != 0
        default: false
        }
      #expect(try image.shown([transform]).chroma == (isOdd ? .yuv444 : .yuv420))
    }
    #expect(
      try Pictures.noise(8, 8, .yuv422, bitDepth: 8).shown([.rotate(quarterTurns: 3)]).chroma
        == .yuv440)
    // Neither side is reversed, so that both may end within a chroma sample.
    #expect(
      try Pictures.noise(7, 5, .yuv420, bitDepth: 8)
        .shown([.rotate(quarterTurns: 3), .flipHorizontally]).chroma == .yuv420)
  }

  /// Chroma that cannot stay unchanged is interpolated from that of the coded picture.
  @Test(arguments: [ChromaSampling.yuv420, .yuv422], [ChromaSiting.left, .centre])
  func interpolatesChromaThatIsCut(chroma: ChromaSampling, siting: ChromaSiting) throws {
    for (width, height) in [(17, 9), (23, 15)] {
      let source = Pictures.noise(width, height, chroma, bitDepth: 8)
      let all: [[ImagePlan.Transform]] = [
        [.flipHorizontally], [.rotate(quarterTurns: 2)],
        [.crop(x: 1, y: 0, width: width - 1, height: height)],
        [.crop(x: 1, y: 3, width: width - 1, height: height - 3), .rotate(quarterTurns: 1)],
      ]
      for transforms in all {
        let expected = transforms.reduce(source.withFullChroma(siting)) {
          TransformTests.reference($0, $1)
        }
        for tileSide in [nil, 8] {
          let shown = try source.shown(
            transforms, tileSide: tileSide, bandHeight: 4, siting: siting)
          #expect(shown.chroma == .yuv444)
          #expect(shown.looksLike(expected), "\(width) × \(height), \(transforms)")
        }
      }
    }
  }
}
