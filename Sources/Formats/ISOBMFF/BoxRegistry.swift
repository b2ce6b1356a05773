/// The namespace of a four-character code: the same code can stand for a box, a sample entry or a reference, depending
/// on its container.
public enum BoxNamespace: Hashable, Sendable {
  case boxes
  /// Children of `stsd`.
  case sampleEntries
  /// Children of `iref`.
  case itemReferences
  /// Children of `tref`.
  case trackReferences
  /// Children of `trgr`.
  case trackGroups
  /// Children of `grpl`.
  case entityGroups
  /// Children of `udta`.
  case userData
  /// Children of `ilst`: their types are codes, or indices into `keys`.
  case metadataItems
  /// Children of an item in `ilst`: `data`, `mean`, `name`.
  case metadataItemParts
  /// Children of a `mebx` sample entry, whose `keys` box is not that of `meta`.
  case metadataSampleEntry
  /// Children of the `keys` of a `mebx` sample entry: their types are local key ids.
  case metadataKeys
  /// Children of `strk`: `stri` is something else in Apple's stereo video.
  case subTracks
  /// Children of `schi`: the `name` of FairPlay is not that of a time code.
  case schemeInformation
  /// Children of `wave`, which repeat the sample entry's type.
  case soundExtensions
  /// Children of `jp2h` and similar boxes, whose `colr` is not that of a sample entry.
  case jpeg2000
}

/// All known types of boxes.
public enum BoxRegistry {
  /// The definitions by namespace: one line for each type of box, in its family's file.
  public static let definitions: [BoxNamespace: [BoxDefinition]] = [
    .boxes: [
      file, items, properties, uncompressed, movie, hints, samples, nalUnitVideo, fragments,
      quickTime, protection, codecConfigurations, jpegFamily,
    ].flatMap { $0 },
    .sampleEntries: sampleEntries,
    .itemReferences: itemReferences,
    .trackReferences: trackReferences,
    .trackGroups: trackGroups,
    .subTracks: subTracks,
    .schemeInformation: schemeInformation,
    .entityGroups: entityGroups + nalUnitVideoEntityGroups,
    .userData: userData,
    .metadataItems: metadataItems,
    .metadataItemParts: metadataItemParts,
    .metadataSampleEntry: metadataSampleEntry,
    .soundExtensions: soundExtensions,
    .jpeg2000: jpeg2000,
  ]

  /// The types of boxes that may occur in a container, in the order of their characters; all types if it is unknown which
  /// may occur.
  public static func types(in container: BoxContext.Container?) -> [FourCC] {
    let all = definitions.values.joined()
    let found = all.filter { definition in
      definition.contexts.contains { context in container.map(context.containers.contains) ?? false
      }
    }
    return Set((found.isEmpty ? Array(all) : found).map(\.type)).sorted {
      $0.rawValue < $1.rawValue
    }
  }

  private struct Key: Hashable {
    var namespace: BoxNamespace
    var type: FourCC
    var userType: UserType?

    /// Every box is looked up, and few have a user type. So the hash is fast without one.
    func hash(into hasher: inout Hasher) {
      hasher.combine(namespace)
      hasher.combine(type)
    }
  }

  private static let index: [Key: BoxDefinition] = {
    var index: [Key: BoxDefinition] = [:]
    index.reserveCapacity(definitions.values.reduce(0) { $0 + $1.count })
    for (namespace, definitions) in definitions {
      for definition in definitions {
        let key = Key(namespace: namespace, type: definition.type, userType: definition.userType)
        precondition(index[key] == nil, "\(definition.type) is registered twice")
        index[key] = definition
      }
    }
    return index
  }()

  /// The definition of a type of box in `namespace`; for sample entries, it depends on `scope`.
  public static func definition(
    _ type: FourCC, userType: UserType? = nil, in namespace: BoxNamespace = .boxes,
    scope: FieldScope = FieldScope()
  ) -> BoxDefinition? {
    let key = Key(namespace: namespace, type: type, userType: userType)
    return index[key] ?? fallback(key, scope) ?? named(type, in: namespace)
  }

  /// Whether a box in `container` may be what its definition says. In a container that the definition does not name, the
  /// same code may be another box.
  static func isUsual(_ definition: BoxDefinition, in container: FourCC) -> Bool {
    definition.contexts.isEmpty
      || definition.contexts.lazy.flatMap(\.containers).contains { usual in
        switch usual {
        case .file: container.rawValue == 0
        case .box(let type): type == container
        case .sampleEntry, .visualSampleEntry, .audioSampleEntry:
          index[Key(namespace: .boxes, type: container)] == nil
        }
      }
  }

  /// The definition of a type, depending on its container.
  private static func fallback(_ key: Key, _ scope: FieldScope) -> BoxDefinition? {
    let type = key.type
    var box: BoxDefinition? {
      index[Key(namespace: .boxes, type: type, userType: key.userType)]
    }
    // Free space may be in any container.
    if type == "free" || type == "skip" { return box }
    switch key.namespace {
    case .boxes: return nil
    case .trackGroups: return trackGroup(type)
    case .metadataItemParts, .metadataSampleEntry, .soundExtensions, .subTracks,
      .schemeInformation, .jpeg2000:
      return box
    case .sampleEntries: return sampleEntry(type, handlerType: scope.handlerType) ?? box
    case .itemReferences: return itemReference(type)
    case .trackReferences: return trackReference(type)
    case .entityGroups: return entityGroup(type)
    case .metadataItems: return metadataItem(type)
    case .metadataKeys: return metadataKey(type)
    case .userData: return userDataItem(type) ?? box
    }
  }

  /// A box that stays bytes, with the name under which it is registered.
  private static func named(_ type: FourCC, in namespace: BoxNamespace) -> BoxDefinition? {
    let registries: [CodeRegistry] =
      namespace == .userData ? [.userData, .boxes] : [.boxes, .itemProperties, .userData]
    return registries.lazy.compactMap { $0[type] }.first.map {
      .data(type, $0.name, $0.specification)
    }
  }
}
