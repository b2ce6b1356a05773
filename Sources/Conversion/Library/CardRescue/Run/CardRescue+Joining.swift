import FieldCoding
import Files
import ISOBMFF

/// A file that is not in one piece, or not whole.
struct UnjoinedFile {
  let head: DiskFileHead
  let problem: String
  /// For each number of gaps: the number of bytes that the search for the pieces of an image may still read.
  var budgets = [Int](repeating: FragmentSearch.mostBytes, count: FragmentSearch.mostGaps + 1)
  /// For each number of gaps: how many files were joined, and whole disks searched, before the last search.
  var searches = [Int?](repeating: nil, count: FragmentSearch.mostGaps + 1)

  init(_ head: DiskFileHead, _ problem: String) {
    self.head = head
    self.problem = problem
  }
}

/// Files in several pieces.
extension CardRescue {
  func joinPieces() throws(SystemError) {
    let heads = Set(scan.heads.map(\.offset))
    let pictureData = ScanDataOffsets(image)
    let searches = ClusterSearches(image)
    var knownCount = 0
    // Few gaps are likelier than many, and other images' bytes can look right for a while. The bytes of one file show
    // the ends of the pieces of another, so each file that is found begins the search anew.
    var gaps = 1
    while gaps <= FragmentSearch.mostGaps, goesOn() {
      let before = knownCount
      var rest: [UnjoinedFile] = []
      for var file in open where !taken.contains(file.head.offset) {
        if file.searches[gaps] != knownCount, goesOn() {
          file.searches[gaps] = knownCount
          if try join(&file, gaps: gaps, heads, pictureData, searches) {
            knownCount += 1
            continue
          }
        }
        rest.append(file)
      }
      open = rest
      if searches.hasQuestions {
        searches.answer(goesOn)
        knownCount += 1
      }
      gaps = knownCount > before ? 1 : gaps + 1
    }
    // After a stop the next run searches again.
    for file in open where goesOn() && !broken.contains(file.head.offset) {
      try writeBroken(file.head, file.problem)
    }
  }

  /// Joins the pieces of a file, and writes it. False if that is not possible.
  ///
  /// - Parameter gaps: the most gaps between the pieces of an image.
  private func join(
    _ file: inout UnjoinedFile, gaps: Int, _ heads: Set<Int>, _ pictureData: ScanDataOffsets,
    _ searches: ClusterSearches
  ) throws(SystemError) -> Bool {
    let head = file.head
    // The tables of other files say how many pieces there are.
    guard head.kind == .jpeg || gaps == 1 else { return false }
    for clusters in clusters(at: head.offset) {
      let search = FragmentSearch(
        image: image, clusters: clusters, taken: taken, heads: heads,
        deletedHeads: deletedHeads.filter { $0 != head.offset && !taken.contains($0) },
        pictureData: pictureData, searches: searches, goesOn: goesOn)
      let result =
        switch head.kind {
        case .jpeg:
          search.picture(
            at: head.offset, longest: CardRescue.longestPicture / 4, gaps: gaps,
            &file.budgets[gaps])
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
    for offset in scan.descriptions where !search.taken.contains(offset) {
      let ending = RescuedBoxes(FragmentedFile(image, [offset..<image.count]))
      guard let moov = ending.parts.first, moov.type == "moov", moov.range.count < 1 << 28 else {
        continue
      }
      let source = ByteSource(
        image.read(offset..<offset + moov.range.count),
        pieces: [ByteSource.Piece(start: 0, fileOffset: count)])
      let tables = RescuedMediaTables(BoxFile(source.bytes), count: count)
      guard tables.problem == nil, let range = tables.range,
        range.lowerBound >= media.payload.lowerBound,
        range.lowerBound < media.payload.lowerBound + search.clusters.size,
        range.upperBound <= count,
        let result = search.file(
          at: head.offset, count: count, parts: tables.parts,
          ending: offset..<offset + ending.end)
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
