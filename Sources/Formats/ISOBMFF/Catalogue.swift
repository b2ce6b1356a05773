/// Every four-character code that Boxwalk knows: those that the registry of boxes decodes, and those that the
/// registration authority only names.
public enum Catalogue {
  /// The kinds of codes.
  public enum Kind: String, CaseIterable, Sendable {
    /// A box (ISO/IEC 14496-12 §4.2).
    case box
    /// A box in `ipco` that describes items (ISO/IEC 14496-12 §8.11.14).
    case itemProperty = "item property"
    /// A box in `stsd` that says how samples are coded (ISO/IEC 14496-12 §8.5.2).
    case sampleEntry = "sample entry"
    /// A grouping type of `sgpd` and `sbgp` (ISO/IEC 14496-12 §8.9).
    case sampleGroup = "sample group"
    /// A box in `grpl` that groups items and tracks (ISO/IEC 14496-12 §8.18).
    case entityGroup = "entity group"
    /// A box in `trgr` that groups tracks (ISO/IEC 14496-12 §8.3.4).
    case trackGroup = "track group"
    /// A box in `iref` that refers from an item to others (ISO/IEC 14496-12 §8.11.12).
    case itemReference = "item reference"
    /// A box in `tref` that refers from a track to others (ISO/IEC 14496-12 §8.3.3).
    case trackReference = "track reference"
    /// A box in `udta` (ISO/IEC 14496-12 §8.10.1).
    case userData = "user data"
    /// A box of the metadata of QuickTime and iTunes: in `ilst`, in its items, or in `keys`.
    case metadata
    /// A brand of `ftyp` (ISO/IEC 14496-12 §4.3).
    case brand
    /// A handler type of `hdlr` (ISO/IEC 14496-12 §8.4.3).
    case handler
    /// A type of an item in `infe` (ISO/IEC 14496-12 §8.11.6).
    case itemType = "item type"
    /// A scheme of `schm`, by which samples or items are protected or restricted (ISO/IEC 14496-12
    /// §8.12.6).
    case scheme
    /// A box in `dref` that says where media data is (ISO/IEC 14496-12 §8.7.2).
    case dataReference = "data reference"
    /// A type of the colour information in `colr` (ISO/IEC 14496-12 §12.1.5).
    case colourType = "colour type"
    /// An attribute of `tsel`, by which one of several tracks is chosen (ISO/IEC 14496-12 §8.10.3).
    case trackSelection = "track selection attribute"
  }

  /// The part of the structure that is read.
  public enum Syntax: Equatable, Sendable {
    /// Every field is read.
    case fields
    /// The boxes in it are read.
    case boxes
    /// Its bytes are left as they are on purpose; the reason is stated if there is a special one.
    case data(because: String?)
    /// It is a value of a field, and has no fields of its own.
    case value
    /// Only its name is known: its bytes are shown, and `because` is the reason.
    case named(because: String)

    /// Why it is not read in full, if that is stated.
    public var reason: String? {
      switch self {
      case .fields, .boxes, .value: nil
      case .data(let reason): reason
      case .named(let reason): reason
      }
    }
  }

  /// A code, with its name and its specification.
  public struct Entry: Sendable {
    /// The kind of the code.
    public var kind: Kind
    /// The four characters.
    public var code: FourCC
    /// The 16 bytes that tell a `uuid` box from others; nil for everything else.
    public var userType: UserType?
    /// The name in words.
    public var name: String
    /// The standard that defines it with the clause, or the authority's short form: `NALu Video`.
    public var specification: String
    /// The containers in which it may occur, and how often; empty if that is unknown.
    public var contexts: [BoxContext] = []
    /// Versions whose syntax is known; nil if there are none.
    public var versions: ClosedRange<UInt8>?
    /// The extent to which it is read.
    public var syntax: Syntax
    /// The declaration of its fields; nil if there is none.
    var declaration: Declaration?

    /// The declaration of the fields of a structure.
    enum Declaration: Sendable {
      case box(BoxDefinition)
      case sampleGroup(SampleGroupDefinition)
    }

    /// Its fields; nil if they are not known. The table is made by this call.
    public var table: SyntaxTable? {
      switch declaration {
      case .box(let definition): SyntaxTable(definition)
      case .sampleGroup(let definition): SyntaxTable(definition)
      case nil: nil
      }
    }
  }

  /// All entries, by kind, code and name.
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
          syntax: registry.kind.sharedSyntax
            ?? UnreadCodeReasons.syntax($0.code, $0.specification, registry.kind))
      }
    }.filter { !known.contains(Key($0)) && !($0.kind.isBox && boxCodes.contains($0.code)) }
    let order = Dictionary(uniqueKeysWithValues: Kind.allCases.enumerated().map { ($1, $0) })
    return (decoded + named).sorted {
      (order[$0.kind] ?? 0, $0.code.rawValue, $0.name)
        < (order[$1.kind] ?? 0, $1.code.rawValue, $1.name)
    }
  }()

  /// The reasons why entries are only named, each with the number of these entries, the most frequent first.
  package static func reasonsForNamesOnly(
    in entries: [Entry]
  ) -> [(reason: String, count: Int)] {
    var counts: [String: Int] = [:]
    for entry in entries {
      if case .named(let reason) = entry.syntax { counts[reason, default: 0] += 1 }
    }
    return counts.map { ($0.key, $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }

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
          specification: definition.specification, contexts: definition.contexts,
          versions: definition.versions,
          syntax: definition.body == nil && definition.format == nil
            ? .data(because: definition.opaqueBecause) : isContainer ? .boxes : .fields,
          declaration: .box(definition))
      }
    }
  }

  private static var sampleGroups: [Entry] {
    BoxRegistry.sampleGroups.map {
      Entry(
        kind: .sampleGroup, code: $0.type, name: $0.title, specification: $0.specification,
        contexts: [.any(in: "sgpd")], syntax: $0.entry == nil ? .data(because: nil) : .fields,
        declaration: .sampleGroup($0))
    }
  }
}

extension Catalogue.Kind {
  /// Kinds that are looked up by the type of a box, in any container.
  fileprivate var isBox: Bool {
    switch self {
    case .box, .itemProperty, .userData, .metadata: true
    default: false
    }
  }

  /// The syntax of kinds whose codes all have the same one, or the same with optional fields after it.
  fileprivate var sharedSyntax: Catalogue.Syntax? {
    switch self {
    case .itemReference, .trackReference, .trackGroup, .entityGroup, .dataReference: .fields
    case .brand, .handler, .itemType, .scheme, .colourType, .trackSelection: .value
    default: nil
    }
  }
}

extension BoxNamespace {
  fileprivate func kind(of definition: BoxDefinition) -> Catalogue.Kind {
    switch self {
    case .boxes, .soundExtensions, .subTracks, .schemeInformation, .jpeg2000:
      definition.contexts.contains { $0.containers.contains("ipco") } ? .itemProperty : .box
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

/// The codes of the registration authority of which no field is read, with the reasons.
enum UnreadCodeReasons {
  /// The syntax of a code that the registry of boxes does not have.
  ///
  /// - Parameter specification: the authority's short form.
  static func syntax(
    _ code: FourCC, _ specification: String, _ kind: Catalogue.Kind
  ) -> Catalogue.Syntax {
    if partsOfOthers.contains(code) { return .fields }
    // Entries of tracks with pictures or audio are read by their handler.
    if kind == .sampleEntry, !sampleEntries.contains(code) { return .boxes }
    return .named(because: reason(code, specification, kind))
  }

  private static func reason(
    _ code: FourCC, _ specification: String, _ kind: Catalogue.Kind
  ) -> String {
    if code == "3gau" { return "it is only in samples of hint tracks" }
    if code == "tc64" || code == "STGS" || makers.contains(specification) {
      return "its form is not public"
    }
    return publicStandards.contains(specification)
      ? "its standard is public, but it is not read yet"
      : "its standard is sold, and no public text defines it"
  }

  private static let makers: Set<String> = [
    "Apple", "Auro", "Hipix", "SDV", "Universal Music Group", "WhatsApp", "Youtube",
  ]

  private static let publicStandards: Set<String> = [
    "3GPP", "ATSC 3.0 A337", "DECE", "DVB", "J2KHEIF", "OMA DRM XBS",
  ]

  /// Sample entries whose fields after the header are shown as bytes: their tracks have neither pictures nor audio.
  private static let sampleEntries: Set<FourCC> = [
    "3gor", "6vpt", "STGS", "dyvm", "ixse", "m2ts", "mlix", "ocpc", "oksd", "rvp2", "stmd",
    "tc64", "vrsp",
  ]

  /// Structures without a box of their own: other boxes contain them, and read them. `fdel` is a part of `infe`, and
  /// the others are namespaces of keys in `keyd`.
  private static let partsOfOthers: Set<FourCC> = ["fdel", "me4c", "uiso"]
}
