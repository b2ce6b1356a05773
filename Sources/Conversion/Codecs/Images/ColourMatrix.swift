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

/// Converts samples as they are coded to those of a JPEG file.
struct PixelConversion: Sendable {
  private let matrix: ColourMatrix
  private let mapping: ToneMapping?
  private let alternate: AlternatePicture?
  private let colours: ColourConverter?
  private let opacity: Opacity?
  private let chromaPlacement: ChromaPlacement

  /// - Parameters:
  ///   - mapsTones: whether HDR images are mapped to SDR.
  ///   - alternate: the SDR image that an HDR image has itself; nil for the usual curve.
  ///   - colours: the conversion of colours after that.
  ///   - opacity: the alpha of the image in its final size.
  init(
    _ plan: ImagePlan, mapsTones: Bool, alternate: AlternatePicture? = nil,
    colours: ColourConverter? = nil, opacity: Opacity? = nil
  ) throws(CodecError) {
    self.colours = colours
    self.opacity = opacity
    let colour = plan.sampleColour
    matrix = try ColourMatrix(colour)
    chromaPlacement = ChromaPlacement(plan)
    let peak = plan.peakLuminance > 0 ? Double(plan.peakLuminance) : nil
    self.alternate = mapsTones ? alternate : nil
    mapping = mapsTones && alternate == nil ? ToneMapping(colour, peak: peak) : nil
  }

  /// Whether JPEG can take the planes of an image in colour.
  var keepsPlanes: Bool {
    !isMapped && colours == nil && opacity == nil && matrix.kind == ColourMatrix.jpeg.kind
  }

  /// Samples in a form that JPEG supports do not change.
  func pixels(_ band: Band) throws(CodecError) -> JPEGFile.Pixels {
    let chroma = band.codedChroma
    if colours != nil || opacity != nil || alternate != nil {
      let rows = try coloured(band, bitDepth: 8)
      return JPEGFile.Pixels(
        opacity?.overWhite(rows, at: band.rows.lowerBound) ?? rows, chroma)
    }
    if keepsPlanes || mapping == nil && chroma == .monochrome {
      return .planes(band.core.with8BitFullRange(from: matrix))
    }
    let rows = band.start..<band.start + band.rows.count
    return .rgb(
      band.image.rgb(matrix, rows: rows, mapping, chromaPlacement),
      chroma == .monochrome ? .yuv420 : chroma)
  }

  /// Whether red, green and blue of an image have more than 8 bits.
  func isDeep(_ image: PlanarImage) -> Bool { matrix.colourBits(image.bitDepth) > 8 }

  /// Whether the light of an HDR image is brought into the range of a screen.
  var isMapped: Bool { mapping != nil || alternate != nil }

  /// - Parameter bitDepth: 8 or 16.
  func rows(_ band: Band, bitDepth: Int) throws(CodecError) -> SampleRows {
    let rows = try coloured(band, bitDepth: bitDepth)
    return opacity?.added(to: rows, at: band.rows.lowerBound) ?? rows
  }

  /// The rows without their opacity.
  private func coloured(_ band: Band, bitDepth: Int) throws(CodecError) -> SampleRows {
    let rows = band.start..<band.start + band.rows.count
    if let alternate {
      let light = SampleRows(
        width: band.image.width, height: rows.count, channels: 3, bitDepth: 16,
        bytes: band.image.rgb16(matrix, rows: rows, chromaPlacement))
      let own = alternate.rows(light, at: band.rows.lowerBound)
      let whole = opacity?.unmultiplied(own, at: band.rows.lowerBound) ?? own
      return try colours?.converted(whole) ?? whole
    }
    let isGray = band.image.chroma == .monochrome
    let bytes =
      bitDepth == 8
      ? band.image.rgb(matrix, rows: rows, mapping, chromaPlacement).samples
      : band.image.rgb16(matrix, rows: rows, chromaPlacement)
    let sampleBytes = bitDepth / 8
    let all = SampleRows(
      width: band.image.width, height: rows.count, channels: isGray ? 1 : 3, bitDepth: bitDepth,
      bytes: isGray ? every(sampleBytes, of: sampleBytes * 3, in: bytes) : bytes)
    let own = opacity?.unmultiplied(all, at: band.rows.lowerBound) ?? all
    return try colours?.converted(own) ?? own
  }

  /// The first `count` of each `step` bytes.
  private func every(_ count: Int, of step: Int, in bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: step).flatMap { bytes[$0..<$0 + count] }
  }
}

extension JPEGFile.Pixels {
  /// - Parameters:
  ///   - rows: of 8 bits.
  ///   - chroma: how coarse chroma becomes.
  fileprivate init(_ rows: SampleRows, _ chroma: ChromaSampling) {
    guard rows.channels == 1 else {
      let image = RGBImage(width: rows.width, height: rows.height, samples: rows.bytes)
      self = .rgb(image, chroma == .monochrome ? .yuv420 : chroma)
      return
    }
    let image = PlanarImage(
      width: rows.width, height: rows.height, chroma: .monochrome, bitDepth: 8)
    // The rows have as many bytes as the image has samples.
    precondition(rows.bytes.count == rows.width * rows.height)
    unsafe rows.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe image.planes[0].copy(
        start, stride: rows.width, width: rows.width, height: rows.height, to: 0, 0)
    }
    self = .planes(image)
  }
}
