public import ISOBMFF
import Metadata
import NALUnits

/// An image or metadata in a HEIF file (ISO/IEC 14496-12 §8.11, 23008-12 §6).
public struct Item: Sendable {
  /// The item information entry (`infe`, ISO/IEC 14496-12 §8.11.6).
  public let entry: ItemInfoEntry
  /// The location of its bytes (`iloc`, §8.11.3); nil if the file does not state it.
  public let location: ItemLocationBox.Item?
  /// The properties in the order of association. Transformations are applied in this order.
  public let properties: [Property]
  /// The numbers of associated properties that the file does not have, for example because their box is damaged.
  public var missingProperties: [Int] = []

  /// A property as an item has it (`ipma`, ISO/IEC 23008-12 §9.3).
  public struct Property: Sendable {
    /// The property itself.
    public let box: Box
    /// Whether a reader that does not support it must not show the item.
    public let isEssential: Bool

    /// A property of an item.
    public init(_ box: Box, isEssential: Bool = false) {
      self.box = box
      self.isEssential = isEssential
    }
  }

  /// An item with these parts.
  public init(
    entry: ItemInfoEntry, location: ItemLocationBox.Item?, properties: [Property]
  ) {
    self.entry = entry
    self.location = location
    self.properties = properties
  }

  /// An item whose data is these bytes of the file, instead of an item in the file.
  public init(_ id: UInt32, _ type: FourCC, data: Range<Int>, _ properties: [Box]) {
    var entry = ItemInfoEntry()
    entry.itemID = id
    entry.itemType = type
    var location = ItemLocationBox.Item()
    location.id = id
    var extent = ItemLocationBox.Extent()
    extent.offset = UInt64(clamping: data.lowerBound)
    extent.length = UInt64(data.count)
    location.extents = [extent]
    self.init(
      entry: entry, location: data.isEmpty ? nil : location,
      properties: properties.map { Property($0) })
  }

  /// The ID that references use.
  public var id: UInt32 { entry.itemID }
  /// The type of the item: `hvc1`, `grid`, `Exif`, `mime`, ...
  public var type: FourCC { entry.itemType }

  /// The first property with this body.
  public func property<Body: BoxBody>(_ body: Body.Type) -> Body? {
    for property in properties { if let found = property.box[body] { return found } }
    return nil
  }

  /// All properties with this body.
  public func properties<Body: BoxBody>(_ body: Body.Type) -> [Body] {
    properties.compactMap { $0.box[body] }
  }

  /// The size before transformations, as stated (`ispe`).
  public var statedSize: ImagePlan.Size? {
    property(ImageSpatialExtentsProperty.self).map {
      ImagePlan.Size(width: Int($0.width), height: Int($0.height))
    }
  }

  /// The size in the parameter sets of its decoder configuration; nil if there is none.
  public var codedSize: ImagePlan.Size? {
    guard let codec = Codec(itemType: type),
      let configuration = codec.configuration(in: properties.map(\.box))
    else { return nil }
    return codec.sizes(configuration).first
  }

  /// The shape of a sample, as a width and a height (`pasp`).
  package var sampleShape: ImagePlan.Size? {
    property(PixelAspectRatioBox.self).map {
      ImagePlan.Size(width: Int($0.hSpacing), height: Int($0.vSpacing))
    }
  }

  /// The peak luminance of the image, in cd/m² (`clli`, or else `mdcv`); 0 if it is unknown.
  var peakLuminance: Int {
    let content = properties(ContentLightLevelBox.self).first?.maxContentLightLevel ?? 0
    let display = properties(MasteringDisplayColourVolumeBox.self).first?.maxLuminance ?? 0
    return content > 0 ? Int(content) : Int(display / 10_000)
  }

  /// The code points of `colr` boxes of type `nclx` or `nclc`.
  public var colour: CodingIndependentCodePoints? {
    properties(ColourInformationBox.self).first(where: \.hasCodePoints)
      .map { CodingIndependentCodePoints($0) }
  }

  /// The ICC profile of a `colr` box.
  public var iccProfile: Bytes? {
    properties(ColourInformationBox.self).first { $0.hasProfile && !$0.iccProfile.isEmpty }?
      .iccProfile
  }

  /// Whether it is an image, coded or derived, and not metadata.
  public var isImage: Bool { ItemType.images.contains(type) }

  /// Whether it is an image that is made of others (ISO/IEC 23008-12 §6.6).
  public var isDerived: Bool { ItemType.derivedImages.contains(type) }
}

/// The titles of item types.
public enum ItemType {
  static let images = Set<FourCC>([
    "hvc1", "hev1", "lhv1", "avc1", "lav1", "av01", "vvc1", "evc1", "jpeg", "j2k1", "jxs1", "unci",
    "mski", "hvt1",
  ]).union(derivedImages)

  static let derivedImages: Set<FourCC> = ["grid", "iovl", "iden", "tmap", "sato"]

  /// The title: "a grid of tiles", "an HEVC image"; nil for an unknown type.
  public static func title(_ type: FourCC) -> String? { titles[type] }

  private static let titles: [FourCC: String] = [
    "hvc1": "HEVC image", "hev1": "HEVC image", "lhv1": "layered HEVC image",
    "hvt1": "HEVC tile", "avc1": "AVC image", "av01": "AV1 image", "vvc1": "VVC image",
    "evc1": "EVC image", "jpeg": "JPEG image", "j2k1": "JPEG 2000 image", "jxs1": "JPEG XS image",
    "unci": "uncompressed image", "mski": "mask", "grid": "grid of tiles", "iovl": "overlay",
    "iden": "identity derivation", "tmap": "tone-mapped image", "sato": "sample transform",
    "Exif": "Exif metadata", "mime": "MIME data", "uri ": "data with a URI",
    "rgan": "regions", "it35": "ITU-T T.35 metadata",
  ]
}

/// The payload of a type of items whose syntax is known.
public protocol ItemPayload: FieldCodable {
  /// The type of the items.
  static var itemType: FourCC { get }
  /// The standard and its clause.
  static var specification: String { get }
}

extension ItemType {
  /// The syntax of the payload of items of a type; nil for a type whose payload stays bytes.
  public static func payload(_ type: FourCC) -> (any ItemPayload.Type)? { payloads[type] }

  private static let payloads: [FourCC: any ItemPayload.Type] = {
    let types: [any ItemPayload.Type] = [
      ImageGrid.self, ImageOverlay.self, ToneMap.self, SampleTransform.self,
    ]
    return Dictionary(uniqueKeysWithValues: types.map { ($0.itemType, $0) })
  }()
}

extension Item {
  /// The format of the payload, with the standard that defines it; nil for payloads that stay bytes.
  var payloadFormat: (format: EmbeddedFormat, specification: String)? {
    switch type {
    case "Exif": return (.exifItem, "ISO/IEC 23008-12 §A.2.1")
    case "it35": return (.structure(UserDataRegistered.self), "ITU-T T.35")
    case "mime":
      let isPlain = contentEncoding == nil
      let type = entry.contentType.string
      let isText = ["xml", "json"].contains { type.hasSuffix($0) } || type.hasPrefix("text/")
      return isPlain && isText ? (.text, "ISO/IEC 14496-12 §8.11.6") : nil
    default: return ItemType.payload(type).map { ($0.format, $0.specification) }
    }
  }
}

extension ItemPayload {
  fileprivate static var format: EmbeddedFormat { .structure(Self.self) }
}

extension HEIFFile {
  /// Whether ``describePayloads(limits:to:)`` describes anything.
  public var hasShownPayloads: Bool { items.contains { $0.payloadFormat != nil } }

  /// Describes the fields of payloads with a known syntax to `sink`, in the order of the items.
  ///
  /// The sink also gets the errors.
  public func describePayloads(limits: DecodeLimits = DecodeLimits(), to sink: any FieldSink) {
    let budget = DecodeBudget(limits)
    // Thousands of items may have the same bytes. So the total size that is described is limited to twice the file.
    var left = 2 * boxes.bytes.count
    for item in items where left >= 0 {
      guard let (format, specification) = item.payloadFormat else { continue }
      var (data, damage) = (Bytes(), FieldError?.none)
      do throws(FieldError) { data = try self.data(of: item.id) } catch { damage = error }
      left -= data.count
      let start = damage?.offset ?? data.fileOffset
      let group = FieldGroup(
        name: "\(item.type)",
        kind: .item(
          id: item.id, title: ItemType.title(item.type) ?? "", specification: specification),
        fileRange: start..<start + data.count)
      guard sink.open(group) else { continue }
      if let damage { sink.damage(damage) }
      FieldCoder(decoding: data, budget: budget, sink: sink).show(data, as: format)
      sink.close(group)
    }
  }
}

/// The reason why an item's data cannot be found.
public enum ItemLocationError: Error, Equatable, Sendable {
  case noItem
  /// `iloc` has no entry for the item.
  case noLocation
  /// The data is in another file.
  case elsewhere(dataReferenceIndex: UInt16)
  /// The data is in an item whose data is in this item; or it is nested through too many items and extents.
  case insideItself
  /// The data should be in `idat`, which does not exist.
  case noItemData
  /// The data is in an item that is named by no `iloc` reference. `index` counts from 1.
  case noReference(index: UInt64, count: Int)
  case unknownMethod(UInt8)
  /// - length: nil if even the start is past the end.
  case pastEnd(Origin, start: UInt64, length: UInt64?, available: Int)
  /// The extents overlap, so that they have more bytes together than the file.
  case overlapping(total: Int)

  /// The origin of offsets.
  public enum Origin: Equatable, Sendable {
    case file
    case itemData
    case item(UInt32)
  }
}

extension ItemLocationError: CustomStringConvertible {
  /// The phrase that follows "item 3".
  public var description: String {
    switch self {
    case .noItem: "does not exist"
    case .noLocation: "has no location (iloc)"
    case .elsewhere: "has its data in another file (data_reference_index)"
    case .insideItself: "is located in itself, or through too many other items"
    case .noItemData: "has its data in idat, which does not exist"
    case .noReference(let index, let count):
      "has its data in item reference \(index) of \(count)"
    case .unknownMethod(let method): "has the unknown construction method \(method)"
    case .overlapping(let total):
      "has extents that overlap: \(counted(total, "byte")) in all, more than the file has"
    case .pastEnd(let origin, let start, nil, let available):
      "starts at byte \(start) of \(origin), which has only \(counted(available, "byte"))"
    case .pastEnd(let origin, let start, .some(let length), let available):
      "needs \(counted(length, "byte")) from byte \(start) of \(origin), which has only \(counted(available, "byte"))"
    }
  }
}

extension ItemLocationError.Origin: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file: "the file"
    case .itemData: "idat"
    case .item(let id): "item \(id)"
    }
  }
}
