import HEIF
import HEVC
import ISOBMFF
import Metadata
import Movie
import Text

/// The summary of a photo.
struct HEIFSummary {
  let file: HEIFFile

  init(_ file: HEIFFile) { self.file = file }

  var entries: [ReportEntry] {
    guard
      let primary = file.primaryItem
        ?? file.items.first(where: { $0.isImage && !$0.entry.isHidden })
    else { return itemCount }
    return image(primary) + codec(primary) + colour(primary) + dynamicRange(primary)
      + related(primary) + derivations
      + metadata(primary) + itemCount
  }

  // MARK: The image

  private func image(_ primary: Item) -> [ReportEntry] {
    var entries: [ReportEntry] = []
    let geometry = ImageGeometry(file, primary)
    if let size = geometry.displaySize {
      let megapixels = Double(size.width) * Double(size.height) / 1_000_000
      entries.append(
        ReportEntry(
          "size", "Size", .size(size.width, size.height),
          "\(size.width) × \(size.height)"
            + (megapixels >= 0.1 ? " (\(decimal(megapixels, digits: 1)) megapixels)" : "")))
    }
    if let grid = geometry.grid {
      let tile = geometry.tileSize
      entries.append(
        ReportEntry(
          "tiles", "Tiles",
          .object([
            ("columns", .int(grid.columns)), ("rows", .int(grid.rows)),
            ("width", .int(tile?.width)), ("height", .int(tile?.height)),
          ]),
          "\(grid.rows * grid.columns), in \(counted(grid.columns, "column")) and "
            + counted(grid.rows, "row")
            + (tile.map { ", of \($0.width) × \($0.height)" } ?? "")))
    }
    if !geometry.transforms.isEmpty {
      entries.append(
        ReportEntry(
          "transforms", "Shown", .array(geometry.transforms.map { .string($0) }),
          geometry.transforms.joined(separator: ", then ")))
    }
    return entries
  }

  // MARK: Codec

  private func codec(_ primary: Item) -> [ReportEntry] {
    let coded = file.codedItem(of: primary.id) ?? primary
    let description = CodecDescription(coded)
    return [
      ReportEntry("codec", "Codec", description.value, description.text)
    ]
  }

  private func colour(_ primary: Item) -> [ReportEntry] {
    let coded = file.codedItem(of: primary.id) ?? primary
    let stated = primary.colour ?? coded.colour
    let inBitstream = coded.codedFormat?.colour
    let points = stated ?? inBitstream
    let profile = file.iccProfile(of: primary.id)
    var parts: [String] = []
    let profileName = profile.flatMap(ICCProfile.name)
    if let profile {
      parts.append(ICCProfile.text(profile))
    }
    if let points {
      // The profile is more precise than the numbers of the primaries and the transfer.
      parts +=
        profile == nil
        ? CodePoints.texts(points) : CodePoints.texts(points).filter { $0.hasSuffix(" matrix") }
      parts.append(points.isFullRange ? "full range" : "limited range")
    }
    guard !parts.isEmpty else { return [] }
    return [
      ReportEntry(
        "colour", "Colour",
        .object([
          ("profile", .string(profileName)), ("profileBytes", .int(profile?.count)),
          ("primaries", .int(points.map { Int($0.colourPrimaries) })),
          ("transfer", .int(points.map { Int($0.transferCharacteristics) })),
          ("matrix", .int(points.map { Int($0.matrixCoefficients) })),
          ("fullRange", points.map { .bool($0.isFullRange) }),
          ("source", .string(stated != nil ? "container" : points == nil ? nil : "bitstream")),
        ]), parts.joined(separator: ", "))
    ]
  }

  private func dynamicRange(_ primary: Item) -> [ReportEntry] {
    let coded = file.codedItem(of: primary.id) ?? primary
    let points = primary.colour ?? coded.colour ?? coded.codedFormat?.colour
    let boxes = (primary.properties + coded.properties).map(\.box)
    guard let range = DynamicRangeSummary(boxes, points) else { return [] }
    return [ReportEntry("dynamicRange", "Brightness", range.value, text: range.lines)]
  }

  // MARK: Related images

  private func related(_ primary: Item) -> [ReportEntry] {
    var entries: [ReportEntry] = []
    let thumbnails = file.thumbnails(of: primary.id)
    if !thumbnails.isEmpty {
      entries.append(list("thumbnails", "Thumbnail", thumbnails.map { ("", $0) }))
    }
    let auxiliary = file.auxiliaryImages(of: primary.id)
    var tiles: Set<UInt32> = []
    let ofTiles =
      primary.type == "grid"
      ? file.targets("dimg", from: primary.id).filter { tiles.insert($0).inserted }
        .flatMap(file.auxiliaryImages) : []
    if !auxiliary.isEmpty || !ofTiles.isEmpty {
      entries.append(
        list(
          "auxiliary", "Auxiliary",
          auxiliary.map { ($0.kind.title, $0.item) }
            + ofTiles.map { ("\($0.kind.title) of a tile", $0.item) }))
    }
    // Neither a part of another image nor made for one.
    let parts = Set(file.references.filter { $0.type == "dimg" }.flatMap(\.to))
    let companions = Set(
      file.references.filter { $0.type == "thmb" || $0.type == "auxl" }.map(\.from))
    let others = file.items.filter { item in
      item.isImage && !item.entry.isHidden && item.id != primary.id && !parts.contains(item.id)
        && !companions.contains(item.id)
    }
    if !others.isEmpty {
      entries.append(
        list(
          "otherImages", "Other images",
          others.map { (ItemType.title($0.type) ?? "\($0.type)", $0) }))
    }
    if !file.groups.isEmpty {
      entries.append(
        ReportEntry(
          "groups", "Groups",
          .array(
            file.groups.map {
              .object([
                ("type", .string("\($0.type)")), ("id", .int(Int($0.id))),
                ("entities", .array($0.entities.map { .int(Int($0)) })),
              ])
            }),
          text: file.groups.map { group in
            "\(group.title): \(group.entities.map { "\($0)" }.joined(separator: ", "))"
          }))
    }
    return entries
  }

  private func list(_ key: String, _ label: String, _ images: [(String, Item)]) -> ReportEntry {
    var values: [JSONValue] = []
    var lines: [String] = []
    for (title, item) in images {
      let size = ImageGeometry(file, item).displaySize
      let codec = CodecDescription(file.codedItem(of: item.id) ?? item)
      values.append(
        .object([
          ("kind", title.isEmpty ? nil : .string(title)), ("item", .int(Int(item.id))),
          ("width", .int(size?.width)), ("height", .int(size?.height)),
          ("codec", codec.value),
        ]))
      let parts = [title, size.map { "\($0.width) × \($0.height)" } ?? "", codec.short]
      lines.append(parts.filter { !$0.isEmpty }.joined(separator: ", "))
    }
    // Three thumbnails of one kind are one line.
    var runs: [(line: String, count: Int)] = []
    for line in lines {
      if runs.last?.line == line { runs[runs.count - 1].count += 1 } else { runs.append((line, 1)) }
    }
    return ReportEntry(
      key, label, .array(values),
      text: runs.map { $0.count == 1 ? $0.line : "\($0.count) × \($0.line)" })
  }

  // MARK: Metadata

  private func metadata(_ primary: Item) -> [ReportEntry] {
    var entries: [ReportEntry] = []
    var lines: [String] = []
    var values: [(String, JSONValue?)] = []
    let exif = file.exifItem(of: primary.id).flatMap { try? file.data(of: $0.id) }
    let xmp = file.xmpItem(of: primary.id).flatMap { try? file.data(of: $0.id) }
    for (key, name, payload) in [("exif", "Exif", exif), ("xmp", "XMP", xmp)] {
      guard let payload else { continue }
      lines.append("\(name) \(counted(payload.count, "byte"))")
      values.append((key, .int(payload.count)))
    }
    entries += ExifReport.entries(exif: exif.flatMap { ExifItem.tiff(in: $0) }, xmp: xmp)
    if !lines.isEmpty {
      entries.append(
        ReportEntry("metadata", "Metadata", .object(values), lines.joined(separator: ", ")))
    }
    return entries
  }

  private var itemCount: [ReportEntry] {
    var counts: [(type: FourCC, count: Int)] = []
    for item in file.items {
      if let index = counts.firstIndex(where: { $0.type == item.type }) {
        counts[index].count += 1
      } else {
        counts.append((item.type, 1))
      }
    }
    guard !counts.isEmpty else { return [] }
    return [
      ReportEntry(
        "items", "Items", .object(counts.map { ("\($0.type)", .int($0.count)) }),
        counts.map { ItemType.count($0.type, $0.count) }.joined(separator: " "))
    ]
  }
}

extension ItemType {
  /// `hvc1×48`, `grid`
  fileprivate static func count(_ type: FourCC, _ count: Int) -> String {
    count == 1 ? "\(type)" : "\(type)×\(count)"
  }
}

/// The size and the rotation of an image, even if it cannot be decoded.
struct ImageGeometry {
  var grid: ImageGrid?
  var tileSize: ImagePlan.Size?
  var displaySize: ImagePlan.Size?
  var transforms: [String] = []

  init(_ file: HEIFFile, _ item: Item) {
    var size = item.statedSize ?? item.codedSize
    if item.type == "grid", let payload = try? file.data(of: item.id) {
      grid = try? ImageGrid(decoding: payload)
      if let grid {
        size = ImagePlan.Size(width: Int(grid.outputWidth), height: Int(grid.outputHeight))
      }
      tileSize = file.targets("dimg", from: item.id).first.flatMap { file.item($0)?.statedSize }
    }
    guard let size else { return }
    var plan = ImagePlan()
    plan.canvas = size
    for property in item.properties {
      guard let transform = ImagePlan.Transform(property.box, of: plan.displaySize) else {
        continue
      }
      transforms.append(ImageGeometry.text(transform))
      plan.transforms.append(transform)
    }
    plan.sampleShape = item.sampleShape ?? plan.sampleShape
    let (shape, shown) = (plan.sampleShape, plan.shownSize)
    if shown != plan.displaySize {
      transforms.append(
        "scaled to \(shown.width) × \(shown.height), as samples are \(shape.width):\(shape.height)")
    }
    displaySize = shown
  }

  private static func text(_ transform: ImagePlan.Transform) -> String {
    switch transform {
    case .crop(let x, let y, let width, let height):
      "cropped to \(width) × \(height) at \(x), \(y)"
    case .rotate(quarterTurns: 1): "rotated 90° counter-clockwise"
    case .rotate(quarterTurns: 2): "rotated 180°"
    case .rotate: "rotated 90° clockwise"
    case .flipVertically: "mirrored top to bottom"
    case .flipHorizontally: "mirrored left to right"
    }
  }
}
