package import FieldCoding

extension Box {
  /// An `mdat` box of bytes from elsewhere, one part after the other. They are copied when the box is written, and
  /// never held in memory.
  package init(mediaData parts: [Bytes]) {
    var payload = SplicedBoxPayload()
    payload.pieces = parts.map { SplicedBoxPayload.Piece(bytes: $0) }
    self.init(type: "mdat", payload)
  }
}

/// Finds bytes by the offsets in tables: in the file that was read, or after its end in the data that an edit added.
package struct MediaLookup {
  private var parts: [(start: Int, bytes: Bytes)]

  package init(_ file: BoxFile) {
    parts = [(0, file.bytes)]
    var start = file.bytes.source.count
    for bytes in file.added {
      parts.append((start, bytes))
      start += bytes.count
    }
  }

  /// Nil if the bytes do not exist, or are not contiguous.
  package subscript(range: Range<Int>) -> Bytes? {
    let next = parts.partitioningIndex { $0.start > range.lowerBound }
    guard next > 0 else { return nil }
    let (start, bytes) = parts[next - 1]
    return bytes.part(range.lowerBound - start..<range.upperBound - start)
  }
}

extension Box {
  /// The payload, without the header: that of the file, or of a box that was made or changed, its fields as they are
  /// written. Nil if they cannot be written.
  package var payload: Bytes? {
    if let sourcePayload { return sourcePayload }
    var coder = FieldCoder()
    do throws(FieldError) { try write(to: &coder) } catch { return nil }
    let bytes = coder.written.bytes
    return bytes.count < headerSize ? nil : Bytes(Array(bytes.dropFirst(headerSize)))
  }
}

/// The payload of a box without fields, some of whose bytes were replaced.
struct SplicedBoxPayload: BoxBody {
  static let type: FourCC = "mdat"
  static let specification = "ISO/IEC 14496-12 §8.1.1"

  struct Piece: Equatable, Sendable {
    var bytes: Bytes
    /// The bytes that it replaces.
    var replaced: Bytes?
  }
  var pieces: [Piece] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    for piece in pieces {
      guard let replaced = piece.replaced else {
        f.writer.write(uncopied: piece.bytes)
        continue
      }
      if piece.bytes.count == replaced.count {
        f.writer.write(piece.bytes, replacing: replaced)
      } else {
        let start = f.writer.count
        f.writer.write(piece.bytes)
        f.writer.note(replacing: replaced, from: start)
      }
    }
  }
}

extension Box {
  /// The bytes of a box without fields, in order: several pieces if some were replaced.
  public var pieces: [Bytes] { splicedPieces.map(\.bytes) }

  var splicedPieces: [SplicedBoxPayload.Piece] {
    self[SplicedBoxPayload.self]?.pieces ?? opaquePayload.map {
      [SplicedBoxPayload.Piece(bytes: $0)]
    }
      ?? []
  }

  /// - Parameter replacements: in the order of their ranges, which are not nested.
  /// - Returns: the number of those whose range was found.
  fileprivate mutating func replace(_ replacements: [Replacement]) -> Int {
    guard let origin else { return 0 }
    let inside = replacements.inside(origin.fileOffset..<origin.fileOffset + origin.count)
    guard !inside.isEmpty else { return 0 }
    if splicedPieces.isEmpty {
      var children = children
      let count = children.replace(Array(inside))
      if count > 0 { self.children = children }
      return count
    }
    return splice { range in Array(inside.inside(range)) }.count
  }

  /// Replaces parts of a box without fields.
  ///
  /// - Parameter replacements: for ranges in the file that was read, in order; a replacement that overlaps the one
  ///   before is left out.
  /// - Returns: the number of replaced bytes, and of replacements.
  mutating func splice(
    _ replacements: (Range<Int>) -> [Replacement]
  ) -> (bytes: Int, count: Int) {
    var payload = SplicedBoxPayload()
    var done = (bytes: 0, count: 0)
    for piece in splicedPieces {
      let bytes = piece.bytes
      let start = bytes.fileOffset
      guard piece.replaced == nil else {
        payload.pieces.append(piece)
        continue
      }
      var position = 0
      func keep(to end: Int) {
        guard position < end, let kept = bytes.part(position..<end) else { return }
        payload.pieces.append(SplicedBoxPayload.Piece(bytes: kept))
      }
      for replacement in replacements(start..<start + bytes.count) {
        let old = replacement.old.lowerBound - start..<replacement.old.upperBound - start
        guard old.lowerBound >= position else { continue }
        keep(to: old.lowerBound)
        payload.pieces.append(
          SplicedBoxPayload.Piece(bytes: replacement.new, replaced: bytes.part(old)))
        position = old.upperBound
        done.bytes += old.count
        done.count += 1
      }
      keep(to: bytes.count)
    }
    if done.count > 0 { content = .body(payload) }
    return done
  }
}

/// Bytes that replace others, which are identified by their range in the file that was read.
package struct Replacement: Sendable {
  package var old: Range<Int>
  package var new: Bytes

  package init(old: Range<Int>, new: Bytes) {
    self.old = old
    self.new = new
  }
}

extension BoxFile {
  /// Replaces bytes of boxes without known fields, at any offset in the file.
  ///
  /// - Parameter old: the range in the file that was read.
  /// - Returns: whether a box has these bytes, and they were not replaced before.
  public mutating func replace(_ old: Range<Int>, with new: Bytes) -> Bool {
    replace([Replacement(old: old, new: new)])
  }

  /// The same for many replacements.
  ///
  /// - Returns: whether the bytes of each are in one box, and no two overlap.
  package mutating func replace(_ replacements: [Replacement]) -> Bool {
    let ordered = replacements.sorted { $0.old.lowerBound < $1.old.lowerBound }
    return boxes.replace(ordered) == ordered.count
  }
}

extension [Box] {
  fileprivate mutating func replace(_ replacements: [Replacement]) -> Int {
    var count = 0
    for index in indices where count < replacements.count {
      count += self[index].replace(replacements)
    }
    return count
  }
}

extension RandomAccessCollection<Replacement> where Index == Int {
  /// The replacements in a range. They have to be in order.
  fileprivate func inside(_ range: Range<Int>) -> SubSequence {
    let first = partitioningIndex { $0.old.lowerBound >= range.lowerBound }
    let end = self[first...].firstIndex { $0.old.upperBound > range.upperBound } ?? endIndex
    return self[first..<end]
  }
}
