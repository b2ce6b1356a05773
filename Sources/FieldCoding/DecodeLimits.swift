import Synchronization

/// What a file may cost us, however hostile it is. Real files stay far below.
public struct DecodeLimits: Equatable, Sendable {
  /// Boxes inside boxes. Real files reach 8.
  public var depth = 32
  /// List elements and boxes in the whole file. An `iloc` extent can take no bits at all, so the
  /// size of the file does not bound their number: each such element counts as 256. Tables are
  /// views and cost no elements.
  public var elements = 1 << 22

  public init() {}
}

/// What is left of the limits while one file is decoded; shared by every coder of that file.
public final class DecodeBudget: Sendable {
  public let limits: DecodeLimits
  private let elements: Atomic<Int>

  public init(_ limits: DecodeLimits = DecodeLimits()) {
    self.limits = limits
    self.elements = Atomic(0)
  }

  func spendElement(isEmpty: Bool, at offset: Int) throws(FieldError) {
    let spent = elements.wrappingAdd(isEmpty ? 256 : 1, ordering: .relaxed).newValue
    if spent > limits.elements {
      throw FieldError(
        .exceedsLimit(name: .elements, limit: limits.elements, needed: limits.elements * 2),
        offset: offset)
    }
  }
}
