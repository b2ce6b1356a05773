import Synchronization

/// Limits for the cost of a file, because files may be hostile. Real files stay far below.
public struct DecodeLimits: Sendable {
  /// Boxes inside boxes. Real files reach 8.
  public var depth = 32
  /// The number of list elements and boxes in the whole file. Tables are views and cost no elements.
  ///
  /// An `iloc` extent can have no bits at all, so the size of the file does not limit the number of such elements: one
  /// is allowed for each 256 of the others.
  public var elements = 1 << 22
  /// Types with which structures are read besides the known ones; nil for none.
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

  /// The budget of a message, whose length is limited where it is received: its bytes suffice for its elements.
  package convenience init(message bytes: Bytes) {
    var limits = DecodeLimits()
    limits.elements = max(limits.elements, 2 * bytes.count)
    self.init(limits)
  }

  /// The part of the budget that each level leaves for the levels around it, so that the structures after one that uses
  /// all of its budget can still be read.
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

  /// The number of elements with bytes that have been read.
  package var spentElements: Int { elements.load(ordering: .relaxed) }

  /// Releases the elements since `spent`, because nothing keeps them. Elements without bytes are not released, because
  /// the budget is the only limit of their time.
  package func release(to spent: Int) {
    elements.store(spent, ordering: .relaxed)
  }
}

/// A number with a noun that agrees with it: `1 byte`, `2,000 bytes`.
///
/// - Parameters:
///   - one: the noun, perhaps with a verb: "more byte follows".
///   - many: the plural; nil if it only adds an s.
package func counted(_ number: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
}

/// The names of a list: `1`, `1 and 2`, `1, 2 and 3`.
package func listed(_ names: [String], _ conjunction: String = "and") -> String {
  guard names.count > 1, let last = names.last else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
