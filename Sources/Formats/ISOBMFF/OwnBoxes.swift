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
