import FileKind
public import ISOBMFF

/// What two files of boxes do not have in common: boxes that were added, removed or moved, and fields
/// that have another value.
///
///     let difference = FileDifference(between: old, and: new, ignoring: .offsets)
///     difference.write(to: output, Style())
///
/// Boxes are told apart by what they are (type, track, item, ...) and not by where they stand. What is
/// the same part of the same ``ByteSource`` in both is not read, and media data (`mdat`, `imda`) only
/// if all else about it is the same.
public struct FileDifference: Sendable {
  /// What is no difference.
  public struct Ignored: OptionSet, Sendable {
    /// The bits of all options that are set.
    public let rawValue: Int
    /// The options whose bits are set in `rawValue`.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// What follows from where things stand in the file: places and sizes of other boxes, the width in
    /// which a box states its size, `co64` for `stco`.
    public static let offsets = Ignored(rawValue: 1)
    /// Free space: `free`, `skip` and `wide` boxes.
    public static let padding = Ignored(rawValue: 2)
    /// The bytes of media data, of which only the length is compared: a file whose data is not filled
    /// in yet can be compared so.
    public static let mediaBytes = Ignored(rawValue: 4)
  }

  /// How much is kept of what differs; all of it is counted.
  public struct Listed: Sendable {
    /// How many fields of a box are kept.
    public var fields: Int
    /// How many rows of a table are kept.
    public var rows: Int

    /// At most `fields` fields of each box, and `rows` rows of each table.
    public init(fields: Int = 16, rows: Int = 4) {
      self.fields = fields
      self.rows = rows
    }

    /// All that differs is kept.
    public static let all = Listed(fields: .max, rows: .max)
  }

  /// The boxes that differ, in the order of the old file.
  public internal(set) var boxes: [BoxDifference] = []
  /// How many bytes the old file has.
  public let oldCount: Int
  /// How many bytes the new file has.
  public let newCount: Int
  /// Where boxes of the old file are in the new one, whether they differ or not, by the places of both.
  package internal(set) var pairs: [Int: Int] = [:]
  /// How many differences there are that were to be ignored.
  public internal(set) var ignoredCount = 0

  /// Whether the files are the same, but for what is ignored.
  public var isEmpty: Bool { boxes.isEmpty }

  /// Whether `bytes` are boxes, and so can be compared.
  public static func canRead(_ bytes: Bytes) -> Bool { FileKind(bytes) == .boxes }

  /// Compares two files.
  ///
  /// - Parameters:
  ///   - ignored: what is no difference.
  ///   - listed: how many rows of a table, and how many fields of a box, are kept.
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
    var comparison = BoxComparison(ignored, listed: listed, limits: limits, copies: copies)
    comparison.compare(BoxFile(old, limits: limits), BoxFile(new, limits: limits))
    boxes = comparison.differences
    pairs = comparison.pairs
    ignoredCount = comparison.ignoredCount
  }

  /// How many boxes were changed, added, removed, moved.
  public func count(_ kind: BoxDifference.Kind) -> Int { boxes.count { $0.kind == kind } }
}

/// What became of one box.
public struct BoxDifference: Sendable {
  /// What can become of a box. A box that has moved is otherwise the same.
  public enum Kind: String, CaseIterable, Sendable { case changed, added, removed, moved }

  /// Where a box is.
  public struct Place: Sendable {
    /// `moov/trak[1]/mdia`, as in the tree; empty for the file itself.
    public var path: String
    /// The name of the box and where it is specified; empty if it is not known.
    public var title: String
    /// The standard that defines the box, with the clause; empty if it is not known.
    public var specification: String
    /// Its bytes in the file.
    public var range: Range<Int>
  }

  /// What became of the box.
  public var kind: Kind
  /// Where the box was; nil if it was added.
  public var old: Place?
  /// Where the box is; nil if it was removed.
  public var new: Place?
  /// What differs of the own fields of a changed box; the fields of one that came or went, if it
  /// has no boxes in it.
  public var fields: [FieldDifference] = []
  /// How many fields differ, those that ``fields`` leaves out included.
  public var fieldCount = 0
}
