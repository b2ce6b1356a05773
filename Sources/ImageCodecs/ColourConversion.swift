import HEIF

/// What samples mean, with the choices made that a file leaves open.
struct ColourMatrix: Equatable {
  enum Kind: Equatable {
    /// Y'CbCr with these weights of red and blue in luma (ITU-T H.273 §8.3).
    case yCbCr(red: Double, blue: Double)
    /// The planes are green, blue and red.
    case identity
    case yCgCo
  }
  var kind: Kind
  var isFullRange: Bool

  /// The matrix of JPEG (JFIF): BT.601, full range.
  static let jpeg = ColourMatrix(kind: .yCbCr(red: 0.299, blue: 0.114), isFullRange: true)

  /// - Throws: for a matrix that needs more than the samples of one place.
  init(_ points: CodingIndependentCodePoints) throws(CodecError) {
    isFullRange = points.isFullRange
    switch points.matrixCoefficients {
    case 0: kind = .identity
    case 1: kind = .yCbCr(red: 0.2126, blue: 0.0722)
    case 4: kind = .yCbCr(red: 0.30, blue: 0.11)
    // Where nothing is said, cameras mean BT.601.
    case 2, 5, 6: kind = .yCbCr(red: 0.299, blue: 0.114)
    case 7: kind = .yCbCr(red: 0.212, blue: 0.087)
    case 8: kind = .yCgCo
    case 9: kind = .yCbCr(red: 0.2627, blue: 0.0593)
    default:
      throw CodecError(
        "the matrix coefficients \(points.matrixCoefficients) (ITU-T H.273) are not supported")
    }
  }

  init(kind: Kind, isFullRange: Bool) {
    self.kind = kind
    self.isFullRange = isFullRange
  }
}

/// Interleaved red, green and blue of 8 bits.
struct RGBImage {
  var width: Int
  var height: Int
  var samples: [UInt8]
}

extension PlanarImage {
  /// The same picture with 8-bit full-range samples; matrix and chroma format stay.
  ///
  /// Each plane is a matter of its own: value × factor + offset, rounded (ITU-T H.273 §8.3).
  func with8BitFullRange(from matrix: ColourMatrix) -> PlanarImage {
    guard bitDepth > 8 || !matrix.isFullRange else { return self }
    let result = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: 8)
    for (index, plane) in planes.enumerated() {
      let isChroma = index > 0 && matrix.kind != .identity
      let table = PlanarImage.table(
        bitDepth: bitDepth, isFullRange: matrix.isFullRange, isChroma: isChroma)
      let target = result.planes[index]
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          target.set(UInt16(table[min(Int(plane[x, y]), table.count - 1)]), x, y)
        }
      }
    }
    return result
  }

  /// For each value of a sample its value with 8 bits and full range.
  private static func table(bitDepth: Int, isFullRange: Bool, isChroma: Bool) -> [UInt8] {
    let count = 1 << bitDepth
    let unit = Double(1 << (bitDepth - 8))
    return (0..<count).map { value in
      let value = Double(value)
      let full: Double =
        switch (isChroma, isFullRange) {
        case (false, true): value / Double(count - 1) * 255
        case (false, false): (value - 16 * unit) / (219 * unit) * 255
        case (true, true): (value - 128 * unit) / Double(count - 1) * 255 + 128
        case (true, false): (value - 128 * unit) / (224 * unit) * 255 + 128
        }
      return UInt8(max(0, min(255, full.rounded())))
    }
  }

  /// Red, green and blue of each sample. Chroma is interpolated between its samples.
  func rgb(_ matrix: ColourMatrix) -> RGBImage {
    var result = RGBImage(
      width: width, height: height, samples: [UInt8](repeating: 0, count: width * height * 3))
    let scale = Double((1 << bitDepth) - 1)
    let unit = Double(1 << (bitDepth - 8))
    let luma: (factor: Double, offset: Double) =
      matrix.isFullRange ? (1 / scale, 0) : (1 / (219 * unit), 16 * unit)
    let difference: (factor: Double, offset: Double) =
      matrix.isFullRange ? (1 / scale, 128 * unit) : (1 / (224 * unit), 128 * unit)
    let upsampler = ChromaRows(self)
    var first = [Float](repeating: 0, count: width)
    var second = first
    for y in 0..<height {
      upsampler.row(y, 1, into: &first)
      upsampler.row(y, 2, into: &second)
      for x in 0..<width {
        let a = (Double(planes[0][x, y]) - luma.offset) * luma.factor
        let red: Double
        let green: Double
        let blue: Double
        switch matrix.kind {
        case .identity:
          green = a
          blue = (Double(first[x]) - luma.offset) * luma.factor
          red = (Double(second[x]) - luma.offset) * luma.factor
        case .yCbCr(let kr, let kb):
          let cb = (Double(first[x]) - difference.offset) * difference.factor
          let cr = (Double(second[x]) - difference.offset) * difference.factor
          red = a + 2 * (1 - kr) * cr
          blue = a + 2 * (1 - kb) * cb
          green = (a - kr * red - kb * blue) / (1 - kr - kb)
        case .yCgCo:
          let cg = (Double(first[x]) - difference.offset) * difference.factor
          let co = (Double(second[x]) - difference.offset) * difference.factor
          green = a + cg
          red = a - cg + co
          blue = a - cg - co
        }
        let place = (y * width + x) * 3
        result.samples[place] = PlanarImage.byte(red)
        result.samples[place + 1] = PlanarImage.byte(green)
        result.samples[place + 2] = PlanarImage.byte(blue)
      }
    }
    return result
  }

  @inline(__always)
  private static func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value * 255 + 0.5))) }
}

/// Rows of chroma at the resolution of luma.
///
/// Along a row the first of two luma samples lies on a chroma sample and the second between two
/// (type 0 of ITU-T H.265 §E.3.1, the default); down a column luma samples lie a quarter above and
/// below.
private struct ChromaRows {
  private let image: PlanarImage
  private let horizontal: Int
  private let vertical: Int

  init(_ image: PlanarImage) {
    self.image = image
    (horizontal, vertical) = image.chroma.subsampling
  }

  func row(_ y: Int, _ plane: Int, into result: inout [Float]) {
    let plane = image.planes[plane]
    let near = min(y / vertical, plane.height - 1)
    let far =
      vertical == 1 ? near : max(0, min(plane.height - 1, y % 2 == 0 ? near - 1 : near + 1))
    func value(_ x: Int) -> Float {
      let own = Float(plane[x, near])
      return near == far ? own : 0.75 * own + 0.25 * Float(plane[x, far])
    }
    if horizontal == 1 {
      for x in 0..<result.count { result[x] = value(x) }
      return
    }
    var current = value(0)
    for column in 0..<plane.width {
      let next = column + 1 < plane.width ? value(column + 1) : current
      result[column * 2] = current
      if column * 2 + 1 < result.count { result[column * 2 + 1] = (current + next) / 2 }
      current = next
    }
  }
}
