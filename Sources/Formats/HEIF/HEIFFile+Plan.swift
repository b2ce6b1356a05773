public import ISOBMFF

extension HEIFFile {
  /// The plan for decoding and showing an item (ISO/IEC 23008-12 §6.5, §6.6).
  ///
  /// Throws if the item is not an image that can be planned, if its parts contradict each other, or if it has an
  /// unknown essential property.
  public func plan(for id: UInt32) throws(FieldError) -> ImagePlan {
    var budget = PlanBudget(fileBytes: boxes.bytes.count)
    return try plan(for: id, inside: [], &budget)
  }

  /// - Parameters:
  ///   - inside: the derived images that use this one as an input.
  ///   - budget: pays for the images.
  func plan(
    for id: UInt32, inside: [UInt32], _ budget: inout PlanBudget
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
