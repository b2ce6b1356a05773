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
