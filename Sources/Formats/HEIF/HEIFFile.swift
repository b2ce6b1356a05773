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
