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
