public import ISOBMFF
import RegisteredCodes

/// Everything with a code that Boxwalk knows: what the registry of boxes decodes, and what the
/// registration authority only names.
public enum Catalogue {
  /// What a code stands for.
  public enum Kind: String, CaseIterable, Sendable {
    case box
    case itemProperty = "item property"
    case sampleEntry = "sample entry"
    case sampleGroup = "sample group"
    case entityGroup = "entity group"
    case trackGroup = "track group"
    case itemReference = "item reference"
    case trackReference = "track reference"
    case userData = "user data"
    case metadata
    case brand
    case handler
    case itemType = "item type"
    case scheme
    case dataReference = "data reference"
    case colourType = "colour type"
    case trackSelection = "track selection attribute"
  }

  /// How much of it is read.
  public enum Syntax: Equatable, Sendable {
    /// Every field.
    case fields
    /// The boxes in it.
    case boxes
    /// Its bytes, on purpose.
    case data(because: String?)
    /// It has a name; if it is a box, its bytes are shown.
    case named
  }

  public struct Entry: Sendable {
    public var kind: Kind
    public var code: FourCC
    /// Of a `uuid` box.
    public var userType: UserType?
    public var name: String
    public var specification: String
    public var places: [BoxPlace] = []
    /// Versions whose syntax is known; nil if there are none.
    public var versions: ClosedRange<UInt8>?
    public var syntax: Syntax
  }

  /// By kind and code.
  public static let entries: [Entry] = {
    let decoded = boxes + sampleGroups
    var known: Set<Key> = []
    for entry in decoded { known.insert(Key(entry)) }
    // A code that is decoded as one kind of box need not be named as another.
    let boxCodes = Set(decoded.filter { $0.kind.isBox }.map(\.code))
    let named = CodeRegistry.allCases.flatMap { registry in
      registry.codes.map {
        Entry(
          kind: registry.kind, code: $0.code, name: $0.name, specification: $0.specification,
          syntax: registry.kind.hasSharedSyntax ? .fields : .named)
      }
    }.filter { !known.contains(Key($0)) && !($0.kind.isBox && boxCodes.contains($0.code)) }
    let order = Dictionary(uniqueKeysWithValues: Kind.allCases.enumerated().map { ($1, $0) })
    return (decoded + named).sorted {
      let (a, b) = (order[$0.kind] ?? 0, order[$1.kind] ?? 0)
      return a != b ? a < b : $0.code.rawValue < $1.code.rawValue
    }
  }()

  private struct Key: Hashable {
    var kind: Kind
    var code: FourCC
    var userType: UserType?
    init(_ entry: Entry) {
      (kind, code, userType) = (entry.kind, entry.code, entry.userType)
    }
  }

  private static var boxes: [Entry] {
    BoxRegistry.definitions.flatMap { namespace, definitions in
      definitions.map { definition in
        let isContainer = definition.body?.isContainer ?? false
        return Entry(
          kind: namespace.kind(of: definition), code: definition.type,
          userType: definition.userType, name: definition.title,
          specification: definition.specification, places: definition.places,
          versions: definition.versions,
          syntax: definition.body == nil
            ? .data(because: definition.opaqueBecause) : isContainer ? .boxes : .fields)
      }
    }
  }

  private static var sampleGroups: [Entry] {
    BoxRegistry.sampleGroups.map {
      Entry(
        kind: .sampleGroup, code: $0.type, name: $0.title, specification: $0.specification,
        places: [.any(in: "sgpd")], syntax: $0.entry == nil ? .data(because: nil) : .fields)
    }
  }
}

extension Catalogue.Kind {
  /// Kinds that are looked up by the type of a box, wherever it stands.
  fileprivate var isBox: Bool {
    switch self {
    case .box, .itemProperty, .userData, .metadata: true
    default: false
    }
  }

  /// Kinds of which all codes have one syntax, or one with optional fields after it.
  fileprivate var hasSharedSyntax: Bool {
    switch self {
    case .itemReference, .trackReference, .trackGroup, .entityGroup: true
    default: false
    }
  }
}

extension BoxNamespace {
  fileprivate func kind(of definition: BoxDefinition) -> Catalogue.Kind {
    switch self {
    case .boxes, .soundExtensions, .subTracks, .jpeg2000:
      definition.places.contains { $0.containers.contains("ipco") } ? .itemProperty : .box
    case .sampleEntries: .sampleEntry
    case .itemReferences: .itemReference
    case .trackReferences: .trackReference
    case .trackGroups: .trackGroup
    case .entityGroups: .entityGroup
    case .userData: .userData
    case .metadataItems, .metadataItemParts, .metadataSampleEntry, .metadataKeys: .metadata
    }
  }
}

extension CodeRegistry {
  fileprivate var kind: Catalogue.Kind {
    switch self {
    case .boxes: .box
    case .userData: .userData
    case .itemProperties: .itemProperty
    case .brands: .brand
    case .sampleEntries: .sampleEntry
    case .sampleGroups: .sampleGroup
    case .schemes: .scheme
    case .dataReferences: .dataReference
    case .itemTypes: .itemType
    case .itemReferences: .itemReference
    case .entityGroups: .entityGroup
    case .colourTypes: .colourType
    case .handlers: .handler
    case .trackReferences: .trackReference
    case .trackGroups: .trackGroup
    case .trackSelection: .trackSelection
    }
  }
}
