import HEIF
import ISOBMFF

enum DerivedSizeDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.5.3"
  static let sentence = "The size of a grid or an overlay is the same in its data and in ispe."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let grids = file.readableGrids.map {
      ($0.item, ImagePlan.Size(width: Int($0.grid.outputWidth), height: Int($0.grid.outputHeight)))
    }
    let overlays = file.readableOverlays.map {
      (
        $0.item,
        ImagePlan.Size(width: Int($0.overlay.outputWidth), height: Int($0.overlay.outputHeight))
      )
    }
    for (item, size) in grids + overlays {
      guard let stated = item.statedSize, stated != size,
        let property = item.properties.first(where: { $0.box.type == "ispe" })
      else { continue }
      file.report(
        property, of: item, &findings,
        "is \(size.width) × \(size.height) by its data, but \(stated.width) × \(stated.height) by ispe"
      )
    }
  }
}
