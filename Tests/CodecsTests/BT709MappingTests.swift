import HEIF
import TestSupport
import Testing

@testable import Codecs

/// The results of the tables are those that would be computed for each colour.
struct BT709MappingTests {
  private static func colour(
    _ primaries: UInt16, _ transfer: UInt16, _ matrix: UInt16
  ) -> CodingIndependentCodePoints {
    var colour = CodingIndependentCodePoints()
    colour.colourPrimaries = primaries
    colour.transferCharacteristics = transfer
    colour.matrixCoefficients = matrix
    return colour
  }

  /// The result for a picture in which all samples are the same.
  private func mapped(
    _ mapping: BT709Mapping, _ y: UInt16, _ cb: UInt16, _ cr: UInt16
  ) -> [UInt8] {
    var source = [y, y, y, y, cb, cr]
    var target = [UInt8](repeating: 0, count: 6)
    // Four samples of luma, and one of each plane of chroma behind them.
    unsafe source.withUnsafeMutableBytes { source in
      unsafe target.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress,
          let old = unsafe PicturePlanes([from, from + 8, from + 10], strides: [4, 2, 2]),
          let new = unsafe PicturePlanes([to, to + 4, to + 5], strides: [2, 1, 1])
        else { return }
        mapping.map(old, to: new, width: 2, height: 2, rows: 0..<1)
      }
    }
    #expect(Set(target[..<4]).count == 1)
    return Array(target[3...])
  }

  @Test(arguments: [[9, 18, 9], [9, 16, 9], [12, 18, 9]] as [[UInt16]])
  func tonesAreThoseOfPhotos(_ numbers: [UInt16]) throws {
    let colour = BT709MappingTests.colour(numbers[0], numbers[1], numbers[2])
    let mapping = try #require(try BT709Mapping(colour, peak: nil))
    let exact = try #require(ToneMapping(colour, primaries: 1))
    let factors = RGBFactors(try ColourMatrix(colour), bitDepth: 10)
    var random = Noise(state: 7)
    var (sum, worst, far) = (0.0, 0.0, 0)
    let count = 20_000
    for _ in 0..<count {
      // Colours as pictures have them: not far from grey.
      let y = UInt16.random(in: 64...940, using: &random)
      let most: Int = min(Int(y) - 64, 940 - Int(y)) / 8
      let cb = UInt16(512 - most + Int.random(in: 0...2 * most, using: &random))
      let cr = UInt16(512 - most + Int.random(in: 0...2 * most, using: &random))
      let shown = exact(factors.colour(Float(y), Float(cb), Float(cr)) / 255)
      let luma: Float = 0.2126 * shown.x + 0.7152 * shown.y + 0.0722 * shown.z
      let blue: Float = (shown.z - luma) / 1.8556
      let red: Float = (shown.x - luma) / 1.5748
      let expected: [Float] = [
        16 + luma * 219 / 255, 128 + blue * 224 / 255, 128 + red * 224 / 255,
      ]
      for (a, b) in zip(mapped(mapping, y, cb, cr), expected) {
        let difference = abs(Double(a) - Double(b))
        sum += difference
        worst = max(worst, difference)
        if difference > 2 { far += 1 }
      }
    }
    // Rounding costs half a step. Colours outside of BT.709 are compressed; the steps of PQ are larger.
    let isPQ = numbers[1] == 16
    #expect(sum / Double(count * 3) < (isPQ ? 0.6 : 0.35), "\(sum / Double(count * 3))")
    #expect(far < count * 3 / (isPQ ? 15 : 100), "\(far)")
    #expect(worst < 20, "\(worst)")
  }

  @Test func grayStaysGray() throws {
    for numbers: [UInt16] in [[9, 18, 9], [9, 16, 9], [12, 1, 1], [9, 1, 9]] {
      let colour = BT709MappingTests.colour(numbers[0], numbers[1], numbers[2])
      let mapping = try #require(try BT709Mapping(colour, peak: nil))
      for y: UInt16 in stride(from: 64, through: 940, by: 4) {
        let shown = mapped(mapping, y, 512, 512)
        #expect(abs(Int(shown[1]) - 128) <= 1 && abs(Int(shown[2]) - 128) <= 1, "\(numbers) \(y)")
        // If only primaries differ, grey keeps its value.
        if numbers[1] == 1 { #expect(abs(Int(shown[0]) - Int(y + 2) / 4) <= 1, "\(y) \(shown)") }
      }
    }
  }

  @Test func whatEveryScreenShowsNeedsNone() throws {
    #expect(try BT709Mapping(BT709MappingTests.colour(1, 1, 1), peak: nil) == nil)
    #expect(try BT709Mapping(BT709MappingTests.colour(6, 6, 6), peak: nil) == nil)
    #expect(try BT709Mapping(BT709MappingTests.colour(2, 2, 2), peak: nil) == nil)
  }
}
