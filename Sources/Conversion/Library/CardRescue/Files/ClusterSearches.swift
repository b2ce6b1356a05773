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
