import Foundation
import HEIF

@testable import Codecs

/// Samples and colours by the formulas of ITU-T H.273 §8.3, without regard to speed.
struct ColourReference {
  var matrixCoefficients: UInt16
  var isFullRange: Bool
  var bitDepth: Int

  var points: CodingIndependentCodePoints {
    var points = CodingIndependentCodePoints()
    points.matrixCoefficients = matrixCoefficients
    points.isFullRange = isFullRange
    return points
  }

  /// KR and KB, from table 4.
  private var weights: (red: Double, blue: Double)? {
    switch matrixCoefficients {
    case 1: (0.2126, 0.0722)
    case 4: (0.30, 0.11)
    case 5, 6: (0.299, 0.114)
    case 7: (0.212, 0.087)
    case 9: (0.2627, 0.0593)
    default: nil
    }
  }

  private var top: Double { pow(2, Double(bitDepth)) - 1 }
  private var unit: Double { pow(2, Double(bitDepth - 8)) }
  private var middle: Double { pow(2, Double(bitDepth - 1)) }

  /// E'Y, or E'R, E'G or E'B, of a sample: the equations for Y, solved.
  private func unsigned(_ sample: Double) -> Double {
    isFullRange ? sample / top : (sample / unit - 16) / 219
  }

  /// E'PB or E'PR of a sample.
  private func signed(_ sample: Double) -> Double {
    isFullRange ? (sample - middle) / top : (sample / unit - 128) / 224
  }

  /// Red, green and blue, 0 to 255, of three samples.
  func colour(_ samples: (Double, Double, Double)) -> [Double] {
    let (y, cb, cr) = samples
    let linear: [Double]
    if let (kr, kb) = weights {
      // The rows give E'Y, E'PB and E'PR of E'R, E'G and E'B.
      let kg = 1 - kr - kb
      let rows = [
        [kr, kg, kb],
        [-kr / (2 * (1 - kb)), -kg / (2 * (1 - kb)), 0.5],
        [0.5, -kg / (2 * (1 - kr)), -kb / (2 * (1 - kr))],
      ]
      linear = solve(rows, [unsigned(y), signed(cb), signed(cr)])
    } else if matrixCoefficients == 8 {
      // Here R, G and B are samples in the range of luma, and the sums are computed from these.
      let rows = [[0.25, 0.5, 0.25], [-0.25, 0.5, -0.25], [0.5, 0, -0.5]]
      linear = solve(rows, [y, cb - middle, cr - middle]).map(unsigned)
    } else if matrixCoefficients >= 16 {
      // YCgCo-R: whole numbers, each of which is clipped to the range of its colour.
      let top = (1 << (bitDepth - (matrixCoefficients == 16 ? 2 : 1))) - 1
      let (cg, co) = (Int(cb - middle), Int(cr - middle))
      let rest = Int(y) - (cg >> 1)
      let clip = { (number: Int) in max(0, min(top, number)) }
      let blue = clip(rest - (co >> 1))
      linear = [clip(blue + co), clip(rest + cg), blue].map { Double($0) / Double(top) }
    } else {
      linear = [unsigned(cr), unsigned(y), unsigned(cb)]
    }
    return linear.map { max(0, min(1, $0)) * 255 }
  }

  /// A sample in 8 bits and full range.
  func byte(_ sample: Double, isChroma: Bool) -> Double {
    max(0, min(255, isChroma ? signed(sample) * 255 + 128 : unsigned(sample) * 255))
  }

  /// Cramer's rule.
  private func solve(_ rows: [[Double]], _ values: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    let all = determinant(rows)
    return (0..<3).map { column in
      let replaced = rows.indices.map { row in
        (0..<3).map { $0 == column ? values[row] : rows[row][$0] }
      }
      return determinant(replaced) / all
    }
  }
}
