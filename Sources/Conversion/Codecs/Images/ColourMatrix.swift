import HEIF
import WorkerProtocol

/// The meaning of samples, including defaults that a file leaves open.
struct ColourMatrix: Equatable {
  enum Kind: Equatable {
    /// Y'CbCr with these weights of red and blue in luma (ITU-T H.273 §8.3).
    case yCbCr(red: Double, blue: Double)
    /// The planes are green, blue and red.
    case identity
    case yCgCo
    /// YCgCo-R, which is lossless: its samples have this number of bits more than red, green and blue.
    case yCgCoR(moreBits: Int)
    /// Luma is the signal of the luminance, in which red and blue have these weights.
    case constantLuminance(red: Double, blue: Double, SignalCurve)
    /// Intensity, and differences of the signals of cones.
    case ictcp(SignalCurve)
  }
  var kind: Kind
  var isFullRange: Bool

  /// The matrix of JPEG (JFIF): BT.601, full range.
  static let jpeg = ColourMatrix(kind: .yCbCr(red: 0.299, blue: 0.114), isFullRange: true)

  /// - Throws: for a matrix that needs more than the samples of one pixel.
  init(_ points: CodingIndependentCodePoints) throws(CodecError) {
    isFullRange = points.isFullRange
    switch points.matrixCoefficients {
    case 0: kind = .identity
    case 1: kind = .yCbCr(red: 0.2126, blue: 0.0722)
    case 4: kind = .yCbCr(red: 0.30, blue: 0.11)
    // If nothing is stated, it is BT.601, as in cameras, ISO/IEC 23000-22 §7.3.6.4, libheif and JPEG.
    case 2, 5, 6: kind = .yCbCr(red: 0.299, blue: 0.114)
    case 7: kind = .yCbCr(red: 0.212, blue: 0.087)
    case 8: kind = .yCgCo
    case 9: kind = .yCbCr(red: 0.2627, blue: 0.0593)
    case 16, 17:
      guard isFullRange else {
        throw CodecError(
          "the matrix coefficients \(points.matrixCoefficients) (ITU-T H.273) are not defined for samples of limited range"
        )
      }
      kind = .yCgCoR(moreBits: points.matrixCoefficients == 16 ? 2 : 1)
    case 10:
      kind = .constantLuminance(red: 0.2627, blue: 0.0593, try ColourMatrix.curve(points))
    case 12:
      let (red, blue) = try ColourMatrix.weights(points)
      kind = .yCbCr(red: red, blue: blue)
    case 13:
      let (red, blue) = try ColourMatrix.weights(points)
      kind = .constantLuminance(red: red, blue: blue, try ColourMatrix.curve(points))
    case 14: kind = .ictcp(try ColourMatrix.curve(points))
    default:
      throw CodecError(
        "the matrix coefficients \(points.matrixCoefficients) (ITU-T H.273) are not supported",
        .unsupported)
    }
  }

  /// Luma is the luminance of the primaries (ITU-T H.273 §8.3, equations 32 to 37).
  private static func weights(
    _ points: CodingIndependentCodePoints
  ) throws(CodecError) -> (red: Double, blue: Double) {
    let number = points.colourPrimaries == 2 ? 1 : points.colourPrimaries
    guard let primaries = ColourPrimaries(number) else {
      throw CodecError(
        "the matrix coefficients are derived from the colour primaries, and primaries \(points.colourPrimaries) (ITU-T H.273) are unknown"
      )
    }
    let luminance = Matrix3(primaries).rows[1]
    return (luminance[0], luminance[2])
  }

  /// The function of matrices that are defined by light. Unspecified is that of BT.709 and BT.2020.
  private static func curve(
    _ points: CodingIndependentCodePoints
  ) throws(CodecError) -> SignalCurve {
    let number = points.transferCharacteristics
    guard let curve = SignalCurve(number == 2 ? 1 : number) else {
      throw CodecError(
        "the matrix coefficients \(points.matrixCoefficients) need the light of samples, which transfer characteristics \(number) (ITU-T H.273) do not define here",
        .unsupported)
    }
    return curve
  }

  init(kind: Kind, isFullRange: Bool) {
    self.kind = kind
    self.isFullRange = isFullRange
  }

  /// A sample in the range 0 to 255 is sample × factor + offset; chroma is centred on 0.
  func scale(bitDepth: Int, isChroma: Bool) -> (factor: Double, offset: Double) {
    let unit = Double(1 << (bitDepth - 8))
    // YCgCo is computed from samples that are in their range already: its differences have the same range.
    let span: Double =
      if case .yCgCoR = kind {
        Double((1 << colourBits(bitDepth)) - 1)
      } else if isFullRange {
        Double((1 << bitDepth) - 1)
      } else {
        (isChroma && kind != .yCgCo ? 224 : 219) * unit
      }
    let zero: Double = isChroma ? 128 * unit : isFullRange ? 0 : 16 * unit
    return (255 / span, -zero * 255 / span)
  }
  /// The bits of red, green and blue.
  ///
  /// - Parameter bitDepth: of the samples.
  func colourBits(_ bitDepth: Int) -> Int {
    if case .yCgCoR(let moreBits) = kind { bitDepth - moreBits } else { bitDepth }
  }
}
