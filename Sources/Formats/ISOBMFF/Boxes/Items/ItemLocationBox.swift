/// The locations of the bytes of items.
public struct ItemLocationBox: BoxBody {
  public static let type: FourCC = "iloc"
  public static let specification = "ISO/IEC 14496-12 §8.11.3"

  public var header = FullBoxHeader()
  public var sizes = FieldSizes()
  public var items: [Item] = []

  /// The size of each kind of field in bytes: 0, 4 or 8.
  public struct FieldSizes: Equatable, Sendable {
    public var offset: UInt8 = 4
    public var length: UInt8 = 4
    public var baseOffset: UInt8 = 0
    public var index: UInt8 = 0
  }

  /// The location of the data of one item.
  public struct Item: Equatable, Sendable {
    public var id: UInt32 = 0
    /// 0: the file, 1: the `idat` box, 2: another item.
    public var constructionMethod: UInt8 = 0
    /// 0: this file, otherwise an entry of `dref`.
    public var dataReferenceIndex: UInt16 = 0
    public var baseOffset: UInt64 = 0
    public var extents: [Extent] = []

    public init() {}

    /// The origin of ``baseOffset``.
    var origin: OffsetField.Origin {
      switch constructionMethod {
      case 0: dataReferenceIndex == 0 ? .file : .otherFile
      case 1: .itemData
      default: .item
      }
    }
  }

  /// A run of bytes of an item.
  public struct Extent: Equatable, Sendable {
    public var referenceIndex: UInt64 = 0
    public var offset: UInt64 = 0
    /// 0: all of the source.
    public var length: UInt64 = 0

    public init() {}
  }

  static let constructionMethods: ValueNames = [0: "file", 1: "idat", 2: "item"]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...2)
    let version = header.version
    try f.uint(4, "offset_size", &sizes.offset)
    try f.uint(4, "length_size", &sizes.length)
    try f.uint(4, "base_offset_size", &sizes.baseOffset)
    if version == 0 { try f.reserved(4) } else { try f.uint(4, "index_size", &sizes.index) }
    let sizes = sizes
    let idBits = version < 2 ? 16 : 32

    try f.list("items", &items, count: .bits(idBits, "item_count"), of: Item()) {
      (item, f) throws(FieldError) in
      try f.uint(idBits, "item_ID", &item.id)
      if version > 0 {
        try f.reserved(12)
        try f.uint(
          4, "construction_method", &item.constructionMethod,
          as: .names(ItemLocationBox.constructionMethods))
      }
      try f.uint(16, "data_reference_index", &item.dataReferenceIndex)
      try f.offset(
        8 * Int(sizes.baseOffset), "base_offset", &item.baseOffset,
        .base(from: item.origin, reach: item.extents.first?.offset ?? 0))

      try f.list("extents", &item.extents, count: .bits(16, "extent_count"), of: Extent()) {
        (extent, f) throws(FieldError) in
        if version > 0 {
          try f.uint(8 * Int(sizes.index), "item_reference_index", &extent.referenceIndex)
        }
        let length = extent.length > 0 ? Int(exactly: extent.length) : nil
        try f.offset(
          8 * Int(sizes.offset), "extent_offset", &extent.offset,
          .position(from: .base, length: length))
        try f.uint(8 * Int(sizes.length), "extent_length", &extent.length)
      }
    }
  }

  /// The same with offsets of 4 or 8 bytes and without bases, because a base can be too narrow, or after an extent that
  /// was moved separately.
  public var withWiderOffsets: (any BoxBody)? {
    var wider = self
    for index in items.indices {
      let base = items[index].baseOffset
      let offsets = items[index].extents.map { base.addingReportingOverflow($0.offset) }
      guard !offsets.contains(where: \.overflow) else { continue }
      wider.items[index].baseOffset = 0
      for (extent, offset) in offsets.enumerated() {
        wider.items[index].extents[extent].offset = offset.partialValue
      }
    }
    wider.sizes.offset = wider == self ? 8 : max(4, sizes.offset)
    let most = wider.items.flatMap(\.extents).map(\.offset).max() ?? 0
    if most > UInt64(UInt32.max) { wider.sizes.offset = 8 }
    return wider == self ? nil : wider
  }
}
