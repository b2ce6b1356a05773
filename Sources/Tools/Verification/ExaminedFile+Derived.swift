import HEIF
import ISOBMFF
import Metadata

/// The data of derived images and of metadata.
extension ExaminedFile {
  /// Each `grid` item whose data exists, with its descriptor.
  var grids: [(item: Item, grid: Result<ImageGrid, FieldError>)] { descriptions(of: "grid") }

  var readableGrids: [(item: Item, grid: ImageGrid)] {
    grids.compactMap { item, grid in
      guard case .success(let grid) = grid, grid.version == 0 else { return nil }
      return (item, grid)
    }
  }

  /// Each `iovl` item whose data exists, with its descriptor.
  var overlays: [(item: Item, overlay: Result<ImageOverlay, FieldError>)] {
    descriptions(of: "iovl")
  }

  var readableOverlays: [(item: Item, overlay: ImageOverlay)] {
    overlays.compactMap { item, overlay in
      guard case .success(let overlay) = overlay, overlay.version == 0 else { return nil }
      return (item, overlay)
    }
  }

  private func descriptions<Description: FieldCodable>(
    of type: FourCC
  ) -> [(item: Item, Result<Description, FieldError>)] {
    guard let heif else { return [] }
    return heif.items.filter { $0.type == type }.compactMap { item in
      guard let data = try? heif.data(of: item.id) else { return nil }
      do throws(FieldError) {
        return (item, .success(try Description(decoding: data)))
      } catch {
        return (item, .failure(error))
      }
    }
  }

  /// The tiles of a grid that exist.
  func tiles(of grid: Item) -> [Item] {
    guard let heif else { return [] }
    return heif.targets("dimg", from: grid.id).compactMap { heif.item($0) }
  }

  /// The size of an image after its transformations.
  func shownSize(of item: Item) -> ImagePlan.Size? {
    guard let size = item.statedSize else { return nil }
    var plan = ImagePlan()
    plan.canvas = size
    for property in item.properties {
      if let transform = ImagePlan.Transform(property.box, of: plan.displaySize) {
        plan.transforms.append(transform)
      }
    }
    return plan.displaySize
  }

  /// Exif items and their data.
  var exifItems: [(item: Item, data: Bytes)] {
    guard let heif else { return [] }
    return heif.items.filter { $0.type == "Exif" }.compactMap { item in
      (try? heif.data(of: item.id)).map { (item, $0) }
    }
  }
}

extension ImagePlan.Size {
  /// The number of samples; sides are stated with 32 bits.
  var area: UInt64 {
    UInt64(clamping: width).multipliedReportingOverflow(by: UInt64(clamping: height)).partialValue
  }
}
