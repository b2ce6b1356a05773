import Foundation
import HEIF
import Testing

@testable import Codecs

@Suite struct ToneMappingTests {
  private func points(_ transfer: UInt16, primaries: UInt16 = 9) -> CodingIndependentCodePoints {
    var points = CodingIndependentCodePoints()
    points.transferCharacteristics = transfer
    points.colourPrimaries = primaries
    return points
  }

  /// Table 1 of ITU-R BT.2408: signals of HDR diffuse white, and those of other levels.
  @Test(arguments: [(0.58, 203.0), (0.75, 983.0), (0.5081, 100.0), (1.0, 10_000.0), (0.0, 0.0)])
  func pqIsThatOfBT2100(signal: Double, light: Double) {
    #expect(abs(PerceptualQuantizer.light(signal) - light) <= light * 0.01)
    #expect(abs(PerceptualQuantizer.signal(light) - signal) < 0.002)
  }

  @Test(arguments: [(0.5, 1.0 / 12), (0.75, 0.2650), (1.0, 1.0), (0.0, 0.0)])
  func hlgIsThatOfBT2100(signal: Double, light: Double) {
    #expect(abs(HybridLogGamma.sceneLight(signal) - light) < 0.0005)
  }

  @Test func curveIsThatOfBT2390() {
    // Below the knee nothing changes, the peak becomes white, and the curve never falls.
    #expect(ToneMapping.mapped(50, peak: 1000) == 50)
    #expect(abs(ToneMapping.mapped(1000, peak: 1000) - 203) < 0.01)
    #expect(ToneMapping.mapped(203, peak: 203) == 203)
    let mapped = stride(from: 0.0, through: 1000, by: 5).map { ToneMapping.mapped($0, peak: 1000) }
    #expect(zip(mapped, mapped.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func sdrIsNotMapped() {
    for transfer: UInt16 in [1, 2, 6, 13] { #expect(ToneMapping(points(transfer)) == nil) }
  }

  /// The tables have the values of the formulas, which are repeated here.
  @Test(arguments: [16, 18] as [UInt16], [9, 12] as [UInt16])
  func matchesTheFormulas(transfer: UInt16, primaries: UInt16) throws {
    let mapping = try #require(ToneMapping(points(transfer, primaries: primaries)))
    // From BT.2020 to Display P3, as colour science software has it; the same primaries stay.
    let matrix: [[Double]] =
      primaries == 12
      ? [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      : [
        [1.34357825, -0.28217967, -0.06139858], [-0.06529745, 1.07578792, -0.01049046],
        [0.00282179, -0.01959849, 1.01677671],
      ]
    var worst = 0.0
    for red in stride(from: 0.0, through: 1, by: 0.125) {
      for green in stride(from: 0.0, through: 1, by: 0.25) {
        for blue in stride(from: 0.0, through: 1, by: 0.25) {
          var light = [red, green, blue].map {
            transfer == 16 ? PerceptualQuantizer.light($0) : HybridLogGamma.sceneLight($0)
          }
          if transfer == 18 {
            let luminance = 0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]
            light = light.map { 1000 * pow(luminance, 0.2) * $0 }
          }
          let brightest = light.max() ?? 0
          if brightest > 0 {
            let factor = ToneMapping.mapped(min(brightest, 1000), peak: 1000) / brightest
            light = light.map { $0 * factor / 203 }
          }
          let expected = matrix.map { row -> Double in
            let sum = zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }
            let clamped = max(0, min(1, sum))
            return 255
              * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * pow(clamped, 1 / 2.4) - 0.055)
          }
          let found = mapping(SIMD4(Float(red), Float(green), Float(blue), 0))
          for (index, value) in expected.enumerated() {
            worst = max(worst, abs(Double(found[index]) - value))
          }
        }
      }
    }
    #expect(worst < 0.5)
  }

  @Test func primariesAreThoseOfTheirMatrices() throws {
    let srgb = Matrix3(try #require(ColourPrimaries(1)))
    // IEC 61966-2-1.
    #expect(abs(srgb.columns.0.y - 0.2126) < 0.0005 && abs(srgb.columns.2.z - 0.9505) < 0.0005)
    let identity = srgb.inverse * srgb
    #expect(abs(identity.columns.1.y - 1) < 1e-12 && abs(identity.columns.0.z) < 1e-12)
  }
}
