import FieldCoding

/// Finds frames of AAC LC by their syntax.
struct AACReader: LostSampleReader {
  let bands: ScaleFactorBands
  /// Sequences of elements that the reference's frames have.
  var elements: Set<UInt64> = []
  var sizes = ReferenceSizes()
  /// Whether the bits after the end of a frame can have any value.
  var anyPadding = false
  var certainty: Certainty { .bySyntax }
  var isAudio: Bool { true }
  var greatestSize: Int? { longest }

  /// `id_syn_ele` of the first element, and 0 as its `element_instance_tag`; or a long fill element, in which some
  /// encoders state their name.
  var firstWords: [ClosedRange<UInt32>] {
    let first = Set(
      elements.compactMap { sequence in
        stride(from: 60, through: 0, by: -3)
          .map { sequence >> UInt64($0) & 7 }.first { $0 != 0 }
      })
    return first.map { UInt32($0 & 3) << 29 }.map { $0...$0 | 0x01FF_FFFF }
      + [0xDE00_0000...0xDFFF_FFFF]
  }

  /// A frame has at most 6144 bits a channel (ISO/IEC 14496-3 §4.5.3.1).
  private var longest: Int { max(768 * 8, sizes.greatest) }

  /// The length of the frame at a byte; nil if there is none, or if it is truncated.
  func frame(at start: Int, in data: Bytes) -> (byteCount: Int, elements: UInt64)? {
    data.part(start..<min(start + longest, data.count)).flatMap {
      try? RawDataBlock.read($0, bands, anyPadding: anyPadding)
    }
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard let bytes = data.part(start..<min(start + longest, data.count)) else { return .none }
    do throws(FieldError) {
      let (byteCount, found) = try RawDataBlock.read(bytes, bands, anyPadding: anyPadding)
      guard elements.contains(found) else { return .none }
      return .readings([
        Reading(byteCount: byteCount, cost: sizes.contains(byteCount) ? 4 : 24)
      ])
    } catch {
      // The end of the file within a frame is not a syntax error.
      if case .truncated = error.reason, bytes.count < longest { return .torn }
      return .none
    }
  }
}
