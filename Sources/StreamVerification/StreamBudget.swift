/// Limits the bytes of a stream that are read, because a document of a few bytes can name the same file a million
/// times.
struct StreamBudget {
  private var taken = 0
  /// The known sizes of files.
  private var sizes: [DocumentAddress: Int] = [:]
  private var size = 0

  /// Each part of a file is read a few times: by rules for streams and movies, and once for each track in it.
  private static let mostTimes = 16
  private static let free = 1 << 30

  /// - Throws: if parts were read more often than a stream with files of these sizes needs.
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
