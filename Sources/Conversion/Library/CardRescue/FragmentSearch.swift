import FieldCoding

/// Finds the pieces of a file with known tables, if its media is not where it would be in a contiguous file.
///
/// The form of samples and items shows whether they are at the offsets in the tables. If one of them is not, the file
/// continues elsewhere: at a cluster of the disk from which the next ones fit.
struct FragmentSearch {
  let image: DiskImage
  let clusters: ClusterGrid
  /// Bytes of the disk that are of other files.
  let taken: RangeSet<Int>
  /// The offsets of other files.
  let heads: Set<Int>
  /// The offsets of other, deleted files, in ascending order.
  let deletedHeads: [Int]
  let pictureData: ScanDataOffsets
  let searches: ClusterSearches
  /// False if the search has to stop; then it finds nothing.
  let goesOn: () -> Bool

  /// The result of a search.
  struct Result {
    var file: FragmentedFile
    /// Whether each piece ends where another file begins, and the next begins where another ends.
    var isCertain: Bool
  }

  /// A piece of the file: from this byte of the file on, it is at this offset on the disk.
  struct Piece: Hashable {
    var start: Int
    var diskOffset: Int
  }

  /// The number of samples after a gap that are checked.
  private static let proof = 8
  /// The most bytes of a unit that say how long it is.
  private static let unitStart = 12
  /// A file in more pieces is not put together.
  private static let mostPieces = 64

  /// - Parameters:
  ///   - start: where the file starts on the disk.
  ///   - count: the length of the file, without `ending`.
  ///   - parts: samples and items, in the order of the file.
  ///   - ending: where the end of the file is on the disk.
  func file(
    at start: Int, count: Int, parts: [MediaPart], ending: Range<Int>? = nil
  ) -> Result? {
    guard !parts.isEmpty else { return nil }
    var pieces = [Piece(start: 0, diskOffset: start)]
    var isCertain = true
    var file = self.file(pieces, count)
    for (index, part) in parts.enumerated() {
      guard goesOn() else { return nil }
      guard let (misfit, isUnit) = self.misfit(of: part, in: file) else { continue }
      let proof = Array(parts[index...].prefix(FragmentSearch.proof))
      let disk = FragmentedFile(image, [0..<image.count])
      guard pieces.count < FragmentSearch.mostPieces,
        // The first bytes of the sample that does not fit are not part of the file, or not all of them are.
        let next = next(
          pieces, from: index == 0 ? 0 : parts[index - 1].range.lowerBound,
          misfit: misfit, ending.map { $0.lowerBound - count },
          couldBegin: { offset in
            let end = offset + part.range.upperBound - misfit
            return !isUnit || part.syntax.end(ofUnitAt: offset, upTo: end, in: disk) != nil
          },
          fitting: { pieces in
            let file = self.file(pieces, count)
            return proof.prefix { self.misfit(of: $0, in: file) == nil }.count
          })
      else { return nil }
      pieces.append(next.piece)
      isCertain = isCertain && next.isCertain
      file = self.file(pieces, count)
    }
    guard let ending else {
      return file.count == count ? Result(file: file, isCertain: isCertain) : nil
    }
    // The bytes after the last sample with a known form continue to the end.
    if let last = pieces.last, last.diskOffset + count - last.start != ending.lowerBound {
      let shift = ending.lowerBound - count
      let breaks = breaks(in: last, from: parts.last?.range.lowerBound ?? 0, upTo: count)
      let isBorder = isBorder(of: last)
      guard pieces.count < FragmentSearch.mostPieces,
        let start = breaks.first(where: isBorder) ?? breaks.last
      else { return nil }
      isCertain = isCertain && isBorder(start) && isBehindOther(start + shift)
      pieces.append(Piece(start: start, diskOffset: start + shift))
      file = self.file(pieces, count)
    }
    guard file.count == count else { return nil }
    return Result(file: file.appending(ending), isCertain: isCertain)
  }

  /// The offset at which a part does not match its tables, and whether a unit should begin there: it does not match by its
  /// form, or another file has its bytes, which can begin within a unit.
  private func misfit(
    of part: MediaPart, in file: FragmentedFile
  ) -> (offset: Int, isUnit: Bool)? {
    let unit = part.syntax.misfit(of: part.range, in: file)
    var start = part.range.lowerBound
    for range in file.diskRanges(of: part.range) {
      if let other = startOfOther(in: range) {
        let first = start + other - range.lowerBound
        if let unit, unit <= first { return (unit, true) }
        return (first, false)
      }
      start += range.count
    }
    return unit.map { ($0, true) }
  }

  /// The first byte of a range of the disk that belongs to another file; nil if none does.
  private func startOfOther(in range: Range<Int>) -> Int? {
    let other = taken.firstRange(reachingBehind: range.lowerBound).flatMap {
      $0.overlaps(range) ? max($0.lowerBound, range.lowerBound) : nil
    }
    let index = deletedHeads.partitioningIndex { $0 >= range.lowerBound }
    guard index < deletedHeads.count, deletedHeads[index] < range.upperBound else { return other }
    return min(deletedHeads[index], other ?? .max)
  }

  /// The file that consists of pieces. The last piece continues to the end of the file.
  func file(_ pieces: [Piece], _ count: Int) -> FragmentedFile {
    let ends = pieces.dropFirst().map(\.start) + [count]
    return FragmentedFile(
      image,
      zip(pieces, ends).map { piece, end in
        piece.diskOffset..<piece.diskOffset + max(end - piece.start, 0)
      })
  }

  /// The piece after those that are known.
  ///
  /// - Parameters:
  ///   - from: the byte of the file up to which it is whole.
  ///   - misfit: where what does not fit begins.
  ///   - shift: how much the offset of the file's end on the disk exceeds that in the file, if it is known.
  ///   - couldBegin: whether the bytes at an offset on the disk could be those from `misfit` on; a quick answer.
  ///   - fitting: how many samples and items fit then, one after the other.
  private func next(
    _ pieces: [Piece], from: Int, misfit: Int, _ shift: Int?, couldBegin: @escaping (Int) -> Bool,
    fitting: @escaping ([Piece]) -> Int
  ) -> (piece: Piece, isCertain: Bool)? {
    guard let last = pieces.last else { return nil }
    let breaks = breaks(in: last, from: from, upTo: misfit + FragmentSearch.unitStart)
    let isBorder = isBorder(of: last)
    for candidates in [breaks.filter(isBorder), breaks.filter { !isBorder($0) }] {
      guard let first = candidates.first else { continue }
      let end = last.diskOffset + first - last.start
      /// The piece that starts at an offset, and the number of samples and items that fit then. Everything after the
      /// gap is shifted by the same distance, wherever the piece before the gap ends.
      func piece(at target: Int) -> (piece: Piece, count: Int, isCertain: Bool)? {
        guard goesOn() else { return nil }
        let tried = candidates.map { start in
          let piece = Piece(start: start, diskOffset: target + start - first)
          return (piece, count: fitting(pieces + [piece]))
        }
        guard let most = tried.map(\.count).max(), most > 0 else { return nil }
        let right = tried.filter { $0.count == most }.map(\.0)
        return (right[0], most, isBorder(right[0].start) && isBehindOther(right[0].diskOffset))
      }
      let likely =
        (Array(likelyTargets(behind: end))
        + [shift.map { first + $0 }].compactMap { $0 })
        .compactMap(piece)
      if let best = likely.max(by: { $0.count < $1.count }) {
        let isAlone = likely.allSatisfy {
          $0.piece.diskOffset - $0.piece.start == best.piece.diskOffset - best.piece.start
            || $0.count < best.count
        }
        return (best.piece, best.isCertain && isAlone)
      }
      // Wherever the gap is, the sample or item that does not fit is after it, or nearly so.
      guard let late = candidates.last,
        let targets = searches.targets(
          ClusterSearches.Question(
            pieces: pieces, start: late, shift: shift, clusters: clusters), behind: end,
          { target in
            (misfit < late || couldBegin(target + misfit - first))
              && fitting(pieces + [Piece(start: late, diskOffset: target + late - first)]) > 0
          })
      else { return nil }
      let middle = targets.partitioningIndex { $0 > end }
      for target in targets[middle...] + targets[..<middle] where !taken.contains(target) {
        guard let found = piece(at: target) else { continue }
        return (found.piece, found.isCertain)
      }
    }
    return nil
  }

  /// The possible ends of the last piece: the borders of clusters.
  private func breaks(in piece: Piece, from: Int, upTo: Int) -> [Int] {
    let first = clusters.next(piece.diskOffset + max(from - piece.start, 0) + 1)
    return stride(
      from: first - piece.diskOffset + piece.start, to: upTo, by: clusters.size
    ).prefix(4096).filter { $0 > piece.start }
  }

  /// Whether another file ends before an offset.
  func isBehindOther(_ offset: Int) -> Bool {
    let ranges = taken.ranges
    let index = ranges.partitioningIndex { $0.upperBound > offset }
    return index > 0 && clusters.next(ranges[index - 1].upperBound) == offset
      && !taken.contains(offset)
  }

  /// Whether an offset on the disk is one at which another file begins, or the end of the disk.
  func isBorder(of piece: Piece) -> (Int) -> Bool {
    { start in
      let offset = piece.diskOffset + start - piece.start
      return offset >= image.count || heads.contains(offset) || taken.contains(offset)
    }
  }

  /// The free clusters after an offset, and those after other files: a file without space continues there.
  func likelyTargets(behind offset: Int) -> some Sequence<Int> {
    let ranges = taken.ranges
    let middle = ranges.partitioningIndex { clusters.next($0.upperBound) > offset }
    let others = [middle..<ranges.count, 0..<middle].lazy.joined().map {
      clusters.next(ranges[$0].upperBound)
    }.filter { $0 < image.count && !taken.contains($0) }
    let first = [firstFree(from: offset + clusters.size)].compactMap { $0 }
    return [AnySequence(first), AnySequence(others)].lazy.joined()
  }

  /// The first cluster from an offset on that is of no other file.
  private func firstFree(from offset: Int) -> Int? {
    var offset = offset
    while let range = taken.firstRange(reachingBehind: offset), range.contains(offset) {
      offset = clusters.next(range.upperBound)
    }
    return offset < image.count ? offset : nil
  }
}

/// Searches of a whole disk for the clusters where files continue. The disk is read once for all that are asked for
/// together, and not once for each.
final class ClusterSearches {
  /// A file that continues somewhere.
  struct Question: Hashable {
    /// Its known pieces.
    var pieces: [FragmentSearch.Piece]
    /// The byte of the file from which on it continues.
    var start: Int
    /// How much the offset of its end on the disk exceeds that in the file, if it is known: several descriptions
    /// can be tried for the same media.
    var shift: Int?
    /// Where clusters are.
    var clusters: ClusterGrid
  }

  private struct Search {
    let question: Question
    /// Where it can continue.
    let ranges: [Range<Int>]
    /// Whether the file can continue at an offset.
    let fits: (Int) -> Bool
    var targets: [Int] = []
  }

  private let image: DiskImage
  private var open: [Search] = []
  private var asked: Set<Question> = []
  private var answers: [Question: [Int]] = [:]

  /// More targets than that are chance.
  private static let mostFound = 1 << 12
  /// The most clusters at which a file is tried.
  private static let mostTargets = 1 << 18

  init(_ image: DiskImage) { self.image = image }

  /// Whether a question has no answer yet.
  var hasQuestions: Bool { !open.isEmpty }

  /// The clusters where a file can continue, in ascending order; nil before the disk was read for the question.
  ///
  /// - Parameters:
  ///   - end: where the known pieces end: those behind it are likelier.
  ///   - fits: whether the file can continue at an offset.
  func targets(
    _ question: Question, behind end: Int, _ fits: @escaping (Int) -> Bool
  ) -> [Int]? {
    if let known = answers[question] { return known }
    if asked.insert(question).inserted {
      let size = question.clusters.size
      let most = ClusterSearches.mostTargets * size
      let behind = min(end + size, image.count)..<min(end + most, image.count)
      let before = max(0, end - max(0, most - behind.count))..<end
      open.append(Search(question: question, ranges: [before, behind], fits: fits))
    }
    return nil
  }

  /// Reads the disk, and answers all questions.
  ///
  /// - Parameter goesOn: returns false to stop; then nothing is answered.
  func answer(_ goesOn: () -> Bool) {
    let step = DiskScan.step
    defer { image.forget() }
    for start in stride(from: 0, to: image.count, by: step) {
      guard goesOn() else { return }
      // A sample that starts at the end of a step is read with it.
      image.keep(start..<start + step + step / 4)
      for index in open.indices {
        for range in open[index].ranges {
          search(range.clamped(to: start..<start + step), for: index)
        }
      }
    }
    for search in open { answers[search.question] = search.targets }
    open = []
  }

  private func search(_ range: Range<Int>, for index: Int) {
    let search = open[index]
    let clusters = search.question.clusters
    for offset in stride(
      from: clusters.next(range.lowerBound), to: range.upperBound, by: clusters.size)
    where open[index].targets.count < ClusterSearches.mostFound && search.fits(offset) {
      open[index].targets.append(offset)
    }
  }
}
