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
