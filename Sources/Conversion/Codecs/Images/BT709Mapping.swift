package import HEIF
import Platform

/// Converts colours of a movie that not every screen shows to BT.709: from samples of 10 bits to samples of
/// 8 bits, both with one chroma sample for four luma samples.
///
/// The light of HDR images (PQ or HLG) is mapped as ``ToneMapping`` does it for photos. In images with wider
/// primaries, such as Display P3, each colour that BT.709 also has does not change.
/// The result is computed for 65 × 65 × 65 colours, and interpolated between them.
package struct BT709Mapping: Sendable {
  /// The distance of one colour of the tables to the next.
  private static let step = 16
  private static let count = 1024 / step + 1
  /// The number of fraction bits of values in the tables.
  private static let fraction: Int32 = 6

  /// The new luma for each pair of chroma, in the order Cr, Cb, Y.
  private let luma: [Int16]
  /// The new Cb and Cr, in the same order.
  private let chroma: [SIMD2<Int16>]

  /// The colours of the result: those of BT.709, in limited range.
  package static let colour: CodingIndependentCodePoints = {
    var colour = CodingIndependentCodePoints()
    colour.colourPrimaries = 1
    colour.transferCharacteristics = 1
    colour.matrixCoefficients = 1
    return colour
  }()

  /// The mapping for images; nil if they need none.
  ///
  /// - Parameter peak: the highest luminance in cd/m²; nil if it is not known.
  package init?(_ colour: CodingIndependentCodePoints, peak: Double?) throws(CodecError) {
    let tones = ToneMapping(colour, peak: peak, primaries: 1)
    let gamut = GamutMapping(colour)
    guard tones != nil || gamut != nil else { return nil }
    var colour = colour
    // HDR without a word on its matrix has that of BT.2100.
    if colour.matrixCoefficients == 2, tones != nil { colour.matrixCoefficients = 9 }
    let factors = RGBFactors(try ColourMatrix(colour), bitDepth: 10)
    let nodes = (0..<BT709Mapping.count).map { Float($0 * BT709Mapping.step) }
    let scale = Float(1 << BT709Mapping.fraction)
    var (luma, chroma): ([Int16], [SIMD2<Int16>]) = ([], [])
    for cr in nodes {
      for cb in nodes {
        for y in nodes {
          let signal = factors.colour(y, cb, cr) / 255
          let shown = tones?(signal) ?? gamut?(signal) ?? signal * 255
          // ITU-R BT.709-6, items 3.2 to 3.4.
          let light = 0.2126 * shown.x + 0.7152 * shown.y + 0.0722 * shown.z
          luma.append(Int16((scale * (16 + light * 219 / 255)).rounded()))
          let difference =
            SIMD2((shown.z - light) / 1.8556, (shown.x - light) / 1.5748) * (224.0 / 255) + 128
          chroma.append(SIMD2<Int16>((difference * scale).rounded(.toNearestOrEven)))
        }
      }
    }
    (self.luma, self.chroma) = (luma, chroma)
  }

  /// Maps rows of two lines of luma and one of chroma.
  ///
  /// Both images have this size, which is even, and three planes.
  package func map(
    _ source: PicturePlanes, to target: PicturePlanes, width: Int, height: Int, rows: Range<Int>
  ) {
    precondition(width % 2 == 0 && rows.lowerBound >= 0 && rows.upperBound * 2 <= height)
    // All indices are within the planes, and all colours of ten bits are within the tables.
    unsafe luma.withUnsafeBufferPointer { luma in
      unsafe chroma.withUnsafeBufferPointer { chroma in
        for row in rows {
          let upper = unsafe source.line(0, 2 * row)
          let lower = unsafe source.line(0, 2 * row + 1)
          let blue = unsafe source.line(1, row)
          let red = unsafe source.line(2, row)
          let newUpper = unsafe target.bytes(0, 2 * row)
          let newLower = unsafe target.bytes(0, 2 * row + 1)
          let newBlue = unsafe target.bytes(1, row)
          let newRed = unsafe target.bytes(2, row)
          for x in 0..<width / 2 {
            let cell = unsafe TableCell(cb: Int(blue[x]), cr: Int(red[x]))
            let (a, b) = unsafe (Int32(upper[2 * x] & 1023), Int32(upper[2 * x + 1] & 1023))
            let (c, d) = unsafe (Int32(lower[2 * x] & 1023), Int32(lower[2 * x + 1] & 1023))
            unsafe newUpper[2 * x] = cell.luma(a, in: luma)
            unsafe newUpper[2 * x + 1] = cell.luma(b, in: luma)
            unsafe newLower[2 * x] = cell.luma(c, in: luma)
            unsafe newLower[2 * x + 1] = cell.luma(d, in: luma)
            let pair = unsafe cell.chroma((a + b + c + d + 2) >> 2, in: chroma)
            unsafe newBlue[x] = pair.x
            unsafe newRed[x] = pair.y
          }
        }
      }
    }
  }

  /// Between which four columns of the tables a pair of chroma is, and what each of them weighs.
  private struct TableCell {
    let columns: SIMD4<Int32>
    let weights: SIMD4<Int32>

    @inline(__always)
    init(cb: Int, cr: Int) {
      let (cb, cr) = (Int32(cb & 1023), Int32(cr & 1023))
      let (left, top) = (cb >> 4, cr >> 4)
      let (x, y) = (cb & 15, cr & 15)
      let count = Int32(BT709Mapping.count)
      let first = (top * count + left) * count
      columns = SIMD4(first, first &+ count, first &+ count * count, first &+ count * (count + 1))
      weights = SIMD4((16 - x) * (16 - y), x * (16 - y), (16 - x) * y, x * y)
    }

    /// The sum of eight values, whose weights are 2^12 together.
    private static let shift = 12 + BT709Mapping.fraction

    @inline(__always)
    func luma(_ value: Int32, in table: UnsafeBufferPointer<Int16>) -> UInt8 {
      let (index, part) = (value >> 4, value & 15)
      var (first, next): (SIMD4<Int32>, SIMD4<Int32>) = (.zero, .zero)
      for corner in 0..<4 {
        let offset = Int(columns[corner] &+ index)
        unsafe first[corner] = Int32(table[offset])
        unsafe next[corner] = Int32(table[offset &+ 1])
      }
      let sum = (weights &* (first &* (16 &- part) &+ next &* part)).wrappedSum()
      return UInt8(truncatingIfNeeded: (sum &+ 1 << (TableCell.shift - 1)) >> TableCell.shift)
    }

    @inline(__always)
    func chroma(_ value: Int32, in table: UnsafeBufferPointer<SIMD2<Int16>>) -> SIMD2<UInt8> {
      let (index, part) = (value >> 4, value & 15)
      var sum = SIMD2<Int32>.zero
      for corner in 0..<4 {
        let offset = Int(columns[corner] &+ index)
        let first = unsafe SIMD2<Int32>(truncatingIfNeeded: table[offset])
        let next = unsafe SIMD2<Int32>(truncatingIfNeeded: table[offset &+ 1])
        sum &+= weights[corner] &* (first &* (16 &- part) &+ next &* part)
      }
      return SIMD2<UInt8>(
        truncatingIfNeeded: (sum &+ 1 << (TableCell.shift - 1)) &>> TableCell.shift)
    }
  }
}

/// Brings colours of wide primaries into those of BT.709. Those that it has not become the nearest in red,
/// green and blue.
private struct GamutMapping {
  private let matrix: Matrix3

  /// Nil for images whose primaries are about as wide.
  init?(_ colour: CodingIndependentCodePoints) {
    // BT.2020, DCI P3 and Display P3.
    guard [9, 11, 12].contains(colour.colourPrimaries), !colour.isHDR,
      let own = ColourPrimaries(colour.colourPrimaries), let shown = ColourPrimaries(1)
    else { return nil }
    matrix = Matrix3(shown).inverse * Matrix3(own)
  }

  /// - Parameter colour: the signals of red, green and blue, 0 to 1.
  /// - Returns: those in BT.709, 0 to 255.
  func callAsFunction(_ colour: SIMD4<Float>) -> SIMD4<Float> {
    let light = SIMD3(
      GamutMapping.light(colour.x), GamutMapping.light(colour.y), GamutMapping.light(colour.z))
    let shown =
      matrix.columns.0 * light.x + matrix.columns.1 * light.y + matrix.columns.2 * light.z
    return SIMD4(
      GamutMapping.signal(shown.x), GamutMapping.signal(shown.y), GamutMapping.signal(shown.z), 0)
  }

  /// The curve that screens have, by and large, from signal to light and back.
  private static func light(_ signal: Float) -> Double { pow(max(0, Double(signal)), 2.2) }
  private static func signal(_ light: Double) -> Float {
    Float(255 * pow(min(max(0, light), 1), 1 / 2.2))
  }
}
