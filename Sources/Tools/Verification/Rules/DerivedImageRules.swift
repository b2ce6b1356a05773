import HEIF
import ISOBMFF

/// Rules about derived and auxiliary images and thumbnails.
extension Rules {
  static let derivedImages: [FileRule] = [
    alphaSizeDiffers,
    derivedInputCount,
    derivedSizeDiffers,
    gainMapUndescribed,
    gridTileCount,
    gridTileOutside,
    gridTileSmall,
    gridTilesDiffer,
    gridUncovered,
    gridUnreadable,
    iovlOffsetCount,
    iovlUnreadable,
    thumbnailLarger,
    tileTransformed,
  ]

  static let alphaSizeDiffers = FileRule(
    "alpha-size-differs", .warning, "ISO/IEC 23000-22 §7.3.5.2",
    "An alpha image has the size of the image that it goes with."
  ) { file, findings in
    guard let heif = file.heif else { return }
    for item in file.images {
      guard let urn = item.property(AuxiliaryTypeProperty.self)?.auxType.string,
        AuxiliaryKind(urn: urn) == .alpha, let size = item.statedSize
      else { continue }
      for id in heif.targets("auxl", from: item.id) {
        guard let master = heif.item(id)?.statedSize, master != size else { continue }
        file.report(
          item, &findings,
          "is \(size.width) × \(size.height), but \(file.title(of: id)) is \(master.width) × "
            + "\(master.height): programs may refuse it")
      }
    }
  }

  static let derivedInputCount = FileRule(
    "derived-input-count", .error, "ISO/IEC 23008-12 §6.6.2.1, ISO 21496-1",
    "An identity derivation has one input, and a tone-mapped image two."
  ) { file, findings in
    guard let heif = file.heif else { return }
    for (type, needed) in [("iden", 1), ("tmap", 2)] as [(FourCC, Int)] {
      for item in heif.items where item.type == type {
        let count = heif.targets("dimg", from: item.id).count
        guard count > 0, count != needed else { continue }
        file.report(
          item, &findings,
          "is made of \(counted(count, "image")), where its type '\(type)' has \(needed)")
      }
    }
  }

  static let derivedSizeDiffers = FileRule(
    "derived-size-differs", .warning, "ISO/IEC 23008-12 §6.5.3",
    "The size of a grid or an overlay is the same in its data and in ispe."
  ) { file, findings in
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

  static let gainMapUndescribed = FileRule(
    "gain-map-undescribed", .warning,
    "ISO 21496-1 Annex C; Apple: Applying Apple HDR effect to your photos",
    "A gain map, which tmap or auxC declares, has metadata that says what its samples mean."
  ) { file, findings in
    for map in file.heif?.undescribedGainMaps ?? [] {
      switch map.meaning {
      case .toneMap(let item):
        file.report(
          item, &findings,
          "cannot be read, so that nothing says what the gains of \(file.title(of: map.item.id)) mean: "
            + "programs show the image without HDR")
      case .apple:
        file.report(
          map.item, &findings,
          "has no headroom, neither in XMP (HDRGainMapHeadroom) nor in the maker note of "
            + "Exif: programs show the image without HDR, or guess how bright it is")
      case .described:
        file.report(
          map.item, &findings,
          "is not described by XMP (GainMapMax), so that nothing says what its gains mean: programs show the image "
            + "without HDR")
      }
    }
  }

  static let gridTileCount = FileRule(
    "grid-tile-count", .error, "ISO/IEC 23008-12 §6.6.2.3",
    "A grid refers to as many tiles as it has rows times columns."
  ) { file, findings in
    for (item, grid) in file.readableGrids {
      let count = file.heif?.targets("dimg", from: item.id).count ?? 0
      guard count > 0, count != grid.rows * grid.columns else { continue }
      file.report(
        item, &findings,
        "has \(counted(grid.columns, "column")) and \(counted(grid.rows, "row")), so "
          + "\(counted(grid.columns * grid.rows, "tile")), but "
          + "refers to \(count)")
    }
  }

  static let gridTileOutside = FileRule(
    "grid-tile-outside", .warning, "ISO/IEC 23000-22 §7.3.11.4.2",
    "Every row and column of a grid has a part in its image."
  ) { file, findings in
    for (item, grid) in file.readableGrids {
      guard let tile = file.tiles(of: item).first.flatMap(file.shownSize), tile.width > 0,
        tile.height > 0
      else {
        continue
      }
      let inner = (
        width: tile.width * (grid.columns - 1), height: tile.height * (grid.rows - 1)
      )
      guard inner.width >= Int(grid.outputWidth) || inner.height >= Int(grid.outputHeight) else {
        continue
      }
      file.report(
        item, &findings,
        "is \(grid.outputWidth) × \(grid.outputHeight), so that some of its tiles of \(tile.width) × "
          + "\(tile.height) are completely outside")
    }
  }

  static let gridTileSmall = FileRule(
    "grid-tile-small", .note, "ISO/IEC 23000-22 §7.3.11.4.2",
    "In a file of the Multi-Image Application Format, the tiles of a grid have at least 64 "
      + "× 64 samples."
  ) { file, findings in
    guard file.claimsMIAF else { return }
    for (item, _) in file.readableGrids {
      guard let tile = file.tiles(of: item).first.flatMap(file.shownSize),
        tile.width < 64 || tile.height < 64
      else {
        continue
      }
      file.report(
        item, &findings,
        "has tiles of \(tile.width) × \(tile.height), and some programs need at least 64 × 64")
    }
  }

  static let gridTilesDiffer = FileRule(
    "grid-tiles-differ", .error, "ISO/IEC 23008-12 §6.6.2.3",
    "All tiles of a grid have the same size and are coded in the same way."
  ) { file, findings in
    for (item, _) in file.readableGrids {
      let tiles = file.tiles(of: item)
      guard let first = tiles.first else { continue }
      if let other = tiles.first(where: { $0.type != first.type }) {
        file.report(
          item, &findings,
          "has tiles of different kinds: item \(first.id) is '\(first.type)', item \(other.id) is "
            + "'\(other.type)'")
      }
      guard let size = file.shownSize(of: first),
        let other = tiles.first(where: { (file.shownSize(of: $0) ?? size) != size }),
        let different = file.shownSize(of: other)
      else { continue }
      file.report(
        item, &findings,
        "has tiles of different sizes: item \(first.id) has \(size.width) × \(size.height), item \(other.id) "
          + "has \(different.width) × \(different.height)")
    }
  }

  static let gridUncovered = FileRule(
    "grid-uncovered", .error, "ISO/IEC 23008-12 §6.6.2.3",
    "The tiles of a grid cover its image."
  ) { file, findings in
    for (item, grid) in file.readableGrids {
      guard let tile = file.tiles(of: item).first.flatMap(file.shownSize), tile.width > 0,
        tile.height > 0
      else {
        continue
      }
      let covered = (width: tile.width * grid.columns, height: tile.height * grid.rows)
      guard covered.width < Int(grid.outputWidth) || covered.height < Int(grid.outputHeight) else {
        continue
      }
      file.report(
        item, &findings,
        "is \(grid.outputWidth) × \(grid.outputHeight), but its tiles cover only "
          + "\(covered.width) × \(covered.height)")
    }
  }

  static let gridUnreadable = FileRule(
    "grid-unreadable", .error, "ISO/IEC 23008-12 §6.6.2.3",
    "The data of a grid is its version, flags, rows, columns and size."
  ) { file, findings in
    for (item, grid) in file.grids {
      switch grid {
      case .failure(let error): file.report(item, &findings, "cannot be read: \(error.reason)")
      case .success(let grid) where grid.version != 0:
        file.report(item, &findings, "is a grid of the unknown version \(grid.version)")
      case .success: continue
      }
    }
  }

  static let iovlOffsetCount = FileRule(
    "iovl-offset-count", .error, "ISO/IEC 23008-12 §6.6.2.2",
    "An overlay states an offset for each of its inputs."
  ) { file, findings in
    for (item, overlay) in file.readableOverlays {
      let count = file.heif?.targets("dimg", from: item.id).count ?? 0
      guard count != overlay.offsets.count else { continue }
      file.report(
        item, &findings,
        "is made of \(counted(count, "image")), but states the offsets of \(overlay.offsets.count)")
    }
  }

  static let iovlUnreadable = FileRule(
    "iovl-unreadable", .error, "ISO/IEC 23008-12 §6.6.2.2",
    "The data of an overlay is its version, flags, colour, size and the offset of each input."
  ) { file, findings in
    for (item, overlay) in file.overlays {
      switch overlay {
      case .failure(let error): file.report(item, &findings, "cannot be read: \(error.reason)")
      case .success(let overlay) where overlay.version != 0:
        file.report(item, &findings, "is an overlay of the unknown version \(overlay.version)")
      case .success: continue
      }
    }
  }

  static let thumbnailLarger = FileRule(
    "thumbnail-larger", .warning, "ISO/IEC 23008-12 §6.4.4",
    "A thumbnail is smaller than the image that it represents."
  ) { file, findings in
    guard let heif = file.heif else { return }
    for item in file.images {
      guard let size = item.statedSize else { continue }
      for id in heif.targets("thmb", from: item.id) {
        guard let master = heif.item(id)?.statedSize,
          size.area > master.area
        else { continue }
        file.report(
          item, &findings,
          "is \(size.width) × \(size.height), larger than \(file.title(of: id)) of \(master.width) × "
            + "\(master.height)")
      }
    }
  }

  static let tileTransformed = FileRule(
    "tile-transformed", .warning, "ISO/IEC 23000-22 §7.3.11.4",
    "The tiles of a grid are not rotated, mirrored or cropped themselves."
  ) { file, findings in
    for (grid, _) in file.readableGrids {
      for tile in file.tiles(of: grid) {
        guard
          let property = tile.properties.first(where: {
            Rules.transforms.contains($0.box.type)
          }), property.box[ImageRotation.self]?.angle != 0
        else { continue }
        file.report(
          property, of: tile, &findings,
          "has the transformation '\(property.box.type)': programs may not apply it to a part of an image"
        )
      }
    }
  }
}
