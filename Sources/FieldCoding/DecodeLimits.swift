import Synchronization

/// What a file may cost us, however hostile it is. Real files stay far below.
public struct DecodeLimits: Sendable {
  /// Boxes inside boxes. Real files reach 8.
  public var depth = 32
  /// List elements and boxes in the whole file. Tables are views and cost no elements.
  ///
  /// An `iloc` extent can take no bits at all, so the size of the file does not bound the number of
  /// such elements: there may be one for each 256 of the others.
  public var elements = 1 << 22
  /// What structures are read by besides what is known here; nil for nothing.
  package var ownTypes: (any Sendable)?

  public init() {}
}

/// The remaining budget of the limits during the decoding of one file; all coders of the file share it.
public final class DecodeBudget: Sendable {
  /// The limits of the file.
  public let limits: DecodeLimits
  private let elements = Atomic(0)
  private let emptyElements = Atomic(0)

  /// The whole budget of a file with these limits.
  public init(_ limits: DecodeLimits = DecodeLimits()) {
    self.limits = limits
  }

  /// What each level leaves for the levels around it, so that the structures next to one that uses all of its
  /// budget can still be read.
  private var reserve: Int { limits.elements / 64 }

  func spendElement(isEmpty: Bool, depth: Int, at offset: Int) throws(FieldError) {
    let isSpent =
      if isEmpty {
        emptyElements.wrappingAdd(1, ordering: .relaxed).newValue > limits.elements / 256
      } else {
        elements.wrappingAdd(1, ordering: .relaxed).newValue
          > limits.elements - reserve * min(depth, limits.depth)
      }
    if isSpent {
      throw FieldError(
        .exceedsLimit(name: .elements, limit: limits.elements, needed: limits.elements * 2),
        offset: offset)
    }
  }

  /// How many elements with bytes of their own were read so far.
  package var spentElements: Int { elements.load(ordering: .relaxed) }

  /// Takes back the elements since there were `spent`: nothing holds them any more. Elements without
  /// bytes are not taken back; the time that they take has no other bound.
  package func release(to spent: Int) {
    elements.store(spent, ordering: .relaxed)
  }
}
