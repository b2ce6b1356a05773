import FieldCoding

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
