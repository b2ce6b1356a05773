import FieldCoding
import Metadata

extension FragmentSearch {
  /// The number of bytes of an image that have to be read without damage after a gap.
  private static let pictureProof = 1 << 16
  /// The most bytes that are read to find the pieces of one image, with each number of gaps.
  static let mostBytes = 1 << 27
  /// The bytes that each try counts at least.
  private static let tryCost = 1 << 15
  static let mostGaps = 3
  /// At how many clusters before the damage a piece can have ended.
  private static let mostBreaks = 64

  /// An image whose first piece starts at an offset. It continues elsewhere where the bytes are not its own.
  ///
  /// - Parameters:
  ///   - gaps: the most gaps between its pieces.
  ///   - budget: the number of bytes that may still be read.
  func picture(at start: Int, longest: Int, gaps: Int, _ budget: inout Int) -> Result? {
    guard budget > 0 else { return nil }
    let piece = Piece(start: 0, diskOffset: start)
    return picture(
      [piece], RescuedJPEGReader(file([piece], longest)), longest, true, gaps: gaps, &budget)
  }

  /// - Parameters:
  ///   - pieces: those that are known.
  ///   - reader: has read some of the last one.
  private func picture(
    _ pieces: [Piece], _ reader: RescuedJPEGReader, _ longest: Int, _ isCertain: Bool, gaps: Int,
    _ budget: inout Int
  ) -> Result? {
    var reader = reader
    var marks: [(start: Int, reader: RescuedJPEGReader)] = []
    let begin = reader.position
    let damage = read(&reader, of: pieces, upTo: nil, &marks)
    budget -= reader.position - begin
    let file = file(pieces, longest)
    guard goesOn() else { return nil }
    guard damage else {
      let whole = file.prefix(RescuedJPEG(file, unit: clusters.size).count)
      return Result(file: whole, isCertain: isCertain)
    }
    guard let last = pieces.last, gaps > 0 else { return nil }
    let isBorder = isBorder(of: last)
    let borders = marks.filter { isBorder($0.start) }
    // Bytes that are not of the image are noticed soon, if they are not of another one.
    let others = marks.reversed().filter { !isBorder($0.start) }.prefix(FragmentSearch.mostBreaks)
    for (start, mark) in borders + others {
      for target in likelyTargets(behind: last.diskOffset + start - last.start)
      where !mark.isInScan || pictureData.contains(target) {
        guard budget > 0, goesOn() else { return nil }
        let next = pieces + [Piece(start: start, diskOffset: target)]
        var resumed = mark
        resumed.go(on: self.file(next, longest))
        var tried = resumed
        var passed: [(start: Int, reader: RescuedJPEGReader)] = []
        let isDamaged = read(&tried, of: next, upTo: start + FragmentSearch.pictureProof, &passed)
        budget -= max(FragmentSearch.tryCost, tried.position - start)
        guard !isDamaged,
          let result = picture(
            next, resumed, longest, isCertain && isBorder(start) && isBehindOther(target),
            gaps: gaps - 1, &budget)
        else { continue }
        return result
      }
    }
    return nil
  }

  /// Reads an image, and keeps the reader at each border of clusters of the last piece.
  ///
  /// - Returns: whether there is damage, or the run has to stop.
  private func read(
    _ reader: inout RescuedJPEGReader, of pieces: [Piece], upTo limit: Int?,
    _ marks: inout [(start: Int, reader: RescuedJPEGReader)]
  ) -> Bool {
    guard let last = pieces.last else { return true }
    func border(behind position: Int) -> Int {
      clusters.next(last.diskOffset + max(position - last.start, 0) + 1) - last.diskOffset
        + last.start
    }
    var next = border(behind: reader.position)
    while true {
      let before = reader
      let step = reader.next()
      while reader.position > next {
        if before.position <= next { marks.append((next, before)) }
        next += clusters.size
        guard goesOn() else { return true }
      }
      switch step {
      case .end: return false
      case .damage:
        // The disk ends here.
        if next >= reader.file.count, before.position <= next { marks.append((next, before)) }
        return true
      case .more: if let limit, reader.position > limit { return false }
      }
    }
  }
}

/// A JPEG file on a disk: its image, and the data that follows it in the same file.
struct RescuedJPEG {
  /// The number of bytes.
  private(set) var count: Int
  /// The problem; nil for a complete file.
  private(set) var problem: String?
  /// Whether there is anything of the image.
  private(set) var hasScan: Bool

  /// The images of one file: no camera writes more.
  private static let mostParts = 64
  /// Photos have been seen with sixteen in a row. More of them are likelier a piece of another file.
  private static let mostStrayBytes = 64

  /// - Parameters:
  ///   - file: starts with the image, and has any bytes after it.
  ///   - unit: the start of every other file is a multiple of it.
  init(_ file: FragmentedFile, unit: Int) {
    var picture = RescuedJPEGReader(file)
    var step = picture.finish()
    if !picture.hasScan, case .damage = step {
      var other = RescuedJPEGReader(file, mostStrayBytes: RescuedJPEG.mostStrayBytes)
      if other.finish() == .end { (picture, step) = (other, .end) }
    }
    count = picture.position
    hasScan = picture.hasScan
    if case .damage(let problem) = step {
      self.problem = problem
      return
    }
    let head = Bytes(file.read(0..<min(count, 1 << 20)))
    let stated = JPEGSegments(head).statedPictures
    for range in stated where range.upperBound <= file.count && range.upperBound > count {
      guard file.read(range.lowerBound..<range.lowerBound + 2) == [0xFF, 0xD8] else { continue }
      count = range.upperBound
    }
    for _ in 0..<RescuedJPEG.mostParts {
      guard let end = nextPart(file, unit), end > count else { return }
      count = end
    }
  }

  /// The end of the part that starts at the end of the known bytes; nil if there is none.
  private func nextPart(_ file: FragmentedFile, _ unit: Int) -> Int? {
    // Bytes at the start of another file are that file.
    guard let diskOffset = file.diskOffset(of: count), diskOffset % unit != 0 else { return nil }
    let bytes = file.read(count..<count + 16)
    guard bytes.count == 16 else { return nil }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      var picture = RescuedJPEGReader(file, from: count)
      return picture.finish() == .end ? picture.position : nil
    }
    if bytes[4..<8].elementsEqual("ftyp".utf8) {
      let movie = RescuedBoxes(file, from: count)
      return movie.isOpen || movie.first("moov") == nil ? nil : movie.end
    }
    return samsungTrailer(file)
  }

  /// Samsung's records, which end with a directory and `SEFT`.
  private func samsungTrailer(_ file: FragmentedFile) -> Int? {
    let start = count
    let head = file.read(start..<start + 8)
    // A reserved number, the type of the record, the length of its name, and the name.
    guard head.count == 8, head[0] == 0, head[1] == 0, head[5...].allSatisfy({ $0 == 0 }),
      (4...64).contains(head[4]),
      file.read(start + 8..<start + 8 + Int(head[4])).allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    var position = start
    let step = 1 << 20
    while position < file.count, position - start < 1 << 28 {
      let bytes = file.read(position..<position + step + 3)
      for index in bytes.indices.dropLast(3)
      where bytes[index] == UInt8(ascii: "S")
        && bytes[index..<index + 4].elementsEqual("SEFT".utf8)
      {
        return position + index + 4
      }
      position += step
    }
    return nil
  }
}
