import Platform

/// The function between light and signal, both from 0 to 1, that transfer characteristics name (ITU-T H.273 Table 3).
public enum SignalCurve: Equatable, Sendable {
  /// The signal is `scale` × light^`exponent` − (`scale` − 1), and `slope` × light for light below `start`.
  case power(scale: Double, exponent: Double, start: Double, slope: Double)
  case perceptualQuantizer
  case hybridLogGamma

  /// Nil for numbers without such a function.
  public init?(_ transferCharacteristics: UInt16) {
    switch transferCharacteristics {
    case 1, 6, 11, 14, 15:
      let start = 0.018053968510807
      self = .power(scale: 1.099296826809442, exponent: 0.45, start: start, slope: 4.5)
    case 4: self = .power(scale: 1, exponent: 1 / 2.2, start: 0, slope: 0)
    case 5: self = .power(scale: 1, exponent: 1 / 2.8, start: 0, slope: 0)
    case 7: self = .power(scale: 1.1115, exponent: 0.45, start: 0.0228, slope: 4)
    case 8: self = .power(scale: 1, exponent: 1, start: 0, slope: 0)
    case 13: self = .power(scale: 1.055, exponent: 1 / 2.4, start: 0.0031308, slope: 12.92)
    case 16: self = .perceptualQuantizer
    case 18: self = .hybridLogGamma
    default: return nil
    }
  }

  /// The signal, 0 to 1, of light, of which 1 is the most that the curve has; light below 0 counts as 0.
  public func signal(_ light: Double) -> Double {
    let light = max(light, 0)
    switch self {
    case .power(let scale, let exponent, let start, let slope):
      return light < start ? slope * light : scale * pow(light, exponent) - (scale - 1)
    case .perceptualQuantizer: return PerceptualQuantizer.signal(light * 10_000)
    case .hybridLogGamma: return HybridLogGamma.signal(light)
    }
  }

  /// The inverse of ``signal(_:)``.
  public func light(_ signal: Double) -> Double {
    let signal = max(signal, 0)
    switch self {
    case .power(let scale, let exponent, let start, let slope):
      if signal < slope * start { return signal / slope }
      return pow((signal + scale - 1) / scale, 1 / exponent)
    case .perceptualQuantizer: return PerceptualQuantizer.light(signal) / 10_000
    case .hybridLogGamma: return HybridLogGamma.sceneLight(signal)
    }
  }
}
