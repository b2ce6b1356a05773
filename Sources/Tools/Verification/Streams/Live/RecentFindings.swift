/// The elements that were inserted last. Older ones are forgotten, so that the set does not grow without limit.
struct RecentFindings<Element: Hashable & Sendable>: Sendable {
  private let limit: Int
  private var elements: Set<Element> = []
  /// The elements as a ring, in the order in which they were inserted. The next one replaces the oldest when there are
  /// ``limit``.
  private var order: [Element] = []
  private var next = 0

  init(limit: Int) { self.limit = limit }

  /// - Returns: whether the element is new.
  mutating func insert(_ element: Element) -> Bool {
    guard elements.insert(element).inserted else { return false }
    if order.count < limit {
      order.append(element)
    } else {
      elements.remove(order[next])
      order[next] = element
      next = (next + 1) % limit
    }
    return true
  }
}
