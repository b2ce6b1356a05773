import FieldCoding
import ISOBMFF

extension VisualSampleEntry {
  /// The palette for pixels of at most 8 bits, with red in bits 16 to 23, then green and blue, and opaque (QuickTime
  /// File Format, "Video sample description"): the colour table of the entry, or else the default colours of the
  /// Macintosh.
  var palette: [UInt32] {
    let bits = depth & 31
    let count = 1 << Int(min(bits, 8))
    if let colorTable {
      var colours: [UInt32] = []
      colorTable.entries.forEachRow { _, row in
        // The upper 8 of 16 bits are used.
        colours.append(.opaque(row[1...3].map { UInt32(truncatingIfNeeded: $0 >> 8) }))
      }
      return Array(colours.prefix(256))
    }
    if depth > 32, bits > 1 {
      return (0..<count).map { .gray(UInt32(255 - $0 * 255 / (count - 1))) }
    }
    switch bits {
    case 1: return [0xFF, 0].map { .gray($0) }
    case 2: return [0xFF, 0xAC, 0x55, 0].map { .gray($0) }
    case 4: return Self.sixteenColours.map { $0 | 0xFF00_0000 }
    default: return Self.systemColours
    }
  }

  /// The 16 colours of the control panel of Mac OS.
  private static let sixteenColours: [UInt32] = [
    0xFFFFFF, 0xFCF305, 0xFF6402, 0xDD0806, 0xF20884, 0x4600A5, 0x0000D4, 0x02ABEA,
    0x1FB714, 0x006411, 0x562C05, 0x90713A, 0xC0C0C0, 0x808080, 0x404040, 0x000000,
  ]

  /// Steps of a fifth of red, green and blue, starting with white, then more shades of red, green, blue and grey, and
  /// black at the end.
  private static let systemColours: [UInt32] = {
    let steps: [UInt32] = [0xFF, 0xCC, 0x99, 0x66, 0x33, 0]
    let cube = steps.flatMap { red in
      steps.flatMap { green in steps.map { UInt32.opaque([red, green, $0]) } }
    }
    let shades: [UInt32] = [0xEE, 0xDD, 0xBB, 0xAA, 0x88, 0x77, 0x55, 0x44, 0x22, 0x11]
    return cube.dropLast() + shades.map { .opaque([$0, 0, 0]) }
      + shades.map { .opaque([0, $0, 0]) } + shades.map { .opaque([0, 0, $0]) }
      + shades.map { .gray($0) } + [.gray(0)]
  }()
}

extension UInt32 {
  /// A colour of red, green and blue.
  fileprivate static func opaque(_ parts: [UInt32]) -> UInt32 {
    parts.reduce(0xFF) { $0 << 8 | $1 }
  }

  fileprivate static func gray(_ shade: UInt32) -> UInt32 { .opaque([shade, shade, shade]) }
}
