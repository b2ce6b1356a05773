import HEIF
import ISOBMFF
import Movie

/// Rules about items, their references, properties and groups.
extension Rules {
  static let items: [FileRule] = [
    a1lxEssential,
    auxcMissing,
    auxcUnknown,
    auxcUnreferenced,
    auxlNotOfImage,
    cdscFromImage,
    derivedWithoutInput,
    dimgNotOfImage,
    essentialMissing,
    essentialUnknown,
    groupIDTaken,
    groupUnknownEntity,
    ilocItemTwice,
    ilocUnknownItem,
    ipmaItemTwice,
    ipmaNoneEssential,
    ipmaPropertyTwice,
    ipmaUnknownItem,
    ipmaUnknownProperty,
    ipmaUnsorted,
    ipmaVersionTwice,
    irefCycle,
    irefFromUnknown,
    irefSplit,
    irefTargetRepeated,
    irefToItself,
    irefToUnknown,
    itemIDZero,
    itemListedTwice,
    itemProtectionMissing,
    itemWithoutLocation,
    metadataUnattached,
    pitmHidden,
    pitmNotImage,
    pitmUnknownItem,
    propertyAfterTransform,
    propertyKindTwice,
    thmbNotOfImage,
    transformOrder,
    transformRepeated,
  ]

  static let a1lxEssential = FileRule(
    "a1lx-essential", .warning, "AV1 Image File Format §2.3.2.3",
    "The sizes of layers (a1lx) are a hint, and not marked as essential."
  ) { file, findings in
    for item in file.images {
      for property in item.properties where property.isEssential && property.box.type == "a1lx" {
        file.report(
          property, of: item, &findings,
          "has 'a1lx' marked as essential: programs that do not know it will not show the image")
      }
    }
  }

  static let auxcMissing = FileRule(
    "auxc-missing", .error, "ISO/IEC 23008-12 §6.5.8",
    "An auxiliary image says in auxC what it is for."
  ) { file, findings in
    guard let heif = file.heif else { return }
    for item in file.images where !heif.targets("auxl", from: item.id).isEmpty {
      if !item.properties.contains(where: { $0.box.type == "auxC" }) {
        file.report(item, &findings, "is an auxiliary image, but does not say of which kind (auxC)")
      }
    }
  }

  static let auxcUnknown = FileRule(
    "auxc-unknown", .note, "ISO/IEC 23008-12 §6.5.8",
    "The URN of an auxiliary image is known."
  ) { file, findings in
    for box in file.all(at: "meta", "iprp", "ipco", "auxC") {
      guard let urn = box[AuxiliaryTypeProperty.self]?.auxType.string,
        case .other = AuxiliaryKind(urn: urn)
      else { continue }
      findings.add(
        at: box, field: ["aux_type"],
        "'\(urn)' is not a kind of auxiliary image that Boxwalk knows")
    }
  }

  static let auxcUnreferenced = FileRule(
    "auxc-unreferenced", .warning, "ISO/IEC 23008-12 §6.5.8",
    "An image with auxC refers to the image that it goes with."
  ) { file, findings in
    guard let heif = file.heif else { return }
    for item in file.images where heif.targets("auxl", from: item.id).isEmpty {
      guard let property = item.properties.first(where: { $0.box.type == "auxC" }) else { continue }
      // The tiles of an auxiliary grid may have the grid's type.
      if heif.sources("dimg", to: item.id).contains(where: { $0.type == "grid" }) { continue }
      file.report(
        property, of: item, &findings,
        "has the type of an auxiliary image (auxC), but goes with no image (auxl)")
    }
  }

  static let auxlNotOfImage = FileRule(
    "auxl-not-of-image", .error, "ISO/IEC 23008-12 §6.4.5",
    "An auxiliary image is an image, and refers to images."
  ) { file, findings in
    ImageReferences.report(file, &findings, of: "auxl", "auxiliary image")
  }

  static let cdscFromImage = FileRule(
    "cdsc-from-image", .warning, "ISO/IEC 23008-12 §6.4.3",
    "A reference of the type cdsc starts at metadata."
  ) { file, findings in
    for (box, reference) in file.references where box.type == "cdsc" {
      guard let item = file.heif?.item(reference.fromItemID), item.isImage else { continue }
      findings.add(
        at: box,
        "\(file.title(of: item.id)) is said to describe item "
          + "\(reference.toItemIDs.map(String.init).joined(separator: ", ")), but is an image, not "
          + "metadata; perhaps the reference is the wrong way round")
    }
  }

  static let derivedWithoutInput = FileRule(
    "derived-without-input", .error, "ISO/IEC 23008-12 §6.6",
    "A derived image refers to the images that it is made of."
  ) { file, findings in
    guard let heif = file.heif else { return }
    for item in heif.items where item.isDerived {
      if item.type == "iovl" || !heif.targets("dimg", from: item.id).isEmpty { continue }
      file.report(item, &findings, "is made of other images, but refers to none (dimg)")
    }
  }

  static let dimgNotOfImage = FileRule(
    "dimg-not-of-image", .error, "ISO/IEC 23008-12 §6.4.1",
    "The inputs of a derived image are images."
  ) { file, findings in
    for (box, reference) in file.references where box.type == "dimg" {
      for (index, id) in reference.toItemIDs.enumerated() {
        guard let input = file.heif?.item(id), ImageReferences.isMetadata(input) else { continue }
        findings.add(
          at: box, field: ["to_item_ID[\(index)]"],
          "\(file.title(of: reference.fromItemID)) is made of item \(id), which is of the type "
            + "'\(input.type)', not an image")
      }
    }
  }

  static let essentialMissing = FileRule(
    "essential-missing", .warning, "ISO/IEC 23008-12 §6.5, AV1 Image File Format §2.2.1",
    "Transformations and decoder configurations are marked as essential."
  ) { file, findings in
    let essential: Set<FourCC> = [
      "clap", "irot", "imir", "iscl", "lsel", "a1op", "hvcC", "av1C", "avcC", "vvcC", "lhvC",
      "evcC",
      "uncC", "cmpd",
    ]

    for item in file.images {
      for property in item.properties where !property.isEssential {
        guard essential.contains(property.box.type) else { continue }
        file.report(
          property, of: item, &findings,
          "has '\(property.box.type)', which is not marked as essential: programs that do not know it "
            + "would show the image wrongly")
      }
    }
  }

  static let essentialUnknown = FileRule(
    "essential-unknown", .warning, "ISO/IEC 23008-12 §9.3.1",
    "An essential property is one that readers know."
  ) { file, findings in
    for item in file.images {
      for property in item.properties where property.isEssential {
        guard property.box.definition() == nil else { continue }
        file.report(
          property, of: item, &findings,
          "has the essential property '\(property.box.type)', which is not known: programs must not show "
            + "the image")
      }
    }
  }

  static let groupIDTaken = FileRule(
    "group-id-taken", .warning, "ISO/IEC 14496-12 §8.18.3",
    "No other group and no item has the number of a group."
  ) { file, findings in
    guard let heif = file.heif, let grpl = file.metaBox("grpl") else { return }
    var seen: Set<UInt32> = []
    for box in file.children(of: grpl) {
      guard let id = box[EntityToGroupBox.self]?.groupID else { continue }
      if !seen.insert(id).inserted {
        findings.add(at: box, field: ["group_id"], "two groups have the number \(id)")
      } else if heif.item(id) != nil {
        findings.add(at: box, field: ["group_id"], "the group and an item have the number \(id)")
      }
    }
  }

  static let groupUnknownEntity = FileRule(
    "group-unknown-entity", .warning, "ISO/IEC 14496-12 §8.18.3",
    "The members of a group are items or tracks of the file."
  ) { file, findings in
    guard let grpl = file.metaBox("grpl") else { return }
    let tracks = Set(file.movie?.tracks.map(\.id) ?? [])
    for box in file.children(of: grpl) {
      guard let group = box[EntityToGroupBox.self] else { continue }
      for (index, id) in group.entityIDs.enumerated() where !file.exists(id) && !tracks.contains(id)
      {
        findings.add(
          at: box, field: ["entity_id[\(index)]"],
          "the group \(group.groupID) has the member \(id), which is neither an item nor a track")
      }
    }
  }

  static let ilocItemTwice = FileRule(
    "iloc-item-twice", .error, "ISO/IEC 14496-12 §8.11.3",
    "Each item has one location in iloc.", concernsReading: true
  ) { file, findings in
    guard let box = file.metaBox("iloc"), let iloc = box[ItemLocationBox.self] else {
      return
    }
    var seen: Set<UInt32> = []
    for (index, item) in iloc.items.enumerated() where !seen.insert(item.id).inserted {
      findings.add(
        at: box, field: ["items[\(index)]"],
        "item \(item.id) has two locations; the last one is used")
    }
  }

  static let ilocUnknownItem = FileRule(
    "iloc-unknown-item", .warning, "ISO/IEC 14496-12 §8.11.3",
    "Each location is that of an item that iinf lists."
  ) { file, findings in
    guard let heif = file.heif, let box = file.metaBox("iloc"),
      let iloc = box[ItemLocationBox.self]
    else { return }
    for (index, item) in iloc.items.enumerated() where heif.item(item.id) == nil {
      findings.add(
        at: box, field: ["items[\(index)]"],
        "there is a location for item \(item.id), which is not listed: its data cannot be used")
    }
  }

  static let ipmaItemTwice = FileRule(
    "ipma-item-twice", .warning, "ISO/IEC 23008-12 §9.3.1",
    "Each item has one entry in ipma."
  ) { file, findings in
    var seen: Set<UInt32> = []
    for association in file.associations where !seen.insert(association.entry.itemID).inserted {
      findings.add(
        at: association.box, field: ["entries[\(association.index)]"],
        "\(file.title(of: association.entry.itemID)) has two lists of properties; programs may see only "
          + "one of them")
    }
  }

  static let ipmaNoneEssential = FileRule(
    "ipma-none-essential", .note, "ISO/IEC 23008-12 §9.3.1",
    "An association with no property (index 0) is not marked as essential."
  ) { file, findings in
    for association in file.associations
    where association.entry.associations.contains(where: { $0.propertyIndex == 0 && $0.isEssential }
    ) {
      findings.add(
        at: association.box, field: ["entries[\(association.index)]"],
        "\(file.title(of: association.entry.itemID)) has an essential property with the index 0, which is none"
      )
    }
  }

  static let ipmaPropertyTwice = FileRule(
    "ipma-property-twice", .warning, "ISO/IEC 23008-12 §9.3.1",
    "An item has a property only once."
  ) { file, findings in
    for association in file.associations {
      var seen: Set<UInt16> = [0]
      for each in association.entry.associations where each.propertyIndex > 0 {
        guard !seen.insert(each.propertyIndex).inserted else { continue }
        findings.add(
          at: association.box, field: ["entries[\(association.index)]"],
          "\(file.title(of: association.entry.itemID)) has property \(each.propertyIndex) twice: "
            + "programs may apply it twice")
      }
    }
  }

  static let ipmaUnknownItem = FileRule(
    "ipma-unknown-item", .warning, "ISO/IEC 23008-12 §9.3.1",
    "Properties belong to items of the file, or to groups."
  ) { file, findings in
    for association in file.associations where !file.exists(association.entry.itemID) {
      findings.add(
        at: association.box, field: ["entries[\(association.index)]"],
        "properties are given to item \(association.entry.itemID), which does not exist")
    }
  }

  static let ipmaUnknownProperty = FileRule(
    "ipma-unknown-property", .error, "ISO/IEC 23008-12 §9.3.1",
    "The properties of an item are in ipco.", concernsReading: true
  ) { file, findings in
    guard let ipco = file.all(at: "meta", "iprp", "ipco").first else { return }
    let count = ipco.box.children.count
    for association in file.associations {
      for each in association.entry.associations where Int(each.propertyIndex) > count {
        findings.add(
          at: association.box, field: ["entries[\(association.index)]"],
          "\(file.title(of: association.entry.itemID)) has property \(each.propertyIndex), but there are "
            + "only \(count)")
      }
    }
  }

  static let ipmaUnsorted = FileRule(
    "ipma-unsorted", .note, "ISO/IEC 23008-12 §9.3.1",
    "The entries of ipma are sorted by the number of the item."
  ) { file, findings in
    for box in file.all(at: "meta", "iprp", "ipma") {
      let ids = box[ItemPropertyAssociationBox.self]?.entries.map(\.itemID) ?? []
      guard let index = ids.indices.dropFirst().first(where: { ids[$0] < ids[$0 - 1] }) else {
        continue
      }
      findings.add(
        at: box, field: ["entries[\(index)]"],
        "the properties of item \(ids[index]) come after those of item \(ids[index - 1])")
    }
  }

  static let ipmaVersionTwice = FileRule(
    "ipma-version-twice", .warning, "ISO/IEC 23008-12 §9.3.1",
    "Each ipma box has a version and flags of its own."
  ) { file, findings in
    var headers: Set<[UInt32]> = []
    for box in file.all(at: "meta", "iprp", "ipma") {
      guard let header = box[ItemPropertyAssociationBox.self]?.header,
        !headers.insert([UInt32(header.version), header.flags]).inserted
      else { continue }
      findings.add(
        at: box,
        "another ipma box has the version \(header.version) and the flags \(header.flags), too: "
          + "programs may read only one of them")
    }
  }

  static let irefCycle = FileRule(
    "iref-cycle", .error, "ISO/IEC 23008-12 §6.4.1, §8",
    "Following references of one type never leads back to where it started."
  ) { file, findings in
    let byType = Dictionary(grouping: file.references, by: { $0.box.type })
    for (_, references) in byType.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var edges: [UInt32: Set<UInt32>] = [:]
      for (_, reference) in references {
        edges[reference.fromItemID, default: []].formUnion(
          reference.toItemIDs.filter { $0 != reference.fromItemID })
      }
      // An item without references is not part of a cycle, and neither is an item that refers only to such items.
      var sources: [UInt32: [UInt32]] = [:]
      for (id, targets) in edges {
        for target in targets { sources[target, default: []].append(id) }
      }
      var open = edges.mapValues(\.count)
      var ends = Set(sources.keys).filter { open[$0, default: 0] == 0 }
      while let end = ends.popFirst() {
        for source in sources[end] ?? [] {
          open[source, default: 0] -= 1
          if open[source] == 0 { ends.insert(source) }
        }
      }
      edges = edges.filter { open[$0.key, default: 0] > 0 }
      guard
        let (box, reference) = references.first(where: { edges[$0.reference.fromItemID] != nil })
      else { continue }
      findings.add(
        at: box,
        "the references of the type '\(box.type)' from \(file.title(of: reference.fromItemID)) form "
          + "a circle, so that they cannot be resolved")
    }
  }

  static let irefFromUnknown = FileRule(
    "iref-from-unknown", .error, "ISO/IEC 14496-12 §8.11.12",
    "A reference starts at an item of the file.", concernsReading: true
  ) { file, findings in
    for (box, reference) in file.references where !file.exists(reference.fromItemID) {
      findings.add(
        at: box, field: ["from_item_ID"],
        "a reference of the type '\(box.type)' starts at item \(reference.fromItemID), which does not "
          + "exist")
    }
  }

  static let irefSplit = FileRule(
    "iref-split", .warning, "ISO/IEC 14496-12 §8.11.12",
    "All references of one type from one item are in one box."
  ) { file, findings in
    var seen: Set<[UInt32]> = []
    for (box, reference) in file.references
    where !seen.insert([box.type.rawValue, reference.fromItemID]).inserted {
      findings.add(
        at: box,
        "there are two lists of references of the type '\(box.type)' from item "
          + "\(reference.fromItemID); programs may see only one of them")
    }
  }

  static let irefTargetRepeated = FileRule(
    "iref-target-repeated", .warning, "ISO/IEC 14496-12 §8.11.12",
    "An item refers to another only once in the same way, except for the inputs of a derived image."
  ) { file, findings in
    for (box, reference) in file.references where box.type != "dimg" && box.type != "iloc" {
      guard Set(reference.toItemIDs).count < reference.toItemIDs.count else { continue }
      findings.add(
        at: box,
        "\(file.title(of: reference.fromItemID)) refers to the same item twice as '\(box.type)'")
    }
  }

  static let irefToItself = FileRule(
    "iref-to-itself", .error, "ISO/IEC 14496-12 §8.11.12",
    "An item does not refer to itself."
  ) { file, findings in
    for (box, reference) in file.references
    where reference.toItemIDs.contains(reference.fromItemID) && box.type != "iloc" {
      findings.add(
        at: box, "\(file.title(of: reference.fromItemID)) refers to itself as '\(box.type)'")
    }
  }

  static let irefToUnknown = FileRule(
    "iref-to-unknown", .error, "ISO/IEC 14496-12 §8.11.12",
    "A reference leads to items of the file, or to groups.", concernsReading: true
  ) { file, findings in
    for (box, reference) in file.references {
      for (index, id) in reference.toItemIDs.enumerated() where !file.exists(id) {
        findings.add(
          at: box, field: ["to_item_ID[\(index)]"],
          "\(file.title(of: reference.fromItemID)) refers to item \(id) as '\(box.type)', but there is "
            + "no such item")
      }
    }
  }

  static let itemIDZero = FileRule(
    "item-id-zero", .warning, "ISO/IEC 14496-12 §8.11.6",
    "The number of an item is not 0."
  ) { file, findings in
    for box in file.all(at: "meta", "iinf", "infe")
    where box[ItemInfoEntry.self]?.itemID == 0 {
      findings.add(at: box, "an item has the number 0, which no item may have")
    }
  }

  static let itemListedTwice = FileRule(
    "item-listed-twice", .error, "ISO/IEC 14496-12 §8.11.6",
    "Each item has one entry in iinf.", concernsReading: true
  ) { file, findings in
    var seen: Set<UInt32> = []
    for box in file.all(at: "meta", "iinf", "infe") {
      guard let id = box[ItemInfoEntry.self]?.itemID, !seen.insert(id).inserted else {
        continue
      }
      findings.add(at: box, "item \(id) is listed twice; the first entry is used")
    }
  }

  static let itemProtectionMissing = FileRule(
    "item-protection-missing", .error, "ISO/IEC 14496-12 §8.11.5",
    "An item that is protected names an entry of ipro that says how."
  ) { file, findings in
    guard let heif = file.heif else { return }
    let entries = file.metaBox("ipro").map { file.children(of: $0).count } ?? 0
    for item in heif.items where Int(item.entry.protectionIndex) > entries {
      file.report(
        item, &findings,
        "is said to be protected by the method \(item.entry.protectionIndex), but only \(entries) are "
          + "described (ipro)")
    }
  }

  static let itemWithoutLocation = FileRule(
    "item-without-location", .error, "ISO/IEC 14496-12 §8.11.3",
    "An item whose type has data has a location with data."
  ) { file, findings in
    /// Types whose items consist only of references and properties.
    let dataless: Set<FourCC> = ["iden", "tmap", "mime", "uri ", "sato"]

    guard let heif = file.heif, file.metaBox("iloc")?[ItemLocationBox.self] != nil
    else { return }
    for item in heif.items where !dataless.contains(item.type) {
      guard let location = item.location else {
        file.report(item, &findings, "has no location (iloc), so that it has no data")
        continue
      }
      if location.extents.isEmpty, location.dataReferenceIndex == 0, item.isImage {
        file.report(item, &findings, "has a location without extents, so that it has no data")
      }
    }
  }

  static let metadataUnattached = FileRule(
    "metadata-unattached", .note, "ISO/IEC 23008-12 §A.2.1, §A.3",
    "Exif and XMP refer to the image that they describe."
  ) { file, findings in
    guard let heif = file.heif, !file.images.isEmpty else { return }
    for item in heif.items {
      let isXMP = item.type == "mime" && item.entry.contentType.string == "application/rdf+xml"
      guard item.type == "Exif" || isXMP, heif.targets("cdsc", from: item.id).isEmpty else {
        continue
      }
      file.report(
        item, &findings, "refers to no image (cdsc): programs may not find it")
    }
  }

  static let pitmHidden = FileRule(
    "pitm-hidden", .warning, "ISO/IEC 23008-12 §6.4.2",
    "The primary item is not hidden."
  ) { file, findings in
    guard let item = file.heif?.primaryItem, item.entry.isHidden, let box = file.metaBox("pitm")
    else {
      return
    }
    findings.add(
      at: box, "the primary item \(item.id) is marked as hidden: some programs will show nothing")
  }

  static let pitmNotImage = FileRule(
    "pitm-not-image", .error, "ISO/IEC 23008-12 §6.2",
    "The primary item is an image."
  ) { file, findings in
    let metadata: Set<FourCC> = ["Exif", "mime", "uri ", "rgan", "it35"]

    guard let item = file.heif?.primaryItem, metadata.contains(item.type), !file.images.isEmpty,
      let box = file.metaBox("pitm")
    else { return }
    findings.add(
      at: box, "the primary item \(item.id) is of the type '\(item.type)', which is not an image"
    )
  }

  static let pitmUnknownItem = FileRule(
    "pitm-unknown-item", .error, "ISO/IEC 14496-12 §8.11.4",
    "The primary item is an item of the file, or a group of alternatives.", concernsReading: true
  ) { file, findings in
    guard let heif = file.heif, let id = heif.primaryItemID, let box = file.metaBox("pitm"),
      heif.item(id) == nil, !heif.groups.contains(where: { $0.id == id })
    else { return }
    findings.add(
      at: box,
      "the primary item \(id) does not exist: programs do not know which image to show")
  }

  static let propertyAfterTransform = FileRule(
    "property-after-transform", .note, "ISO/IEC 23008-12 §6.5.1",
    "Descriptive properties come before transformations."
  ) { file, findings in
    for item in file.images {
      guard
        let first = item.properties.firstIndex(where: { Rules.transforms.contains($0.box.type) })
      else {
        continue
      }
      for property in item.properties[first...]
      where ["ispe", "pixi", "colr", "auxC"].contains(property.box.type) {
        file.report(
          property, of: item, &findings,
          "has '\(property.box.type)' after a transformation, where programs may ignore it")
      }
    }
  }

  static let transforms: Set<FourCC> = ["clap", "irot", "imir"]

  static let propertyKindTwice = FileRule(
    "property-kind-twice", .error, "ISO/IEC 23008-12 §6.5",
    "An image has one size, one decoder configuration and one description of its channels."
  ) { file, findings in
    let single: [FourCC] = [
      "ispe", "pixi", "auxC", "hvcC", "avcC", "av1C", "vvcC", "lhvC", "uncC",
    ]

    for item in file.images {
      for type in single {
        let found = item.properties.filter { $0.box.type == type }
        guard found.count > 1, Set(found.compactMap { $0.box.source?.fileOffset }).count > 1 else {
          continue
        }
        file.report(
          found[1], of: item, &findings,
          "has \(found.count) properties '\(type)': programs may use either")
      }
    }
  }

  static let thmbNotOfImage = FileRule(
    "thmb-not-of-image", .error, "ISO/IEC 23008-12 §6.4.4",
    "A thumbnail is an image, and refers to an image."
  ) { file, findings in
    ImageReferences.report(file, &findings, of: "thmb", "thumbnail")
  }

  static let transformOrder = FileRule(
    "transform-order", .warning, "ISO/IEC 23000-22 §7.3.6.7",
    "In a file of the Multi-Image Application Format, cropping comes before rotation, and "
      + "rotation before mirroring, each at most once."
  ) { file, findings in
    guard file.claimsMIAF else { return }
    let order: [FourCC] = ["clap", "irot", "imir"]
    for item in file.images {
      let found = item.properties.compactMap { property in
        order.firstIndex(of: property.box.type).map { (rank: $0, property: property) }
      }
      for (previous, next) in zip(found, found.dropFirst()) where next.rank <= previous.rank {
        file.report(
          next.property, of: item, &findings,
          "has '\(next.property.box.type)' after '\(previous.property.box.type)': programs may apply them "
            + "in another order and show the image differently")
      }
    }
  }

  static let transformRepeated = FileRule(
    "transform-repeated", .warning, "ISO/IEC 23008-12 §6.5",
    "An image is rotated, mirrored and cropped at most once each."
  ) { file, findings in
    guard !file.claimsMIAF else { return }
    for item in file.images {
      for type in ["clap", "irot", "imir"] as [FourCC] {
        let found = item.properties.filter { $0.box.type == type }
        guard found.count > 1 else { continue }
        file.report(
          found[1], of: item, &findings,
          "has '\(type)' \(found.count) times: programs may apply only one of them")
      }
    }
  }
}

/// References from images to images.
enum ImageReferences {
  /// Reports references of a type between items that are not images. Items of unknown types may be images.
  static func report(
    _ file: ExaminedFile, _ findings: inout Findings, of type: FourCC, _ what: String
  ) {
    guard let heif = file.heif else { return }
    for (box, reference) in file.references where box.type == type {
      if let item = heif.item(reference.fromItemID), isMetadata(item) {
        findings.add(
          at: box, field: ["from_item_ID"],
          "item \(item.id) is said to be a \(what), but is of the type '\(item.type)'")
      }
      for (index, id) in reference.toItemIDs.enumerated() {
        guard let item = heif.item(id), isMetadata(item) else { continue }
        findings.add(
          at: box, field: ["to_item_ID[\(index)]"],
          "\(file.title(of: reference.fromItemID)) goes with item \(id), which is of the type "
            + "'\(item.type)', not an image")
      }
    }
  }

  static func isMetadata(_ item: Item) -> Bool {
    ["Exif", "mime", "uri ", "rgan", "it35"].contains(item.type)
  }
}
