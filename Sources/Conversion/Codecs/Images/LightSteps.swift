import HEIF

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
