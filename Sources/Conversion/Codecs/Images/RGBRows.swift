import HEIF

/// Red, green and blue as sums of the three samples of a pixel, each times a factor.
///
/// In the order red, green, blue, nothing; 255 is the highest value.
struct RGBFactors {
  let first: SIMD4<Float>
  let second: SIMD4<Float>
  let third: SIMD4<Float>
  /// The offset that is added to the sum.
  let offset: SIMD4<Float>
  /// The steps that compute colours of YCgCo-R instead of sums; nil for other matrices.
  private let steps: LiftingSteps?
  /// The steps that compute colours by their light; nil for other matrices.
  private let lightSteps: LightSteps?

  init(_ matrix: ColourMatrix, bitDepth: Int) {
    let luma = matrix.scale(bitDepth: bitDepth, isChroma: false)
    let chroma = matrix.scale(bitDepth: bitDepth, isChroma: matrix.kind != .identity)
    /// Factors of coded samples, made from those of samples that are in the range 0 to 255.
    func coded(_ first: Double, _ second: Double, _ third: Double) -> SIMD4<Float> {
      SIMD4(
        Float(first * luma.factor), Float(second * chroma.factor), Float(third * chroma.factor),
        Float(first * luma.offset + (second + third) * chroma.offset))
    }
    let (red, green, blue): (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) =
      switch matrix.kind {
      case .identity: (coded(0, 0, 1), coded(1, 0, 0), coded(0, 1, 0))
      case .yCbCr(let kr, let kb):
        (
          coded(1, 0, 2 * (1 - kr)),
          coded(1, -2 * kb * (1 - kb) / (1 - kr - kb), -2 * kr * (1 - kr) / (1 - kr - kb)),
          coded(1, 2 * (1 - kb), 0)
        )
      case .yCgCo: (coded(1, -1, 1), coded(1, 1, 0), coded(1, -1, -1))
      // The values without rounding.
      case .yCgCoR: (coded(1, -0.5, 0.5), coded(1, 0.5, 0), coded(1, -0.5, -0.5))
      // The three samples in their range, from which the steps begin.
      case .constantLuminance, .ictcp: (coded(1, 0, 0), coded(0, 1, 0), coded(0, 0, 1))
      }
    steps = LiftingSteps(matrix, bitDepth: bitDepth)
    lightSteps = LightSteps(matrix)
    first = SIMD4(red.x, green.x, blue.x, 0)
    second = SIMD4(red.y, green.y, blue.y, 0)
    third = SIMD4(red.z, green.z, blue.z, 0)
    offset = SIMD4(red.w, green.w, blue.w, 0)
  }

  /// Red, green and blue of the samples of a pixel, 0 to 255.
  @inline(__always)
  func colour(_ a: Float, _ b: Float, _ c: Float) -> SIMD4<Float> {
    var sum = steps?.colour(a, b, c) ?? first * a + second * b + third * c + offset
    if let lightSteps { sum = lightSteps.colour(sum) }
    sum.replace(with: 0, where: sum .< 0)
    sum.replace(with: 255, where: sum .> 255)
    return sum
  }
}

/// The steps of YCgCo-R. Each step rounds as the encoder did (ITU-T H.273 §8.3, matrix coefficients 16
/// and 17).
private struct LiftingSteps {
  private let middle: Float
  private let highest: Float
  private let factor: Float

  init?(_ matrix: ColourMatrix, bitDepth: Int) {
    guard case .yCgCoR = matrix.kind else { return nil }
    middle = Float(1 << (bitDepth - 1))
    highest = Float((1 << matrix.colourBits(bitDepth)) - 1)
    factor = Float(matrix.scale(bitDepth: bitDepth, isChroma: false).factor)
  }

  /// Red, green and blue of luma, Cg and Co, before they are cut to 0 to 255.
  func colour(_ luma: Float, _ b: Float, _ c: Float) -> SIMD4<Float> {
    let (cg, co) = (b - middle, c - middle)
    let rest = luma - (cg / 2).rounded(.down)
    let blue = max(0, min(highest, rest - (co / 2).rounded(.down)))
    return SIMD4(blue + co, rest + cg, blue, 0) * factor
  }
}

/// Converts rows of an image, with room for one row of each plane.
struct RGBRows {
  private let factors: RGBFactors
  private let luma: PlanarImage.Plane
  private let upsampler: ChromaRows
  private let hasChroma: Bool
  private var first: [Float]
  private var second: [Float]
  private var third: [Float]

  init(
    _ image: PlanarImage, _ factors: RGBFactors,
    _ chromaPlacement: ChromaPlacement = ChromaPlacement()
  ) {
    self.factors = factors
    luma = image.planes[0]
    upsampler = ChromaRows(image, chromaPlacement)
    hasChroma = image.chroma != .monochrome
    first = [Float](repeating: 0, count: image.width)
    // If there is no chroma, all is grey.
    let gray = Float(1 << (image.bitDepth - 1))
    second = [Float](repeating: gray, count: image.width)
    third = second
  }

  /// Writes row `y` as samples of 8 bits.
  ///
  /// - Parameters:
  ///   - mapping: the mapping for the colours of an HDR image.
  ///   - result: three bytes for each sample.
  mutating func row(
    _ y: Int, _ mapping: ToneMapping?, into result: UnsafeMutableBufferPointer<UInt8>
  ) {
    luma.read(row: y, into: &first)
    if hasChroma {
      upsampler.row(y, 1, into: &second)
      upsampler.row(y, 2, into: &third)
    }
    // The buffer is the caller's, whose length is checked.
    if let mapping {
      unsafe store(into: result) { mapping($0 * (1 / 255)) }
    } else {
      unsafe store(into: result) { $0 }
    }
  }

  /// Writes row `y` as samples of 16 bits, big-endian.
  ///
  /// - Parameter result: six bytes for each sample.
  mutating func row16(_ y: Int, into result: UnsafeMutableBufferPointer<UInt8>) {
    luma.read(row: y, into: &first)
    if hasChroma {
      upsampler.row(y, 1, into: &second)
      upsampler.row(y, 2, into: &third)
    }
    precondition(result.count == first.count * 6)
    for x in first.indices {
      // 255 becomes 65535; both are whole numbers that Float has.
      let colour = factors.colour(first[x], second[x], third[x]) * 257 + 0.5
      for channel in 0..<3 {
        let value = UInt16(colour[channel])
        // Six bytes for each sample, as was just checked.
        unsafe result[x * 6 + channel * 2] = UInt8(value >> 8)
        unsafe result[x * 6 + channel * 2 + 1] = UInt8(truncatingIfNeeded: value)
      }
    }
  }

  /// - Parameter change: of colours from 0 to 255.
  @inline(__always)
  private func store(
    into result: UnsafeMutableBufferPointer<UInt8>, _ change: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    let (firsts, seconds, thirds) = (first.span, second.span, third.span)
    precondition(seconds.count == firsts.count && thirds.count == firsts.count)
    precondition(result.count == firsts.count * 3)
    for x in firsts.indices {
      // The indices are within all arrays, as was checked above.
      let (a, b, c) = unsafe (firsts[unchecked: x], seconds[unchecked: x], thirds[unchecked: x])
      // Float has 24 bits of precision: from 2²³ on, the last bit stands for 1, so the sum is rounded, and its low byte
      // is the result. This is much faster than three conversions with checks.
      let colour = change(factors.colour(a, b, c)) + 8_388_608
      unsafe result[x * 3] = UInt8(truncatingIfNeeded: colour.x.bitPattern)
      unsafe result[x * 3 + 1] = UInt8(truncatingIfNeeded: colour.y.bitPattern)
      unsafe result[x * 3 + 2] = UInt8(truncatingIfNeeded: colour.z.bitPattern)
    }
  }
}

extension PlanarImage.Plane {
  /// Reads a row to the start of `result`.
  func read(row y: Int, into result: inout [Float]) {
    precondition(result.count >= width)
    // The row has `width` samples.
    if bytesPerSample == 1 {
      let source = unsafe row(y)
      for x in 0..<width { result[x] = unsafe Float(source[x]) }
    } else {
      let source = unsafe row(y).bindMemory(to: UInt16.self)
      for x in 0..<width { result[x] = unsafe Float(source[x]) }
    }
  }
}

/// Interleaved red, green and blue of 8 bits.
struct RGBImage {
  var width: Int
  var height: Int
  var samples: [UInt8]
}

/// Interleaved samples.
package enum PackedPixels {
  /// Samples as blue, green, red and opacity, in a byte each.
  ///
  /// - Parameters:
  ///   - channels: 1 for grey, 3 for red, green and blue; 2 and 4 for the same with opacity that is not
  ///     premultiplied.
  ///   - overWhite: whether they are blended with white, so that all of them become opaque.
  package static func bgra(_ samples: [UInt8], channels: Int, overWhite: Bool) -> [UInt8] {
    let count = samples.count / channels
    let hasOpacity = channels % 2 == 0
    let (green, blue) = channels > 2 ? (1, 2) : (0, 0)
    // Exactly the bytes that are counted are filled.
    return unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, filled in
      for index in 0..<count {
        let offset = index * channels
        var opacity = hasOpacity ? Int(samples[offset + channels - 1]) : 255
        var colour = (
          Int(samples[offset + blue]), Int(samples[offset + green]), Int(samples[offset])
        )
        if overWhite, opacity < 255 {
          func blend(_ value: Int) -> Int { (value * opacity + 127) / 255 + 255 - opacity }
          colour = (blend(colour.0), blend(colour.1), blend(colour.2))
          opacity = 255
        }
        unsafe bytes[index * 4] = UInt8(clamping: colour.0)
        unsafe bytes[index * 4 + 1] = UInt8(clamping: colour.1)
        unsafe bytes[index * 4 + 2] = UInt8(clamping: colour.2)
        unsafe bytes[index * 4 + 3] = UInt8(clamping: opacity)
      }
      filled = count * 4
    }
  }
}
