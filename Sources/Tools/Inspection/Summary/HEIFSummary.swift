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

/// The derivation of images from other images.
extension HEIFSummary {
  var derivations: [ReportEntry] {
    let toneMaps = payloads(ToneMap.self)
    let transforms = payloads(SampleTransform.self)
    var entries: [ReportEntry] = []
    if !toneMaps.isEmpty {
      entries.append(
        ReportEntry(
          "toneMaps", "Tone map", .array(toneMaps.map { $1.metadata.value(item: $0) }),
          text: toneMaps.map(\.payload.metadata.text)))
    }
    if !transforms.isEmpty {
      entries.append(
        ReportEntry(
          "sampleTransforms", "Transform", .array(transforms.map { $1.value(item: $0) }),
          text: transforms.map(\.payload.text)))
    }
    return entries
  }

  private func payloads<Payload: ItemPayload>(
    _ type: Payload.Type
  ) -> [(item: Item, payload: Payload)] {
    file.items.compactMap { item in
      guard item.type == Payload.itemType, let data = try? file.data(of: item.id),
        let payload = try? Payload(decoding: data)
      else { return nil }
      return (item, payload)
    }
  }
}

extension GainMapMetadata {
  /// `HDR headroom 0 to 2.7871 stops, gain 0 to 2.7871 stops, gamma 0.897`
  fileprivate var text: String {
    let gains = channels.map {
      "gain \(range($0.gainMapMin.value, $0.gainMapMax.value)), gamma \(decimal($0.gamma.value))"
    }
    let names = gains.count == 3 ? ["red ", "green ", "blue "] : [""]
    return "HDR headroom \(range(baseHeadroom.value, alternateHeadroom.value)), "
      + zip(names, gains).map { $0 + $1 }.joined(separator: ", ")
  }

  private func range(_ start: Double, _ end: Double) -> String {
    "\(decimal(start)) to \(decimal(end)) stops"
  }

  fileprivate func value(item: Item) -> JSONValue {
    .object([
      ("item", .int(Int(item.id))),
      ("baseHeadroom", .double(baseHeadroom.value)),
      ("alternateHeadroom", .double(alternateHeadroom.value)),
      ("usesBaseColourSpace", .bool(usesBaseColourSpace)),
      ("backward", .bool(isBackward)),
      (
        "channels",
        .array(
          channels.map {
            .object([
              ("gainMapMin", .double($0.gainMapMin.value)),
              ("gainMapMax", .double($0.gainMapMax.value)),
              ("gamma", .double($0.gamma.value)),
              ("baseOffset", .double($0.baseOffset.value)),
              ("alternateOffset", .double($0.alternateOffset.value)),
            ])
          })
      ),
    ])
  }
}

extension SampleTransform {
  private var bits: Int { 8 << Int(bitDepth) }

  /// `256 × x1 + x2, in 32 bits`
  fileprivate var text: String {
    "\(formula ?? "no formula"), in \(bits) bits"
  }

  fileprivate func value(item: Item) -> JSONValue {
    .object([
      ("item", .int(Int(item.id))), ("bitDepth", .int(bits)), ("formula", .string(formula)),
    ])
  }
}

/// The views of stereo or omnidirectional video.
struct ViewsDescription {
  private var views: [String] = []
  private var hero: String?
  /// The distance in millimetres.
  private var baseline: Double?
  /// The angle in degrees.
  private var fieldOfView: Double?
  /// A share of the width.
  private var disparity: Double?
  private var packing: String?
  private var projection: String?

  /// Nil for a video that is flat and has one view.
  ///
  /// - Parameter boxes: those of a sample entry (Apple HEVC Stereo Video; Spherical Video V2).
  init?(_ boxes: [Box]) {
    let usage = boxes.at("vexu")
    let eyes = usage.at("eyes")
    if let information = eyes.first(StereoViewInformationBox.self) {
      views = [
        information.hasLeftEyeView ? "left eye" : nil,
        information.hasRightEyeView ? "right eye" : nil,
        information.hasAdditionalViews ? "further views" : nil,
      ].compactMap { $0 }
    }
    hero = eyes.first(HeroStereoEyeBox.self).flatMap { [1: "left", 2: "right"][$0.heroEye] }
    baseline = eyes.at("cams").first(StereoBaselineBox.self).map { Double($0.baseline) / 1000 }
    disparity = eyes.at("cmfy").first(StereoDisparityAdjustmentBox.self).map {
      Double($0.disparityAdjustment) / 10_000
    }
    packing = usage.at("pack").first(ViewPackingInformationBox.self).flatMap {
      ["side": "side by side", "over": "one over the other"][$0.viewPackingKind]
    }
    fieldOfView = boxes.first(HorizontalFieldOfViewBox.self).map { Double($0.fieldOfView) / 1000 }
    projection = usage.at("proj").first(ProjectionInformationBox.self).flatMap {
      ViewsDescription.projections[$0.projectionKind]
    }
    if let stereo = boxes.first(Stereoscopic3DBox.self) { read(stereo) }
    if let around = boxes.first("sv3d") { projection = ViewsDescription.projection(around) }
    guard !views.isEmpty || projection != nil || fieldOfView != nil else { return nil }
  }

  private mutating func read(_ box: Stereoscopic3DBox) {
    guard let kind = [1: "one over the other", 2: "side by side"][box.stereoMode] else { return }
    views = ["left eye", "right eye"]
    packing = kind
  }

  private static let projections: [FourCC: String] = [
    "equi": "around the viewer (equirectangular)",
    "hequ": "half around the viewer (equirectangular)", "fish": "fisheye",
    "prim": "parametric immersive (Apple Immersive Video)",
  ]

  private static func projection(_ box: Box) -> String? {
    let kinds: [FourCC: String] = [
      "equi": "around the viewer (equirectangular)", "cbmp": "around the viewer (cube map)",
      "mshp": "around the viewer (mesh)",
    ]
    return box.children.at("proj").lazy.compactMap { kinds[$0.type] }.first
  }

  /// `spatial video: left eye and right eye, 19.24 mm apart, field of view 63.4°`
  var text: String {
    var parts: [String] = []
    if !views.isEmpty { parts.append(views.joined(separator: " and ")) }
    if let packing { parts.append("packed \(packing)") }
    if let hero { parts.append("the \(hero) one where only one is shown") }
    if let projection { parts.append(projection) }
    if let baseline { parts.append("cameras \(decimal(baseline, digits: 2)) mm apart") }
    if let fieldOfView { parts.append("field of view \(decimal(fieldOfView, digits: 2))°") }
    if let disparity, disparity != 0 {
      parts.append("views shifted by \(decimal(disparity * 100, digits: 2))% of the width")
    }
    let title = views.count > 1 ? "spatial video: " : ""
    return title + parts.joined(separator: ", ")
  }

  var value: JSONValue {
    .object([
      ("views", views.isEmpty ? nil : .array(views.map { .string($0) })), ("hero", .string(hero)),
      ("packing", .string(packing)), ("projection", .string(projection)),
      ("baselineMillimetres", .double(baseline)), ("fieldOfView", .double(fieldOfView)),
      ("disparityAdjustment", .double(disparity)),
    ])
  }
}
