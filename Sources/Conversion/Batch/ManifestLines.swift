import FieldCoding
import FileAccess
import ISOBMFF

/// The records of a manifest, in the order of its lines.
public struct ManifestLines: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private var position = 0
  /// Lines that are none, as the last of a run that was killed may be.
  public private(set) var badLineCount = 0

  public init(_ path: String) throws(ConversionError) {
    do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
      throw ConversionError(.input, "\(path): \(error.reason.words)")
    }
  }

  public mutating func next() -> ManifestRecord? { nextLine()?.record }

  /// With the line itself, without its end.
  mutating func nextLine() -> (record: ManifestRecord, line: [UInt8])? {
    while position < bytes.count {
      var line: [UInt8] = []
      while position < bytes.count, line.last != UInt8(ascii: "\n") {
        guard let piece = bytes.part(position..<Swift.min(position + 512, bytes.count)) else {
          break
        }
        let part = Array(piece)
        let end = part.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? part.count
        line += part.prefix(end)
        position += end
      }
      if line.last == UInt8(ascii: "\n") { line.removeLast() }
      if line.isEmpty { continue }
      if let record = ManifestRecord(line: line) { return (record, line) }
      badLineCount += 1
    }
    return nil
  }
}

/// Writes a manifest of lines, each with its end. It appears whole, or not at all.
func writeManifest(
  to path: String, replacing: Bool, _ nextLine: () -> [UInt8]?
) throws(ConversionError) {
  do throws(SystemError) {
    let file = try OutputFile(path)
    var pending: [UInt8] = []
    while let line = nextLine() {
      pending += line
      guard pending.count > 1 << 20 else { continue }
      try file.write(Bytes(pending))
      pending.removeAll(keepingCapacity: true)
    }
    try file.write(Bytes(pending))
    try file.commit(replacing: replacing)
  } catch {
    throw ConversionError(.output, "the manifest cannot be written: \(error)")
  }
}
