import Exif
import HEIF
import ISOBMFF
import Movie

extension Stripping {
  /// Metadata that is items of a `meta` box at the top of the file.
  mutating func stripItems() throws(EditError) {
    guard let heif = HEIFFile(file) else { return }
    var gone: Set<UInt32> = []
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
      let part = strip(data, kind)
      if goes {
        gone.insert(item.id)
        removed.append(name)
        continue
      }
      switch part {
      case .clean: break
      case .changed(let bytes, let notes):
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

  private enum Kind {
    case exif, xmp, xml, mime, uri, regions, picture

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
      default: return nil
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
      }
    }
  }

  private mutating func strip(_ data: Bytes, _ kind: Kind) -> StrippedPart {
    switch kind {
    case .exif: .exif(data, &places)
    case .xmp, .xml: .xml(data, &places)
    case .picture: .jpeg(data, what, &places)
    case .mime, .uri, .regions:
      LocationWords.mayBe(in: data) ? .unreadable("is of a form that is not known") : .clean
    }
  }

  /// Whether XMP says how a gain map or a depth map is used, and nothing else.
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
    guard !ids.isEmpty, let index = file.boxes.firstIndex(where: { $0.type == "meta" }) else {
      return
    }
    changedItems.formUnion(ids)
    var kept: [Range<Int>] = []
    for item in heif.items where !ids.contains(item.id) {
      kept += (try? heif.extents(of: item.id)) ?? []
    }
    for track in MovieFile(file)?.tracks ?? [] { kept += places(of: track) }
    kept = kept.joined
    for id in ids {
      for extent in (try? heif.extents(of: id)) ?? [] {
        // What another item has as well is no secret of this one.
        erased += kept.gaps(in: extent).filter { !isZero($0) }
      }
    }
    var children = file.boxes[index].children
    for child in children.indices { remove(ids, from: &children[child]) }
    children.removeAll { $0.type == "iref" && $0.isContainer && $0.children.isEmpty }
    file.boxes[index].children = children
  }

  private func remove(_ ids: Set<UInt32>, from box: inout Box) {
    switch box.type {
    case "iinf":
      let entries = box.children.filter {
        $0[ItemInfoEntry.self].map { !ids.contains($0.itemID) } ?? true
      }
      if entries.count != box.children.count { box.children = entries }
    case "iloc":
      guard var locations = box[ItemLocationBox.self],
        locations.items.contains(where: { ids.contains($0.id) })
      else { return }
      locations.items.removeAll { ids.contains($0.id) }
      box[ItemLocationBox.self] = locations
    case "iref":
      var isChanged = false
      let references = box.children.compactMap { child -> Box? in
        guard var reference = child[SingleItemTypeReferenceBox.self] else { return child }
        let targets = reference.toItemIDs.filter { !ids.contains($0) }
        guard !ids.contains(reference.fromItemID), !targets.isEmpty else {
          isChanged = true
          return nil
        }
        guard targets != reference.toItemIDs else { return child }
        isChanged = true
        reference.toItemIDs = targets
        var child = child
        child[SingleItemTypeReferenceBox.self] = reference
        return child
      }
      if isChanged { box.children = references }
    case "iprp":
      var children = box.children
      for index in children.indices {
        guard var associations = children[index][ItemPropertyAssociationBox.self],
          associations.entries.contains(where: { ids.contains($0.itemID) })
        else { continue }
        associations.entries.removeAll { ids.contains($0.itemID) }
        children[index][ItemPropertyAssociationBox.self] = associations
        box.children = children
      }
    case "grpl":
      var groups = box.children
      for index in groups.indices {
        guard var group = groups[index][EntityToGroupBox.self],
          group.entityIDs.contains(where: ids.contains)
        else { continue }
        group.entityIDs.removeAll { ids.contains($0) }
        groups[index][EntityToGroupBox.self] = group
        box.children = groups
      }
    default: break
    }
  }

  func isZero(_ place: Range<Int>) -> Bool {
    file.bytes.part(place)?.allSatisfy { $0 == 0 } ?? true
  }
}
