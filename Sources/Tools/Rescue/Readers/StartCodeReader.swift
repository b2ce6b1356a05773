import FieldCoding
import ISOBMFF

/// Finds pictures of MPEG-4 Visual (ISO/IEC 14496-2 §6.2.1) and H.263 (ITU-T H.263 §5.1) by their start codes. Nothing
/// states where a picture ends: it ends where the next one starts, or a sample of another track.
struct StartCodeReader: LostSampleReader, OrderedReader {
  private let coding: Coding
  /// The start codes that the reference's samples begin with.
  private let firstCodes: Set<Int>
  private let sizes: ReferenceSizes

  var certainty: Certainty { .byStructure }
  /// Pictures do not state their order, but whether others are output before them.
  var orderBits: Int { 0 }

  private enum Coding { case mpeg4, h263 }

  /// The maximum number of bytes before the first slice of a picture.
  private static let mostHeaders = 1 << 12
  private static let vopStart = 0x1B6

  /// Nil if the sample entry describes another coding.
  init?(_ entry: Box, _ learned: LearnedSamplesBox, _ sizes: ReferenceSizes) {
    guard let coding = StartCodeReader.coding(of: entry) else { return nil }
    (self.coding, self.sizes) = (coding, sizes)
    firstCodes = Set(learned.firstKeys.map { Int($0) })
  }

  /// Whether samples of a sample entry start with start codes.
  static func reads(_ entry: Box) -> Bool { coding(of: entry) != nil }

  private static func coding(of entry: Box) -> Coding? {
    switch entry.type {
    // The same sample entry describes JPEG pictures and MPEG-2.
    case "mp4v"
    where entry.children.first(ElementaryStreamDescriptorBox.self)?
      .objectTypeIndication == 0x20:
      .mpeg4
    case "s263", "h263", "d263": .h263
    default: nil
    }
  }

  /// The start code at a place, without what differs from picture to picture; nil if there is none.
  func code(at place: Int, in data: Bytes) -> Int? {
    switch coding {
    case .mpeg4:
      guard let word = data.number(at: place, size: 4), word >> 8 == 1 else { return nil }
      return word
    case .h263:
      // 22 bits: 0000 0000 0000 0000 1000 00
      guard let word = data.number(at: place, size: 3), word & 0xFFFFFC == 0x80 else { return nil }
      return 0x80
    }
  }

  var firstWords: [ClosedRange<UInt32>] {
    switch coding {
    case .mpeg4: firstCodes.compactMap { UInt32(exactly: $0) }.map { $0...$0 }
    case .h263: [0x8000...0x83FF]
    }
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard let first = code(at: start, in: data), firstCodes.contains(first),
      let picture = pictureStart(from: start, in: data),
      let coded = self.picture(at: picture, in: data)
    else { return .none }
    let least = picture + 8 - start
    let next = nextStart(from: start + least, in: data)
    return .open(
      OpenReading(
        least: least, next: next.map { $0 - start }, longest: sizes.greatestPossible,
        picture: coded, sizes: sizes))
  }

  /// The start of the picture itself, behind headers.
  private func pictureStart(from start: Int, in data: Bytes) -> Int? {
    guard coding == .mpeg4 else { return start }
    var place = start
    while place - start < StartCodeReader.mostHeaders {
      guard let code = code(at: place, in: data) else { return nil }
      if code == StartCodeReader.vopStart { return place }
      guard let next = nextCode(from: place + 4, to: start + StartCodeReader.mostHeaders, in: data)
      else { return nil }
      place = next
    }
    return nil
  }

  private func picture(at place: Int, in data: Bytes) -> CodedPicture? {
    guard let byte = data.number(at: place + 4, size: 1) else { return nil }
    switch coding {
    case .mpeg4:
      // vop_coding_type: I, P, B, S
      let type = byte >> 6
      return CodedPicture(isOrderReference: type != 2, kind: type)
    case .h263:
      // The marker bit, the bit that distinguishes it from H.261, and whether it is coded with other pictures.
      guard let before = data.number(at: place + 3, size: 1), before & 3 == 2 else { return nil }
      let format = byte >> 2 & 7
      guard format != 0, format != 6 else { return nil }
      let isExtended = format == 7
      return CodedPicture(kind: isExtended ? 2 : byte >> 1 & 1)
    }
  }

  /// The next place where a sample starts.
  private func nextStart(from start: Int, in data: Bytes) -> Int? {
    let end = min(data.count, start + sizes.greatestPossible)
    var place = start
    while let next = nextCode(from: place, to: end, in: data) {
      if let code = code(at: next, in: data), firstCodes.contains(code) { return next }
      place = next + 1
    }
    return nil
  }

  private func nextCode(from start: Int, to end: Int, in data: Bytes) -> Int? {
    guard let part = data.part(0..<min(end, data.count)) else { return nil }
    var place = start
    while let zeros = StartCodeReader.zeros.firstPlace(in: part, from: place) {
      if code(at: zeros, in: part) != nil { return zeros }
      place = zeros + 1
    }
    return nil
  }

  /// Two bytes that are 0.
  private static let zeros: BytePairs = {
    var pairs = BytePairs()
    pairs.insert(0...0)
    return pairs
  }()
}

/// A sample whose end is not stated.
struct OpenReading: Sendable {
  /// The fewest bytes of it.
  var least: Int
  /// The bytes to the next sample of the same track; nil if there is none.
  var next: Int?
  /// The most bytes of it.
  var longest: Int
  var picture: CodedPicture?
  var sizes: ReferenceSizes

  func couldHave(_ byteCount: Int) -> Bool {
    byteCount >= least && byteCount <= min(next ?? .max, longest)
  }

  func reading(_ byteCount: Int) -> Reading {
    Reading(byteCount: byteCount, cost: sizes.pictureCost(of: byteCount), picture: picture)
  }
}
