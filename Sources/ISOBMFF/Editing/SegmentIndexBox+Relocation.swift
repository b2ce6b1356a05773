extension SegmentIndexBox {
  /// Corrects where the segments start and how long they are.
  ///
  /// - Parameter end: of this box, in the file that it was read from.
  mutating func relocate(_ relocation: Relocation, endingAt end: Int) throws(FieldError) {
    guard let newEnd = relocation.end(at: end), let first = Int(exactly: firstOffset) else {
      return
    }
    var old = end.addingReportingOverflow(first).partialValue
    guard let start = relocation.start(at: old) else { throw lost(old) }
    guard start >= newEnd else {
      throw FieldError(
        .invalid("the segments stand before their index now, which no index can say"), offset: end)
    }
    firstOffset = UInt64(start - newEnd)
    if header.version == 0, firstOffset > UInt64(UInt32.max) { header.version = 1 }
    var new = start
    references = try references.mapping(1) { (size) throws(FieldError) in
      old = old.addingReportingOverflow(Int(size)).partialValue
      guard let next = relocation.start(at: old) ?? relocation.end(at: old) else { throw lost(old) }
      defer { new = next }
      return Int64(next - new)
    }
  }

  private func lost(_ old: Int) -> FieldError {
    FieldError(
      .invalid("the bytes at \(old), at which a segment starts, are not in the new file"),
      offset: old)
  }
}
