import FieldCoding
import ISOBMFF

/// The colours for the sample values of a component `palette` (ISO/IEC 23001-17 §6.1.2).
public struct UncompressedPalette: Sendable {
  /// The components of each colour.
  public let components: [UncompressedFormat.Component]
  /// The number of colours, at most 65,536.
  public let count: Int
  /// Colour after colour, each with a value for each component.
  private let values: Bytes

  init(
    _ box: ComponentPaletteBox, _ definitions: [ComponentDefinitionBox.Component]
  ) throws(UncompressedFormat.Refusal) {
    guard (1...64).contains(box.components.count), box.valuesCount <= 65_536 else {
      throw UncompressedFormat.Refusal(sentence: "has a palette (cpal) that is not supported")
    }
    var components: [UncompressedFormat.Component] = []
    for component in box.components {
      guard Int(component.index) < definitions.count,
        component.format == UncompressedFormat.Number.unsigned.rawValue,
        component.bitDepthMinusOne < 16
      else {
        throw UncompressedFormat.Refusal(sentence: "has a palette (cpal) that is not supported")
      }
      components.append(
        UncompressedFormat.Component(
          meaning: UncompressedFormat.Meaning(
            rawValue: definitions[Int(component.index)].componentType),
          bitDepth: Int(component.bitDepthMinusOne) + 1, number: .unsigned))
    }
    self.components = components
    count = Int(box.valuesCount)
    values = box.values
    guard components.reduce(0, { $0 + $1.byteCount }) * count <= values.count else {
      throw UncompressedFormat.Refusal(sentence: "has a palette (cpal) that ends early")
    }
  }

  /// The value that each colour has for one of the components.
  public func values(ofComponent index: Int) -> [Int] {
    let bytes = Array(values)
    let size = components[index].byteCount
    let start = components[..<index].reduce(0) { $0 + $1.byteCount }
    let stride = components.reduce(0) { $0 + $1.byteCount }
    return (0..<count).map { colour in
      let first = colour * stride + start
      let stored = bytes[first..<first + size].reduce(0) { $0 << 8 | Int($1) }
      return stored >> (size * 8 - components[index].bitDepth)
    }
  }
}

extension UncompressedFormat.Component {
  /// The number of bytes of a value of the palette; each value starts on a byte boundary.
  fileprivate var byteCount: Int { (bitDepth + 7) / 8 }
}
