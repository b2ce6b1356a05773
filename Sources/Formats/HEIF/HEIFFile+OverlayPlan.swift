import ISOBMFF

extension HEIFFile {
  /// The plan of images that are put on a canvas, one over the other.
  func overlayPlan(
    for item: Item, _ inside: [UInt32], _ budget: inout PlanBudget
  ) throws(FieldError) -> ImagePlan {
    let inputs = targets("dimg", from: item.id)
    let payload = try self.overlay(of: item, inputCount: inputs.count)
    var plan = ImagePlan()
    plan.canvas = ImagePlan.Size(
      width: Int(payload.outputWidth), height: Int(payload.outputHeight))
    var overlay = ImagePlan.Overlay()
    overlay.fill = payload.canvasFillValue
    for (id, offset) in zip(inputs, payload.offsets) {
      var layer = try self.layer(of: id, inside: inside + [item.id], &budget)
      (layer.x, layer.y) = (Int(offset.horizontal), Int(offset.vertical))
      let (first, colour) = (overlay.layers.first?.plan.sampleColour, layer.plan.sampleColour)
      guard first == nil || first?.hasColours(of: colour) == true,
        iccProfile(of: id) == iccProfile(of: inputs[0])
      else {
        throw error(
          id, "has other colours than the first image of its overlay, which is not supported")
      }
      overlay.layers.append(layer)
    }
    plan.codedColour = overlay.layers[0].plan.sampleColour
    plan.codedColour.matrixCoefficients = 0
    plan.codedColour.isFullRange = true
    plan.peakLuminance = overlay.layers.map(\.plan.peakLuminance).max() ?? 0
    plan.overlay = overlay.withVisibleLayers(on: plan.canvas)
    return plan
  }

  private func overlay(of item: Item, inputCount: Int) throws(FieldError) -> ImageOverlay {
    let overlay: ImageOverlay
    do throws(FieldError) { overlay = try ImageOverlay(decoding: try data(of: item.id)) } catch {
      throw error.nested(in: "overlay item \(item.id)")
    }
    guard overlay.version == 0 else {
      throw error(item.id, "is an overlay of the unknown version \(overlay.version)")
    }
    guard inputCount > 0, inputCount == overlay.offsets.count else {
      throw error(
        item.id,
        "is an overlay with \(counted(overlay.offsets.count, "offset")), but refers to "
          + counted(inputCount, "image"))
    }
    guard overlay.outputWidth > 0, overlay.outputHeight > 0 else {
      throw error(item.id, "is an overlay without any size")
    }
    return overlay
  }

  /// An image of an overlay with its transparency, at the start of the canvas.
  private func layer(
    of id: UInt32, inside: [UInt32], _ budget: inout PlanBudget
  ) throws(FieldError) -> ImagePlan.Layer {
    var layer = ImagePlan.Layer()
    layer.plan = try plan(for: id, inside: inside, &budget)
    if let opacity = try opacityPlan(of: id, inside: inside, &budget) {
      layer.alpha = opacity.plan
      layer.isPremultiplied = opacity.isPremultiplied
      guard layer.alpha?.displaySize == layer.plan.displaySize else {
        throw error(id, "has another size than its transparency")
      }
    }
    guard layer.plan.overlay == nil, layer.alpha?.overlay == nil else {
      throw error(id, "is an overlay in an overlay, which is not supported")
    }
    return layer
  }
}

extension CodingIndependentCodePoints {
  /// Whether colours have the same meaning, even if they are coded differently.
  fileprivate func hasColours(of other: CodingIndependentCodePoints) -> Bool {
    colourPrimaries == other.colourPrimaries
      && transferCharacteristics == other.transferCharacteristics
  }
}
