/// The colours of red, green, blue and white (ITU-T H.273 §8.1, Table 2).
struct Primaries {
  var name: String
  var red: (x: Double, y: Double)
  var green: (x: Double, y: Double)
  var blue: (x: Double, y: Double)
  var white: (x: Double, y: Double)

  private static let d65 = (x: 0.3127, y: 0.3290)
  private static let illuminantC = (x: 0.310, y: 0.316)

  /// Nil for numbers that the table has no colours for.
  init?(_ number: UInt16) {
    let (name, red, green, blue, white):
      (String, (Double, Double), (Double, Double), (Double, Double), (x: Double, y: Double))
    switch number {
    // What is not specified is taken as sRGB (ISO/IEC 23000-22 §7.3.6.4).
    case 1, 2:
      (name, red, green, blue, white) =
        ("BT.709", (0.640, 0.330), (0.300, 0.600), (0.150, 0.060), Primaries.d65)
    case 4:
      (name, red, green, blue, white) =
        ("BT.470 M", (0.670, 0.330), (0.210, 0.710), (0.140, 0.080), Primaries.illuminantC)
    case 5:
      (name, red, green, blue, white) =
        ("BT.601 625 lines", (0.640, 0.330), (0.290, 0.600), (0.150, 0.060), Primaries.d65)
    case 6, 7:
      (name, red, green, blue, white) =
        ("BT.601 525 lines", (0.630, 0.340), (0.310, 0.595), (0.155, 0.070), Primaries.d65)
    case 8:
      (name, red, green, blue, white) =
        ("Generic film", (0.681, 0.319), (0.243, 0.692), (0.145, 0.049), Primaries.illuminantC)
    case 9:
      (name, red, green, blue, white) =
        ("BT.2020", (0.708, 0.292), (0.170, 0.797), (0.131, 0.046), Primaries.d65)
    case 10:
      (name, red, green, blue, white) = ("XYZ", (1, 0), (0, 1), (0, 0), (1.0 / 3, 1.0 / 3))
    case 11:
      (name, red, green, blue, white) =
        ("DCI P3", (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351))
    case 12:
      (name, red, green, blue, white) =
        ("Display P3", (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), Primaries.d65)
    case 22:
      (name, red, green, blue, white) =
        ("EBU 3213", (0.630, 0.340), (0.295, 0.605), (0.155, 0.077), Primaries.d65)
    default: return nil
    }
    self.name = name
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// From white as it is to the white of profiles, D50 (ICC.1:2022 Annex E, linear Bradford).
  var adaptation: Matrix {
    let bradford = Matrix([
      [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
    ])
    let from = bradford * Matrix.xyz(white)
    let to = bradford * ICCNumbers.d50.values
    let scale = Matrix([
      [to[0] / from[0], 0, 0], [0, to[1] / from[1], 0], [0, 0, to[2] / from[2]],
    ])
    return bradford.inverse * scale * bradford
  }

  /// The colours of red, green and blue for D50, as columns.
  var colorants: Matrix {
    func column(_ point: (x: Double, y: Double)) -> [Double] {
      [point.x, point.y, 1 - point.x - point.y]
    }
    let columns = Matrix([column(red), column(green), column(blue)]).transposed
    // White is all three together.
    let strength = columns.inverse * Matrix.xyz(white)
    let xyz = Matrix(columns.rows.map { row in (0..<3).map { row[$0] * strength[$0] } })
    return adaptation * xyz
  }
}

/// Three rows of three numbers.
struct Matrix {
  var rows: [[Double]]

  init(_ rows: [[Double]]) { self.rows = rows }

  /// A colour of luminance 1.
  static func xyz(_ point: (x: Double, y: Double)) -> [Double] {
    [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
  }

  var transposed: Matrix { Matrix((0..<3).map { column in rows.map { $0[column] } }) }

  var inverse: Matrix {
    func minor(_ row: Int, _ column: Int) -> Double {
      let (a, b) = ((row + 1) % 3, (row + 2) % 3)
      let (c, d) = ((column + 1) % 3, (column + 2) % 3)
      return rows[a][c] * rows[b][d] - rows[a][d] * rows[b][c]
    }
    let determinant = (0..<3).reduce(0) { $0 + rows[0][$1] * minor(0, $1) }
    return Matrix((0..<3).map { row in (0..<3).map { minor($0, row) / determinant } })
  }

  static func * (a: Matrix, b: [Double]) -> [Double] {
    a.rows.map { row in (0..<3).reduce(0) { $0 + row[$1] * b[$1] } }
  }

  static func * (a: Matrix, b: Matrix) -> Matrix {
    Matrix(b.transposed.rows.map { a * $0 }).transposed
  }
}
