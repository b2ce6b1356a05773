/// A linear map of three numbers, by columns.
public struct Matrix3: Sendable {
  /// The columns, from the left.
  public var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// A matrix with these columns, from the left.
  public init(columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) { self.columns = columns }

  /// A matrix of its rows, from the top.
  public init(rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
    columns = Matrix3(columns: rows).transposed.columns
  }

  /// Scales each number by its own factor.
  public init(diagonal: SIMD3<Double>) {
    columns = (
      SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z)
    )
  }

  /// The matrix from linear red, green and blue to CIE XYZ, in which white has Y = 1 (SMPTE RP
  /// 177).
  public init(_ primaries: ColourPrimaries) {
    func direction(_ colour: ColourPrimaries.Chromaticity) -> SIMD3<Double> {
      SIMD3(colour.x, colour.y, 1 - colour.x - colour.y)
    }
    let directions = Matrix3(
      columns: (direction(primaries.red), direction(primaries.green), direction(primaries.blue)))
    // White is the sum of all three.
    self = directions * Matrix3(diagonal: directions.inverse * primaries.white.xyz)
  }

  /// The matrix whose rows are the columns of this one.
  public var transposed: Matrix3 {
    let (a, b, c) = columns
    return Matrix3(columns: (SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z)))
  }

  /// The numbers row by row.
  public var rows: [[Double]] {
    let rows = transposed.columns
    return [rows.0, rows.1, rows.2].map { [$0.x, $0.y, $0.z] }
  }

  /// The inverse, for a matrix that has one.
  public var inverse: Matrix3 {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (a, b, c) = columns
    let determinant = (a * cross(b, c)).sum()
    return Matrix3(
      rows: (cross(b, c) / determinant, cross(c, a) / determinant, cross(a, b) / determinant))
  }

  /// The product of the matrix and a vector.
  public static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  /// The matrix that applies `b` and then `a`.
  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: (a * b.columns.0, a * b.columns.1, a * b.columns.2))
  }
}
