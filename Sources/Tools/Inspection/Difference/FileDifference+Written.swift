import FieldCoding
public import ISOBMFF

extension FileDifference {
  /// Compares a file with the new file of an edit, before the new file is written to the disk.
  ///
  /// - Parameters:
  ///   - written: the new file.
  ///   - view: the boxes of the new file. Copied media data may be missing in it; then `written` is used.
  public init(
    between old: Bytes, and written: ByteWriter, viewedAs view: Bytes,
    ignoring ignored: Ignored = [], listed: Listed = Listed(),
    limits: DecodeLimits = DecodeLimits()
  ) {
    self.init(
      between: old, and: view, ignoring: ignored, listed: listed, limits: limits,
      copies: CopiedBytes(written))
  }
}

/// The copied ranges of a new file, and their sources.
struct CopiedBytes {
  /// The copies by position; none overlap.
  private let copies: [ByteWriter.Origin]

  /// A file whose bytes are known, and nothing else.
  init() { copies = [] }

  init(_ written: ByteWriter) {
    copies = written.origins.filter(\.isCopy).sorted { $0.position < $1.position }
  }

  /// The same as ``Bytes/firstDifference(from:)`` for bytes of the new file.
  func firstDifference(_ old: Bytes, _ new: Bytes) -> Int? {
    guard !copies.isEmpty else { return old.firstDifference(from: new) }
    let common = min(old.count, new.count)
    var position = 0
    while position < common {
      let offset = new.range.lowerBound + position
      var end = common
      var bytes: Bytes?
      let next = index(after: offset)
      if next > 0, case let copy = copies[next - 1], offset < copy.position + copy.count {
        end = min(end, position + copy.position + copy.count - offset)
        bytes = copy.bytes.part(offset - copy.position..<offset - copy.position + end - position)
      } else if next < copies.count {
        end = min(end, position + copies[next].position - offset)
      }
      guard let part = old.part(position..<end), let other = bytes ?? new.part(position..<end)
      else { return position }
      if let first = part.firstDifference(from: other) { return position + first }
      position = end
    }
    return old.count == new.count ? nil : common
  }

  /// The index of the first copy that starts after an offset.
  private func index(after offset: Int) -> Int {
    copies.partitioningIndex { $0.position > offset }
  }
}
