import ISOBMFF

/// Corrects the offsets in the boxes of a file. The declarations of the boxes say which fields are offsets.
struct OffsetCorrector {
  let relocation: Relocation

  init(_ relocation: Relocation) { self.relocation = relocation }

  /// Boxes whose offsets are right do not change.
  func correct(_ boxes: inout [Box]) throws(FieldError) {
    var origins = OffsetOrigins(boxes)
    _ = try correct(&boxes, FieldScope(), &origins)
  }

  /// - Returns: whether any was changed.
  private func correct(
    _ boxes: inout [Box], _ scope: FieldScope, _ origins: inout OffsetOrigins
  ) throws(FieldError) -> Bool {
    var isChanged = false
    for index in boxes.indices {
      do throws(FieldError) {
        if try correct(&boxes[index], scope, &origins) { isChanged = true }
      } catch {
        throw error.nested(in: "\(boxes[index].type)")
      }
    }
    return isChanged
  }

  private func correct(
    _ box: inout Box, _ scope: FieldScope, _ origins: inout OffsetOrigins
  ) throws(FieldError) -> Bool {
    let old = box
    var (isChanged, inner) = try correctFields(of: &box, scope, origins)
    var children = box.children
    if !children.isEmpty {
      var inside = origins.inside(old, isFile: inner.embedding > scope.embedding, relocation)
      if try correct(&children, inner, &inside) {
        box.children = children
        isChanged = true
      }
      origins.learn(from: inside)
    }
    origins.learn(from: old, as: box, relocation)
    return isChanged
  }

  /// - Returns: whether any was changed, and the values that the boxes inside depend on.
  private func correctFields(
    of box: inout Box, _ scope: FieldScope, _ origins: OffsetOrigins
  ) throws(FieldError) -> (Bool, FieldScope) {
    while true {
      let old = box
      let offsets = StatedOffsets(of: old, origins, relocation)
      let correction = OffsetCorrection { (value, field, bits) throws(FieldError) in
        try offsets.stated(value, field, bits: bits)
      }
      do throws(FieldError) {
        let inner = try box.correctOffsets(by: correction, in: scope)
        return (correction.isChanged, inner)
      } catch {
        guard case .doesNotFit = error.reason else { throw error }
        guard box.widenOffsets() else { throw OffsetCorrector.tooFar(error) }
      }
    }
  }

  private static func tooFar(_ error: FieldError) -> FieldError {
    FieldError(
      .invalid(
        "what it states would be too far away, or before the offset that it is counted from"),
      offset: error.offset, path: error.path)
  }
}

/// The new values of the offsets and sizes in a structure, in the order of its fields.
final class StatedOffsets {
  /// The box; nil if the structure is not a box.
  private let box: Box?
  private let origins: OffsetOrigins
  private let relocation: Relocation
  /// The last position in the structure.
  private var previousOffset: Shift?
  /// The last base in the structure, and its origin.
  private var base: (shift: Shift, origin: OffsetField.Origin)?

  init(of box: Box?, _ origins: OffsetOrigins, _ relocation: Relocation) {
    self.box = box
    self.origins = origins
    self.relocation = relocation
  }

  /// - Parameter value: the value of the field; nil for an offset that is not stated.
  /// - Returns: the new value of the field; nil if it does not change.
  func stated(_ value: Int64?, _ field: OffsetField, bits: Int) throws(FieldError) -> Int64? {
    guard let value else { return try implied() }
    switch field {
    case .position(let origin, let length):
      return try position(value, from: origin, length)
    case .base(let origin, let reach): return try base(value, from: origin, reach, bits: bits)
    case .size(.restOfFile): return rest(value)
    case .size(let extent): return size(value, of: extent)
    }
  }

  private func position(
    _ value: Int64, from origin: OffsetField.Origin, _ length: Int?
  ) throws(FieldError) -> Int64? {
    let counted = origin == .base ? base?.origin ?? origin : origin
    let start =
      switch origin {
      case .base: base?.shift
      case .previousOffset, .subsegments: previousOffset ?? shift(of: origin)
      default: shift(of: origin)
      }
    previousOffset = nil
    guard let start, let old = offset(value, behind: start),
      origins.contains(old, from: counted), !isStartOfFile(old, counted)
    else { return nil }
    // The offset of a run without bytes does not matter.
    if let box, box[TrackRunBox.self] != nil, origins.run(box) == nil { return nil }
    let isEnd = origin == .previousOffset || origin == .subsegments
    guard let new = moved(old, length) ?? (isEnd ? relocation.end(at: old) : nil) else {
      // An offset of data that was not all in the file was wrong before, and stays as it is.
      if let length, old.addingSaturating(length) > relocation.fileEnd.old { return nil }
      throw lost(old)
    }
    previousOffset = Shift(old: old, new: new)
    return Int64(new) - Int64(start.new)
  }

  /// The base moves with the first data that is counted from it, so that no other offset changes if all of the data
  /// moves together.
  private func base(
    _ value: Int64, from origin: OffsetField.Origin, _ reach: UInt64, bits: Int
  ) throws(FieldError) -> Int64? {
    base = nil
    guard let start = shift(of: origin), let old = offset(value, behind: start) else { return nil }
    base = (Shift(old: old, new: start.new.addingSaturating(Int(value))), origin)
    guard bits > 0, value > 0, let reach = Int(exactly: reach),
      let first = offset(Int64(reach), behind: Shift(old: old, new: 0)),
      origins.contains(first, from: origin), let new = relocation.start(at: first)
    else { return nil }
    base?.shift.new = new - reach
    return Int64(new - reach - start.new)
  }

  private func size(_ value: Int64, of extent: OffsetField.Extent) -> Int64? {
    let whole: (start: Shift, end: Int)? =
      switch extent {
      case .restOfFile: nil
      case .previousOffset:
        previousOffset.flatMap { start in offset(value, behind: start).map { (start, $0) } }
      case .parent:
        // A size that was wrong before does not change.
        origins.parentRange.flatMap { range in
          guard Int(value) == range.count, let new = relocation.start(at: range.lowerBound) else {
            return nil
          }
          return (Shift(old: range.lowerBound, new: new), range.upperBound)
        }
      }
    guard let whole, let end = relocation.end(at: whole.end) else { return nil }
    return Int64(end) - Int64(whole.start.new)
  }

  /// The size of the rest of the file counts from the end of the file.
  private func rest(_ value: Int64) -> Int64? {
    let (start, overflow) = relocation.fileEnd.old.subtractingReportingOverflow(Int(value))
    guard !overflow, start > 0, value > 0, let new = relocation.start(at: start) else { return nil }
    return Int64(relocation.fileEnd.new - new)
  }

  /// The offset for a run without an offset, if its data no longer follows that of the run before.
  private func implied() throws(FieldError) -> Int64? {
    guard let box, let run = origins.run(box), let base = shift(of: .sampleData) else { return nil }
    guard let new = relocation.start(at: run.start) else { throw lost(run.start) }
    return new == run.implied ? nil : Int64(run.start) - Int64(base.old)
  }

  private func shift(of origin: OffsetField.Origin) -> Shift? {
    origins.shift(of: origin, for: box, relocation)
  }

  /// The value 0 stands for no data, because a file starts with a header.
  private func isStartOfFile(_ offset: Int, _ origin: OffsetField.Origin) -> Bool {
    (origin == .file || origin == .outermostFile) && offset == shift(of: origin)?.old
  }

  /// The offset in the file that a value stands for. Nil if no file has such an offset.
  private func offset(_ value: Int64, behind start: Shift) -> Int? {
    let (offset, overflow) = start.old.addingReportingOverflow(Int(value))
    return overflow || offset < 0 ? nil : offset
  }

  private func moved(_ old: Int, _ length: Int?) -> Int? {
    var whole: Int?
    if let length {
      let (end, overflow) = old.addingReportingOverflow(length)
      if !overflow { whole = relocation.newOffset(of: old..<end) }
    }
    return whole ?? relocation.start(at: old)
  }

  private func lost(_ old: Int) -> FieldError {
    FieldError(
      .invalid("the bytes at \(old), to which it points, are not in the new file"), offset: old)
  }
}

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
