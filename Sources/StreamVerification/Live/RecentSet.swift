/// The elements that were inserted last; older ones are forgotten, so that it does not grow without an end.
struct RecentSet<Element: Hashable & Sendable>: Sendable {
  private let limit: Int
  private var elements: Set<Element> = []
  /// In the order in which they came. Where the next one goes is the oldest, once there are ``limit``.
  private var order: [Element] = []
  private var next = 0

  init(limit: Int) { self.limit = limit }

  /// - Returns: whether it was not there.
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
