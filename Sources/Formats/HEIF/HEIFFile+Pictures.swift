package import FieldCoding
public import ISOBMFF

extension HEIFFile {
  /// The images of the file, in the order of the items: all images that are not hidden, not a part of another image,
  /// and not auxiliary to one.
  ///
  /// An image and its tone-mapped form count as one.
  public var pictures: [Item] {
    var excluded: Set<UInt32> = []
    for reference in references {
      switch reference.type {
      case "thmb", "auxl": excluded.insert(reference.from)
      case "dimg":
        switch item(reference.from)?.type {
        case "grid": excluded.formUnion(reference.to)
        case "tmap":
          excluded.formUnion(reference.to.dropFirst())
          // If the base is shown by itself, it represents both.
          if let base = reference.to.first.flatMap(item), base.isImage, !base.entry.isHidden {
            excluded.insert(reference.from)
          }
        default: break
        }
      default: break
      }
    }
    return items.filter { $0.isImage && !$0.entry.isHidden && !excluded.contains($0.id) }
  }

  /// The smallest thumbnail of an item whose longer side has at least this number of samples.
  ///
  /// Thumbnails that cannot be planned, or have another aspect ratio than the image, are ignored: cameras also store
  /// thumbnails with black bars, and thumbnails whose coded size differs from the stated size.
  public func thumbnail(of id: UInt32, longerSide: Int) -> Item? {
    func side(_ item: Item) -> Int { item.statedSize.map { max($0.width, $0.height) } ?? 0 }
    let shape = (try? plan(for: id))?.displaySize
    return thumbnails(of: id).filter { $0.isImage && side($0) >= longerSide }
      .sorted { side($0) < side($1) }
      .first { item in
        guard let size = (try? plan(for: item.id))?.displaySize else { return false }
        return shape.map { size.isScaled($0) } ?? true
      }
  }

  /// The auxiliary images of an image as it is shown: its own, those of the base image if it is a tone-mapped image,
  /// and the gain map of the tone-mapped image. Each is listed once.
  public func companions(of id: UInt32) -> [(item: Item, kind: AuxiliaryKind)] {
    var found: [(item: Item, kind: AuxiliaryKind)] = []
    var seen: Set<UInt32> = []
    func add(_ item: Item, _ kind: AuxiliaryKind) {
      if seen.insert(item.id).inserted { found.append((item, kind)) }
    }
    let base = item(id)?.type == "tmap" ? targets("dimg", from: id).first ?? id : id
    for part in base == id ? [id] : [base, id] {
      for (item, kind) in auxiliaryImages(of: part) { add(item, kind) }
    }
    for form in sources("dimg", to: base) where form.type == "tmap" {
      let inputs = targets("dimg", from: form.id)
      guard inputs.first == base else { continue }
      for gainMap in inputs.dropFirst().compactMap({ item($0) }) { add(gainMap, .hdrGainMap) }
    }
    return found
  }
}

extension ImagePlan.Size {
  /// Whether this is another size with the same shape, except for a few samples: encoders round to whole blocks.
  fileprivate func isScaled(_ other: ImagePlan.Size) -> Bool {
    let height = Double(width) * Double(other.height) / Double(max(other.width, 1))
    return abs(height - Double(self.height)) <= max(2, Double(self.height) * 0.02)
  }
}

extension AuxiliaryKind {
  /// The kind as a part of a file's name: `depth`, `gainmap`, `hair`. It has letters and digits
  /// only.
  public var shortName: String {
    switch self {
    case .alpha: return "alpha"
    case .depth: return "depth"
    case .hdrGainMap: return "gainmap"
    case .portraitMatte: return "portrait"
    case .semanticMatte(let part):
      let letters = part.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
      return letters.isEmpty ? "matte" : String(letters.prefix(32))
    case .linearThumbnail: return "linear"
    case .styleDeltaMap: return "style"
    case .other: return "aux"
    }
  }
}

/// The payload of a `grid` item: its inputs are tiles, row by row.
public struct ImageGrid: ItemPayload {
  /// The type of such items.
  public static let itemType: FourCC = "grid"
  public static let specification = "ISO/IEC 23008-12 §6.6.2.3"

  /// The version; it is 0.
  public var version: UInt8 = 0
  /// The flags. Bit 0: sizes have 32 bits instead of 16.
  public var flags: UInt8 = 0
  /// The number of rows, less one, as the file states it.
  public var rowsMinusOne: UInt8 = 0
  /// The number of columns, less one.
  public var columnsMinusOne: UInt8 = 0
  /// The width of the image in luma samples, before transformations. Tiles may exceed it.
  public var outputWidth: UInt32 = 0
  /// The height of the canvas in luma samples, before transformations.
  public var outputHeight: UInt32 = 0

  public init() {}

  /// The number of rows of tiles, 1 to 256.
  public var rows: Int { Int(rowsMinusOne) + 1 }
  /// The number of tiles in a row, 1 to 256.
  public var columns: Int { Int(columnsMinusOne) + 1 }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try f.uint(8, "flags", &flags, as: .hex)
    try f.uint(8, "rows_minus_one", &rowsMinusOne)
    try f.uint(8, "columns_minus_one", &columnsMinusOne)
    let bits = flags & 1 == 0 ? 16 : 32
    try f.uint(bits, "output_width", &outputWidth)
    try f.uint(bits, "output_height", &outputHeight)
  }
}

/// The payload of an `iovl` item: its inputs are laid on a canvas, one over the other.
public struct ImageOverlay: ItemPayload {
  /// The type of such items.
  public static let itemType: FourCC = "iovl"
  public static let specification = "ISO/IEC 23008-12 §6.6.2.2"

  /// The version; it is 0.
  public var version: UInt8 = 0
  /// The flags. Bit 0: sizes and offsets have 32 bits instead of 16.
  public var flags: UInt8 = 0
  /// The colour of the canvas: red, green, blue, alpha.
  public var canvasFillValue: [UInt16] = [0, 0, 0, 0xFFFF]
  /// The width of the canvas in luma samples, before transformations.
  public var outputWidth: UInt32 = 0
  /// The height of the canvas in luma samples, before transformations.
  public var outputHeight: UInt32 = 0
  /// The position of each input; it may be outside of the canvas.
  public var offsets: [Offset] = []

  /// The position of an input on the canvas.
  public struct Offset: Equatable, Sendable {
    /// The distance from the left edge, in luma samples; negative to the left of it.
    public var horizontal: Int32 = 0
    /// The distance from the top edge, in luma samples; negative above it.
    public var vertical: Int32 = 0
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try f.uint(8, "flags", &flags, as: .hex)
    try f.list(16, "canvas_fill_value", &canvasFillValue, count: .exactly(4))
    let bits = flags & 1 == 0 ? 16 : 32
    try f.uint(bits, "output_width", &outputWidth)
    try f.uint(bits, "output_height", &outputHeight)
    try f.list("offsets", &offsets, count: .toEnd, of: Offset()) { (offset, f) throws(FieldError) in
      try f.int(bits, "horizontal_offset", &offset.horizontal)
      try f.int(bits, "vertical_offset", &offset.vertical)
    }
  }
}

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
