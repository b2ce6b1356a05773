package import FieldCoding
package import ISOBMFF

/// A photo whose first bytes were overwritten, but not its `meta` box.
package struct FoundPhoto {
  /// Where its `meta` box begins.
  package let start: Int
  package let brand: FourCC
  /// The boxes, of which the first ones fill up the overwritten bytes.
  package private(set) var boxes: [Box]
  package let trailing: Bytes

  /// The box is near the start of the file.
  private static let farthest = 1 << 16

  package init?(in bytes: Bytes) {
    var pairs = BytePairs()
    // The first half of the type.
    pairs.insert(0x6D65...0x6D65)
    var position = 16
    while let place = pairs.firstPlace(in: bytes, from: position), place < FoundPhoto.farthest {
      position = place + 1
      guard place >= 20, bytes.part(place..<place + 4)?.elementsEqual("meta".utf8) == true,
        let rest = bytes.part(place - 4..<bytes.count)
      else { continue }
      let file = BoxFile(rest)
      guard let heif = HEIFFile(file), let primary = heif.primaryItem,
        file.boxes.contains(where: { $0.type == "mdat" })
      else { continue }
      let types =
        [primary.type] + heif.targets("dimg", from: primary.id).compactMap { heif.item($0)?.type }
      brand = types.contains("av01") ? "avif" : types.contains("hvc1") ? "heic" : "mif1"
      start = place - 4
      boxes = FoundPhoto.head(start, brand) + file.boxes
      trailing = file.trailing
      return
    }
    return nil
  }

  /// Boxes with this number of bytes, at least 16.
  private static func head(_ count: Int, _ brand: FourCC) -> [Box] {
    var type = FileTypeBox()
    type.majorBrand = brand
    type.compatibleBrands = Array(["mif1", brand].prefix((count - 16) / 4))
    let rest = count - 16 - 4 * type.compatibleBrands.count
    if rest > 0, rest < 8 { type.compatibleBrands = Array(type.compatibleBrands.dropLast(2)) }
    let left = count - 16 - 4 * type.compatibleBrands.count
    guard left >= 8 else { return [Box(type)] }
    return [Box(type), Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: left - 8)))]
  }
}
