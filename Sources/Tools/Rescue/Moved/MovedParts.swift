package import FieldCoding

/// Finds parts of a file, such as coded images, that are not at their stated offsets. Each can be anywhere, but mostly they
/// have moved together.
package struct MovedParts {
  /// How far each part is from its stated offset; nil for those that are found nowhere.
  package private(set) var shifts: [Int?] = []

  /// If so many are found nowhere, the search stops.
  private static let mostLost = 16

  /// - Parameters:
  ///   - parts: their stated ranges, and their forms.
  ///   - taken: ranges in which no part is that is looked for.
  package init(
    _ parts: [(range: Range<Int>, form: SampleForm)], besides taken: [Range<Int>], in bytes: Bytes
  ) {
    var taken = taken
    var last: Int?
    for (range, form) in parts {
      func fits(_ shift: Int) -> Bool {
        let moved = range.lowerBound + shift..<range.upperBound + shift
        return form.fits(moved, in: bytes) && !taken.contains { $0.overlaps(moved) }
      }
      var shift = last.flatMap { fits($0) ? $0 : nil }
      if shift == nil, shifts.count(where: { $0 == nil }) < MovedParts.mostLost,
        range.count >= form.leastBytes
      {
        let pairs = form.starts(range.count)
        var position = 0
        while shift == nil, let start = pairs.firstOffset(in: bytes, from: position) {
          position = start + 1
          if fits(start - range.lowerBound) { shift = start - range.lowerBound }
        }
      }
      shifts.append(shift)
      guard let shift else { continue }
      taken.append(range.lowerBound + shift..<range.upperBound + shift)
      last = shift
    }
  }
}
