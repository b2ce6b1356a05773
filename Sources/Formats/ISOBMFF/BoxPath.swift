/// The path of a box from the top level of the file: `meta/iprp/ipco/hvcC[2]`.
public struct BoxPath: Equatable, Sendable, CustomStringConvertible {
  /// A step from a container to a box in it.
  public struct Step: Equatable, Sendable {
    /// The type of the box.
    public var type: FourCC
    /// The index of the box among those of this type in the same container.
    public var index = 0

    public init(type: FourCC, index: Int = 0) {
      self.type = type
      self.index = index
    }
  }

  /// The steps from the top of the file down.
  public var steps: [Step]

  /// No steps name the file itself.
  public init(steps: [Step]) { self.steps = steps }

  /// Reads a path. Nil if `text` is not a path.
  public init?(_ text: String) {
    steps = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      var name = part
      var index = 0
      if part.unicodeScalars.count > 4, part.hasSuffix("]"), let open = part.lastIndex(of: "[") {
        guard let number = Int(part[part.index(after: open)...].dropLast()), number >= 0 else {
          return nil
        }
        index = number
        name = part[..<open]
      }
      guard let type = FourCC(name) else { return nil }
      steps.append(Step(type: type, index: index))
    }
  }

  public var description: String {
    steps.map { $0.index == 0 ? "\($0.type)" : "\($0.type)[\($0.index)]" }.joined(separator: "/")
  }
}
