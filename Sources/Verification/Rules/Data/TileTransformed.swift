import HEIF
import ISOBMFF

enum TileTransformed: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-22 §7.3.11.4"
  static let sentence = "The tiles of a grid are not turned, mirrored or cropped themselves."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (grid, _) in file.readableGrids {
      for tile in file.tiles(of: grid) {
        guard
          let property = tile.properties.first(where: {
            PropertyAfterTransform.transforms.contains($0.box.type)
          }), property.box[ImageRotation.self]?.angle != 0
        else { continue }
        file.report(
          property, of: tile, &findings,
          "has the transformation '\(property.box.type)': programs may not apply it to a part of a picture"
        )
      }
    }
  }
}
