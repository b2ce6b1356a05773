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
