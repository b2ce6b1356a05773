import FieldCoding
public import ISOBMFF
public import Metadata

/// The new offsets of the bytes of a file in the file that was made from it.
public struct Relocation: Sendable {
  private struct Run {
    var old: Range<Int>
    var new: Int
    /// Whether the bytes were copied, and not replaced by as many other bytes.
    var isCopy = true
  }
  /// Stretches of unchanged length, ordered by their old offset; they do not overlap.
  private var runs: [Run] = []
  /// All copied stretches by their new offset, if bytes were copied more than once.
  private var copies: [Run] = []
  /// Boxes that were changed, by their old offset.
  private var changed: [Int: (old: Range<Int>, new: Range<Int>)] = [:]
  /// The new ends of these boxes, by their old end.
  private var changedEnds: [Int: Int] = [:]
  /// The old and the new end of the file.
  let fileEnd: (old: Int, new: Int)
  private let source: ByteSource

  /// - Parameters:
  ///   - source: the file; bytes from other sources have no old offset.
  ///   - added: bytes whose old offsets are after the end of the file, one after the other.
  public init(_ written: ByteWriter, of source: ByteSource, adding added: [Bytes] = []) {
    fileEnd = (source.count, written.count)
    self.source = source
    var start = source.count
    var known: [ObjectIdentifier: [(range: Range<Int>, shift: Int)]] = [:]
    for bytes in added {
      known[ObjectIdentifier(bytes.source), default: []].append(
        (bytes.range, start - bytes.range.lowerBound))
      start += bytes.count
    }
    for origin in written.origins where origin.isCopy && !known.isEmpty {
      let range = origin.bytes.range
      // Several of the added bytes can be parts of one source.
      for (part, shift) in known[ObjectIdentifier(origin.bytes.source)] ?? []
      where part.lowerBound <= range.lowerBound && range.upperBound <= part.upperBound {
        runs.append(
          Run(old: range.lowerBound + shift..<range.upperBound + shift, new: origin.position))
      }
    }
    for origin in written.origins where origin.bytes.source === source {
      if origin.isCopy {
        runs.append(Run(old: origin.bytes.range, new: origin.position))
      } else if origin.isExchange {
        runs.append(Run(old: origin.bytes.range, new: origin.position, isCopy: false))
      } else {
        let new = origin.position..<origin.position + origin.count
        changed[origin.bytes.range.lowerBound] = (origin.bytes.range, new)
        changedEnds[origin.bytes.range.upperBound] = new.upperBound
      }
    }
    runs.sort { $0.old.lowerBound < $1.old.lowerBound }
    // If bytes were copied twice, the first copy counts.
    var last = 0
    let all = runs
    runs.removeAll { run in
      defer { last = max(last, run.old.upperBound) }
      return run.old.lowerBound < last
    }
    if runs.count < all.count {
      copies = all.filter(\.isCopy).sorted { $0.new < $1.new }
    }
  }

  /// The new offset of bytes; nil if some of them were removed, or if they are no longer contiguous.
  public func newOffset(of old: Range<Int>) -> Int? {
    guard let run = run(at: old.lowerBound), run.isCopy, old.upperBound <= run.old.upperBound else {
      return nil
    }
    return run.new + (old.lowerBound - run.old.lowerBound)
  }

  /// Whether the bytes at a new offset are a copy of old ones. Unlike ``newOffset(of:)``, it knows all copies.
  public func isCopy(of old: Range<Int>, at new: Int) -> Bool {
    guard !copies.isEmpty else { return newOffset(of: old) == new }
    let next = copies.partitioningIndex { $0.new > new }
    guard next > 0 else { return false }
    let run = copies[next - 1]
    return run.old.lowerBound + (new - run.new) == old.lowerBound
      && old.upperBound <= run.old.upperBound
  }

  /// The new offset of a box that started at `old`, or of the byte there. An offset after the end of the file keeps
  /// its distance from the end, unless it would be too large for any file.
  public func start(at old: Int) -> Int? {
    if old >= fileEnd.old {
      if let run = run(at: old) { return run.new + (old - run.old.lowerBound) }
      let (new, overflow) = fileEnd.new.addingReportingOverflow(old - fileEnd.old)
      return overflow ? nil : new
    }
    return changed[old]?.new.lowerBound ?? run(at: old).map { $0.new + (old - $0.old.lowerBound) }
  }

  /// The new offset of the end of the bytes that ended at `old`.
  public func end(at old: Int) -> Int? {
    if let new = changedEnds[old] { return new }
    return old > 0 ? run(at: old - 1).map { $0.new + (old - $0.old.lowerBound) } : 0
  }

  /// The old range of a box; nil if it was not read from the file.
  func range(of box: Box) -> Range<Int>? {
    guard let origin = box.origin, origin.source === source else { return nil }
    return origin.range
  }

  /// Whether all copied bytes have their old offsets, except those inside some boxes.
  public func keepsOffsets(outside boxes: [Range<Int>] = []) -> Bool {
    runs.allSatisfy { run in
      run.old.lowerBound == run.new
        || boxes.contains {
          $0.lowerBound <= run.old.lowerBound && run.old.upperBound <= $0.upperBound
        }
    }
  }

  /// The stretch with a byte.
  private func run(at old: Int) -> Run? {
    let next = runs.partitioningIndex { $0.old.lowerBound > old }
    guard next > 0, old < runs[next - 1].old.upperBound else { return nil }
    return runs[next - 1]
  }

  /// Whether all offsets are the same as those of `other`.
  func isSame(as other: Relocation) -> Bool {
    fileEnd == other.fileEnd && runs.count == other.runs.count
      && zip(runs, other.runs).allSatisfy { $0.old == $1.old && $0.new == $1.new }
      && changed.count == other.changed.count
      && changed.allSatisfy { other.changed[$0.key].map { $0.new } == $0.value.new }
  }
}

extension BoxFile {
  /// The file with its changes, and with every offset in it corrected for data that an edit has moved.
  ///
  /// The declaration of a box says which fields are offsets. If a field is too narrow for a new offset, a wider form
  /// is used: `stco` becomes `co64`.
  ///
  /// It throws if an offset refers to bytes that were removed.
  public func relocated() throws(FieldError) -> ByteWriter {
    var written = try encoded()
    var relocation = Relocation(written, of: bytes.source, adding: added)
    // Wider fields move the bytes after them, which can make other fields wider. Each field becomes wider once.
    while true {
      var next = self
      try OffsetCorrector(relocation).correct(&next.boxes)
      written = try next.encoded()
      let moved = Relocation(written, of: bytes.source, adding: added)
      if moved.isSame(as: relocation) { return written }
      relocation = moved
    }
  }
}

extension Relocation {
  /// An XMP packet of the file with corrected offsets; nil if its offsets are right.
  public func corrected(_ packet: XMPPacket) -> [UInt8]? {
    let offsets = StatedOffsets(of: nil, OffsetOrigins([]), self)
    let values = packet.statedOffsets.compactMap { stated -> (XMPPacket.StatedOffset, Int64)? in
      guard
        let new = try? offsets.stated(stated.value, stated.field, bits: 64), new != stated.value
      else { return nil }
      return (stated, new)
    }
    return values.isEmpty ? nil : packet.stating(values)
  }
}
