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

/// PQ (ITU-R BT.2100 table 4, SMPTE ST 2084).
public enum PerceptualQuantizer {
  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32

  /// The EOTF: light in cd/m² of a signal from 0 to 1.
  public static func light(_ signal: Double) -> Double {
    let part = pow(max(signal, 0), 1 / m2)
    return 10_000 * pow(max(part - c1, 0) / (c2 - c3 * part), 1 / m1)
  }

  /// The inverse of ``light(_:)``.
  public static func signal(_ light: Double) -> Double {
    let part = pow(max(light, 0) / 10_000, m1)
    return pow((c1 + c2 * part) / (1 + c3 * part), m2)
  }
}

/// HLG (ITU-R BT.2100 table 5, ARIB STD-B67).
public enum HybridLogGamma {
  /// The peak luminance of the screen that the reference is, in cd/m².
  public static let peak = 1000.0
  /// The system gamma of that screen.
  public static let systemGamma = 1.2

  private static let a = 0.17883277
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * log(4 * a)

  /// The inverse OETF: the scene light, 0 to 1, for a signal from 0 to 1.
  public static func sceneLight(_ signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// The OETF, the inverse of ``sceneLight(_:)``.
  public static func signal(_ sceneLight: Double) -> Double {
    sceneLight <= 1.0 / 12 ? (3 * sceneLight).squareRoot() : a * log(12 * sceneLight - b) + c
  }
}
