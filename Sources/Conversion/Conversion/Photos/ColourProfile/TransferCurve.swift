import HEIF
import Platform

/// The curve from sample values to light (ITU-T H.273 §8.2, Table 3), in the form of profiles.
enum TransferCurve {
  case sRGB
  case smpte240M
  case gamma(Double)
  /// Factor and exponent.
  case cinema(Double, Double)
  case perceptualQuantizer
  case hybridLogGamma

  /// The curve of a code point. Nil for curves that a profile cannot state.
  ///
  /// BT.709 and similar standards define how cameras convert light to samples, not how displays convert samples to
  /// light. Displays and browsers show such images with the curve of sRGB, so it is used here.
  init?(_ number: UInt16) {
    switch number {
    case 1, 2, 6, 11...15: self = .sRGB
    case 4: self = .gamma(2.2)
    case 5: self = .gamma(2.8)
    case 7: self = .smpte240M
    case 8: self = .gamma(1)
    case 16: self = .perceptualQuantizer
    case 17: self = .cinema(52.37 / 48, 2.6)
    case 18: self = .hybridLogGamma
    default: return nil
    }
  }

  var isHDR: Bool {
    switch self {
    case .perceptualQuantizer, .hybridLogGamma: true
    default: false
    }
  }

  /// Added to the name of the primaries; empty for the usual curve.
  var name: String {
    switch self {
    case .sRGB: ""
    case .smpte240M: " SMPTE 240M"
    case .gamma(let exponent): exponent == 1 ? " linear" : " gamma \(exponent)"
    case .cinema: " ST 428"
    case .perceptualQuantizer: " PQ"
    case .hybridLogGamma: " HLG"
    }
  }

  /// The curve as data. It clips light above the reference white of HDR, 203 cd/m² (ITU-R BT.2408 §2.2). Programs that
  /// do not support the code points in the profile use it.
  var data: ICCTagData {
    switch self {
    case .sRGB: .function(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .smpte240M: .function(3, [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4.0, 0.0913])
    case .gamma(let exponent): .function(0, [exponent])
    case .cinema(let factor, let exponent):
      .function(1, [exponent, pow(factor, 1 / exponent), 0])
    case .perceptualQuantizer: sampled { PerceptualQuantizer.light($0) / 203 }
    case .hybridLogGamma: sampled { TransferCurve.hlgLight($0) / 203 }
    }
  }

  private func sampled(_ curve: (Double) -> Double) -> ICCTagData {
    .samples((0..<4096).map { curve(Double($0) / 4095) })
  }

  /// The luminance of grey on a display of 1000 cd/m², in cd/m² (ITU-R BT.2100 table 5).
  static func hlgLight(_ value: Double) -> Double {
    HybridLogGamma.peak * pow(HybridLogGamma.sceneLight(value), HybridLogGamma.systemGamma)
  }
}
