/// How many bytes of a stream may be read. A document of a few bytes can name the same file a million times.
struct StreamBudget {
  private var taken = 0
  /// How long files are, as far as it is known.
  private var sizes: [DocumentAddress: Int] = [:]
  private var size = 0

  /// Each part of a file is read a few times: by rules, by those for movies, and once for each track that has it.
  private static let mostTimes = 16
  private static let free = 1 << 30

  /// - Throws: if parts were read more often than a stream needs that has files so long.
  mutating func take(_ count: Int, of resource: StreamResource) throws(StreamLoadError) {
    let end = resource.range?.upperBound ?? count
    let known = sizes[resource.address] ?? 0
    if end > known {
      sizes[resource.address] = end
      size += end - known
    }
    taken += count
    guard taken / StreamBudget.mostTimes <= size || taken <= StreamBudget.free else {
      throw StreamLoadError(
        "is not read: the stream has \(counted(size, "byte")) in \(counted(sizes.count, "file")), and names them repeatedly"
      )
    }
  }
}
