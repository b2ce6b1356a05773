public import FieldCoding
import HEIF

/// Converts the samples of an image to those of a HEIC or AVIF file: 4:2:0 or grey, 8 or 10 bits.
///
/// Luma and chroma keep their matrix and range; other encodings of colour are converted to red, green and blue first, and
/// then to luma and chroma of full range.
struct HEIFEncoderSamples: Sendable {
  /// The meaning of the result's samples.
  let points: CodingIndependentCodePoints
  let siting: ChromaSiting
  private let matrix: ColourMatrix
  private let conversion: PixelConversion
  private let bitDepth: Int?
  /// Whether the planes do not change, except in resolution and depth.
  let keepsPlanes: Bool
  private let convertsColours: Bool

  /// - Parameters:
  ///   - bitDepth: 8 or 10; nil for 8, or 10 if the image has more.
  ///   - mapsTones: whether HDR images are mapped to SDR if 8 bits were requested; otherwise the file states the
  ///     meaning of the samples.
  ///   - alternate: the SDR image that an HDR image has itself.
  ///   - colours: the conversion of colours after that; the file has the new profile.
  ///   - isScaled: whether scaling moved chroma to the middle of luma.
  init(
    _ plan: ImagePlan, bitDepth: Int?, mapsTones: Bool, alternate: AlternatePicture? = nil,
    colours: ColourConverter? = nil, isScaled: Bool = false
  ) throws(CodecError) {
    let colour = plan.sampleColour
    matrix = try ColourMatrix(colour)
    conversion = try PixelConversion(
      plan, mapsTones: mapsTones && bitDepth == 8, alternate: alternate, colours: colours)
    convertsColours = colours != nil
    self.bitDepth = bitDepth
    var points = colour
    if case .yCbCr = matrix.kind, !conversion.isMapped, colours == nil {
      keepsPlanes = true
      // An unspecified matrix is that of BT.601.
      if points.matrixCoefficients == 2 { points.matrixCoefficients = 6 }
    } else {
      keepsPlanes = false
      if conversion.isMapped {
        points.colourPrimaries = alternate?.primaries ?? 12
        points.transferCharacteristics = 13
      }
      if colours != nil {
        points.colourPrimaries = 2
        points.transferCharacteristics = 2
      }
      points.matrixCoefficients = points.colourPrimaries == 9 ? 9 : 6
      points.isFullRange = true
    }
    self.points = points
    // Chroma from red, green and blue has the position that most readers assume.
    siting = !keepsPlanes ? .left : isScaled ? .centre : ChromaSiting(plan.codec)
  }

  func callAsFunction(_ band: Band) throws(CodecError) -> PlanarImage {
    let image = band.image
    let depth = bitDepth ?? (conversion.isDeep(image) ? 10 : 8)
    if keepsPlanes
      || image.chroma == .monochrome && !conversion.isMapped && !convertsColours
    {
      var source = matrix
      // Grey is luma in every matrix.
      if !keepsPlanes { source.kind = ColourMatrix.jpeg.kind }
      return band.core.with420Chroma(siting).with(bitDepth: depth, source)
    }
    let target = try ColourMatrix(points)
    return try conversion.rows(band, bitDepth: depth == 8 ? 8 : 16).planes(target, bitDepth: depth)
  }

  /// Alpha, of full range.
  static func alpha(_ band: Band, _ matrix: ColourMatrix, bitDepth: Int) -> PlanarImage {
    var source = ColourMatrix.jpeg
    source.isFullRange = matrix.isFullRange
    let luma = band.core.lumaAlone
    return luma.with(bitDepth: bitDepth, source, asFullRange: true)
  }
}

extension PlanarImage {
  /// Luma without chroma.
  fileprivate var lumaAlone: PlanarImage {
    guard chroma != .monochrome else { return self }
    let result = PlanarImage(width: width, height: height, chroma: .monochrome, bitDepth: bitDepth)
    result.planes[0].copy(planes[0])
    return result
  }

  /// The same image with chroma of half the resolution in both directions.
  fileprivate func with420Chroma(_ siting: ChromaSiting) -> PlanarImage {
    guard chroma != .monochrome, chroma != .yuv420 else { return self }
    let result = PlanarImage(width: width, height: height, chroma: .yuv420, bitDepth: bitDepth)
    result.planes[0].copy(planes[0])
    let (horizontal, vertical) = chroma.subsampling
    var sums = [Float](repeating: 0, count: planes[1].width)
    for index in 1...2 {
      let (source, target) = (planes[index], result.planes[index])
      for y in 0..<target.height {
        let rows = vertical == 2 ? [y] : [2 * y, min(2 * y + 1, source.height - 1)]
        for x in sums.indices {
          sums[x] = rows.reduce(0) { $0 + Float(source[x, $1]) } / Float(rows.count)
        }
        target.setChroma(
          sums, row: y, horizontal == 2 ? nil : siting, top: Float((1 << bitDepth) - 1))
      }
    }
    return result
  }

  /// The same image with samples of another depth.
  ///
  /// - Parameter asFullRange: whether the result has full range; otherwise its range stays.
  fileprivate func with(
    bitDepth: Int, _ matrix: ColourMatrix, asFullRange: Bool = false
  ) -> PlanarImage {
    guard bitDepth != self.bitDepth || asFullRange && !matrix.isFullRange else { return self }
    let result = PlanarImage(width: width, height: height, chroma: chroma, bitDepth: bitDepth)
    var wanted = matrix
    if asFullRange { wanted.isFullRange = true }
    let top = (1 << bitDepth) - 1
    for (index, plane) in planes.enumerated() {
      let from = matrix.scale(bitDepth: self.bitDepth, isChroma: index > 0)
      let to = wanted.scale(bitDepth: bitDepth, isChroma: index > 0)
      let table = (0..<1 << self.bitDepth).map { value in
        let exact = (Double(value) * from.factor + from.offset - to.offset) / to.factor
        return UInt16(max(0, min(Double(top), exact.rounded())))
      }
      let target = result.planes[index]
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          target.set(table[min(Int(plane[x, y]), table.count - 1)], x, y)
        }
      }
    }
    return result
  }
}

extension PlanarImage.Plane {
  /// Sets a row of chroma from values at the resolution of luma, or at half of it.
  ///
  /// - Parameter siting: the position of chroma samples relative to luma; nil if the values have the resolution
  ///   of chroma already.
  fileprivate func setChroma(
    _ values: [Float], row y: Int, _ siting: ChromaSiting?, top: Float
  ) {
    for x in 0..<width {
      let value: Float
      switch siting {
      case nil: value = values[x]
      case .left?:
        let (before, after) = (max(2 * x - 1, 0), min(2 * x + 1, values.count - 1))
        value = (values[before] + 2 * values[2 * x] + values[after]) / 4
      case .centre?: value = (values[2 * x] + values[min(2 * x + 1, values.count - 1)]) / 2
      }
      set(UInt16(max(0, min(top, value.rounded(.toNearestOrEven)))), x, y)
    }
  }
}

extension SampleRows {
  /// Luma and chroma of red, green and blue; chroma of half the resolution in both directions.
  fileprivate func planes(_ matrix: ColourMatrix, bitDepth: Int) -> PlanarImage {
    let result = PlanarImage(
      width: width, height: height, chroma: channels == 1 ? .monochrome : .yuv420,
      bitDepth: bitDepth)
    guard case .yCbCr(let kr, let kb) = matrix.kind else { return result }
    let (red, blue) = (Float(kr), Float(kb))
    let top = Float((1 << bitDepth) - 1)
    let scale = top / (self.bitDepth == 8 ? 255 : 65_535)
    let middle = Float(1 << (bitDepth - 1))
    var blues = [Float](repeating: 0, count: width)
    var reds = blues
    for y in 0..<height {
      if y % 2 == 0 {
        for x in 0..<width { (blues[x], reds[x]) = (0, 0) }
      }
      // The last row counts twice if it has no second one.
      let share: Float = y % 2 == 0 && y + 1 == height ? 1 : 0.5
      for x in 0..<width {
        let r = sample(x, y, 0) * scale
        guard channels == 3 else {
          result.planes[0].set(UInt16(r + 0.5), x, y)
          continue
        }
        let (g, b) = (sample(x, y, 1) * scale, sample(x, y, 2) * scale)
        let luma = red * r + (1 - red - blue) * g + blue * b
        result.planes[0].set(UInt16(max(0, min(top, luma + 0.5))), x, y)
        blues[x] += share * ((b - luma) / (2 * (1 - blue)) + middle)
        reds[x] += share * ((r - luma) / (2 * (1 - red)) + middle)
      }
      guard channels == 3, y % 2 == 1 || y + 1 == height else { continue }
      result.planes[1].setChroma(blues, row: y / 2, .left, top: top)
      result.planes[2].setChroma(reds, row: y / 2, .left, top: top)
    }
    return result
  }

  private func sample(_ x: Int, _ y: Int, _ channel: Int) -> Float {
    let index = (y * width + x) * channels + channel
    return bitDepth == 8
      ? Float(bytes[index]) : Float(UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1]))
  }
}

/// A HEIC or AVIF file to write.
public struct HEIFPictureFile: Sendable {
  public enum Codec: Sendable { case hevc, av1 }

  public var codec: Codec
  /// 0 to 100, in the measure of the encoder.
  public var quality = 55
  /// Bits of a sample, 8 or 10; nil for 8, or 10 if the image has more.
  public var bitDepth: Int?
  /// Whether colours are multiplied by their alpha already.
  public var isPremultiplied = false
  /// A TIFF structure.
  public var exif = Bytes()
  /// An XMP packet.
  public var xmp = Bytes()
  public var iccProfile = Bytes()

  public init(_ codec: Codec) { self.codec = codec }
}
