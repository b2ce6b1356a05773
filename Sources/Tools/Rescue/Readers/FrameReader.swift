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

/// The syntax of the NAL units of a coding.
protocol FrameSyntax: Sendable {
  /// The bytes of the length in front of each NAL unit of a sample.
  var lengthSize: Int { get }
  /// The number of bits of ``CodedPicture/orderLSB``.
  var orderBits: Int { get }

  /// The possible first two bytes of the first NAL unit of a frame.
  var firstHeaders: BytePairs { get }

  /// Whether the first NAL unit of a frame could begin with these bytes, which are at least two; it is fast.
  func couldStartPicture(_ unit: Bytes) -> Bool

  /// The kind of a NAL unit; nil if a stream like the reference's has no such unit.
  func unit(_ unit: Bytes) -> PictureUnit?
}

/// The role of a NAL unit in its frame.
enum PictureUnit: Equatable, Sendable {
  /// A unit before the first slice of a frame: a parameter set, a delimiter, a message.
  case before
  /// A unit after slices: a message, filler data, the end of a sequence; or a part of another layer.
  case after
  /// A part of the frame.
  case slice(Slice)

  struct Slice: Equatable, Sendable {
    var picture: CodedPicture
    /// Whether the frame begins with it.
    var isFirst: Bool
    /// The common fields of all slices of a frame.
    var identity: Int
    /// Whether it is the second field of a frame whose first field has this identity.
    var isSecondField = false
    /// Whether the slice is coded without other frames.
    var isIntra: Bool
  }
}

extension FrameSyntax {
  /// Units without coded samples are not longer.
  static var longestPlain: Int { 1 << 14 }

  func couldStartPicture(_ unit: Bytes) -> Bool { true }
}

extension Bytes {
  /// Whether the bytes could be a stored NAL unit, or the start of one: a NAL unit never contains bytes that look
  /// like a start code (ITU-T H.265 §7.4.2). One with blocks that a failed card gave as zeros still is where it was.
  ///
  /// - Parameters:
  ///   - most: the number of bytes that are checked.
  ///   - filled: whether there may be zero bytes at the end.
  func couldBeNALUnit(lookingAt most: Int, filled: Bool) -> Bool {
    guard let start = part(0..<Swift.min(count, most)) else { return true }
    var position = 0
    while let zeros = Bytes.zeros.firstOffset(in: start, from: position), zeros + 2 < start.count {
      if start[zeros + 2] > 2 {
        position = zeros + 2
      } else if part(zeros..<zeros + Bytes.lostBlockSize)?.isZero == true {
        position = zeros + Bytes.lostBlockSize
        while position < start.count, start[position] == 0 { position += 1 }
      } else {
        return filled && dropFirst(zeros).allSatisfy { $0 == 0 }
      }
    }
    return true
  }

  /// The smallest blocks of a card.
  static let lostBlockSize = 512

  /// Whether a byte is among so many zeros that a block was lost.
  func isLost(at index: Int) -> Bool {
    guard indices.contains(index), self[index] == 0 else { return false }
    let before = self[..<index].suffix(Bytes.lostBlockSize).reversed().prefix { $0 == 0 }.count
    let from = self[index...].prefix(Bytes.lostBlockSize).prefix { $0 == 0 }.count
    return before + from >= Bytes.lostBlockSize
  }

  /// Two bytes that are 0.
  private static let zeros: BytePairs = {
    var pairs = BytePairs()
    pairs.insert(0...0)
    return pairs
  }()
}

/// The position of a frame among the others, as its slices state it.
struct CodedPicture: Equatable, Sendable {
  /// The low bits of its position in output order; nil where frames come out as they are decoded.
  var orderLSB: Int?
  /// Whether the order starts again with it: an IDR frame, or a BLA frame.
  var restartsOrder = false
  /// Whether the high bits of the order of later frames are derived from it (`prevTid0Pic` of ITU-T H.265 §8.3.1; a
  /// reference frame of ITU-T H.264 §8.2.1.1).
  var isOrderReference = true
  /// Its kind, as far as the reference uses it to find out which frames are sync samples: the type of its
  /// NAL units, and whether all of its slices are I slices.
  var kind = 0
}
