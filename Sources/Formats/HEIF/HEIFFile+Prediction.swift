import FieldCoding
import ISOBMFF

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
