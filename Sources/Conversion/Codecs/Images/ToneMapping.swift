package import HEIF
import Platform

/// Maps the light of an HDR image (PQ or HLG) to an image of 8 bits with the curve of sRGB.
///
/// The brightest of red, green and blue is brought into the range of a screen of 203 cd/m², which
/// is diffuse white (ITU-R BT.2408), by the curve of ITU-R BT.2390 §5.4.1; the others follow in
/// proportion, so that hues stay. See Documentation/tone-mapping.md.
struct ToneMapping: Sendable {
  /// The luminance of the white of the result, in cd/m².
  static let white = 203.0
  /// The peak luminance where a file does not say how bright it gets, in cd/m².
  static let usualPeak = 1000.0

  private enum Transfer { case pq, hlg }
  private let transfer: Transfer
  /// Light of a signal from 0 to 1: in cd/m² for PQ, from 0 to 1 for HLG.
  private let light: Curve
  /// The factor for scene light of this luminance; for HLG.
  private let systemGamma: Curve
  /// The peak luminance of the image, in cd/m².
  private let peak: Float
  /// The factor for light, by the brightest component relative to ``peak``.
  private let ratio: Curve
  /// The matrix from the primaries of the image to those of the result, in units of ``white``.
  private let red: SIMD3<Float>
  private let green: SIMD3<Float>
  private let blue: SIMD3<Float>
  /// The curve from light to the signal of the result, 0 to 255.
  private let signal: Curve

  /// The mapping for an image. Nil if it is not HDR.
  ///
  /// - Parameters:
  ///   - peak: the highest luminance of the image in cd/m²; nil if it is not known.
  ///   - primaries: the primaries of the result (ITU-T H.273): by default those of Display P3.
  init?(
    _ colour: CodingIndependentCodePoints, peak: Double? = nil, primaries: UInt16 = 12
  ) {
    switch colour.transferCharacteristics {
    case 16:
      transfer = .pq
      light = Curve { PerceptualQuantizer.light($0) }
    case 18:
      transfer = .hlg
      light = Curve { HybridLogGamma.sceneLight($0) }
    default: return nil
    }
    let most = max(peak ?? ToneMapping.usualPeak, ToneMapping.white)
    let top = transfer == .hlg ? HybridLogGamma.peak : min(most, 10_000)
    self.peak = Float(top)
    systemGamma = Curve(bySquareRoot: true) {
      pow($0, HybridLogGamma.systemGamma - 1)
    }
    ratio = Curve(bySquareRoot: true) { part in
      part > 0 ? ToneMapping.mapped(part * top, peak: top) / (part * top) : 1
    }
    signal = Curve(bySquareRoot: true) { light in
      255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
    // HDR without a word on primaries has those of BT.2100.
    guard
      let own = ColourPrimaries(colour.colourPrimaries) ?? ColourPrimaries(9),
      let shown = ColourPrimaries(primaries)
    else { return nil }
    let matrix = Matrix3(shown).inverse * Matrix3(own)
    red = SIMD3<Float>(matrix.columns.0 / ToneMapping.white)
    green = SIMD3<Float>(matrix.columns.1 / ToneMapping.white)
    blue = SIMD3<Float>(matrix.columns.2 / ToneMapping.white)
  }

  /// - Parameter colour: the signals of red, green and blue, 0 to 1.
  /// - Returns: those of the result, 0 to 255.
  func callAsFunction(_ colour: SIMD4<Float>) -> SIMD4<Float> {
    var own = SIMD3(light[colour.x], light[colour.y], light[colour.z])
    if transfer == .hlg {
      // The reference OOTF (ITU-R BT.2100 table 5), for a screen of 1000 cd/m².
      let luminance = 0.2627 * own.x + 0.6780 * own.y + 0.0593 * own.z
      own *= peak * systemGamma[luminance]
    }
    let brightest = own.max()
    own *= ratio[min(brightest / peak, 1)] * (brightest > peak ? peak / brightest : 1)
    let shown = red * own.x + green * own.y + blue * own.z
    return SIMD4(signal[shown.x], signal[shown.y], signal[shown.z], 0)
  }

  /// The EETF of ITU-R BT.2390 §5.4.1, for a screen of ``white`` and black at 0.
  static func mapped(_ light: Double, peak: Double) -> Double {
    let source = PerceptualQuantizer.signal(peak)
    let most = PerceptualQuantizer.signal(white) / source
    guard most < 1 else { return light }
    let signal = min(PerceptualQuantizer.signal(light) / source, 1)
    let knee = 1.5 * most - 0.5
    guard signal > knee else { return light }
    let t = (signal - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let hermite =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most
    return PerceptualQuantizer.light(hermite * source)
  }
}

/// A function of numbers from 0 to 1, looked up and interpolated.
private struct Curve: Sendable {
  private static let steps = 4096
  private let values: [Float]
  private let isBySquareRoot: Bool

  /// - Parameter isBySquareRoot: whether values are close to each other near 0.
  init(bySquareRoot isBySquareRoot: Bool = false, _ function: (Double) -> Double) {
    self.isBySquareRoot = isBySquareRoot
    // One more, so that every step has a next one.
    values = (0...Curve.steps + 1).map { step in
      let value = min(Double(step) / Double(Curve.steps), 1)
      return Float(function(isBySquareRoot ? value * value : value))
    }
  }

  subscript(number: Float) -> Float {
    let clamped = max(0, min(1, number))
    let position = (isBySquareRoot ? clamped.squareRoot() : clamped) * Float(Curve.steps)
    let index = Int(position)
    let part = position - Float(index)
    return values[index] * (1 - part) + values[index + 1] * part
  }
}

/// Converts colours of a movie that not every screen shows to BT.709: from samples of 10 bits to samples of
/// 8 bits, both with one chroma sample for four luma samples.
///
/// The light of HDR images (PQ or HLG) is mapped as ``ToneMapping`` does it for photos. In images with wider
/// primaries, such as Display P3, each colour that BT.709 also has does not change.
/// The result is computed for 65 × 65 × 65 colours, and interpolated between them.
package struct BT709Mapping: Sendable {
  /// The distance of one colour of the tables to the next.
  private static let step = 16
  private static let count = 1024 / step + 1
  /// The number of fraction bits of values in the tables.
  private static let fraction: Int32 = 6

  /// The new luma for each pair of chroma, in the order Cr, Cb, Y.
  private let luma: [Int16]
  /// The new Cb and Cr, in the same order.
  private let chroma: [SIMD2<Int16>]

  /// The colours of the result: those of BT.709, in limited range.
  package static let colour: CodingIndependentCodePoints = {
    var colour = CodingIndependentCodePoints()
    colour.colourPrimaries = 1
    colour.transferCharacteristics = 1
    colour.matrixCoefficients = 1
    return colour
  }()

  /// The mapping for images; nil if they need none.
  ///
  /// - Parameter peak: the highest luminance in cd/m²; nil if it is not known.
  package init?(_ colour: CodingIndependentCodePoints, peak: Double?) throws(CodecError) {
    let tones = ToneMapping(colour, peak: peak, primaries: 1)
    let gamut = GamutMapping(colour)
    guard tones != nil || gamut != nil else { return nil }
    var colour = colour
    // HDR without a word on its matrix has that of BT.2100.
    if colour.matrixCoefficients == 2, tones != nil { colour.matrixCoefficients = 9 }
    let factors = RGBFactors(try ColourMatrix(colour), bitDepth: 10)
    let nodes = (0..<BT709Mapping.count).map { Float($0 * BT709Mapping.step) }
    let scale = Float(1 << BT709Mapping.fraction)
    var (luma, chroma): ([Int16], [SIMD2<Int16>]) = ([], [])
    for cr in nodes {
      for cb in nodes {
        for y in nodes {
          let signal = factors.colour(y, cb, cr) / 255
          let shown = tones?(signal) ?? gamut?(signal) ?? signal * 255
          // ITU-R BT.709-6, items 3.2 to 3.4.
          let light = 0.2126 * shown.x + 0.7152 * shown.y + 0.0722 * shown.z
          luma.append(Int16((scale * (16 + light * 219 / 255)).rounded()))
          let difference =
            SIMD2((shown.z - light) / 1.8556, (shown.x - light) / 1.5748) * (224.0 / 255) + 128
          chroma.append(SIMD2<Int16>((difference * scale).rounded(.toNearestOrEven)))
        }
      }
    }
    (self.luma, self.chroma) = (luma, chroma)
  }

  /// Maps rows of two lines of luma and one of chroma.
  ///
  /// Both images have this size, which is even, and three planes.
  package func map(
    _ source: PicturePlanes, to target: PicturePlanes, width: Int, height: Int, rows: Range<Int>
  ) {
    precondition(width % 2 == 0 && rows.lowerBound >= 0 && rows.upperBound * 2 <= height)
    // All indices are within the planes, and all colours of ten bits are within the tables.
    unsafe luma.withUnsafeBufferPointer { luma in
      unsafe chroma.withUnsafeBufferPointer { chroma in
        for row in rows {
          let upper = unsafe source.line(0, 2 * row)
          let lower = unsafe source.line(0, 2 * row + 1)
          let blue = unsafe source.line(1, row)
          let red = unsafe source.line(2, row)
          let newUpper = unsafe target.bytes(0, 2 * row)
          let newLower = unsafe target.bytes(0, 2 * row + 1)
          let newBlue = unsafe target.bytes(1, row)
          let newRed = unsafe target.bytes(2, row)
          for x in 0..<width / 2 {
            let cell = unsafe TableCell(cb: Int(blue[x]), cr: Int(red[x]))
            let (a, b) = unsafe (Int32(upper[2 * x] & 1023), Int32(upper[2 * x + 1] & 1023))
            let (c, d) = unsafe (Int32(lower[2 * x] & 1023), Int32(lower[2 * x + 1] & 1023))
            unsafe newUpper[2 * x] = cell.luma(a, in: luma)
            unsafe newUpper[2 * x + 1] = cell.luma(b, in: luma)
            unsafe newLower[2 * x] = cell.luma(c, in: luma)
            unsafe newLower[2 * x + 1] = cell.luma(d, in: luma)
            let pair = unsafe cell.chroma((a + b + c + d + 2) >> 2, in: chroma)
            unsafe newBlue[x] = pair.x
            unsafe newRed[x] = pair.y
          }
        }
      }
    }
  }

  /// Between which four columns of the tables a pair of chroma is, and what each of them weighs.
  private struct TableCell {
    let columns: SIMD4<Int32>
    let weights: SIMD4<Int32>

    @inline(__always)
    init(cb: Int, cr: Int) {
      let (cb, cr) = (Int32(cb & 1023), Int32(cr & 1023))
      let (left, top) = (cb >> 4, cr >> 4)
      let (x, y) = (cb & 15, cr & 15)
      let count = Int32(BT709Mapping.count)
      let first = (top * count + left) * count
      columns = SIMD4(first, first &+ count, first &+ count * count, first &+ count * (count + 1))
      weights = SIMD4((16 - x) * (16 - y), x * (16 - y), (16 - x) * y, x * y)
    }

    /// The sum of eight values, whose weights are 2^12 together.
    private static let shift = 12 + BT709Mapping.fraction

    @inline(__always)
    func luma(_ value: Int32, in table: UnsafeBufferPointer<Int16>) -> UInt8 {
      let (index, part) = (value >> 4, value & 15)
      var (first, next): (SIMD4<Int32>, SIMD4<Int32>) = (.zero, .zero)
      for corner in 0..<4 {
        let offset = Int(columns[corner] &+ index)
        unsafe first[corner] = Int32(table[offset])
        unsafe next[corner] = Int32(table[offset &+ 1])
      }
      let sum = (weights &* (first &* (16 &- part) &+ next &* part)).wrappedSum()
      return UInt8(truncatingIfNeeded: (sum &+ 1 << (TableCell.shift - 1)) >> TableCell.shift)
    }

    @inline(__always)
    func chroma(_ value: Int32, in table: UnsafeBufferPointer<SIMD2<Int16>>) -> SIMD2<UInt8> {
      let (index, part) = (value >> 4, value & 15)
      var sum = SIMD2<Int32>.zero
      for corner in 0..<4 {
        let offset = Int(columns[corner] &+ index)
        let first = unsafe SIMD2<Int32>(truncatingIfNeeded: table[offset])
        let next = unsafe SIMD2<Int32>(truncatingIfNeeded: table[offset &+ 1])
        sum &+= weights[corner] &* (first &* (16 &- part) &+ next &* part)
      }
      return SIMD2<UInt8>(
        truncatingIfNeeded: (sum &+ 1 << (TableCell.shift - 1)) &>> TableCell.shift)
    }
  }
}

/// Brings colours of wide primaries into those of BT.709. Those that it has not become the nearest in red,
/// green and blue.
private struct GamutMapping {
  private let matrix: Matrix3

  /// Nil for images whose primaries are about as wide.
  init?(_ colour: CodingIndependentCodePoints) {
    // BT.2020, DCI P3 and Display P3.
    guard [9, 11, 12].contains(colour.colourPrimaries), !colour.isHDR,
      let own = ColourPrimaries(colour.colourPrimaries), let shown = ColourPrimaries(1)
    else { return nil }
    matrix = Matrix3(shown).inverse * Matrix3(own)
  }

  /// - Parameter colour: the signals of red, green and blue, 0 to 1.
  /// - Returns: those in BT.709, 0 to 255.
  func callAsFunction(_ colour: SIMD4<Float>) -> SIMD4<Float> {
    let light = SIMD3(
      GamutMapping.light(colour.x), GamutMapping.light(colour.y), GamutMapping.light(colour.z))
    let shown =
      matrix.columns.0 * light.x + matrix.columns.1 * light.y + matrix.columns.2 * light.z
    return SIMD4(
      GamutMapping.signal(shown.x), GamutMapping.signal(shown.y), GamutMapping.signal(shown.z), 0)
  }

  /// The curve that screens have, by and large, from signal to light and back.
  private static func light(_ signal: Float) -> Double { pow(max(0, Double(signal)), 2.2) }
  private static func signal(_ light: Double) -> Float {
    Float(255 * pow(min(max(0, light), 1), 1 / 2.2))
  }
}

/// The steps from samples to red, green and blue of matrices that are defined by light and not by signals: constant
/// luminance (matrix coefficients 10 and 13) and ICtCp (14).
struct LightSteps {
  private enum Steps {
    case constantLuminance(red: Double, blue: Double)
    /// The matrices to the signals of the cones, and from their light to that of red, green and blue.
    case ictcp(Matrix3, Matrix3)
  }
  private let steps: Steps
  private let curve: SignalCurve

  /// Nil for matrices that are sums.
  init?(_ matrix: ColourMatrix) {
    switch matrix.kind {
    case .constantLuminance(let red, let blue, let curve):
      (steps, self.curve) = (.constantLuminance(red: red, blue: blue), curve)
    case .ictcp(let curve):
      // ITU-R BT.2100 Tables 7 and 8; all numbers are in units of 1 / 4096.
      let signals =
        curve == .hybridLogGamma
        ? (SIMD3(2048.0, 2048, 0), SIMD3(3625.0, -7465, 3840), SIMD3(9500.0, -9212, -288))
        : (SIMD3(2048.0, 2048, 0), SIMD3(6610.0, -13_613, 7003), SIMD3(17_933.0, -17_390, -543))
      let cones = (SIMD3(1688.0, 2146, 262), SIMD3(683.0, 2951, 462), SIMD3(99.0, 309, 3688))
      let unit = Matrix3(diagonal: SIMD3(repeating: 4096))
      steps = .ictcp(
        Matrix3(rows: signals).inverse * unit, Matrix3(rows: cones).inverse * unit)
      self.curve = curve
    case .yCbCr, .identity, .yCgCo, .yCgCoR: return nil
    }
  }

  /// Red, green and blue, where 255 is the highest value.
  ///
  /// - Parameter samples: luma, where 255 is the highest value, and two differences, from -127.5 to 127.5.
  @inline(never)
  func colour(_ samples: SIMD4<Float>) -> SIMD4<Float> {
    let (first, second, third) = (
      Double(samples.x) / 255, Double(samples.y) / 255, Double(samples.z) / 255
    )
    let colour =
      switch steps {
      case .constantLuminance(let red, let blue): colour(first, second, third, red, blue)
      case .ictcp(let signals, let primaries):
        signal(primaries * light(signals * SIMD3(first, second, third)))
      }
    return SIMD4(Float(colour.x), Float(colour.y), Float(colour.z), 0) * 255
  }

  /// ITU-T H.273 §8.3, the equations for E′Y, E′PB and E′PR of constant luminance, solved for red, green and blue.
  private func colour(
    _ luma: Double, _ pb: Double, _ pr: Double, _ red: Double, _ blue: Double
  ) -> SIMD3<Double> {
    // The most that a signal can be below and above luma.
    func signal(_ difference: Double, _ weight: Double) -> Double {
      let span = difference < 0 ? curve.signal(1 - weight) : 1 - curve.signal(weight)
      return min(max(luma + 2 * span * difference, 0), 1)
    }
    let (b, r) = (signal(pb, blue), signal(pr, red))
    let rest = curve.light(luma) - red * curve.light(r) - blue * curve.light(b)
    return SIMD3(r, curve.signal(min(rest / (1 - red - blue), 1)), b)
  }

  private func light(_ signals: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      curve.light(min(signals.x, 1)), curve.light(min(signals.y, 1)),
      curve.light(min(signals.z, 1)))
  }

  private func signal(_ light: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      curve.signal(min(light.x, 1)), curve.signal(min(light.y, 1)), curve.signal(min(light.z, 1)))
  }
}
