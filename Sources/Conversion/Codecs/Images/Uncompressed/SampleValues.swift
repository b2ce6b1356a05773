import HEIF

/// The conversion of the stored samples of a component to those of the image.
enum SampleValues {
  /// A value for each sample of at most 16 bits, or for each colour of a palette.
  case table([UInt16])
  /// The highest 16 of more bits.
  case wide(UncompressedFormat.Component)
  /// 0 to 1, with 16 bits.
  case float(UncompressedFormat.Component)

  /// - Parameter bitDepth: of the image, 8 to 16.
  init(_ component: UncompressedFormat.Component, to bitDepth: Int) {
    let own = component.bitDepth
    guard component.number != .float else {
      self = .float(component)
      return
    }
    guard own <= 16 else {
      self = .wide(component)
      return
    }
    self = .table(
      (0..<1 << own).map { stored in
        // The zero of signed samples is the middle of the shown range.
        let sample = component.number == .signed ? stored ^ 1 << (own - 1) : stored
        return SampleValues.widened(sample, component, to: bitDepth)
      })
  }

  /// The colours of a palette.
  init(_ palette: UncompressedPalette, _ meaning: UncompressedFormat.Meaning, to bitDepth: Int) {
    guard let index = palette.components.firstIndex(where: { $0.meaning == meaning }) else {
      self = .table([UInt16](repeating: 0, count: palette.count))
      return
    }
    self = .table(
      palette.values(ofComponent: index).map { value in
        SampleValues.widened(value, palette.components[index], to: bitDepth)
      })
  }

  /// The bits that an image needs for these components, 8 to 16.
  static func bitDepth(_ components: [UncompressedFormat.Component]) -> Int {
    components.reduce(8) { max($0, $1.number == .float ? 16 : min(16, $1.bitDepth)) }
  }

  /// The highest sample of few bits is the highest of more; chroma keeps its middle.
  private static func widened(
    _ sample: Int, _ component: UncompressedFormat.Component, to bitDepth: Int
  ) -> UInt16 {
    let own = component.bitDepth
    if component.isChroma { return UInt16(sample << (bitDepth - own)) }
    let (top, ownTop) = ((1 << bitDepth) - 1, (1 << own) - 1)
    return UInt16((sample * top * 2 + ownTop) / (ownTop * 2))
  }

  /// The sample value for the bits of a sample; nil if they are not an index of the palette.
  @inline(__always)
  func shown(_ bits: UInt64) -> UInt16? {
    switch self {
    case .table(let values): bits < UInt64(values.count) ? values[Int(bits)] : nil
    case .wide(let component): SampleValues.highest(bits, component)
    case .float(let component): SampleValues.share(bits, component)
    }
  }

  private static func highest(
    _ bits: UInt64, _ component: UncompressedFormat.Component
  ) -> UInt16 {
    let sample = component.number == .signed ? bits ^ 1 << UInt64(component.bitDepth - 1) : bits
    return UInt16(truncatingIfNeeded: sample >> UInt64(component.bitDepth - 16))
  }

  private static func share(_ bits: UInt64, _ component: UncompressedFormat.Component) -> UInt16 {
    let number =
      switch component.bitDepth {
      case 64: Double(bitPattern: bits)
      case 32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      default: half(UInt16(truncatingIfNeeded: bits))
      }
    // NaN is black.
    return number > 0 ? UInt16((min(number, 1) * 65_535).rounded()) : 0
  }

  /// A number of 16 bits (IEEE 754 binary16), which not all processors have.
  private static func half(_ bits: UInt16) -> Double {
    let (exponent, fraction) = (Int(bits >> 10 & 0x1F), Double(bits & 0x3FF))
    let sign: Double = bits >> 15 == 0 ? 1 : -1
    switch exponent {
    case 0: return sign * fraction / 16_777_216
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default:
      return sign * (1 + fraction / 1024)
        * Double(sign: .plus, exponent: exponent - 15, significand: 1)
    }
  }
}
