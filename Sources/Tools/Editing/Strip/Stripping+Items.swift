import HEIF
import ISOBMFF
import Metadata
import Movie

extension Stripping {
  /// Metadata that is items of a `meta` box at the top of the file.
  mutating func stripItems() throws(EditError) {
    guard let heif = HEIFFile(file) else { return }
    var gone: Set<UInt32> = []
    // Thousands of items may have the same bytes, which are examined only once.
    var parts: [Contents: StrippedPart] = [:]
    for item in heif.items where item.id != heif.primaryItemID || item.type == "jpeg" {
      guard let kind = Kind(item) else { continue }
      let name = "\(kind.title) (item \(item.id))"
      let goes = what == .all && kind != .picture && !isPartOfPicture(item, kind, heif)
      guard let extents = try? heif.extents(of: item.id), let data = try? heif.data(of: item.id),
        item.entry.protectionIndex == 0
      else {
        if goes {
          gone.insert(item.id)
          removed.append(name)
        } else if item.location?.extents.isEmpty == false {
          remarks.append("\(name) cannot be read, and stays")
        }
        continue
      }
      let encoding = item.contentEncoding
      let contents = Contents(extents: extents, kind: kind, encoding: encoding)
      let part =
        parts[contents] ?? encoding.map { strip(data, kind, encodedAs: $0) } ?? strip(data, kind)
      parts[contents] = part
      if goes {
        gone.insert(item.id)
        removed.append(name)
        continue
      }
      switch part {
      case .clean(let rest):
        add(rest, in: "item \(item.id)")
        if !kind.isSearched, !data.isBlank, !data.isReadableText {
          unknown.append("item \(item.id) (\(item.type))")
        }
      case .changed(let bytes, let notes, let rest):
        add(rest, in: "item \(item.id)")
        removed.append((what == .all ? "metadata in " : "the location in ") + name)
        remarks += notes.map { "\(name): \($0)" }
        try replace(extents, with: bytes)
        changedItems.insert(item.id)
      case .unreadable(let reason):
        guard kind != .picture else {
          remarks.append("\(name) \(reason), and stays as it is")
          continue
        }
        removed.append(name)
        remarks.append("\(name) \(reason): it is left out, as it may hold the location")
        gone.insert(item.id)
      }
    }
    try remove(gone, heif)
  }

  /// The content of an item, and its location.
  private struct Contents: Hashable {
    var extents: [Range<Int>]
    var kind: Kind
    var encoding: String?
  }

  enum Kind {
    case exif, xmp, xml, mime, uri, regions, picture, unknown

    init?(_ item: Item) {
      switch item.type {
      case "Exif": self = .exif
      case "mime":
        let type = item.entry.contentType.string.lowercased()
        self =
          type.hasPrefix("image/jpeg")
          ? .picture : type.contains("rdf+xml") ? .xmp : type.contains("xml") ? .xml : .mime
      case "uri ": self = .uri
      case "rgan": self = .regions
      case "jpeg": self = .picture
      default:
        // Every image has a size, also one of a type that is not known.
        let isImage = item.isImage || item.property(ImageSpatialExtentsProperty.self) != nil
        guard !isImage else { return nil }
        self = .unknown
      }
    }

    /// Whether its form is known, so that nothing in it is passed over.
    var isSearched: Bool {
      switch self {
      case .exif, .xmp, .xml, .regions, .picture: true
      case .mime, .uri, .unknown: false
      }
    }

    var title: String {
      switch self {
      case .exif: "Exif"
      case .xmp: "XMP"
      case .xml: "XML"
      case .mime: "MIME data"
      case .uri: "data with a URI"
      case .regions: "regions"
      case .picture: "JPEG picture"
      case .unknown: "data of an unknown type"
      }
    }
  }

  /// A compressed item stays as it is, or goes: without the location, it would have another size.
  private func strip(
    _ data: Bytes, _ kind: Kind, encodedAs encoding: String
  ) -> StrippedPart {
    guard let content = decompressor?.content(data, encoding) else {
      return .unreadable("is compressed (\(encoding)), and is not decompressed")
    }
    if case .clean(let rest) = strip(content, kind) { return .clean(rest) }
    return .unreadable("is compressed (\(encoding))")
  }

  private func strip(_ data: Bytes, _ kind: Kind) -> StrippedPart {
    switch kind {
    case .exif: .exif(data, locations)
    case .xmp, .xml: .xml(data, locations)
    case .picture: .jpeg(data, what, locations, decompressor)
    case .mime, .uri, .regions, .unknown:
      data.statesLocation(locations) ? .unreadable("has a form that is not known") : .clean()
    }
  }

  /// Whether the XMP only describes the use of a gain map or a depth map.
  private func isPartOfPicture(_ item: Item, _ kind: Kind, _ heif: HEIFFile) -> Bool {
    guard kind == .xmp, let data = try? heif.data(of: item.id), let packet = XMPPacket(data)
    else { return false }
    let described = heif.targets("cdsc", from: item.id)
    let isOfAuxiliary =
      !described.isEmpty && described.allSatisfy { !heif.targets("auxl", from: $0).isEmpty }
    return isOfAuxiliary && packet.holdsOnlyAuxiliaryData
  }

  // MARK: Whole items

  private mutating func remove(_ ids: Set<UInt32>, _ heif: HEIFFile) throws(EditError) {
    guard !ids.isEmpty else { return }
    changedItems.formUnion(ids)
    var kept: [Range<Int>] = []
    for item in heif.items where !ids.contains(item.id) {
      kept += (try? heif.extents(of: item.id)) ?? []
    }
    for track in MovieFile(file)?.tracks ?? [] { kept += file.mediaRanges(of: track) }
    kept = kept.joined
    for id in ids {
      for extent in (try? heif.extents(of: id)) ?? [] {
        // Bytes that another item also has are kept.
        erased += kept.gaps(in: extent).filter { !isZero($0) }
      }
    }
    file.removeItems(ids)
  }

  func isZero(_ range: Range<Int>) -> Bool {
    file.bytes.part(range)?.isZero ?? true
  }
}
