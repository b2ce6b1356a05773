public import ISOBMFF

/// What an auxiliary image is for.
public enum AuxiliaryKind: Equatable, Sendable {
  case alpha
  case depth
  case hdrGainMap
  case portraitMatte
  /// "skin", "hair", "teeth", "glasses", "sky"
  case semanticMatte(String)
  case linearThumbnail
  case styleDeltaMap
  case other(String)

  /// The URN of alpha for all codecs (ISO/IEC 23001-8).
  package static let alphaURN = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

  /// The kind that the URN in `auxC` names.
  public init(urn: String) {
    switch urn {
    case "urn:mpeg:hevc:2015:auxid:1", AuxiliaryKind.alphaURN:
      self = .alpha
    case "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth":
      self = .depth
    case "urn:com:apple:photo:2020:aux:hdrgainmap", "urn:com:samsung:photo:2024:aux:hdrgainmap",
      "urn:com:photo:aux:hdrgainmap":
      self = .hdrGainMap
    case "urn:com:apple:photo:2018:aux:portraiteffectsmatte": self = .portraitMatte
    case "tag:apple.com,2023:photo:aux:linearthumbnail": self = .linearThumbnail
    case "tag:apple.com,2023:photo:aux:styledeltamap": self = .styleDeltaMap
    default:
      let name = urn.split(separator: ":").last ?? ""
      if name.hasPrefix("semantic"), name.hasSuffix("matte") {
        self = .semanticMatte(String(name.dropFirst(8).dropLast(5)))
      } else {
        self = .other(urn)
      }
    }
  }

  /// The kind in plain words.
  public var title: String {
    switch self {
    case .alpha: "alpha (transparency)"
    case .depth: "depth map"
    case .hdrGainMap: "HDR gain map"
    case .portraitMatte: "portrait matte"
    case .semanticMatte(let part): "\(part) matte"
    case .linearThumbnail: "linear thumbnail"
    case .styleDeltaMap: "photographic style map"
    case .other(let urn): urn.isEmpty ? "unnamed" : urn
    }
  }
}

extension HEIFFile {
  /// The auxiliary images of an item (`auxl`).
  public func auxiliaryImages(of id: UInt32) -> [(item: Item, kind: AuxiliaryKind)] {
    sources("auxl", to: id).map { item in
      (item, AuxiliaryKind(urn: item.property(AuxiliaryTypeProperty.self)?.auxType.string ?? ""))
    }
  }

  /// The thumbnails of an item (`thmb`).
  public func thumbnails(of id: UInt32) -> [Item] { sources("thmb", to: id) }

  /// The metadata items that describe an item (`cdsc`): Exif, XMP and others.
  public func metadataItems(of id: UInt32) -> [Item] { sources("cdsc", to: id) }

  /// The Exif item of an image.
  public func exifItem(of id: UInt32) -> Item? {
    metadataItems(of: id).first { $0.type == "Exif" } ?? onlyItem { $0.type == "Exif" }
  }

  /// The XMP item of an image.
  public func xmpItem(of id: UInt32) -> Item? {
    metadataItems(of: id).first(where: isXMP) ?? onlyItem(isXMP)
  }

  /// All items with an XMP packet about any item.
  public var xmpItems: [Item] { items.filter(isXMP) }

  /// All items with an XMP packet that is compressed, which only ``Item/contentEncoding`` tells.
  public var compressedXMPItems: [Item] {
    items.filter { $0.holdsXMP && $0.contentEncoding != nil }
  }

  private func isXMP(_ item: Item) -> Bool { item.holdsXMP && item.contentEncoding == nil }

  /// Some writers leave the reference out. Metadata without a reference describes the image.
  private func onlyItem(_ matches: (Item) -> Bool) -> Item? {
    let candidates = items.filter { item in
      matches(item) && !references.contains { $0.type == "cdsc" && $0.from == item.id }
    }
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// The ICC profile of an image; iOS 11 and 12 state it on the tiles only.
  public func iccProfile(of id: UInt32) -> Bytes? {
    if let profile = item(id)?.iccProfile { return profile }
    return targets("dimg", from: id).first.flatMap { item($0)?.iccProfile }
  }

  /// The first coded image of an image: its first tile, or the image itself. Nil if it is missing, or if it is derived
  /// through too many other images.
  public func codedItem(of id: UInt32) -> Item? {
    var image = item(id)
    for _ in 0..<8 {
      guard let derived = image else { return nil }
      let inputs = targets("dimg", from: derived.id)
      if inputs.isEmpty { return derived }
      image = inputs.lazy.compactMap { item($0) }.first
    }
    return nil
  }
}

extension Item {
  fileprivate var holdsXMP: Bool {
    type == "mime" && entry.contentType.string == "application/rdf+xml"
  }

  /// How the data of a MIME item is compressed: `br`, `gzip`; nil if it is not.
  public var contentEncoding: String? {
    entry.contentEncoding.flatMap { $0.isEmpty ? nil : $0.string }
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
