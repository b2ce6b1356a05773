public import ISOBMFF

/// The items of a HEIF file, and their relations (ISO/IEC 23008-12).
///
/// Items that cannot be read, or contradict themselves, are left out.
public struct HEIFFile: Sendable {
  /// The boxes that this was read from.
  public let boxes: BoxFile
  /// The items, in the order of `iinf`.
  public let items: [Item]
  /// The item to show, if the file names one (`pitm`).
  public let primaryItemID: UInt32?
  /// The references between items, in the order of the file (`iref`, ISO/IEC 14496-12 §8.11.12).
  public let references: [Reference]
  /// Items and tracks that belong together (`grpl`, §8.18).
  public let groups: [EntityGroup]
  private let indexByID: [UInt32: Int]
  /// The indices of ``references``, by the item at which they start, and by the items to which they refer.
  private let referencesFrom: [UInt32: [Int]]
  private let referencesTo: [UInt32: [Int]]
  /// The payload of `idat`.
  let itemData: Bytes?

  /// Whether images are planned even if their data is not in the file; they are marked as lost
  /// (``ImagePlan/CodedImage/isLost``).
  public var allowsLoss = false

  /// References of one type from one item, in order.
  public struct Reference: Equatable, Sendable {
    /// The type, which states the purpose: `dimg`, `thmb`, `cdsc`, ...
    public var type: FourCC
    /// The item that refers to others, by its ID.
    public var from: UInt32
    /// The items that it refers to, by their IDs.
    public var to: [UInt32]

    /// A reference from one item to others.
    public init(type: FourCC, from: UInt32, to: [UInt32]) {
      self.type = type
      self.from = from
      self.to = to
    }
  }

  /// A group of items that belong together.
  public struct EntityGroup: Equatable, Sendable {
    /// The type, which states the purpose: `altr`, `ster`, ...
    public var type: FourCC
    /// The ID of the group; no item and no track has the same.
    public var id: UInt32
    /// IDs of items, or of tracks.
    public var entities: [UInt32]
    /// The title of the group in the registry: "alternatives", "stereo pair".
    public var title: String
  }

  /// Reads the items. Nil if there is no `meta` box with items at the top of the file.
  public init?(_ file: BoxFile) {
    guard let meta = file.boxes.first("meta"), let info = meta.children.first(ItemInfoBox.self)
    else { return nil }
    let children = meta.children
    let ipco = children.at("iprp", "ipco")
    var associations: [UInt32: [ItemPropertyAssociationBox.Association]] = [:]
    for box in children.at("iprp") {
      for entry in box[ItemPropertyAssociationBox.self]?.entries ?? [] {
        associations[entry.itemID, default: []] += entry.associations
      }
    }
    var locations: [UInt32: ItemLocationBox.Item] = [:]
    // If an item has two locations, the last one counts.
    for location in children.first(ItemLocationBox.self)?.items ?? [] {
      locations[location.id] = location
    }

    var items: [Item] = []
    var ids: Set<UInt32> = []
    for box in info.children {
      // If an item has two entries, the first one counts.
      guard let entry = box[ItemInfoEntry.self], ids.insert(entry.itemID).inserted else { continue }
      let properties: [Item.Property] = (associations[entry.itemID] ?? []).compactMap {
        let index = Int($0.propertyIndex)
        guard ipco.indices.contains(index - 1) else { return nil }
        return Item.Property(ipco[index - 1], isEssential: $0.isEssential)
      }
      var item = Item(entry: entry, location: locations[entry.itemID], properties: properties)
      // 0 stands for no property.
      item.missingProperties = (associations[entry.itemID] ?? []).map { Int($0.propertyIndex) }
        .filter { $0 > ipco.count }
      items.append(item)
    }
    let references = children.at("iref").compactMap { box in
      box[SingleItemTypeReferenceBox.self].map {
        Reference(type: box.type, from: $0.fromItemID, to: $0.toItemIDs)
      }
    }
    let groups = children.at("grpl").compactMap { box in
      box[EntityToGroupBox.self].map {
        EntityGroup(
          type: box.type, id: $0.groupID, entities: $0.entityIDs,
          title: box.definition()?.title ?? "\(box.type)")
      }
    }
    self.init(
      file, items: items, references: references, groups: groups,
      primaryItemID: children.first(PrimaryItemBox.self)?.itemID,
      itemData: children.first("idat")?.opaquePayload)
  }

  /// Items that are equivalent to the content of a file that has no `meta` box.
  public init(
    _ file: BoxFile, items: [Item], references: [Reference] = [], primaryItemID: UInt32
  ) {
    self.init(
      file, items: items, references: references, groups: [], primaryItemID: primaryItemID,
      itemData: nil)
  }

  /// The same file with further items. The first of them becomes the primary item.
  public func showing(_ further: [Item], _ references: [Reference] = []) -> HEIFFile {
    HEIFFile(
      boxes, items: items + further, references: self.references + references, groups: groups,
      primaryItemID: further.first?.id ?? primaryItemID, itemData: itemData)
  }

  private init(
    _ file: BoxFile, items: [Item], references: [Reference], groups: [EntityGroup],
    primaryItemID: UInt32?, itemData: Bytes?
  ) {
    boxes = file
    self.items = items
    self.references = references
    self.groups = groups
    self.primaryItemID = primaryItemID
    self.itemData = itemData
    var indexByID: [UInt32: Int] = [:]
    for (index, item) in items.enumerated() { indexByID[item.id] = index }
    self.indexByID = indexByID
    var referencesFrom: [UInt32: [Int]] = [:]
    var referencesTo: [UInt32: [Int]] = [:]
    for (index, reference) in references.enumerated() {
      referencesFrom[reference.from, default: []].append(index)
      for id in Set(reference.to) { referencesTo[id, default: []].append(index) }
    }
    self.referencesFrom = referencesFrom
    self.referencesTo = referencesTo
  }

  /// The item with an ID; nil if there is none.
  public func item(_ id: UInt32) -> Item? { indexByID[id].map { items[$0] } }

  /// The item to show; nil if the file states none, or one that does not exist.
  public var primaryItem: Item? { primaryItemID.flatMap(item) }

  /// The targets of references of a type from `id`, in order.
  public func targets(_ type: FourCC, from id: UInt32) -> [UInt32] {
    references(from: id).filter { $0.type == type }.flatMap(\.to)
  }

  /// The items that refer to `id` by references of a type.
  public func sources(_ type: FourCC, to id: UInt32) -> [Item] {
    references(to: id).filter { $0.type == type }.compactMap { item($0.from) }
  }

  /// The references that start at an item.
  public func references(from id: UInt32) -> [Reference] {
    referencesFrom[id, default: []].map { references[$0] }
  }

  /// The references that lead to an item.
  public func references(to id: UInt32) -> [Reference] {
    referencesTo[id, default: []].map { references[$0] }
  }
}

extension HEIFFile {
  /// The title of an item for users: `tile 5 (item 6)`, `the HDR gain map (item 51)`.
  public func title(of id: UInt32) -> String {
    guard let item = item(id) else { return "item \(id)" }
    let role =
      primaryItemID == id
      ? "the picture" : role(of: item) ?? ItemType.title(item.type).map { "the \($0)" }
    return role.map { "\($0) (item \(id))" } ?? "item \(id)"
  }

  private func role(of item: Item) -> String? {
    for reference in references(from: item.id) + references(to: item.id) {
      if reference.type == "dimg", let index = reference.to.firstIndex(of: item.id) {
        guard self.item(reference.from)?.type == "grid" else { continue }
        let owner = primaryItemID == reference.from ? "" : " of grid \(reference.from)"
        return "tile \(index + 1) of \(reference.to.count)\(owner)"
      }
      guard reference.from == item.id else { continue }
      switch reference.type {
      case "thmb": return "the thumbnail"
      case "auxl":
        guard let type = item.property(AuxiliaryTypeProperty.self) else {
          return "an auxiliary image"
        }
        return "the \(AuxiliaryKind(urn: type.auxType.string).title)"
      case "cdsc"
      where item.type == "mime" && item.entry.contentType.string == "application/rdf+xml":
        return "the XMP metadata"
      default: continue
      }
    }
    return nil
  }
}

/// The check of essential properties (ISO/IEC 23008-12 §9.3.1).
extension HEIFFile {
  /// Throws if an item has an essential property that is unknown or damaged.
  func checkEssentialProperties(of item: Item) throws(FieldError) {
    // Those of other codecs are left to libheif, which refuses what it does not understand.
    let isOther = Codec(item) == .other
    for property in item.properties where property.isEssential {
      if !HEIFFile.understood.contains(property.box.type), !isOther {
        throw error(
          item.id, "needs the property \(property.box.type), which is essential and not understood",
          in: "iprp")
      }
      if !property.box.damage.isEmpty {
        throw error(
          item.id, "needs the property \(property.box.type), which is damaged", in: "iprp")
      }
    }
    try checkLayers(of: item)
    let needed = item.property(RequiredReferenceTypesProperty.self)?.referenceTypes ?? []
    if let type = needed.first(where: { $0 != "pred" }) {
      throw error(
        item.id,
        "needs references of the type \(type) to be decoded (rref), which is not supported",
        in: "iprp")
    }
  }

  /// Refuses layers other than the base layer, except for AV1: decoders show only the base layer, and so does
  /// a plan.
  private func checkLayers(of item: Item) throws(FieldError) {
    if Codec(itemType: item.type) == .av1 { return }
    if let point = item.property(OperatingPointSelectorProperty.self)?.opIndex, point != 0 {
      throw error(
        item.id, "is the operating point \(point) of its bitstream (a1op), which is not supported",
        in: "iprp")
    }
    if let layer = item.property(LayerSelectorProperty.self)?.layerID, layer != 0xFFFF {
      throw error(
        item.id, "is the layer \(layer) of its bitstream (lsel), which is not supported", in: "iprp"
      )
    }
  }

  /// Properties that a plan takes into account, or that change nothing about the pixels.
  private static let understood = understoodOfAllCodings.union([
    "hvcC", "avcC", "av1C", "jpgC", "a1op", "a1lx", "lsel", "cmpd", "uncC", "cpal", "cmpC", "icef",
    "icbr", "j2kH",
  ])

  /// Those that are not of one codec.
  static let understoodOfAllCodings: Set<FourCC> = [
    "ispe", "pixi", "colr", "pasp", "clap", "irot", "imir", "auxC", "clli", "mdcv", "cclv", "amve",
    "rloc", "udes", "altt", "crtt", "mdft", "cmin", "cmex", "free", "skip", "rref",
  ]

  /// The ranges of an item's data in the file, in order (ISO/IEC 14496-12 §8.11.3).
  ///
  /// Throws if the item has no data, if the data exceeds the end of the file, or if it is in another file.
  public func extents(of id: UInt32) throws(FieldError) -> [Range<Int>] {
    do throws(ItemLocationError) { return try dataRanges(of: id) } catch {
      throw self.error(id, error.description, in: "iloc")
    }
  }

  /// The ranges of all items whose data is in the file.
  package var usedMedia: [Range<Int>] { items.flatMap { (try? dataRanges(of: $0.id)) ?? [] } }

  /// The same as ``extents(of:)``, with the reason as a value.
  ///
  /// Throws the reason why the data is not in the file.
  public func dataRanges(of id: UInt32) throws(ItemLocationError) -> [Range<Int>] {
    var steps = 1 << 14
    let ranges = try dataRanges(of: id, following: [], &steps)
    let total = ranges.reduce(0) { $0.addingSaturating($1.count) }
    guard total <= boxes.bytes.count else { throw .overlapping(total: total) }
    return ranges
  }

  /// - Parameter steps: the number of parts of other items that may still be read. If each of twenty items contains the
  ///   next one twice, the first has a million parts.
  private func dataRanges(
    of id: UInt32, following: [UInt32], _ steps: inout Int
  ) throws(ItemLocationError) -> [Range<Int>] {
    guard let item = item(id) else { throw .noItem }
    guard let location = item.location else { throw .noLocation }
    guard location.dataReferenceIndex == 0 else {
      throw .elsewhere(dataReferenceIndex: location.dataReferenceIndex)
    }
    guard !following.contains(id), following.count < 32 else { throw .insideItself }
    let extents = location.extents
    switch location.constructionMethod {
    case 0:
      let file = [boxes.bytes.fileOffset..<boxes.bytes.fileOffset + boxes.bytes.count]
      return try ranges(of: location, extents, in: file, .file)
    case 1:
      guard let itemData else { throw .noItemData }
      let start = itemData.fileOffset
      return try ranges(of: location, extents, in: [start..<start + itemData.count], .itemData)
    case 2:
      // Each extent counts from the start of an item, which is one of the `iloc` references.
      let sources = targets("iloc", from: id)
      var ranges: [Range<Int>] = []
      for extent in extents {
        let index = extent.referenceIndex == 0 ? 0 : extent.referenceIndex - 1
        guard index < UInt64(sources.count) else {
          throw .noReference(index: index + 1, count: sources.count)
        }
        let source = sources[Int(index)]
        let inside = try dataRanges(of: source, following: following + [id], &steps)
        steps -= inside.count + 1
        guard steps >= 0 else { throw .insideItself }
        ranges += try self.ranges(of: location, [extent], in: inside, .item(source))
      }
      return ranges
    default:
      throw .unknownMethod(location.constructionMethod)
    }
  }

  /// The parts of `container` that `extents` select, both in file offsets.
  private func ranges(
    of location: ItemLocationBox.Item, _ extents: [ItemLocationBox.Extent],
    in container: [Range<Int>], _ origin: ItemLocationError.Origin
  ) throws(ItemLocationError) -> [Range<Int>] {
    let available = container.reduce(0) { $0 + $1.count }
    var ranges: [Range<Int>] = []
    for extent in extents {
      let (start, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
      guard !overflow, start <= UInt64(available) else {
        throw .pastEnd(origin, start: overflow ? .max : start, length: nil, available: available)
      }
      let length = extent.length == 0 ? UInt64(available) - start : extent.length
      guard length <= UInt64(available) - start else {
        throw .pastEnd(origin, start: start, length: length, available: available)
      }
      var skip = Int(start)
      var left = Int(length)
      for part in container where left > 0 {
        if skip >= part.count {
          skip -= part.count
          continue
        }
        let taken = min(part.count - skip, left)
        ranges.append(part.lowerBound + skip..<part.lowerBound + skip + taken)
        skip = 0
        left -= taken
      }
    }
    return ranges
  }

  /// The part of an item's data that is in the file, if the data exceeds its end; empty for an item that is not in this
  /// file.
  func extentsInFile(of item: Item) -> [Range<Int>] {
    guard let location = item.location, location.constructionMethod == 0,
      location.dataReferenceIndex == 0
    else { return [] }
    let count = UInt64(boxes.bytes.count)
    var ranges: [Range<Int>] = []
    var left = boxes.bytes.count
    for extent in location.extents {
      let (start, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
      guard !overflow, start < count else { break }
      let length = extent.length == 0 ? count - start : min(extent.length, count - start)
      let first = boxes.bytes.fileOffset + Int(start)
      left -= Int(length)
      guard left >= 0 else { break }
      ranges.append(first..<first + Int(length))
      if length < extent.length { break }
    }
    return ranges
  }

  /// The data of an item. One extent is not copied; several extents are joined.
  ///
  /// Throws if the data is not all in the file, as ``extents(of:)`` does.
  public func data(of id: UInt32) throws(FieldError) -> Bytes {
    let extents = try extents(of: id)
    let start = boxes.bytes.fileOffset
    var parts: [Bytes] = []
    for extent in extents {
      let range = extent.lowerBound - start..<extent.upperBound - start
      guard let part = boxes.bytes.part(range) else {
        throw error(id, "is not all in the file", in: "iloc")
      }
      parts.append(part)
    }
    if parts.count == 1 { return parts[0] }
    var joined: [UInt8] = []
    var pieces: [ByteSource.Piece] = []
    for part in parts {
      pieces.append(ByteSource.Piece(start: joined.count, fileOffset: part.fileOffset))
      joined += part
    }
    return ByteSource(joined, pieces: pieces).bytes
  }

  /// An error about an item, at the box that causes it.
  func error(_ id: UInt32, _ sentence: String, in type: FourCC = "iinf") -> FieldError {
    let meta = boxes.boxes.first("meta")
    let box = meta?.children.first(type)
    return FieldError(
      .invalid("item \(id) \(sentence)"), offset: (box ?? meta)?.source?.fileOffset ?? 0,
      path: ["meta"] + (box.map { ["\($0.type)"] } ?? []))
  }
}
