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

/// The definition of a type of box.
///
/// It is a class, because there are hundreds of definitions in several lists, and every box that is read needs one.
public final class BoxDefinition: Sendable {
  /// The type, four characters.
  public let type: FourCC
  public let userType: UserType?
  /// The specification's name, if it is not that of the Swift type.
  private let statedTitle: String?
  /// The document and the clause that define it.
  public let specification: String
  /// How its fields are read; nil for boxes that stay bytes.
  public let body: (any BoxBody.Type)?
  /// The reason why a known box is kept as bytes.
  public let opaqueBecause: String?
  /// The format of the payload, for descriptions, if the box has no fields.
  public let format: EmbeddedFormat?
  /// The containers in which it may occur, and how often; empty if that is not restricted.
  public let contexts: [BoxContext]

  private init(
    type: FourCC, userType: UserType? = nil, title: String?, specification: String,
    body: (any BoxBody.Type)?, opaqueBecause: String? = nil, format: EmbeddedFormat? = nil,
    contexts: [BoxContext] = []
  ) {
    self.type = type
    self.userType = userType
    statedTitle = title
    self.specification = specification
    self.body = body
    self.opaqueBecause = opaqueBecause
    self.format = format
    self.contexts = contexts
  }

  /// The same definition with other contexts.
  func within(_ contexts: BoxContext...) -> BoxDefinition {
    BoxDefinition(
      type: type, userType: userType, title: statedTitle, specification: specification, body: body,
      opaqueBecause: opaqueBecause, format: format, contexts: contexts)
  }

  /// The specification's name: `ItemLocationBox`.
  ///
  /// The name of a Swift type is looked up at its first use, because there are hundreds.
  public var title: String { statedTitle ?? body.map { "\($0)" } ?? "" }

  /// The definition of a box whose Swift type has the name in the specification.
  public static func box(_ body: any BoxBody.Type, _ contexts: BoxContext...) -> BoxDefinition {
    BoxDefinition(
      type: body.type, title: nil, specification: body.specification, body: body,
      contexts: contexts)
  }

  /// A type of box that shares its syntax with others.
  public static func box(
    _ type: FourCC, _ title: String, _ specification: String, _ body: any BoxBody.Type,
    _ contexts: BoxContext...
  ) -> BoxDefinition {
    BoxDefinition(
      type: type, title: title, specification: specification, body: body, contexts: contexts)
  }

  /// A `uuid` box.
  public static func uuid(
    _ userType: UserType, _ title: String, _ specification: String, _ body: (any BoxBody.Type)?,
    because reason: String? = nil, holds format: EmbeddedFormat? = nil, _ contexts: BoxContext...
  ) -> BoxDefinition {
    BoxDefinition(
      type: "uuid", userType: userType, title: title, specification: specification, body: body,
      opaqueBecause: reason, format: format, contexts: contexts)
  }

  /// A box that has only boxes inside.
  public static func container(
    _ type: FourCC, _ title: String, _ specification: String, _ contexts: BoxContext...
  ) -> BoxDefinition {
    BoxDefinition(
      type: type, title: title, specification: specification, body: ContainerBox.self,
      contexts: contexts)
  }

  /// A box whose payload is data without fields.
  ///
  /// - Parameter format: the format of the data, if it is known.
  public static func data(
    _ type: FourCC, _ title: String, _ specification: String, because reason: String? = nil,
    holds format: EmbeddedFormat? = nil, _ contexts: BoxContext...
  ) -> BoxDefinition {
    BoxDefinition(
      type: type, title: title, specification: specification, body: nil, opaqueBecause: reason,
      format: format, contexts: contexts)
  }

  /// The versions whose syntax is known; nil if the box has no versions. They come from the declaration of the body, by
  /// writing an empty box.
  public var versions: ClosedRange<UInt8>? {
    guard var blank = body?.init() else { return nil }
    var coder = FieldCoder()
    coder.scope.type = type
    // The encoding may fail after the version, which comes first.
    do throws(FieldError) { try blank.fields(&coder) } catch {}
    return coder.knownVersions
  }
}

/// The container of a type of box, and how often the box may occur in it.
public struct BoxContext: Hashable, Sendable {
  /// The containers of boxes.
  public enum Container: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The top of the file.
    case file
    /// A box of this type.
    case box(FourCC)
    /// A child of `stsd`, of any type.
    case sampleEntry
    /// A child of `stsd` in a video, image sequence or auxiliary video track.
    case visualSampleEntry
    /// A child of `stsd` in an audio track.
    case audioSampleEntry

    public init(stringLiteral type: StaticString) { self = .box(FourCC(stringLiteral: type)) }

    public var description: String {
      switch self {
      case .file: "file"
      case .box(let type): "\(type)"
      case .sampleEntry: "sample entry"
      case .visualSampleEntry: "visual sample entry"
      case .audioSampleEntry: "audio sample entry"
      }
    }
  }

  /// The permitted number of boxes in their container.
  public enum Occurrence: String, Hashable, Sendable {
    case exactlyOne = "exactly one"
    /// One box of the type or of its variants.
    case exactlyOneVariant = "exactly one variant"
    case atMostOne = "at most one"
    case atLeastOne = "at least one"
    case any = "any number"
  }

  /// The containers in which it may occur.
  public var containers: [Container]
  /// The permitted number of boxes in each container.
  public var occurrence: Occurrence
  /// The types that are variants of each other, with the type itself, if one of them has to be there.
  public var variants: [FourCC] = []

  /// Mandatory, and only once.
  public static func one(in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .exactlyOne)
  }
  /// Mandatory, and only once, as one of several types.
  public static func one(of variants: [FourCC], in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .exactlyOneVariant, variants: variants)
  }
  /// Optional, and only once.
  public static func optional(in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .atMostOne)
  }
  /// Mandatory, and as often as needed.
  public static func some(in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .atLeastOne)
  }
  /// Optional, and as often as needed.
  public static func any(in containers: Container...) -> BoxContext {
    BoxContext(containers: containers, occurrence: .any)
  }
}

/// Types of boxes that a program adds to those of ``BoxRegistry``, or replaces.
///
///     var limits = DecodeLimits()
///     limits.ownBoxes = OwnBoxes([.box(MyBox.self)])
///     let file = BoxFile(bytes, limits: limits)
///
/// Everything that reads a file with these limits then reads, shows, edits and moves such boxes like all others.
public struct OwnBoxes: Sendable {
  private struct Key: Hashable {
    var type: FourCC
    var userType: UserType?
    var namespace: BoxNamespace
  }

  private var definitions: [Key: BoxDefinition] = [:]

  /// - Parameter namespace: the container of the boxes.
  public init(_ definitions: [BoxDefinition], in namespace: BoxNamespace = .boxes) {
    add(definitions, in: namespace)
  }

  /// Adds types of boxes. They replace types with the same codes.
  public mutating func add(_ definitions: [BoxDefinition], in namespace: BoxNamespace = .boxes) {
    for definition in definitions {
      let key = Key(
        type: definition.type, userType: definition.userType, namespace: namespace)
      self.definitions[key] = definition
    }
  }

  func definition(
    _ type: FourCC, _ userType: UserType?, in namespace: BoxNamespace
  ) -> BoxDefinition? {
    definitions[Key(type: type, userType: userType, namespace: namespace)]
  }
}

extension DecodeLimits {
  /// Types of boxes that a program adds to those of ``BoxRegistry``.
  public var ownBoxes: OwnBoxes? {
    get { ownTypes as? OwnBoxes }
    set { ownTypes = newValue }
  }
}
