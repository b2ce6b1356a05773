import FieldCoding
public import ISOBMFF

/// The differences between two files that consist of boxes, or two JPEG files: boxes or segments that were added,
/// removed or moved, and fields with other values.
///
///     let difference = FileDifference(between: old, and: new, ignoring: .offsets)
///     difference.write(to: output, Style())
///
/// Boxes are matched by their identity (type, track, item, ...) and not by their position. Parts that are the same
/// range of the same ``ByteSource`` in both files are not read. Media data (`mdat`, `imda`) is read only if
/// everything else about it is equal.
public struct FileDifference: Sendable {
  /// Differences to ignore.
  public struct Ignored: OptionSet, Sendable {
    /// The bits of all options that are set.
    public let rawValue: Int
    /// The options whose bits are set in `rawValue`.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Values that depend on positions in the file: offsets and sizes of other boxes, the width of the size field
    /// of a box, `co64` instead of `stco`.
    public static let offsets = Ignored(rawValue: 1)
    /// Free space: `free`, `skip` and `wide` boxes.
    public static let padding = Ignored(rawValue: 2)
    /// The bytes of media data; only the lengths are compared. This is for files whose media data is not yet
    /// written.
    public static let mediaBytes = Ignored(rawValue: 4)
  }

  /// Limits for the list of differences; all differences are counted.
  public struct Listed: Sendable {
    /// The maximum number of fields of a box in the list.
    public var fields: Int
    /// The maximum number of rows of a table in the list.
    public var rows: Int

    /// Limits for the fields of each box, and the rows of each table.
    public init(fields: Int = 16, rows: Int = 4) {
      self.fields = fields
      self.rows = rows
    }

    /// No limits.
    public static let all = Listed(fields: .max, rows: .max)
  }

  /// The boxes that differ, or the parts of JPEG files, in the order of the old file.
  public internal(set) var boxes: [BoxDifference] = []
  /// The size of the old file, in bytes.
  public let oldCount: Int
  /// The size of the new file, in bytes.
  public let newCount: Int
  /// The boxes of the new file for those of the old one, equal or not, by the offsets of both.
  package internal(set) var pairs: [Int: Int] = [:]
  /// The number of differences that were ignored.
  public internal(set) var ignoredCount = 0
  /// Whether these are two JPEG files, so that ``boxes`` are their segments, coded data and the data after the image.
  public let isOfJPEGFiles: Bool

  /// Whether the files are equal, apart from ignored differences.
  public var isEmpty: Bool { boxes.isEmpty }

  /// Whether `bytes` consist of boxes, so that they can be compared with a file that is not yet written.
  public static func canRead(_ bytes: Bytes) -> Bool { FileKind(bytes) == .boxes }

  /// Compares two files.
  ///
  /// - Parameters:
  ///   - ignored: the differences to ignore.
  ///   - listed: the limits for the list of differences.
  public init(
    between old: Bytes, and new: Bytes, ignoring ignored: Ignored = [], listed: Listed = Listed(),
    limits: DecodeLimits = DecodeLimits()
  ) {
    self.init(
      between: old, and: new, ignoring: ignored, listed: listed, limits: limits,
      copies: CopiedBytes())
  }

  init(
    between old: Bytes, and new: Bytes, ignoring ignored: Ignored, listed: Listed,
    limits: DecodeLimits, copies: CopiedBytes
  ) {
    oldCount = old.count
    newCount = new.count
    isOfJPEGFiles = FileKind(old) == .jpeg && FileKind(new) == .jpeg
    if isOfJPEGFiles {
      var comparison = JPEGSegmentComparison(ignored, listed: listed, limits: limits)
      comparison.compare(old, new)
      boxes = comparison.differences
      pairs = comparison.pairs
      ignoredCount = comparison.ignoredCount
      return
    }
    var comparison = BoxComparison(ignored, listed: listed, limits: limits, copies: copies)
    comparison.compare(BoxFile(old, limits: limits), BoxFile(new, limits: limits))
    boxes = comparison.differences
    pairs = comparison.pairs
    ignoredCount = comparison.ignoredCount
  }

  /// The number of boxes that were changed, added, removed or moved.
  public func count(_ kind: BoxDifference.Kind) -> Int { boxes.count { $0.kind == kind } }
}

/// The difference of a box.
public struct BoxDifference: Sendable {
  /// The kinds of differences. A box that was only moved is otherwise equal.
  public enum Kind: String, CaseIterable, Sendable { case changed, added, removed, moved }

  /// The box in one of the files.
  public struct Side: Sendable {
    /// The path, as in the tree: `moov/trak[1]/mdia`; empty for the file itself.
    public var path: String
    /// The name of the box; empty if it is unknown.
    public var title: String
    /// The standard that defines the box, with the clause; empty if it is unknown.
    public var specification: String
    /// The range of its bytes in the file.
    public var range: Range<Int>
  }

  /// The kind of the difference.
  public var kind: Kind
  /// The box in the old file; nil if it was added.
  public var old: Side?
  /// The box in the new file; nil if it was removed.
  public var new: Side?
  /// The fields that differ, without those of boxes inside it. For an added or removed box without boxes inside,
  /// all its fields.
  public var fields: [FieldDifference] = []
  /// The number of fields that differ, including those that ``fields`` leaves out.
  public var fieldCount = 0
}

extension FileDifference {
  /// Compares a file with the new file of an edit, before the new file is written to the disk.
  ///
  /// - Parameters:
  ///   - written: the new file.
  ///   - view: the boxes of the new file. Copied media data may be missing in it; then `written` is used.
  public init(
    between old: Bytes, and written: ByteWriter, viewedAs view: Bytes,
    ignoring ignored: Ignored = [], listed: Listed = Listed(),
    limits: DecodeLimits = DecodeLimits()
  ) {
    self.init(
      between: old, and: view, ignoring: ignored, listed: listed, limits: limits,
      copies: CopiedBytes(written))
  }
}

/// The copied ranges of a new file, and their sources.
struct CopiedBytes {
  /// The copies by position; none overlap.
  private let copies: [ByteWriter.Origin]

  /// A file whose bytes are known, and nothing else.
  init() { copies = [] }

  init(_ written: ByteWriter) {
    copies = written.origins.filter(\.isCopy).sorted { $0.position < $1.position }
  }

  /// The same as ``Bytes/firstDifference(from:)`` for bytes of the new file.
  func firstDifference(_ old: Bytes, _ new: Bytes) -> Int? {
    guard !copies.isEmpty else { return old.firstDifference(from: new) }
    let common = min(old.count, new.count)
    var position = 0
    while position < common {
      let offset = new.range.lowerBound + position
      var end = common
      var bytes: Bytes?
      let next = index(after: offset)
      if next > 0, case let copy = copies[next - 1], offset < copy.position + copy.count {
        end = min(end, position + copy.position + copy.count - offset)
        bytes = copy.bytes.part(offset - copy.position..<offset - copy.position + end - position)
      } else if next < copies.count {
        end = min(end, position + copies[next].position - offset)
      }
      guard let part = old.part(position..<end), let other = bytes ?? new.part(position..<end)
      else { return position }
      if let first = part.firstDifference(from: other) { return position + first }
      position = end
    }
    return old.count == new.count ? nil : common
  }

  /// The index of the first copy that starts after an offset.
  private func index(after offset: Int) -> Int {
    copies.partitioningIndex { $0.position > offset }
  }
}

/// Finds the elements that two lists have in common. It compares their identities and not their positions, so an added
/// element does not make all elements after it different.
struct Alignment {
  /// An element, with what distinguishes it from the elements next to it.
  struct Element<Key: Hashable> {
    /// The identity: a type, and a number if it has one.
    var key: Key
    /// The content that distinguishes elements with the same key: those with the same content belong
    /// together.
    var content: Int
  }

  /// The pairs in the order of the old list.
  private(set) var pairs: [(old: Int, new: Int)] = []
  private(set) var removed: [Int] = []
  private(set) var added: [Int] = []

  init<Key: Hashable>(_ old: [Element<Key>], _ new: [Element<Key>]) {
    var partners = [Int?](repeating: nil, count: old.count)
    let newIndices = Dictionary(grouping: new.indices) { new[$0].key }
    for (key, oldIndices) in Dictionary(grouping: old.indices, by: { old[$0].key }) {
      guard let newIndices = newIndices[key] else { continue }
      if oldIndices.count == 1, newIndices.count == 1 {
        partners[oldIndices[0]] = newIndices[0]
        continue
      }
      let matches = Alignment.matches(
        oldIndices, newIndices, oldContent: { old[$0].content }, newContent: { new[$0].content })
      for match in matches { partners[match.old] = match.new }
    }
    var isTaken = [Bool](repeating: false, count: new.count)
    for (index, partner) in partners.enumerated() {
      guard let partner else {
        removed.append(index)
        continue
      }
      pairs.append((index, partner))
      isTaken[partner] = true
    }
    added = new.indices.filter { !isTaken[$0] }
  }

  /// Elements of one kind: first those with the same content, in order; between two of those, the rest one by one.
  private static func matches(
    _ old: [Int], _ new: [Int], oldContent: (Int) -> Int, newContent: (Int) -> Int
  ) -> [(old: Int, new: Int)] {
    var matches: [(old: Int, new: Int)] = []
    var indices = Dictionary(grouping: new.indices.reversed()) { newContent(new[$0]) }
    var same: [(old: Int, new: Int)] = []
    for index in old.indices {
      if let partner = indices[oldContent(old[index])]?.popLast() { same.append((index, partner)) }
    }
    let kept = increasing(same.map(\.new), weights: same.map { _ in 1 })
    var start = (old: 0, new: 0)
    let anchors = kept.map { same[$0] } + [(old: old.count, new: new.count)]
    for anchor in anchors {
      for (a, b) in zip(start.old..<anchor.old, start.new..<anchor.new) {
        matches.append((old[a], new[b]))
      }
      if anchor.old < old.count { matches.append((old[anchor.old], new[anchor.new])) }
      start = (anchor.old + 1, anchor.new + 1)
    }
    return matches
  }

  /// Matches a removed element and an added one.
  mutating func join(_ old: Int, _ new: Int) {
    removed.removeAll { $0 == old }
    added.removeAll { $0 == new }
    let next = pairs.firstIndex { $0.old > old } ?? pairs.count
    pairs.insert((old, new), at: next)
  }

  /// The indices in ``pairs`` of pairs with another position among the others than before.
  func moved(weight: (Int) -> Int) -> Set<Int> {
    let order = pairs.map(\.new)
    guard zip(order, order.dropFirst()).contains(where: >) else { return [] }
    let kept = Alignment.increasing(order, weights: pairs.map { weight($0.old) })
    return Set(pairs.indices).subtracting(kept)
  }

  /// The positions of the rising series of numbers with the greatest weight; all numbers differ.
  private static func increasing(_ numbers: [Int], weights: [Int]) -> [Int] {
    let ranks = Dictionary(
      uniqueKeysWithValues: numbers.sorted().enumerated().map { ($0.element, $0.offset + 1) })
    // The best series that ends at or below a rank, in a binary indexed tree of maxima.
    var best = [(weight: Int, index: Int)](repeating: (0, -1), count: numbers.count + 1)
    var previous = [Int](repeating: -1, count: numbers.count)
    var end = (weight: 0, index: -1)
    for index in numbers.indices {
      let rank = ranks[numbers[index]] ?? 0
      var before = (weight: 0, index: -1)
      var node = rank - 1
      while node > 0 {
        if best[node].weight > before.weight { before = best[node] }
        node -= node & -node
      }
      previous[index] = before.index
      let weight = before.weight + max(1, weights[index])
      if weight > end.weight { end = (weight, index) }
      node = rank
      while node <= numbers.count {
        if weight > best[node].weight { best[node] = (weight, index) }
        node += node & -node
      }
    }
    var series: [Int] = []
    var index = end.index
    while index >= 0 {
      series.append(index)
      index = previous[index]
    }
    return series.reversed()
  }
}
