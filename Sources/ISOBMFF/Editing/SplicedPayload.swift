/// The payload of a box that is only bytes, some of which were replaced.
struct SplicedPayload: BoxBody {
  static let type: FourCC = "mdat"
  static let specification = "ISO/IEC 14496-12 §8.1.1"

  var pieces: [Bytes] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    for piece in pieces { f.writer.write(piece) }
  }
}

extension Box {
  /// The bytes of a box that has no fields, in order: several if some were replaced.
  public var pieces: [Bytes] {
    self[SplicedPayload.self]?.pieces ?? opaquePayload.map { [$0] } ?? []
  }

  /// Replaces bytes of a box that is only bytes, such as `mdat` and `idat`. Fewer bytes, or none, make
  /// what stands behind them move; ``BoxFile/relocated()`` corrects the places of that.
  ///
  /// - Parameter old: in the file that the box was read from, within its payload.
  /// - Returns: whether this box has those bytes, and has them still.
  public mutating func replace(_ old: Range<Int>, with new: Bytes) -> Bool {
    var pieces = pieces
    guard let origin else { return false }
    let start = origin.fileOffset
    for (index, piece) in pieces.enumerated() where piece.source === origin.source {
      let range = piece.range
      let wanted =
        origin.range.lowerBound + old.lowerBound - start..<origin.range.lowerBound
        + old.upperBound - start
      guard range.lowerBound <= wanted.lowerBound, wanted.upperBound <= range.upperBound else {
        continue
      }
      let cut = wanted.lowerBound - range.lowerBound..<wanted.upperBound - range.lowerBound
      let parts = [piece.part(0..<cut.lowerBound), new, piece.part(cut.upperBound..<piece.count)]
      pieces.replaceSubrange(index...index, with: parts.compactMap { $0 }.filter { !$0.isEmpty })
      var payload = SplicedPayload()
      payload.pieces = pieces
      content = .body(payload)
      return true
    }
    return false
  }
}

extension BoxFile {
  /// Replaces bytes of boxes that are only bytes, wherever in the file they stand.
  ///
  /// - Parameter old: in the file that was read.
  /// - Returns: whether one box has those bytes, and has them still.
  public mutating func replace(_ old: Range<Int>, with new: Bytes) -> Bool {
    boxes.replace(old, with: new)
  }
}

extension [Box] {
  fileprivate mutating func replace(_ old: Range<Int>, with new: Bytes) -> Bool {
    for index in indices {
      guard let origin = self[index].origin, origin.fileOffset <= old.lowerBound,
        old.upperBound <= origin.fileOffset + origin.count
      else { continue }
      if self[index].replace(old, with: new) { return true }
      var children = self[index].children
      guard children.replace(old, with: new) else { return false }
      self[index].children = children
      return true
    }
    return false
  }
}
