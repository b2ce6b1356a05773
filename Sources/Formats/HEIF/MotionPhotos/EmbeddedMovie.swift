import ISOBMFF

/// A movie among other bytes: what starts like one, up to where its boxes end.
struct EmbeddedMovie {
  let range: Range<Int>
  /// Whether its last box is complete.
  let isWhole: Bool

  /// Reads a movie. Nil if none starts at `start`.
  ///
  /// - Parameters:
  ///   - limit: the largest offset at which other data can start.
  ///   - steps: how many more boxes may be read; there is no result when they are used up.
  init?(in bytes: Bytes, at start: Int, limit: Int, steps: inout Int) {
    guard start >= 0, limit <= bytes.count, start < limit,
      let first = EmbeddedMovie.box(in: bytes, at: start, limit: limit), first.type == "ftyp",
      first.end <= limit
    else { return nil }
    var end = first.end
    var isWhole = true
    var hasMovie = false
    while let box = EmbeddedMovie.box(in: bytes, at: end, limit: limit), box.type != "sefd" {
      steps -= 1
      guard steps > 0 else { return nil }
      // Data after a movie can look like a box without being one.
      guard box.end <= limit || EmbeddedMovie.known.contains(box.type) else { break }
      // The image's own boxes start with `ftyp`, too.
      if box.type == "meta", !hasMovie { return nil }
      if ["moov", "moof", "mdat"].contains(box.type) { hasMovie = true }
      isWhole = box.end <= limit
      end = min(box.end, limit)
      if !isWhole || end == limit { break }
    }
    guard hasMovie else { return nil }
    range = start..<end
    self.isWhole = isWhole
  }

  /// The boxes that movies have at the top level.
  private static let known: Set<FourCC> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "meta", "udta", "moof", "mfra", "sidx",
    "styp", "pdin",
  ]

  /// The type of a box and its end, which may be past `limit` (ISO/IEC 14496-12 §4.2.2).
  private static func box(
    in bytes: Bytes, at start: Int, limit: Int
  ) -> (type: FourCC, end: Int)? {
    guard start + 8 <= limit, let part = bytes.part(start..<limit),
      let header = try? BoxHeader(part), header.type.isPrintable
    else { return nil }
    let (end, overflow) = start.addingReportingOverflow(
      header.statedSize.map { Int(clamping: $0) } ?? limit - start)
    return (header.type, overflow ? .max : end)
  }
}
