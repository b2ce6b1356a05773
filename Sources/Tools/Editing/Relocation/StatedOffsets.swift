import ISOBMFF

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
