/// Where a four-character code is looked up: the same code can mean a box, a sample entry or a
/// reference, depending on what contains it.
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
  /// Children of a `mebx` sample entry: their `keys` are not those of `meta`.
  case metadataSampleEntry
  /// Children of the `keys` of a `mebx` sample entry: their types are local key ids.
  case metadataKeys
  /// Children of `wave`, which repeat the sample entry's type.
  case soundExtensions
}

/// All types of boxes that are known.
public enum BoxRegistry {
  /// The definitions by namespace: one line for each type of box, in its family's file.
  public static let definitions: [BoxNamespace: [BoxDefinition]] = [
    .boxes: file + items + properties + movie + samples + fragments + quickTime + protection,
    .sampleEntries: sampleEntries,
    .itemReferences: itemReferences,
    .trackReferences: trackReferences,
    .entityGroups: entityGroups,
    .userData: userData,
    .metadataItemParts: metadataItemParts,
    .metadataSampleEntry: metadataSampleEntry,
    .soundExtensions: soundExtensions,
  ]

  private struct Key: Hashable {
    var namespace: BoxNamespace
    var type: FourCC
    var userType: UserType?
  }

  private static let index: [Key: BoxDefinition] = {
    var index: [Key: BoxDefinition] = [:]
    for (namespace, definitions) in definitions {
      for definition in definitions {
        let key = Key(namespace: namespace, type: definition.type, userType: definition.userType)
        precondition(index[key] == nil, "\(definition.type) is registered twice")
        index[key] = definition
      }
    }
    return index
  }()

  /// What is known of a type of box in `namespace`; `scope` decides for sample entries.
  public static func definition(
    _ type: FourCC, userType: UserType? = nil, in namespace: BoxNamespace = .boxes,
    scope: FieldScope = FieldScope()
  ) -> BoxDefinition? {
    let key = Key(namespace: namespace, type: type, userType: userType)
    if let exact = index[key] { return exact }
    switch namespace {
    case .boxes: return nil
    case .trackGroups: return trackGroup(type)
    case .metadataItemParts, .metadataSampleEntry, .soundExtensions:
      return index[Key(namespace: .boxes, type: type, userType: userType)]
    case .sampleEntries:
      return sampleEntry(type, handlerType: scope.handlerType)
        ?? index[Key(namespace: .boxes, type: type, userType: userType)]
    case .itemReferences: return itemReference(type)
    case .trackReferences: return trackReference(type)
    case .entityGroups: return entityGroup(type)
    case .metadataItems: return metadataItem(type)
    case .metadataKeys: return metadataKey(type)
    case .userData:
      return userDataItem(type) ?? index[Key(namespace: .boxes, type: type, userType: userType)]
    }
  }
}
