/// The payload of a box that is only bytes, some of which were replaced.
struct SplicedPayload: BoxBody {
  static let type: FourCC = "mdat"
  static let specification = "ISO/IEC 14496-12 §8.1.1"

  struct Piece: Equatable, Sendable {
    var bytes: Bytes
    /// The bytes that it takes the place of.
    var replaced: Bytes?
  }
  var pieces: [Piece] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    for piece in pieces {
      guard let replaced = piece.replaced else {
        f.writer.write(piece.bytes)
        continue
      }
      if piece.bytes.count == replaced.count {
        f.writer.write(piece.bytes, inPlaceOf: replaced)
      } else {
        let start = f.writer.count
        f.writer.write(piece.bytes)
        f.writer.note(replacing: replaced, from: start)
      }
    }
  }
}

extension Box {
  /// The bytes of a box that has no fields, in order: several if some were replaced.
  public var pieces: [Bytes] { splicedPieces.map(\.bytes) }

  var splicedPieces: [SplicedPayload.Piece] {
    self[SplicedPayload.self]?.pieces ?? opaquePayload.map { [SplicedPayload.Piece(bytes: $0)] }
      ?? []
  }

  /// Replaces bytes of a box that is only bytes, such as `mdat` and `idat`. Fewer bytes, or none, make
  /// what stands behind them move; ``BoxFile/relocated()`` corrects the places of that.
  ///
  /// - Parameter old: in the file that the box was read from, within its payload.
  /// - Returns: whether this box has those bytes, and has them still.
  public mutating func replace(_ old: Range<Int>, with new: Bytes) -> Bool {
    guard let origin else { return false }
    var payload = self[SplicedPayload.self] ?? SplicedPayload()
    if let opaquePayload { payload.pieces = [SplicedPayload.Piece(bytes: opaquePayload)] }
    // The shift is in the source, of which the box can be a part.
    let shift = origin.range.lowerBound - origin.fileOffset
    let wanted = old.lowerBound + shift..<old.upperBound + shift
    for (index, piece) in payload.pieces.enumerated() where piece.replaced == nil {
      let (bytes, range) = (piece.bytes, piece.bytes.range)
      guard range.lowerBound <= wanted.lowerBound, wanted.upperBound <= range.upperBound else {
        continue
      }
      let cut = wanted.lowerBound - range.lowerBound..<wanted.upperBound - range.lowerBound
      let parts = [
        SplicedPayload.Piece(bytes: bytes.part(0..<cut.lowerBound) ?? Bytes()),
        SplicedPayload.Piece(bytes: new, replaced: bytes.part(cut)),
        SplicedPayload.Piece(bytes: bytes.part(cut.upperBound..<bytes.count) ?? Bytes()),
      ]
      payload.pieces.replaceSubrange(
        index...index, with: parts.filter { !$0.bytes.isEmpty || $0.replaced != nil })
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
