import FieldCoding
package import Files
import ISOBMFF

/// Finds photos and movies in the bytes of a card or a disk, and writes them to a folder.
///
/// The disk is read from its start to its end. A contiguous file is written as soon as its end was read; files in
/// several pieces are joined at the end, when the bytes of other files are known. If there is a file system, it states
/// the locations of its files, and the size of clusters.
package final class CardRescue {
  let image: DiskImage
  /// Where everything is written, and nothing outside.
  let folder: RootFolder
  let journal: RescueJournal
  var scan: DiskScan
  private let volumes: [Volume]
  /// The ranges of complete files that were found.
  private(set) var taken = RangeSet<Int>()
  /// The offsets of broken files that earlier runs have written.
  private(set) var broken: Set<Int> = []
  var names: Set<String> = []
  /// The last number of each name that several files would have.
  var numbers: [String: Int] = [:]
  /// Files that are not in one piece, or not whole.
  var open: [UnjoinedFile] = []
  /// The names of deleted files, by their offsets.
  private(set) var deleted: [Int: Volume.File] = [:]
  /// Existing files whose content is not right, by their offsets.
  private(set) var misfits: [Int: (path: String?, bytes: FragmentedFile)] = [:]
  /// The offsets of deleted files that still begin as photos and movies do, in ascending order.
  private(set) var deletedHeads: [Int] = []
  /// The first offset that was not examined yet.
  private var next = 0
  /// The position that the scan has to reach for that.
  private var due = 0
  /// The grids that the offsets of files suggest, and how many files those were.
  private var suggested: (grids: [ClusterGrid], count: Int)?
  /// Is called for each file.
  let report: (RescuedFile) -> Void
  private let mayContinue: () -> Bool
  private var isStopped = false

  /// JPEG files are shorter.
  static let longestPicture = 1 << 28
  /// The number of bytes that are examined between two lines of progress.
  private static let stretch = 1 << 28

  /// - Parameters:
  ///   - mayContinue: returns false to stop the run. It is called often. Another run can continue it.
  ///   - report: gets each file, also those of earlier runs.
  package init(
    _ image: DiskImage, to folder: RootFolder, _ journal: RescueJournal,
    mayContinue: @escaping () -> Bool, report: @escaping (RescuedFile) -> Void
  ) {
    self.image = image
    self.folder = folder
    self.journal = journal
    self.mayContinue = mayContinue
    self.report = report
    scan = journal.scan
    volumes = Volume.all(of: image)
  }

  /// The file systems of the disk.
  package var volumeKinds: [String] { volumes.map(\.kind) }

  /// Whether nothing has stopped the run.
  func goesOn() -> Bool {
    isStopped = isStopped || !mayContinue()
    return !isStopped
  }

  /// - Parameter progress: gets the number of bytes that were searched.
  /// - Returns: whether the run reached the end.
  package func run(progress: (Int) -> Void) throws(SystemError) -> Bool {
    try readAgain()
    for found in journal.files {
      names.insert(found.file)
      if found.state != .broken {
        take(found.ranges)
      } else if let first = found.ranges.first {
        broken.insert(first.lowerBound)
      }
      report(found)
    }
    try writeNamedFiles()
    findDeletedHeads()
    try writeDeletedFiles()
    var noted = scan
    while goesOn() {
      let hasMore = scan.advance(image)
      try settle(isEnd: !hasMore)
      if scan.end - noted.end >= CardRescue.stretch || !hasMore, scan.end > noted.end {
        try journal.append(scan, since: noted)
        try journal.append(unreadable: image.unreadable)
        noted = scan
      }
      progress(scan.end)
      if !hasMore { break }
    }
    try joinPieces()
    try journal.append(unreadable: image.unreadable)
    try journal.sync()
    return !isStopped
  }

  func take(_ ranges: [Range<Int>]) {
    for range in ranges { taken.insert(contentsOf: range) }
  }

  // MARK: The file system

  private func writeNamedFiles() throws(SystemError) {
    for file in volumes.flatMap(\.files) {
      guard goesOn() else { return }
      guard let start = file.pieces.first?.lowerBound else { continue }
      if file.isDeleted {
        deleted[start] = file
        continue
      }
      let bytes = FragmentedFile(image, file.pieces)
      guard !taken.contains(start), bytes.count == file.count,
        let head = DiskFileHead(bytes.read(0..<64), at: 0, offset: start)
      else { continue }
      // The file may be incomplete because the file system is wrong.
      if try write(bytes, head, proof: "file system", path: file.path) == nil {
        take(bytes.pieces)
      } else {
        misfits[start] = (file.path, bytes)
      }
    }
  }

  /// Writes deleted files that are between existing files: a file system uses the next free clusters for a file, so
  /// these are its pieces. A file that is still incomplete is searched for later.
  private func writeDeletedFiles() throws(SystemError) {
    for volume in volumes {
      var used = RangeSet<Int>()
      for file in volume.files where !file.isDeleted {
        for piece in file.pieces {
          used.insert(contentsOf: piece.lowerBound..<volume.clusters.next(piece.upperBound))
        }
      }
      for (start, file) in deleted.sorted(by: { $0.key < $1.key })
      where volume.range.contains(start) && !taken.contains(start) {
        guard goesOn() else { return }
        let pieces = used.free(from: start, count: file.count, before: volume.range.upperBound)
        let bytes = FragmentedFile(image, pieces)
        guard pieces.count > 1, bytes.count == file.count,
          let head = DiskFileHead(bytes.read(0..<64), at: 0, offset: start)
        else { continue }
        // Only JPEG images are decoded up to their end.
        _ = try write(
          bytes, head, proof: "file system", state: .joined, isCertain: head.kind == .jpeg)
      }
    }
  }

  private func findDeletedHeads() {
    deletedHeads = deleted.keys.sorted().filter {
      DiskFileHead(image.read($0..<min($0 + 64, image.count)), at: 0, offset: $0) != nil
    }
  }

  /// Whether another deleted file begins between the ends of a range: then not all bytes of the range are of one file.
  private func hasOtherHead(in range: Range<Int>) -> Bool {
    let index = deletedHeads.partitioningIndex { $0 > range.lowerBound }
    return index < deletedHeads.count && deletedHeads[index] < range.upperBound
  }

  // MARK: Files in one piece

  /// Examines the candidates whose files end before the position of the scan.
  private func settle(isEnd: Bool) throws(SystemError) {
    guard isEnd || due <= scan.end else { return }
    while next < scan.heads.count, goesOn() {
      let head = scan.heads[next]
      if taken.contains(head.offset) {
        next += 1
        continue
      }
      let rest = FragmentedFile(image, [head.offset..<image.count])
      switch head.kind {
      case .boxes:
        let layout = RescuedBoxes(rest)
        due = head.offset + layout.end + 64
        guard isEnd || due <= scan.end else { return }
        guard layout.parts.count > 1 else { break }
        if let count = count(of: rest, layout) {
          let range = head.offset..<head.offset + count
          if taken.intersects(range) || hasOtherHead(in: range) {
            open.append(UnjoinedFile(head, "has bytes of another file in its middle"))
          } else if let problem = try write(rest.prefix(count), head, proof: "samples") {
            open.append(UnjoinedFile(head, problem))
          }
        } else {
          open.append(
            UnjoinedFile(head, layout.isOpen ? "has no end" : "has no description of its media"))
        }
      case .jpeg:
        due = head.offset + CardRescue.longestPicture / 4
        guard isEnd || due <= scan.end else { return }
        let picture = RescuedJPEG(
          rest.prefix(CardRescue.longestPicture), unit: clusters(at: head.offset)[0].size)
        if let problem = picture.problem {
          if picture.count > 512 { open.append(UnjoinedFile(head, problem)) }
        } else if let problem = try write(rest.prefix(picture.count), head, proof: "structure") {
          open.append(UnjoinedFile(head, problem))
        }
      }
      next += 1
    }
  }

  /// The length of a contiguous file of boxes; nil if it is not stated.
  private func count(of rest: FragmentedFile, _ layout: RescuedBoxes) -> Int? {
    guard layout.hasDescription else { return nil }
    guard layout.isOpen else { return layout.end }
    // The media reaches to the end of the file, which nothing states: the last sample or item is there.
    guard layout.statedEnd == nil else { return nil }
    return tables(of: rest.prefix(layout.end), layout, count: layout.end)?.range?.upperBound
  }

  /// The clusters of the file system at an offset; without one, the sizes that the offsets of files suggest, the likeliest
  /// first.
  func clusters(at offset: Int) -> [ClusterGrid] {
    if let volume = volumes.first(where: { $0.range.contains(offset) }) { return [volume.clusters] }
    let count = scan.heads.count
    // Twice as many files say more, and a few do not.
    if let suggested, count < 2 * suggested.count,
      scan.end < image.count || count == suggested.count
    {
      return suggested.grids
    }
    let grids = ClusterGrid.all(of: scan.heads.map(\.offset))
    suggested = (grids, count)
    return grids
  }
}

extension RescuedBoxes {
  /// Whether the file says where its media is.
  var hasDescription: Bool { parts.contains { FourCC.describing.contains($0.type) } }
}

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

  /// Reads what earlier runs could not read. If any of it can be read now, files that have zeros instead are removed, and
  /// the whole disk is searched again.
  func readAgain() throws(SystemError) {
    for range in journal.unreadable.ranges { image.check(range) }
    let gained = journal.unreadable.subtracting(image.unreadable)
    guard !gained.isEmpty else { return }
    let before = try DiskImage(image.path, unreadable: Array(journal.unreadable.ranges))
    for found in journal.files where !gained.intersection(RangeSet(found.ranges)).isEmpty {
      let path = "\(folder.path)/\(found.file)"
      let isThere = try PathKind(path) != .nothing
      // What someone else has changed stays.
      let isOurs =
        isThere ? try isSameContent(path, copy(FragmentedFile(before, found.ranges))) : false
      try journal.forget(found)
      if isOurs { try folder.remove(path) } else if isThere { names.insert(found.file) }
    }
    scan = DiskScan()
    try journal.startOver()
  }
}
