import HEIF

/// A linear map of three numbers, by columns.
struct Matrix3 {
  var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: (a * b.columns.0, a * b.columns.1, a * b.columns.2))
  }

  /// The inverse, for a matrix that has one.
  var inverse: Matrix3 {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let rows = (
      cross(columns.1, columns.2), cross(columns.2, columns.0), cross(columns.0, columns.1)
    )
    let determinant = (columns.0 * rows.0).sum()
    func column(_ index: Int) -> SIMD3<Double> {
      SIMD3(rows.0[index], rows.1[index], rows.2[index]) / determinant
    }
    return Matrix3(columns: (column(0), column(1), column(2)))
  }

  /// From linear red, green and blue to CIE XYZ, in which white has Y = 1 (SMPTE RP 177).
  init(_ primaries: ColourPrimaries) {
    func xyz(_ colour: ColourPrimaries.Chromaticity) -> SIMD3<Double> {
      SIMD3(colour.x / colour.y, 1, (1 - colour.x - colour.y) / colour.y)
    }
    let unscaled = Matrix3(
      columns: (xyz(primaries.red), xyz(primaries.green), xyz(primaries.blue)))
    let scale = unscaled.inverse * xyz(primaries.white)
    columns = (
      unscaled.columns.0 * scale.x, unscaled.columns.1 * scale.y, unscaled.columns.2 * scale.z
    )
  }

  init(columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) { self.columns = columns }
}
