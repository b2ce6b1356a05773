import HEIF
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
