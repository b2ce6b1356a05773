import Foundation

/// Luma and two differences of colours, as ITU-T H.273 §8.2 and §8.3, and ITU-R BT.2100 define them.
struct LightReference {
  private let matrix: UInt16
  private let transfer: UInt16

  init(_ matrix: UInt16, _ transfer: UInt16) { (self.matrix, self.transfer) = (matrix, transfer) }

  private func signal(_ light: Double) -> Double {
    switch transfer {
    case 13: return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    case 16:
      let part = pow(light, 0.1593017578125)
      return pow((0.8359375 + 18.8515625 * part) / (1 + 18.6875 * part), 78.84375)
    case 18:
      return light <= 1 / 12.0
        ? sqrt(3 * light) : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
    default: return light < 0.01805397 ? 4.5 * light : 1.09929683 * pow(light, 0.45) - 0.09929683
    }
  }

  /// By halving: nothing of it is an inverse formula.
  private func light(_ signal: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if self.signal(middle) < signal { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// - Parameter colour: the signals of red, green and blue.
  func samples(_ colour: [Double]) -> [Double] {
    let lights = colour.map(light)
    func sum(_ weights: [Double], _ values: [Double]) -> Double {
      zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
    }
    if matrix == 14 {
      let cones = [[1688.0, 2146, 262], [683, 2951, 462], [99, 309, 3688]].map { row in
        signal(sum(row, lights) / 4096)
      }
      let rows =
        transfer == 18
        ? [[2048.0, 2048, 0], [3625, -7465, 3840], [9500, -9212, -288]]
        : [[2048.0, 2048, 0], [6610, -13_613, 7003], [17_933, -17_390, -543]]
      return rows.map { sum($0, cones) / 4096 }
    }
    // Those of BT.709, of more digits than in the tables.
    let (kr, kb) = matrix == 13 ? (0.212639, 0.072192) : (0.2627, 0.0593)
    let luma = signal(sum([kr, 1 - kr - kb, kb], lights))
    func difference(_ value: Double, _ weight: Double) -> Double {
      let (most, least) = (1 - signal(weight), -signal(1 - weight))
      return value < luma ? (value - luma) / (-2 * least) : (value - luma) / (2 * most)
    }
    return [luma, difference(colour[2], kb), difference(colour[0], kr)]
  }
}
