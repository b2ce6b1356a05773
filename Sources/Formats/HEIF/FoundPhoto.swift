package import FieldCoding
package import ISOBMFF

/// A `meta` box with the items of a photo, to which the boxes at the top of its file do not lead.
package struct FoundPhoto {
  /// Where the box begins.
  package let start: Int
  /// The box, and those after it.
  package let rest: BoxFile
  /// The brand of files with such images.
  package let brand: FourCC
  /// The first byte of its items.
  package let firstItem: Int

  /// The first such box; nil if there is none.
  package init?(in bytes: Bytes) {
    var pairs = BytePairs()
    // The first two characters of the type.
    pairs.insert(0x6D65...0x6D65)
    var position = 20
    while let offset = pairs.firstOffset(in: bytes, from: position) {
      position = offset + 1
      guard bytes.part(offset..<offset + 4)?.elementsEqual("meta".utf8) == true,
        bytes.part(offset + 12..<offset + 16)?.elementsEqual("hdlr".utf8) == true,
        let part = bytes.part(offset - 4..<bytes.count)
      else { continue }
      let file = BoxFile(part)
      guard file.boxes.first?.statedSize == nil, let heif = HEIFFile(file),
        let primary = heif.primaryItem
      else { continue }
      brand = heif.brand(of: primary)
      start = offset - 4
      rest = file
      firstItem =
        heif.items.compactMap { (try? heif.dataRanges(of: $0.id))?.first?.lowerBound }.min() ?? 0
      return
    }
    return nil
  }

  /// An `ftyp` box with at most this number of bytes, and one that fills up the rest.
  package func head(_ count: Int, isFilled: Bool) -> [Box] {
    var type = FileTypeBox()
    type.majorBrand = brand
    func size() -> Int { 16 + 4 * type.compatibleBrands.count }
    for brand in ["mif1", brand] where size() + 4 <= count { type.compatibleBrands.append(brand) }
    // A box has at least eight bytes.
    while isFilled, (1..<8).contains(count - size()), !type.compatibleBrands.isEmpty {
      type.compatibleBrands.removeLast()
    }
    let left = count - size()
    guard isFilled, left >= 8 else { return [Box(type)] }
    return [Box(type), Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: left - 8)))]
  }
}

extension HEIFFile {
  /// The brand of files with such an image.
  package func brand(of primary: Item) -> FourCC {
    let tiles = targets("dimg", from: primary.id).compactMap { item($0)?.type }
    let types = [primary.type] + tiles
    return types.contains("av01") ? "avif" : types.contains("hvc1") ? "heic" : "mif1"
  }
}
