import ISOBMFF

/// An offset in the old file and in the new file.
struct Shift {
  var old: Int
  var new: Int

  static let none = Shift(old: 0, new: 0)
}

/// The origins from which the offsets in a box count. They depend on the enclosing boxes and the boxes before it.
struct OffsetOrigins {
  private struct File {
    var start = Shift.none
    /// Its range in the outermost file, which has no end because the file may be cut off.
    var range = 0..<Int.max
    /// The default values for samples of fragments, by track.
    var defaults: [UInt32: TrackExtendsBox] = [:]
    /// The tracks whose samples are in other files, or count from the start of an `imda` box (ISO/IEC
    /// 14496-12 §8.7.2).
    var elsewhere: Set<UInt32> = []

    init(_ boxes: [Box]) {
      let extends = boxes.at("moov", "mvex").compactMap { $0[TrackExtendsBox.self] }
      defaults = Dictionary(extends.map { ($0.trackID, $0) }) { first, _ in first }
      for trak in boxes.at("moov").all("trak") {
        let references = trak.children.at("mdia", "minf", "dinf", "dref")
        guard let id = OffsetOrigins.trackID(of: trak), !references.isEmpty,
          !references.contains(where: \.countsFromFile)
        else { continue }
        elsewhere.insert(id)
      }
    }
  }

  /// The track ID of a `trak` or `traf` box.
  private static func trackID(of box: Box) -> UInt32? {
    box.children.first(TrackHeaderBox.self)?.trackID
      ?? box.children.first(TrackFragmentHeaderBox.self)?.trackID
  }

  /// The positions of the runs of a fragment, in the old file and in the new one.
  private struct Runs {
    var old: TrackRunOffsets
    var new: TrackRunOffsets
    /// The default size of a sample of the track.
    var sampleSize: UInt32 = 0

    /// The origins of a fragment. Nil if its new offset is unknown.
    init?(_ fragment: Int, _ relocation: Relocation) {
      guard let new = relocation.start(at: fragment) else { return nil }
      old = TrackRunOffsets(fragmentStart: Int64(fragment))
      self.new = TrackRunOffsets(fragmentStart: Int64(new))
    }

    func byteCount(_ run: TrackRunBox) -> UInt64 {
      run.sum(of: "sample_size", default: sampleSize)
    }
  }

  private var file: File
  private var isFragment = false
  /// Whether the enclosing track's samples are not in this file.
  private var isElsewhere = false
  private var runs: Runs?
  private var itemData: (old: Range<Int>, new: Int)?
  private var subsegments: Shift?
  /// The old range of the enclosing box.
  private var parent: Range<Int>?

  /// - Parameter boxes: of the outermost file.
  init(_ boxes: [Box]) { file = File(boxes) }

  /// The origins inside a box.
  ///
  /// - Parameter isFile: whether the boxes inside are those of an embedded file.
  func inside(_ box: Box, isFile: Bool, _ relocation: Relocation) -> OffsetOrigins {
    var inside = self
    let children = box.children
    let range = relocation.range(of: box)
    if isFile {
      inside = OffsetOrigins(children)
      if let range, let start = relocation.start(at: range.lowerBound) {
        inside.file.range = range.lowerBound + box.headerSize..<range.upperBound
        inside.file.start = Shift(
          old: range.lowerBound + box.headerSize, new: start + box.headerSize)
      }
    }
    inside.parent = range
    if box.type == "moof" {
      inside.isFragment = true
      inside.runs = range.flatMap { Runs($0.lowerBound, relocation) }
    }
    if box.type == "trak" || box.type == "traf" {
      inside.isElsewhere = Self.trackID(of: box).map { file.elsewhere.contains($0) } ?? false
    }
    if let data = children.first("idat") {
      inside.itemData = relocation.range(of: data).flatMap { range in
        relocation.start(at: range.lowerBound).map { start in
          (range.lowerBound + data.headerSize..<range.upperBound, start + data.headerSize)
        }
      }
    }
    return inside
  }

  /// Keeps values of a box for the boxes after it.
  mutating func learn(from inside: OffsetOrigins) {
    guard runs != nil else { return }
    runs = inside.runs
  }

  /// Keeps the old and the new contents of a box for the boxes after it.
  mutating func learn(from old: Box, as new: Box, _ relocation: Relocation) {
    if let header = old[TrackFragmentHeaderBox.self],
      let newHeader = new[TrackFragmentHeaderBox.self]
    {
      runs?.old.begin(header)
      runs?.new.begin(newHeader)
      runs?.sampleSize =
        header.defaultSampleSize ?? file.defaults[header.trackID]?.defaultSampleSize ?? 0
    } else if let run = old[TrackRunBox.self], let newRun = new[TrackRunBox.self],
      let byteCount = runs?.byteCount(run)
    {
      _ = runs?.old.add(run, byteCount: byteCount)
      _ = runs?.new.add(newRun, byteCount: byteCount)
    } else if let index = old[SegmentIndexBox.self], let range = relocation.range(of: old),
      let first = Int(exactly: index.firstOffset)
    {
      let start = range.upperBound.addingSaturating(first)
      subsegments = relocation.start(at: start).map { Shift(old: start, new: $0) }
    }
  }
}

extension OffsetOrigins {
  /// The shift of offsets that count from `origin`, if it does not depend on the fields of the box; nil if they do not
  /// change, or if there is no such origin.
  ///
  /// - Parameter box: the box with the offset.
  func shift(of origin: OffsetField.Origin, for box: Box?, _ relocation: Relocation) -> Shift? {
    switch origin {
    case .file where isElsewhere, .sampleData where isElsewhere: nil
    case .file: file.start
    case .outermostFile: Shift.none
    case .sampleData:
      runs.map { Shift(old: Int(clamping: $0.old.base), new: Int(clamping: $0.new.base)) }
        ?? (isFragment ? nil : file.start)
    case .itemData: itemData.map { Shift(old: $0.old.lowerBound, new: $0.new) }
    case .endOfBox:
      box.flatMap { relocation.range(of: $0) }.flatMap { range in
        relocation.end(at: range.upperBound).map { Shift(old: range.upperBound, new: $0) }
      }
    case .subsegments: subsegments
    case .item, .otherFile, .previousOffset, .base: nil
    }
  }

  /// Whether an offset is inside the file of its origin: the offsets of an embedded file stay inside it.
  func contains(_ offset: Int, from origin: OffsetField.Origin) -> Bool {
    switch origin {
    case .itemData: itemData?.old.contains(offset) ?? false
    case .outermostFile: offset >= 0
    default: file.range.contains(offset) || offset == file.range.upperBound
    }
  }

  /// The old start of the samples of a run, and the new start that a reader assumes if the run states no offset; nil if
  /// the box is not a run, or has no samples.
  func run(_ box: Box) -> (start: Int, implied: Int)? {
    guard var runs, let run = box[TrackRunBox.self] else { return nil }
    let byteCount = runs.byteCount(run)
    guard byteCount > 0 else { return nil }
    var implied = run
    implied.dataOffset = nil
    return (
      Int(clamping: runs.old.add(run, byteCount: byteCount)),
      Int(clamping: runs.new.add(implied, byteCount: byteCount))
    )
  }

  /// The original range of the parent box; nil at the top of a file.
  var parentRange: Range<Int>? { parent }
}
