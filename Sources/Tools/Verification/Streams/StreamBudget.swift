/// Limits the bytes of a stream that are read, because a document of a few bytes can name the same file, or files that
/// do not exist, a million times.
struct StreamBudget {
  /// Why no more segments are examined; nil if they are.
  private(set) var reason: String?
  private var unread = 0
  private var taken = 0
  /// The known sizes of files.
  private var sizes: [DocumentURL: Int] = [:]
  private var size = 0

  /// Each part of a file is read a few times: by rules for streams and movies, and once for each track in it.
  private static let mostTimes = 16
  private static let free = 1 << 24
  private static let mostUnread = 1000

  /// Counts a segment that could not be read.
  mutating func countUnread() {
    unread += 1
    guard unread >= StreamBudget.mostUnread, reason == nil else { return }
    reason = "\(grouped(unread)) segments could not be read"
  }

  /// - Throws: if parts were read more often than a stream with files of these sizes needs.
  mutating func take(_ count: Int, of resource: StreamResource) throws(StreamLoadError) {
    if let reason { throw StreamLoadError("is not read: \(reason)") }
    let end = resource.range?.upperBound ?? count
    let known = sizes[resource.url] ?? 0
    if end > known {
      sizes[resource.url] = end
      size += end - known
    }
    taken += count
    guard taken / StreamBudget.mostTimes <= size || taken <= StreamBudget.free else {
      let reason =
        "the stream has \(counted(size, "byte")) in \(counted(sizes.count, "file")), and names them repeatedly"
      self.reason = reason
      throw StreamLoadError("is not read: \(reason)")
    }
  }
}
