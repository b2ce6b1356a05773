import FieldCoding
import ISOBMFF
import SystemAccess

/// Files in several pieces.
extension CardRescue {
  func joinPieces() throws(SystemError) {
    let heads = Set(scan.heads.map(\.offset))
    // The bytes of one file show the ends of the pieces of another.
    var hasFound = true
    while hasFound {
      hasFound = false
      var rest: [(head: DiskFileHead, problem: String)] = []
      for (head, problem) in open where !taken.contains(head.offset) {
        let isJoined = try join(head, heads)
        hasFound = hasFound || isJoined
        if !isJoined { rest.append((head, problem)) }
      }
      open = rest
    }
    for (head, problem) in open { try writeBroken(head, problem) }
  }

  /// Joins the pieces of a file, and writes it. False if that is not possible.
  private func join(_ head: DiskFileHead, _ heads: Set<Int>) throws(SystemError) -> Bool {
    for clusters in clusters(at: head.offset) {
      let search = FragmentSearch(
        image: image, clusters: clusters, taken: taken, heads: heads,
        deletedHeads: deletedHeads.filter { $0 != head.offset && !taken.contains($0) })
      let result =
        switch head.kind {
        case .jpeg: search.picture(at: head.offset, longest: CardRescue.longestPicture / 4)
        case .boxes: joinedBoxes(head, search)
        }
      if let result, isLikely(result.file, head),
        try write(
          result.file, head, proof: head.kind == .jpeg ? "structure" : "samples", state: .joined,
          isCertain: result.isCertain) == nil
      {
        return true
      }
    }
    return false
  }

  /// Whether a file is at most as long as its folder said, if it was deleted.
  private func isLikely(_ file: FragmentedFile, _ head: DiskFileHead) -> Bool {
    deleted[head.offset].map { file.count <= $0.count } ?? true
  }

  private func joinedBoxes(_ head: DiskFileHead, _ search: FragmentSearch) -> FragmentSearch.Result?
  {
    let rest = FragmentedFile(image, [head.offset..<image.count])
    let layout = RescuedBoxes(rest)
    guard let count = layout.statedEnd else { return nil }
    if layout.hasDescription {
      return tables(of: rest.prefix(layout.end), layout, count: count).flatMap {
        search.file(at: head.offset, count: count, parts: $0.parts)
      }
    }
    guard let media = layout.first("mdat"), media.range.upperBound == layout.end else { return nil }
    // The description is somewhere else: it names the media that is here, from its first byte on.
    for place in scan.descriptions where !search.taken.contains(place) {
      let ending = RescuedBoxes(FragmentedFile(image, [place..<image.count]))
      guard let moov = ending.parts.first, moov.type == "moov", moov.range.count < 1 << 28 else {
        continue
      }
      let source = ByteSource(
        image.read(place..<place + moov.range.count),
        pieces: [ByteSource.Piece(start: 0, fileOffset: count)])
      let tables = RescuedMediaTables(BoxFile(source.bytes), count: count)
      guard tables.problem == nil, let range = tables.range,
        range.lowerBound >= media.payload.lowerBound,
        range.lowerBound < media.payload.lowerBound + search.clusters.size,
        range.upperBound <= count,
        let result = search.file(
          at: head.offset, count: count, parts: tables.parts,
          ending: place..<place + ending.end)
      else { continue }
      return result
    }
    return nil
  }

  /// The media tables in the boxes of a file, read without the media.
  func tables(of file: FragmentedFile, _ layout: RescuedBoxes, count: Int) -> RescuedMediaTables? {
    var parts: [(offset: Int, bytes: Bytes)] = []
    var known = 0
    for part in layout.parts where part.type != "mdat" {
      known += part.range.count
      guard known < 1 << 29 else { return nil }
      parts.append((part.range.lowerBound, Bytes(file.read(part.range))))
    }
    if let media = layout.first("mdat") {
      // Its header is enough.
      let header = file.read(media.range.lowerBound..<media.payload.lowerBound)
      parts.append((media.range.lowerBound, Bytes(header)))
    }
    guard let source = try? ByteSource(parts, count: count) else { return nil }
    let tables = RescuedMediaTables(BoxFile(source.bytes), count: count)
    return tables.problem == nil ? tables : nil
  }
}
