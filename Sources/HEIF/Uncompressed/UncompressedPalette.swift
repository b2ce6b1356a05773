import ISOBMFF

/// The colours that the numbers of a component `palette` stand for (ISO/IEC 23001-17 §6.1.2).
public struct UncompressedPalette: Sendable {
  /// What each colour has.
  public let components: [UncompressedFormat.Component]
  /// Colour after colour, each with a value for each component.
  public let values: [[UInt64]]

  init(
    _ box: ComponentPaletteBox, _ definitions: [ComponentDefinitionBox.Component]
  ) throws(UncompressedFormat.Refusal) {
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
    // Each value starts with a byte.
    let sizes = components.map { ($0.bitDepth + 7) / 8 }
    let (need, overflow) = sizes.reduce(0, +).multipliedReportingOverflow(by: Int(box.valuesCount))
    guard !overflow, !sizes.isEmpty, need <= box.values.count else {
      throw UncompressedFormat.Refusal(sentence: "has a palette (cpal) that ends early")
    }
    let bytes = Array(box.values)
    var position = 0
    values = (0..<Int(box.valuesCount)).map { _ in
      zip(components, sizes).map { component, size in
        let stored = bytes[position..<position + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        position += size
        return stored >> UInt64(size * 8 - component.bitDepth)
      }
    }
    self.components = components
  }
}
