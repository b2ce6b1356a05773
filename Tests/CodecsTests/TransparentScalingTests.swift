import HEIF
import Testing

@testable import Codecs

/// Pictures that are not opaque, made smaller.
@Suite struct TransparentScalingTests {
  private typealias Size = ImagePlan.Size

  private func scaled(
    _ shown: PlanarImage, _ opacity: Opacity, to size: Size, keepsChroma: Bool = true
  ) throws -> PlanarImage {
    var plan = ImagePlan()
    plan.canvas = Size(width: shown.width, height: shown.height)
    let scaling = try #require(
      Scaling(PixelPlacement(plan), size, .left, keepsChroma: keepsChroma, opacity: opacity))
    let result = PlanarImage(
      width: size.width, height: size.height,
      chroma: keepsChroma || shown.chroma == .monochrome ? shown.chroma : .yuv444,
      bitDepth: shown.bitDepth)
    for top in stride(from: 0, to: size.height, by: 16) {
      let rows = top..<min(top + 16, size.height)
      let part = shown.part(x: 0..<shown.width, y: scaling.reach(of: rows))
      result.take(scaling.band(rows, from: part))
    }
    return result
  }

  private func opacity(
    _ width: Int, _ height: Int, isPremultiplied: Bool = false, _ value: (Int, Int) -> Int
  ) -> Opacity {
    let values = (0..<height).flatMap { y in (0..<width).map { UInt16(value($0, y) * 257) } }
    return Opacity(width: width, values: values, isPremultiplied: isPremultiplied)
  }

  /// The result of Lanczos' filter in Pillow 13 for alpha, and for colours that are multiplied by it (images of mode
  /// `F`) and then divided by it: over black, and alpha.
  @Test(
    arguments: [
      (
        5, 4,
        [
          0, 0, 0, 0, 6, 3, 4, 6, 82, 76, 68, 159, 91, 111, 139, 252, 111, 170, 124, 255, 0, 0, 0,
          0, 7, 9, 18, 26, 60, 66, 58, 116, 126, 116, 109, 224, 95, 103, 129, 255, 0, 0, 0, 0, 9,
          21, 22, 32, 65, 84, 72, 148, 105, 138, 104, 239, 149, 123, 128, 255, 0, 0, 0, 0, 18, 11,
          11, 28, 136, 141, 110, 255, 141, 142, 138, 255, 129, 138, 140, 254,
        ]
      ),
      (
        6, 10,
        [
          2, 0, 1, 2, 0, 0, 0, 0, 61, 33, 9, 65, 46, 50, 97, 218, 77, 139, 185, 255, 168, 219, 45,
          254, 1, 2, 2, 3, 0, 0, 0, 0, 27, 63, 77, 87, 168, 134, 67, 240, 68, 63, 135, 255, 115,
          183, 125, 254, 1, 1, 1, 3, 0, 0, 0, 0, 49, 7, 32, 105, 66, 94, 111, 144, 118, 172, 112,
          255, 66, 119, 181, 254, 2, 3, 1, 3, 0, 0, 0, 0, 78, 100, 60, 127, 83, 115, 83, 166, 134,
          95, 162, 255, 80, 83, 133, 254, 0, 0, 0, 1, 0, 0, 0, 0, 0, 20, 31, 77, 91, 37, 45, 116,
          149, 125, 91, 255, 142, 92, 94, 251, 1, 1, 1, 1, 0, 0, 0, 0, 60, 71, 99, 99, 70, 88, 39,
          138, 83, 138, 113, 255, 105, 157, 107, 252, 1, 1, 1, 2, 0, 0, 0, 0, 21, 44, 73, 121, 105,
          74, 94, 160, 110, 180, 124, 255, 167, 109, 172, 252, 1, 2, 2, 4, 0, 0, 0, 0, 100, 133, 48,
          178, 76, 142, 80, 255, 137, 113, 169, 251, 179, 72, 124, 255, 3, 3, 1, 4, 0, 0, 0, 0, 80,
          117, 95, 178, 134, 187, 106, 255, 119, 171, 104, 251, 128, 181, 86, 255, 2, 2, 3, 4, 0, 0,
          0, 0, 124, 42, 79, 178, 173, 98, 151, 255, 167, 110, 162, 251, 79, 141, 194, 255,
        ]
      ),
    ] as [(Int, Int, [Int])])
  func samplesAreThoseOfPillow(width: Int, height: Int, expected: [Int]) throws {
    // Green, blue and red. Hidden pixels are pink.
    let image = PlanarImage(width: 13, height: 10, chroma: .yuv444, bitDepth: 8)
    image.fill { plane, x, y in
      let channel = [1, 2, 0][plane]
      return x < 5
        ? [0, 255, 255][plane] : UInt16((x * 37 + y * 91 + x * y * 11 + channel * 53) % 256)
    }
    let own = opacity(13, 10) { x, y in
      x < 5 ? 0 : x > 7 || y > 6 ? 255 : (x * 67 + y * 29) % 256
    }
    let target = Size(width: width, height: height)
    let result = try scaled(image, own, to: target)
    let shown = own.scaled(to: target)
    try #require(expected.count == width * height * 4)
    for pixel in 0..<width * height {
      let (x, y) = (pixel % width, pixel / width)
      let colour = [2, 0, 1].map { Int(result.planes[$0][x, y]) }
      let gray = SampleRows(
        width: width, height: 1, channels: 1, bitDepth: 8,
        bytes: [UInt8](repeating: 0, count: width))
      let alpha = Int(shown.added(to: gray, at: y).bytes[x * 2 + 1])
      let found = colour.map { Double($0 * alpha) / 255 } + [Double(alpha)]
      let wanted = expected[pixel * 4..<pixel * 4 + 4]
      #expect(
        zip(found, wanted).allSatisfy { abs($0 - Double($1)) <= 1.5 }, "\(x), \(y): \(found)")
    }
  }

  /// For any colours of hidden pixels, the visible ones stay the same.
  @Test(arguments: Pictures.formats, [8, 10])
  func hiddenColoursAreNotSeen(format: ChromaSampling, bitDepth: Int) throws {
    let image = PlanarImage(width: 96, height: 64, chroma: format, bitDepth: bitDepth)
    let (horizontal, vertical) = format.subsampling
    let top = UInt16(1 << bitDepth - 1)
    func isHidden(_ x: Int, _ y: Int) -> Bool { (x / 16 + y / 16) % 2 == 0 }
    image.fill { plane, x, y in
      let (h, v) = plane == 0 ? (1, 1) : (horizontal, vertical)
      return isHidden(x * h, y * v) ? [top, 0, top][plane] : [top / 3, top / 2, top / 4][plane]
    }
    let own = opacity(96, 64) { isHidden($0, $1) ? 0 : 200 }
    for keepsChroma in [true, false] {
      let target = Size(width: 41, height: 27)
      let result = try scaled(image, own, to: target, keepsChroma: keepsChroma)
      let shown = own.scaled(to: target)
      let seen = shown.weights(0..<27, 1, 1)
      // Luma everywhere; chroma if it has the same positions.
      for (index, plane) in result.planes.enumerated() where (plane.width, plane.height) == (41, 27)
      {
        for pixel in 0..<41 * 27 where seen[pixel] > 0.1 * 4 * 65_535 {
          let value = Int(plane[pixel % 41, pixel / 41])
          let wanted = Int([top / 3, top / 2, top / 4][index])
          #expect(abs(value - wanted) <= 1 || index > 0 && seen[pixel] < 0.3 * 4 * 65_535)
        }
      }
    }
  }

  /// If everything is opaque, or multiplied already, colours are not weighted.
  @Test(arguments: Pictures.formats) func sameWeightsChangeNothing(format: ChromaSampling) throws {
    let image = Pictures.noise(101, 70, format, bitDepth: 10)
    let target = Size(width: 50, height: 35)
    let half = opacity(101, 70) { _, _ in 128 }
    let premultiplied = opacity(101, 70, isPremultiplied: true) { x, _ in x % 256 }
    let plain = opacity(101, 70, isPremultiplied: true) { _, _ in 255 }
    let wanted = try scaled(image, plain, to: target)
    #expect(try scaled(image, premultiplied, to: target).rawBytes == wanted.rawBytes)
    let found = try scaled(image, half, to: target)
    for (own, other) in zip(found.planes, wanted.planes) {
      for y in 0..<own.height {
        for x in 0..<own.width { #expect(abs(Int(own[x, y]) - Int(other[x, y])) <= 1) }
      }
    }
  }
}
