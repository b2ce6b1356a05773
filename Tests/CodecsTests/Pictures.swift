import Foundation

@testable import Codecs

/// Pictures that tests make up.
enum Pictures {
  static let formats: [ChromaSampling] = [.monochrome, .yuv420, .yuv422, .yuv440, .yuv444]

  /// Samples without any order, always the same ones.
  static func noise(
    _ width: Int, _ height: Int, _ chroma: ChromaSampling, bitDepth: Int
  ) -> PlanarImage {
    let image = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    image.fill { _, _, _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt16(truncatingIfNeeded: state >> 33) & UInt16(1 << bitDepth - 1)
    }
    return image
  }

  /// Samples that change slowly, which JPEG keeps nearly as they are.
  static func smooth(_ width: Int, _ height: Int, _ chroma: ChromaSampling) -> PlanarImage {
    let image = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: 8)
    let (horizontal, vertical) = chroma.subsampling
    image.fill { index, x, y in
      switch index {
      case 0: UInt16(min(220, 60 + x / 2 + y / 2))
      case 1: UInt16(min(140, 100 + x * horizontal / 4))
      default: UInt16(max(110, 150 - y * vertical / 4))
      }
    }
    return image
  }

  /// The ratio of signal to noise of 8-bit samples, in decibels.
  static func psnr(_ a: [UInt8], _ b: [UInt8]) -> Double {
    guard a.count == b.count, !a.isEmpty else { return 0 }
    let sum = zip(a, b).reduce(0.0) {
      let difference = Double($1.0) - Double($1.1)
      return $0 + difference * difference
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(a.count) / sum)
  }
}

extension PlanarImage {
  /// Sets each sample of each plane.
  func fill(_ value: (_ plane: Int, _ x: Int, _ y: Int) -> UInt16) {
    for (index, plane) in planes.enumerated() {
      for y in 0..<plane.height {
        for x in 0..<plane.width { plane.set(value(index, x, y), x, y) }
      }
    }
  }

  /// The sample that is seen at a point of the image.
  func sample(_ plane: Int, _ x: Int, _ y: Int) -> UInt16 {
    let (horizontal, vertical) = plane == 0 ? (1, 1) : chroma.subsampling
    return planes[plane][x / horizontal, y / vertical]
  }

  /// Whether the same is seen everywhere.
  func looksLike(_ other: PlanarImage) -> Bool {
    guard width == other.width, height == other.height, bitDepth == other.bitDepth,
      planes.count == other.planes.count
    else { return false }
    for index in planes.indices {
      for y in 0..<height {
        for x in 0..<width where sample(index, x, y) != other.sample(index, x, y) { return false }
      }
    }
    return true
  }

  /// All samples, plane after plane, as in files of raw video.
  var rawBytes: [UInt8] {
    var bytes: [UInt8] = []
    for plane in planes {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let value = plane[x, y]
          bytes.append(UInt8(truncatingIfNeeded: value))
          if plane.bytesPerSample == 2 { bytes.append(UInt8(value >> 8)) }
        }
      }
    }
    return bytes
  }
}
