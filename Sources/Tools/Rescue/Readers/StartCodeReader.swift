import FieldCoding
import ISOBMFF

/// Finds frames of MPEG-4 Visual (ISO/IEC 14496-2 §6.2.1) and H.263 (ITU-T H.263 §5.1) by their start codes. Nothing
/// states where a frame ends: it ends where the next one starts, or a sample of another track.
struct StartCodeReader: LostSampleReader, OrderedReader {
  private let codec: Codec
  /// The start codes that the reference's samples begin with.
  private let firstCodes: Set<Int>
  private let sizes: ReferenceSizes

  var certainty: Certainty { .byStructure }
  /// Frames do not state their order, but whether others are output before them.
  var orderBits: Int { 0 }

  private enum Codec { case mpeg4, h263 }

  /// The maximum number of bytes before the first slice of a frame.
  private static let mostHeaders = 1 << 12
  private static let vopStart = 0x1B6

  /// Nil if the sample entry describes another codec.
  init?(_ entry: Box, _ learned: LearnedSamplesBox, _ sizes: ReferenceSizes) {
    guard let codec = StartCodeReader.codec(of: entry) else { return nil }
    (self.codec, self.sizes) = (codec, sizes)
    firstCodes = Set(learned.firstKeys.map { Int($0) })
  }

  /// Whether samples of a sample entry start with start codes.
  static func reads(_ entry: Box) -> Bool { codec(of: entry) != nil }

  private static func codec(of entry: Box) -> Codec? {
    switch entry.type {
    // The same sample entry describes JPEG frames and MPEG-2.
    case "mp4v"
    where entry.children.first(ElementaryStreamDescriptorBox.self)?
      .objectTypeIndication == 0x20:
      .mpeg4
    case "s263", "h263", "d263": .h263
    default: nil
    }
  }

  /// The start code at an offset, without what differs from frame to frame; nil if there is none.
  func code(at offset: Int, in data: Bytes) -> Int? {
    switch codec {
    case .mpeg4:
      guard let word = data.number(at: offset, size: 4), word >> 8 == 1 else { return nil }
      return word
    case .h263:
      // 22 bits: 0000 0000 0000 0000 1000 00
      guard let word = data.number(at: offset, size: 3), word & 0xFFFFFC == 0x80 else { return nil }
      return 0x80
    }
  }

  var firstWords: [ClosedRange<UInt32>] {
    switch codec {
    case .mpeg4: firstCodes.compactMap { UInt32(exactly: $0) }.map { $0...$0 }
    case .h263: [0x8000...0x83FF]
    }
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard let first = code(at: start, in: data), firstCodes.contains(first),
      let picture = frameStart(from: start, in: data),
      let coded = self.picture(at: picture, in: data)
    else { return .none }
    let least = picture + 8 - start
    let next = nextStart(from: start + least, in: data)
    return .open(
      OpenReading(
        least: least, next: next.map { $0 - start }, longest: sizes.greatestPossible,
        picture: coded, sizes: sizes))
  }

  /// The start of the frame itself, behind headers.
  private func frameStart(from start: Int, in data: Bytes) -> Int? {
    guard codec == .mpeg4 else { return start }
    var offset = start
    while offset - start < StartCodeReader.mostHeaders {
      guard let code = code(at: offset, in: data) else { return nil }
      if code == StartCodeReader.vopStart { return offset }
      guard let next = nextCode(from: offset + 4, to: start + StartCodeReader.mostHeaders, in: data)
      else { return nil }
      offset = next
    }
    return nil
  }

  private func picture(at offset: Int, in data: Bytes) -> CodedPicture? {
    guard let byte = data.number(at: offset + 4, size: 1) else { return nil }
    switch codec {
    case .mpeg4:
      // vop_coding_type: I, P, B, S
      let type = byte >> 6
      return CodedPicture(isOrderReference: type != 2, kind: type)
    case .h263:
      // The marker bit, the bit that distinguishes it from H.261, and whether it is coded with other frames.
      guard let before = data.number(at: offset + 3, size: 1), before & 3 == 2 else { return nil }
      let format = byte >> 2 & 7
      guard format != 0, format != 6 else { return nil }
      let isExtended = format == 7
      return CodedPicture(kind: isExtended ? 2 : byte >> 1 & 1)
    }
  }

  /// The offset of the next sample.
  private func nextStart(from start: Int, in data: Bytes) -> Int? {
    let end = min(data.count, start + sizes.greatestPossible)
    var offset = start
    while let next = nextCode(from: offset, to: end, in: data) {
      if let code = code(at: next, in: data), firstCodes.contains(code) { return next }
      offset = next + 1
    }
    return nil
  }

  private func nextCode(from start: Int, to end: Int, in data: Bytes) -> Int? {
    guard let part = data.part(0..<min(end, data.count)) else { return nil }
    var offset = start
    while let zeros = StartCodeReader.zeros.firstOffset(in: part, from: offset) {
      if code(at: zeros, in: part) != nil { return zeros }
      offset = zeros + 1
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
    Reading(byteCount: byteCount, cost: sizes.frameCost(of: byteCount), picture: picture)
  }
}
