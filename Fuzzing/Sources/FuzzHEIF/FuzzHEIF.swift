import FuzzDriver
import HEIF
import ISOBMFF

/// A photo's items: their offsets, their data, and the plans of their pictures.
@_cdecl("FuzzHEIF_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: { Seeds.file($0) }) { bytes in
    guard let file = HEIFFile(BoxFile(bytes)) else { return }
    for item in file.items.prefix(64) {
      if let data = try? file.data(of: item.id), let extents = try? file.extents(of: item.id) {
        precondition(
          extents.isEmpty || data.count == extents.reduce(0) { $0 + $1.count },
          "the data of an item is not what its extents say")
      }
      _ = (item.statedSize, item.colour, item.iccProfile)
      guard let plan = try? file.plan(for: item.id) else { continue }
      precondition(plan.tiles.count == plan.columns * plan.rows, "a plan without all tiles")
      precondition(
        plan.tiles.allSatisfy { plan.configurations.indices.contains($0.configuration) },
        "a tile without configuration")
      _ = plan.displaySize
      checkRoundTrip(ImagePlan.self, Bytes((try? plan.encoded()) ?? []))
    }
  }
}
