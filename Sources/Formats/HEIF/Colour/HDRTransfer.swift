import Platform

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
