import FieldCoding
public import ISOBMFF

extension HEIFFile {
  /// The plan for decoding and showing an item (ISO/IEC 23008-12 §6.5, §6.6).
  ///
  /// Throws if the item is not an image that can be planned, if its parts contradict each other, or if it has an
  /// unknown essential property.
  public func plan(for id: UInt32) throws(FieldError) -> ImagePlan {
    var budget = PlanBudget(fileBytes: boxes.bytes.count)
    return try plan(for: id, &budget)
  }

  /// - Parameters:
  ///   - inside: the derived images that use this one as an input.
  ///   - budget: pays for the images; one budget for all images of a file that are decoded.
  package func plan(
    for id: UInt32, inside: [UInt32] = [], _ budget: inout PlanBudget
  ) throws(FieldError) -> ImagePlan {
    guard let item = item(id) else { throw error(id, "does not exist") }
    budget.images -= 1
    guard !inside.contains(id), inside.count < 8, budget.images > 0 else {
      throw error(id, "is derived from itself")
    }
    if item.entry.protectionIndex != 0 { throw error(id, "is encrypted") }
    var plan: ImagePlan
    switch item.type {
    case "grid":
      plan = try gridPlan(for: item, of: targets("dimg", from: id), inside, &budget)
    case "iovl": plan = try overlayPlan(for: item, inside, &budget)
    case "iden", "tmap":
      let inputs = targets("dimg", from: id)
      // A tone-mapped image shows its first input on displays without high dynamic range.
      guard let input = inputs.first else { throw error(id, "has no input") }
      guard inputs.count == 1 || item.type == "tmap" else {
        throw error(id, "is an identity derivation of \(inputs.count) images instead of one")
      }
      let base = try self.plan(for: input, inside: inside + [id], &budget)
      // The size of a tone-mapped image is that of its displayed input.
      if item.type == "tmap" { return base }
      plan = base
    default:
      guard let codec = Codec(item) else { throw cannotBeDecoded(item) }
      plan = try codedPlan(for: item, codec)
      try addReferences(of: item, to: &plan)
    }
    try checkEssentialProperties(of: item)
    // The colours of an overlay describe its result, and not how it is composed.
    if plan.colour == nil, plan.overlay == nil { plan.colour = item.colour }
    if plan.peakLuminance == 0 { plan.peakLuminance = item.peakLuminance }
    // Alpha has full range, unless the container states another one, or the bitstream of AV1, which always states its
    // range.
    let urn = item.property(AuxiliaryTypeProperty.self)?.auxType.string
    if plan.colour == nil, plan.codec != .av1, let urn, AuxiliaryKind(urn: urn) == .alpha {
      plan.codedColour.isFullRange = true
    }
    if !repeatsTransforms(item, of: inside.last) {
      plan.transforms += try transforms(of: item, plan.displaySize)
    }
    plan.sampleShape = item.sampleShape ?? plan.sampleShape
    if let excess = budget.pay(for: plan) { throw error(id, excess) }
    return plan
  }

  /// Refuses a palette, channels in another order, and alpha channels (ISO/IEC 15444-16, `j2kH`).
  private func refuseChannels(of item: Item) throws(FieldError) {
    let parts = item.properties.first { $0.box.type == "j2kH" }?.box.children ?? []
    if parts.contains(where: { $0.type == "pclr" || $0.type == "cmap" }) {
      throw error(item.id, "is a JPEG 2000 image with a palette, which cannot be decoded yet")
    }
    // Each channel has a number, a type and an association. Type 0 is a colour, and the first colour has association 1.
    let channels = parts.first(ChannelDefinitionBox.self)?.channels ?? FieldTable()
    let isUsual = (0..<channels.count).allSatisfy {
      channels[$0, 1] == 0 && channels[$0, 2] == channels[$0, 0] + 1
    }
    guard isUsual else {
      throw error(
        item.id,
        "is a JPEG 2000 image with channels for opacity, or in another order,"
          + " which cannot be decoded yet")
    }
  }

  private func cannotBeDecoded(_ item: Item) -> FieldError {
    error(
      item.id,
      "is \(ItemType.title(item.type).map { "an item of type \(item.type) (\($0))" } ?? "of the type \(item.type)"),"
        + " which cannot be decoded yet")
  }

  /// The plan of a single coded image, without its transformations.
  func codedPlan(for item: Item, _ codec: Codec) throws(FieldError) -> ImagePlan {
    guard var configuration = codec.configuration(in: item.properties.map(\.box)) else {
      let type = codec.configurationType.map { " (\($0))" } ?? ""
      throw error(item.id, "has no decoder configuration\(type)", in: "iprp")
    }
    configuration.itemType = item.type
    var plan = ImagePlan()
    plan.codec = codec
    (plan.tileSize, plan.canvas) = try sizes(of: item, codedAs: codec.sizes(configuration))
    plan.configurations = [configuration]
    var image = ImagePlan.CodedImage()
    do throws(FieldError) { image.extents = try extents(of: item.id) } catch {
      guard allowsLoss else { throw error }
      image.isLost = true
      image.extents = extentsInFile(of: item)
    }
    plan.tiles = [image]
    if codec == .jpeg2000 { try refuseChannels(of: item) }
    plan.codedColour = codec.colour(configuration) { try? data(of: item.id) }
    if let format = try uncompressedFormat(of: item) {
      plan.codedColour = CodingIndependentCodePoints(format.colours)
      plan.takeUnits(of: item)
    }
    return plan
  }

  /// The size that a decoder makes, and the size that is shown.
  ///
  /// Some writers leave out the size in the container, or code an image in whole blocks and do not say that only a part
  /// of them is shown: then the part of the decoded picture that the container's size covers is shown.
  ///
  /// - Parameter coded: the sizes in the parameter sets, or nothing if the container's is the only one.
  private func sizes(
    of item: Item, codedAs coded: [ImagePlan.Size]
  ) throws(FieldError) -> (decoded: ImagePlan.Size, shown: ImagePlan.Size) {
    guard let stated = item.statedSize ?? coded.first else {
      throw error(item.id, "has no size (ispe)", in: "iprp")
    }
    guard stated.width > 0, stated.height > 0 else {
      throw error(item.id, "has an empty size (ispe)", in: "iprp")
    }
    guard let first = coded.first(where: { $0 != stated }) else { return (stated, stated) }
    func isInSameBlock(_ one: Int, _ other: Int) -> Bool {
      abs(one - other) < HEIFFile.largestBlock
    }
    guard coded.allSatisfy({ $0 == first }), isInSameBlock(first.width, stated.width),
      isInSameBlock(first.height, stated.height)
    else {
      throw error(
        item.id,
        "is coded as \(first.width) × \(first.height), but the container says "
          + "\(stated.width) × \(stated.height)", in: "iprp")
    }
    let shown = ImagePlan.Size(
      width: min(first.width, stated.width), height: min(first.height, stated.height))
    return (first, shown)
  }

  /// The largest block of HEVC, in samples.
  private static let largestBlock = 64
}

/// What the images of a plan may cost, so that a file of few bytes cannot make work for millions of images or pixels.
package struct PlanBudget {
  /// A few grids, each of which is all tiles of another one, can contain millions of images.
  var images = 1 << 17
  /// Images may share their bytes, but not often.
  private var bytes: Int
  /// A flat image has hardly any bytes: a block of 64 × 64 pixels some bits.
  private var pixels: Int

  private static let (freeBytes, timesBytes) = (1 << 20, 4)
  private static let (freePixels, pixelsOfByte) = (1 << 27, 1 << 14)

  package init(fileBytes: Int) {
    bytes = fileBytes.multipliedSaturating(by: PlanBudget.timesBytes)
      .addingSaturating(PlanBudget.freeBytes)
    pixels = fileBytes.multipliedSaturating(by: PlanBudget.pixelsOfByte)
      .addingSaturating(PlanBudget.freePixels)
  }

  /// Pays for the pixels of an image, and for its bytes if it is one coded image. Returns the reason why it is too much
  /// for the file, in words that follow "item 3"; nil if it is not.
  package mutating func pay(for plan: ImagePlan) -> String? {
    pixels -= min(pixels, plan.canvas.width.multipliedSaturating(by: plan.canvas.height))
    if plan.tiles.count == 1, plan.overlay == nil {
      bytes -= min(bytes, plan.tiles[0].extents.reduce(0) { $0.addingSaturating($1.count) })
    }
    if pixels == 0 {
      return "has more pixels than a file of so few bytes can hold: "
        + "\(plan.canvas.width) × \(plan.canvas.height)"
    }
    return bytes == 0 ? "has, with all its parts, more than four times the bytes of the file" : nil
  }
}

extension HEIFFile {
  /// The transformations of an item's image, which has this size before them.
  func transforms(
    of item: Item, _ size: ImagePlan.Size
  ) throws(FieldError) -> [ImagePlan.Transform] {
    var size = size
    var transforms: [ImagePlan.Transform] = []
    for property in item.properties {
      if let transform = try transform(property.box, size, item) {
        transforms.append(transform)
        size = transform.size(of: size)
      }
    }
    return transforms
  }

  /// Whether the item is an AV1 tile with the same transformations as its grid: libavif writes them on both, and its
  /// reader applies only those of the grid. The specification of AVIF forbids them on tiles.
  func repeatsTransforms(_ item: Item, of grid: UInt32?) -> Bool {
    guard item.type == "av01", let grid = grid.flatMap({ self.item($0) }), grid.type == "grid"
    else { return false }
    return item.transformProperties == grid.transformProperties
  }

  /// The transformation of a property; nil if the property is not one, or changes nothing.
  private func transform(
    _ box: Box, _ size: ImagePlan.Size, _ item: Item
  ) throws(FieldError) -> ImagePlan.Transform? {
    let transform = ImagePlan.Transform(box, of: size)
    if transform == nil, box.type == "clap", box[CleanApertureBox.self]?.crop(of: size) == nil {
      throw error(
        item.id, "has a clean aperture (clap) that is not inside of the picture", in: "iprp")
    }
    return transform
  }
}

extension ImagePlan.Transform {
  /// The transformation of a property; nil if the property is not a transformation, or if it changes nothing.
  public init?(_ property: Box, of size: ImagePlan.Size) {
    if let rotation = property[ImageRotation.self], rotation.angle != 0 {
      self = .rotate(quarterTurns: Int(rotation.angle))
    } else if let mirror = property[ImageMirror.self] {
      self = mirror.axis == 0 ? .flipVertically : .flipHorizontally
    } else if let crop = property[CleanApertureBox.self]?.crop(of: size),
      crop != .crop(x: 0, y: 0, width: size.width, height: size.height)
    {
      self = crop
    } else {
      return nil
    }
  }
}

extension Item {
  fileprivate var transformProperties: [Box] {
    properties.map(\.box).filter { ["irot", "imir", "clap"].contains($0.type) }
  }
}

extension CleanApertureBox {
  /// The clean aperture of an image in whole samples (ISO/IEC 14496-12 §12.1.4.1).
  ///
  /// Its centre is that of the image, shifted by the offset. If edges are between samples, the left and top edges are
  /// rounded down and the size to the nearest, as in other readers. It is clipped to the image; nil if nothing is
  /// left, or if a denominator is zero.
  func crop(of size: ImagePlan.Size) -> ImagePlan.Transform? {
    guard
      let horizontal = Self.span(size.width, widthN, widthD, horizOffN, horizOffD),
      let vertical = Self.span(size.height, heightN, heightD, vertOffN, vertOffD)
    else { return nil }
    return .crop(
      x: horizontal.lowerBound, y: vertical.lowerBound, width: horizontal.count,
      height: vertical.count)
  }

  /// `length` samples of `whole`, around its centre moved by `offset`.
  private static func span(
    _ whole: Int, _ lengthN: UInt32, _ lengthD: UInt32, _ offsetN: Int32, _ offsetD: UInt32
  ) -> Range<Int>? {
    guard lengthD > 0, offsetD > 0, whole > 0, whole <= Int(UInt32.max) else { return nil }
    // start = offset + (whole - 1)/2 - (length - 1)/2, over the denominator 2 · lengthD · offsetD.
    let denominator = Int128(2) * Int128(lengthD) * Int128(offsetD)
    let numerator =
      Int128(offsetN) * 2 * Int128(lengthD)
      + (Int128(whole) * Int128(lengthD) - Int128(lengthN)) * Int128(offsetD)
    let floor =
      numerator >= 0 ? numerator / denominator : -((denominator - 1 - numerator) / denominator)
    let length = (Int128(lengthN) * 2 + Int128(lengthD)) / (Int128(lengthD) * 2)
    let start = max(floor, 0)
    let end = min(floor + length, Int128(whole))
    return start < end ? Int(start)..<Int(end) : nil
  }
}

/// Images that are predicted from others (ISO/IEC 23008-12 §6.4.9, `pred`).
extension HEIFFile {
  /// The most pictures that a decoder of HEVC keeps (ITU-T H.265 §A.4.2).
  private static let referenceLimit = 16

  /// Puts the coded data of the reference images before that of the image itself.
  func addReferences(of item: Item, to plan: inout ImagePlan) throws(FieldError) {
    let references = try references(of: item)
    guard !references.isEmpty else { return }
    guard plan.codec == .hevc else {
      throw error(
        item.id,
        "is predicted from other images, which is supported only for HEVC, and not for "
          + plan.codec.title)
    }
    var sets: [[UInt8]] = []
    var extents: [Range<Int>] = []
    for reference in references {
      let other = try codedPlan(for: reference, .hevc)
      guard other.canvas == plan.canvas,
        other.configurations[0].lengthSize == plan.configurations[0].lengthSize
      else {
        throw error(
          reference.id, "is coded otherwise than item \(item.id), which is predicted from it")
      }
      sets += other.configurations[0].parameterSets.filter { !sets.contains($0) }
      extents += other.tiles[0].extents
    }
    sets += plan.configurations[0].parameterSets.filter { !sets.contains($0) }
    plan.configurations[0].parameterSets = sets
    plan.configurations[0].referenceCount = references.count
    plan.tiles[0].extents = extents + plan.tiles[0].extents
  }

  /// The reference images of an image, including those that they need themselves, in decoding order.
  private func references(of item: Item) throws(FieldError) -> [Item] {
    var found: [Item] = []
    var seen: Set<UInt32> = [item.id]
    // The references of an image are in decoding order, and each follows the images that it needs itself.
    func add(_ id: UInt32) throws(FieldError) {
      for source in targets("pred", from: id) {
        guard seen.insert(source).inserted else {
          if found.contains(where: { $0.id == source }) { continue }
          throw error(item.id, "is predicted from itself")
        }
        guard let other = self.item(source), Codec(itemType: other.type) == .hevc,
          seen.count <= HEIFFile.referenceLimit + 1
        else {
          throw error(item.id, "is predicted from item \(source), which cannot be decoded for that")
        }
        try add(source)
        found.append(other)
      }
    }
    try add(item.id)
    return found
  }
}

/// The alpha of an image.
public struct OpacityPlan: Equatable, Sendable {
  /// A grey image of the same shape with the alpha values.
  public var plan: ImagePlan
  /// Whether the image's colours are multiplied by it already (`prem`).
  public var isPremultiplied: Bool
}

extension HEIFFile {
  /// The plan for the alpha of an item; nil if it is opaque.
  ///
  /// The alpha is an auxiliary image, or a component of the image; for a grid it can be that of its tiles.
  ///
  /// Throws if the alpha image cannot be planned, as ``plan(for:)`` does.
  public func opacityPlan(of id: UInt32) throws(FieldError) -> OpacityPlan? {
    var budget = PlanBudget(fileBytes: boxes.bytes.count)
    return try opacityPlan(of: id, inside: [], &budget)
  }

  func opacityPlan(
    of id: UInt32, inside: [UInt32], _ budget: inout PlanBudget
  ) throws(FieldError) -> OpacityPlan? {
    if let alpha = alpha(of: id) {
      var plan = try plan(for: alpha.id, inside: inside + [id], &budget)
      if plan.transforms.isEmpty, let item = item(id), item.statedSize == plan.canvas {
        // Some programs state the rotation and the crop only for the colours.
        plan.transforms = try transforms(of: item, plan.canvas)
      }
      return OpacityPlan(plan: plan, isPremultiplied: isPremultiplied(id, by: alpha))
    }
    let tileIDs = item(id)?.type == "grid" ? targets("dimg", from: id) : [id]
    if !tileIDs.isEmpty, tileIDs.allSatisfy(hasAlphaComponent) {
      let plan = try plan(for: id, inside: inside, &budget)
      return OpacityPlan(plan: plan.ofAlphaComponent, isPremultiplied: false)
    }
    guard let item = item(id), item.type == "grid" else { return nil }
    let tiles = targets("dimg", from: id).map { (id: $0, alpha: alpha(of: $0)) }
    let alphas = tiles.compactMap(\.alpha)
    guard let first = alphas.first else { return nil }
    let areMultiplied = Set(
      tiles.map { tile in tile.alpha.map { isPremultiplied(tile.id, by: $0) } })
    guard areMultiplied.count == 1, let isPremultiplied = areMultiplied.first.flatMap({ $0 }) else {
      throw error(
        id,
        "is a grid whose tiles are not all transparent in the same way, which is not supported")
    }
    var plan = try gridPlan(for: item, of: alphas.map(\.id), inside, &budget)
    // The colours of the grid do not apply to alpha.
    plan.colour = try self.plan(for: first.id, inside: inside + [id], &budget).colour
    plan.transforms = try transforms(of: item, plan.canvas)
    return OpacityPlan(plan: plan, isPremultiplied: isPremultiplied)
  }

  private func alpha(of id: UInt32) -> Item? {
    auxiliaryImages(of: id).first { $0.kind == .alpha }?.item
  }

  private func isPremultiplied(_ id: UInt32, by alpha: Item) -> Bool {
    targets("prem", from: id).contains(alpha.id)
  }
}
