import HEIF

extension ColourPrimaries {
  /// The matrix from the actual white point to that of profiles, D50 (ICC.1:2022 Annex E, linear Bradford).
  var adaptation: Matrix3 {
    let bradford = Matrix3(
      rows: (
        SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367),
        SIMD3(0.0389, -0.0685, 1.0296)
      ))
    let d50 = ICCNumbers.d50.values
    let scale = (bradford * SIMD3(d50[0], d50[1], d50[2])) / (bradford * white.xyz)
    return bradford.inverse * Matrix3(diagonal: scale) * bradford
  }

  /// The colours of red, green and blue for D50, as columns.
  var colorants: Matrix3 { adaptation * Matrix3(self) }
}
