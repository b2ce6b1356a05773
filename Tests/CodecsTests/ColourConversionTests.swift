import HEIF
import Testing

@testable import Codecs

@Suite struct ColourConversionTests {
  static let references: [ColourReference] =
    [0, 1, 4, 5, 6, 7, 8, 9].flatMap { matrix in
      [8, 10, 12].flatMap { bitDepth in
        [true, false].map {
          ColourReference(matrixCoefficients: matrix, isFullRange: $0, bitDepth: bitDepth)
        }
      }
    }
    // YCgCo-R has no samples of limited range.
    + [16, 17].flatMap { matrix in
      [10, 12].map {
        ColourReference(matrixCoefficients: matrix, isFullRange: true, bitDepth: $0)
      }
    }

  @Test(arguments: references) func rgbOfFullChroma(reference: ColourReference) throws {
    let image = Pictures.noise(61, 43, .yuv444, bitDepth: reference.bitDepth)
    let result = image.rgb(try ColourMatrix(reference.points), rows: 0..<43)
    #expect(result.width == 61 && result.height == 43 && result.samples.count == 61 * 43 * 3)
    var worst = 0.0
    for y in 0..<43 {
      for x in 0..<61 {
        let expected = reference.colour(
          (
            Double(image.planes[0][x, y]), Double(image.planes[1][x, y]),
            Double(image.planes[2][x, y])
          ))
        for channel in 0..<3 {
          let value = Double(result.samples[(y * 61 + x) * 3 + channel])
          worst = max(worst, abs(value - expected[channel]))
        }
      }
    }
    #expect(worst <= 1)
  }

  /// ITU-T H.273 Table 2 and its equations for the matrix that primaries make: those of BT.709 and
  /// BT.2020 are the ones of Table 4, rounded to four digits.
  @Test(
    arguments: [(1, 0.2126, 0.0722), (9, 0.2627, 0.0593), (12, 0.22897, 0.07929)]
      as [(UInt16, Double, Double)])
  func primariesMakeAMatrix(primaries: UInt16, red: Double, blue: Double) throws {
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = primaries
    points.matrixCoefficients = 12
    guard case .yCbCr(let r, let b) = try ColourMatrix(points).kind else {
      Issue.record("it is another kind")
      return
    }
    #expect(abs(r - red) < 0.00005 && abs(b - blue) < 0.00005, "\(r) \(b)")
    points.colourPrimaries = 3
    #expect(throws: CodecError.self) { try ColourMatrix(points) }
  }

  /// Chroma samples are at every other luma sample of a row, and between luma samples of a column.
  private func chroma(_ image: PlanarImage, _ index: Int, _ x: Int, _ y: Int) -> Double {
    let plane = image.planes[index]
    let (horizontal, vertical) = image.chroma.subsampling
    let column = Double(x) / Double(horizontal)
    let row = vertical == 1 ? Double(y) : (Double(y) + 0.5) / 2 - 0.5
    func at(_ x: Int, _ y: Int) -> Double {
      Double(plane[max(0, min(plane.width - 1, x)), max(0, min(plane.height - 1, y))])
    }
    let (left, top) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
    let (right, below) = (column - Double(left), row - Double(top))
    return (1 - below) * ((1 - right) * at(left, top) + right * at(left + 1, top))
      + below * ((1 - right) * at(left, top + 1) + right * at(left + 1, top + 1))
  }

  @Test(arguments: [ChromaSampling.yuv420, .yuv422, .yuv440], [8, 10])
  func rgbInterpolatesChroma(format: ChromaSampling, bitDepth: Int) throws {
    let reference = ColourReference(matrixCoefficients: 9, isFullRange: true, bitDepth: bitDepth)
    for (width, height) in [(1, 1), (2, 1), (1, 2), (17, 9), (16, 8), (5, 70)] {
      let image = Pictures.noise(width, height, format, bitDepth: bitDepth)
      let result = image.rgb(try ColourMatrix(reference.points), rows: 0..<height)
      var worst = 0.0
      for y in 0..<height {
        for x in 0..<width {
          let expected = reference.colour(
            (Double(image.planes[0][x, y]), chroma(image, 1, x, y), chroma(image, 2, x, y)))
          for channel in 0..<3 {
            let value = Double(result.samples[(y * width + x) * 3 + channel])
            worst = max(worst, abs(value - expected[channel]))
          }
        }
      }
      #expect(worst <= 1, "\(width) × \(height)")
    }
  }

  /// A picture that is oriented has the colours of one that is not.
  @Test(arguments: [ChromaSampling.yuv420, .yuv422], [ChromaSiting.left, .centre])
  func colourOfTurnedPicture(format: ChromaSampling, siting: ChromaSiting) throws {
    let (width, height) = (18, 10)
    let image = Pictures.noise(width, height, format, bitDepth: 8)
    let expected = image.rgb(.jpeg, rows: 0..<height, nil, ChromaPlacement(siting))
    for number in 0..<8 {
      let orientation = PixelOrientation(
        isTransposed: number & 1 != 0, isFlippedHorizontally: number & 2 != 0,
        isFlippedVertically: number & 4 != 0)
      let oriented = image.oriented(orientation)
      let result = oriented.rgb(
        .jpeg, rows: 0..<oriented.height, nil, ChromaPlacement(siting, orientation))
      var worst = 0
      for y in 0..<oriented.height {
        for x in 0..<oriented.width {
          let column = orientation.isFlippedHorizontally ? oriented.width - 1 - x : x
          let row = orientation.isFlippedVertically ? oriented.height - 1 - y : y
          let offset = orientation.isTransposed ? column * width + row : row * width + column
          for channel in 0..<3 {
            let difference =
              Int(result.samples[(y * oriented.width + x) * 3 + channel])
              - Int(expected.samples[offset * 3 + channel])
            worst = max(worst, abs(difference))
          }
        }
      }
      #expect(worst <= 1, "\(orientation)")
    }
  }

  @Test(arguments: references) func eightBitFullRange(reference: ColourReference) throws {
    for format in Pictures.formats {
      let image = Pictures.noise(37, 21, format, bitDepth: reference.bitDepth)
      let result = image.with8BitFullRange(from: try ColourMatrix(reference.points))
      #expect(result.bitDepth == 8 && result.chroma == format)
      // Differences on the scale of luma make no sense by themselves.
      if [8, 16, 17].contains(reference.matrixCoefficients) { continue }
      var worst = 0.0
      for (index, plane) in image.planes.enumerated() {
        for y in 0..<plane.height {
          for x in 0..<plane.width {
            let expected = reference.byte(
              Double(plane[x, y]), isChroma: index > 0 && reference.matrixCoefficients != 0)
            worst = max(worst, abs(Double(result.planes[index][x, y]) - expected))
          }
        }
      }
      #expect(worst <= 1)
    }
  }

  /// Samples that a bit depth does not have must not lead anywhere else.
  @Test func samplesOutOfRange() throws {
    for kind: UInt16 in [0, 6, 8, 9] {
      let reference = ColourReference(matrixCoefficients: kind, isFullRange: true, bitDepth: 10)
      let image = PlanarImage(width: 5, height: 3, chroma: .yuv420, bitDepth: 10)
      image.fill { plane, x, y in plane == 0 ? 0xFFFF : UInt16(x * 20_000 + y) }
      let matrix = try ColourMatrix(reference.points)
      #expect(image.with8BitFullRange(from: matrix).planes[0][4, 2] == 255)
      #expect(image.rgb(matrix, rows: 0..<3).samples.count == 45)
    }
  }

  @Test func fullRangeOf8BitStays() throws {
    let image = Pictures.noise(4, 4, .yuv420, bitDepth: 8)
    #expect(image.with8BitFullRange(from: .jpeg) === image)
  }

  /// The weights of BT.709 and of BT.2020 are those of their primaries (ITU-T H.273 §8.3).
  @Test(arguments: [(UInt16(1), UInt16(1)), (9, 9)])
  func weightsOfPrimaries(primaries: UInt16, matrix: UInt16) throws {
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = primaries
    points.matrixCoefficients = matrix
    let stated = try ColourMatrix(points)
    points.matrixCoefficients = 12
    let derived = try ColourMatrix(points)
    guard case .yCbCr(let red, let blue) = stated.kind,
      case .yCbCr(let otherRed, let otherBlue) = derived.kind
    else {
      Issue.record("no weights")
      return
    }
    // The standard rounds to four digits.
    #expect(abs(red - otherRed) < 0.0001 && abs(blue - otherBlue) < 0.0001)
  }

  /// Red, green and blue of 8 bits come back as they were, each of them.
  @Test(arguments: [(UInt16(16), 10), (17, 9)]) func lossless(kind: UInt16, bitDepth: Int) throws {
    let reference = ColourReference(
      matrixCoefficients: kind, isFullRange: true, bitDepth: bitDepth)
    let colours = (0..<4096).map { number in
      // All corners of the cube of colours, and values outside of it.
      [number & 15, number >> 4 & 15, number >> 8].map { $0 < 8 ? $0 : 240 + $0 }
    }
    let image = PlanarImage(width: 64, height: 64, chroma: .yuv444, bitDepth: bitDepth)
    image.fill { plane, x, y in
      let colour = colours[y * 64 + x]
      let co = colour[0] - colour[2]
      let rest = colour[2] + (co >> 1)
      let cg = colour[1] - rest
      let middle = 1 << (bitDepth - 1)
      return UInt16([rest + (cg >> 1), cg + middle, co + middle][plane])
    }
    let matrix = try ColourMatrix(reference.points)
    #expect(matrix.colourBits(bitDepth) == 8)
    #expect(image.rgb(matrix, rows: 0..<64).samples == colours.flatMap { $0.map(UInt8.init) })
    #expect(
      image.rgb16(matrix, rows: 0..<64)
        == colours.flatMap { $0.flatMap { [UInt8($0), UInt8($0)] } })
  }

  @Test func noLimitedRangeOfYCgCoR() {
    var points = ColourReference(matrixCoefficients: 16, isFullRange: true, bitDepth: 10).points
    points.isFullRange = false
    #expect(throws: CodecError.self) { try ColourMatrix(points) }
  }

  /// Colours become samples by the equations for constant luminance and for ICtCp, and are found again (ITU-T H.273
  /// §8.3, ITU-R BT.2100 Table 7).
  @Test(arguments: [
    (UInt16(10), UInt16(14), true), (10, 1, false), (13, 13, true), (14, 16, true),
    (14, 16, false), (14, 18, true),
  ])
  func coloursByTheirLight(matrix: UInt16, transfer: UInt16, isFullRange: Bool) throws {
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = matrix == 13 ? 1 : 9
    points.transferCharacteristics = transfer
    points.matrixCoefficients = matrix
    points.isFullRange = isFullRange
    let side = 8
    let image = PlanarImage(width: side * side, height: side, chroma: .yuv444, bitDepth: 16)
    func level(_ number: Int) -> Double { Double(number) / Double(side - 1) }
    image.fill { plane, x, y in
      let colour = [level(x % side), level(x / side), level(y)]
      let value = LightReference(matrix, transfer).samples(colour)[plane]
      let (zero, middle, luma, chroma) =
        isFullRange
        ? (0.0, 32_768.0, 65_535.0, 65_535.0)
        : (16.0 * 256, 128.0 * 256, 219.0 * 256, 224.0 * 256)
      let sample = plane == 0 ? zero + luma * value : middle + chroma * value
      return UInt16(max(0, min(65_535, sample.rounded())))
    }
    let bytes = image.rgb16(try ColourMatrix(points), rows: 0..<side)
    // Dark colours beside bright ones have only a few of the steps of the samples: the samples are compared again.
    let reference = LightReference(matrix, transfer)
    var worst = 0.0
    for y in 0..<side {
      for x in 0..<side * side {
        let found = (0..<3).map { channel -> Double in
          let offset = ((y * side * side + x) * 3 + channel) * 2
          return Double(Int(bytes[offset]) << 8 | Int(bytes[offset + 1])) / 65_535
        }
        let expected = reference.samples([level(x % side), level(x / side), level(y)])
        for (a, b) in zip(reference.samples(found), expected) { worst = max(worst, abs(a - b)) }
      }
    }
    #expect(worst < 1e-4, "\(worst)")
  }

  @Test(arguments: [UInt16(3), 11, 15, 255])
  func refusesOtherMatrices(matrix: UInt16) {
    var points = CodingIndependentCodePoints()
    points.matrixCoefficients = matrix
    #expect(throws: CodecError.self) { try ColourMatrix(points) }
  }
}
