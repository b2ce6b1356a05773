public import ISOBMFF

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
