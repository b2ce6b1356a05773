import AV1
import FieldCoding

/// Finds samples of AV1 (AV1 Codec ISO Media File Format Binding §2.4): open bitstream units that state their size, up to
/// the end of a frame that is shown.
struct OBUReader: LostSampleReader {
  private let sequence: SequenceHeader
  private let sizes: ReferenceSizes
  var certainty: Certainty { .bySyntax }

  /// No sample has more units.
  private static let mostUnits = 512
  /// The number of bytes of a unit that are read: its header and size, and the start of its content.
  private static let lookedAt = 16

  /// - Parameter units: sequence headers; nil without any that can be read.
  init?(_ units: [Bytes], _ sizes: ReferenceSizes) {
    let sequences = units.lazy.compactMap { try? SequenceHeader(OpenBitstreamUnit(decoding: $0)) }
    guard let sequence = sequences.first else { return nil }
    self.sequence = sequence
    self.sizes = sizes
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var position = start
    // Whether a frame with separate tile groups has begun, and whether it is shown.
    var shown: Bool?
    var isIntra = true
    for _ in 0..<OBUReader.mostUnits {
      guard let unit = unit(at: position, in: data) else {
        return shown == true ? found(start, position, isIntra) : .none
      }
      guard unit.byteCount <= data.count - position else {
        return shown == true && !unit.continues ? found(start, position, isIntra) : .torn
      }
      if shown == true, !unit.continues { return found(start, position, isIntra) }
      if unit.continues, shown == nil { return .none }
      position += unit.byteCount
      guard position - start <= sizes.greatestPossible else { return .none }
      if let frame = unit.frame {
        isIntra =
          isIntra && [.key, .intraOnly].contains(frame.type) && frame.shownFrameIndex == nil
        shown = frame.isShown || frame.shownFrameIndex != nil
        if shown == true, unit.isWhole { return found(start, position, isIntra) }
      }
    }
    return .none
  }

  private func found(_ start: Int, _ end: Int, _ isIntra: Bool) -> ReaderAnswer {
    let picture = CodedPicture(kind: isIntra ? 1 : 0)
    let count = end - start
    return .readings([
      Reading(byteCount: count, cost: sizes.frameCost(of: count), picture: picture)
    ])
  }

  private struct Unit {
    /// The size with the header.
    var byteCount: Int
    /// Whether it belongs to the frame before it.
    var continues: Bool
    /// The header of a frame that begins here.
    var frame: FrameHeader?
    /// Whether all of the frame is in the unit.
    var isWhole: Bool
  }

  /// Nil if no unit of a sample begins so.
  private func unit(at position: Int, in data: Bytes) -> Unit? {
    let end = min(position + OBUReader.lookedAt, data.count)
    guard position < end, let bytes = data.part(position..<end),
      let (header, payload, byteCount) = OpenBitstreamUnit.start(of: bytes), byteCount > 2,
      byteCount <= sizes.greatestPossible, !header.forbiddenBit, !header.reservedBit,
      header.layer?.reserved ?? 0 == 0
    else { return nil }
    var unit = Unit(byteCount: byteCount, continues: false, frame: nil, isWhole: false)
    switch header.type {
    case .sequenceHeader, .metadata: return unit
    case .tileGroup, .redundantFrameHeader, .padding:
      unit.continues = true
      return unit
    case .frame, .frameHeader:
      guard let content = bytes.part(min(payload, bytes.count)..<bytes.count) else { return nil }
      var coder = FieldCoder(decoding: content)
      var frame = FrameHeader(of: sequence)
      guard (try? frame.fields(&coder)) != nil else { return nil }
      // A frame with its tiles shows no other one.
      if header.type == .frame, frame.shownFrameIndex != nil { return nil }
      unit.frame = frame
      unit.isWhole = header.type == .frame || frame.shownFrameIndex != nil
      return unit
    default: return nil
    }
  }
}
