import FieldCoding

/// Finds frames by lengths that lead from NAL unit to NAL unit, and by slices that make a frame.
struct FrameReader<Syntax: FrameSyntax>: LostSampleReader {
  var syntax: Syntax
  var sizes: ReferenceSizes
  /// Whether zero bytes may fill up the end of NAL units.
  var allowsZeros = false
  /// The number of bytes of a NAL unit that are checked.
  private var lookedAt = 1024
  var certainty: Certainty { .byStructure }

  init(syntax: Syntax, sizes: ReferenceSizes, allowsZeros: Bool = false) {
    self.syntax = syntax
    self.sizes = sizes
    self.allowsZeros = allowsZeros
  }

  var hasNoZeros: Bool { !allowsZeros }
  var greatestSize: Int? { sizes.count > 0 ? sizes.greatest : nil }

  var thorough: any LostSampleReader {
    var reader = self
    reader.lookedAt = 1 << 15
    return reader
  }

  var firstWords: [ClosedRange<UInt32>] {
    // The length of a NAL unit, and the first bytes of the unit if the length is short.
    let (shift, greatest) = ((4 - syntax.lengthSize) * 8, UInt32(clamping: sizes.greatestPossible))
    let last = UInt64(greatest) << UInt64(shift) | (1 << UInt64(shift) - 1)
    return [2 << UInt32(shift)...UInt32(clamping: last)]
  }

  var header: HeaderPairs? {
    HeaderPairs(offset: syntax.lengthSize, pairs: syntax.firstHeaders)
  }

  /// The most NAL units of a frame.
  private static var mostUnits: Int { 4096 }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var position = start
    var first: PictureUnit.Slice?
    // Where units start that belong to the next frame, unless other units of this one follow: in spatial video,
    // messages stand before the slices of each layer.
    var end: Int?
    var isIntra = true
    var hasSecondField = false
    var unitCount = 0
    for _ in 0..<FrameReader.mostUnits {
      guard let length = data.number(at: position, size: syntax.lengthSize) else {
        // A length that is truncated cannot be assigned to a unit.
        break
      }
      let unitStart = position + syntax.lengthSize
      guard length >= 2, length <= sizes.greatestPossible else { break }
      let isTorn = length > data.count - unitStart
      guard let bytes = data.part(unitStart..<min(unitStart + length, data.count)),
        bytes.count >= 2, first != nil || syntax.couldStartPicture(bytes),
        isTorn || allowsZeros || bytes.last != 0 || data.isLost(at: unitStart + length - 1),
        let unit = syntax.unit(bytes),
        // All bytes are checked of one that is much larger than the frames of the reference.
        bytes.couldBeNALUnit(
          lookingAt: length / 4 > sizes.greatest ? length : lookedAt,
          filled: allowsZeros || !isTorn && bytes.last == 0)
      else { break }
      switch unit {
      case .before: if first != nil, end == nil { end = position }
      case .after where first == nil: return .none
      // The frame is whole without it. Bytes of another track can look like such a unit.
      case .after where isTorn: return found(start, end ?? position, first, isIntra, unitCount)
      case .after: end = nil
      case .slice(let slice):
        if let known = first {
          let continues =
            slice.isFirst
            ? slice.isSecondField && !hasSecondField && slice.identity == known.identity
            : slice.identity == known.identity
          guard continues, end == nil else {
            // A part of another frame cannot follow: one of both was read with wrong parameter sets.
            guard slice.isFirst || end != nil else { return .none }
            return found(start, end ?? position, first, isIntra, unitCount)
          }
          if slice.isFirst { hasSecondField = true }
        } else {
          guard slice.isFirst, !slice.isSecondField else { return .none }
          first = slice
        }
        isIntra = isIntra && slice.isIntra
      }
      if isTorn {
        if let end { return found(start, end, first, isIntra, unitCount) }
        return .torn
      }
      position = unitStart + length
      unitCount += 1
    }
    return found(start, end ?? position, first, isIntra, unitCount)
  }

  private func found(
    _ start: Int, _ end: Int, _ first: PictureUnit.Slice?, _ isIntra: Bool, _ unitCount: Int
  ) -> ReaderAnswer {
    guard var picture = first?.picture else { return .none }
    picture.kind = picture.kind << 1 | (isIntra ? 1 : 0)
    let count = end - start
    return .readings([
      Reading(
        byteCount: count, unitCount: unitCount, cost: sizes.frameCost(of: count), picture: picture
      )
    ])
  }
}
