import FieldCoding
import SystemAccess
public import WorkerClient

/// The records of a manifest, in the order of its lines.
public struct ManifestLines: Sequence, IteratorProtocol {
  private var lines: RunFileLines
  /// The number of lines that could not be read, such as the last line of a killed run.
  public private(set) var badLineCount = 0

  /// Opens the manifest at `path`. Throws if it cannot be read.
  public init(_ path: String) throws(ConversionError) { lines = try RunFileLines(path) }

  /// The next record; nil at the end. Lines that cannot be read are counted and skipped.
  public mutating func next() -> ManifestRecord? { nextLine()?.record }

  /// The next record, with the place where its line starts in the file.
  mutating func nextLine() -> (offset: Int, record: ManifestRecord)? {
    while let line = lines.next() {
      if line.bytes.isEmpty { continue }
      if let record = ManifestRecord(line: line.bytes) { return (line.offset, record) }
      badLineCount += 1
    }
    return nil
  }
}

extension ManifestLines {
  /// Throws for a path at which no manifest is kept: an existing file that is none would be replaced.
  static func require(_ path: String) throws(ConversionError) {
    let kind = try ConversionError.output { () throws(SystemError) in
      try OutputPlace.refuseStandardOutput(path)
      return try PathKind(path)
    }
    guard kind == .file else { return }
    let bytes: Bytes
    do throws(ByteSourceError) {
      bytes = try ByteSource(mapping: path, isWatched: false).bytes
    } catch {
      throw ConversionError(.output, "\(error)")
    }
    // A run that was killed can leave the start of a line.
    let start = "{\"schema\":\"boxwalk.convert/".utf8.prefix(bytes.count)
    guard bytes.starts(with: start) else {
      throw ConversionError(
        .output, "\(path) is not a manifest, and is not replaced: name another file")
    }
  }
}

/// Writes a manifest of lines, each with its end. It appears whole, or not at all.
package func writeManifest(
  to path: String, replacing: Bool, _ nextLine: () -> [UInt8]?
) throws(ConversionError) {
  do throws(SystemError) {
    try makeFolder(of: path)
    let file = try OutputFile(path)
    var pending: [UInt8] = []
    while let line = nextLine() {
      pending += line
      guard pending.count > 1 << 20 else { continue }
      try file.write(Bytes(pending))
      pending.removeAll(keepingCapacity: true)
    }
    try file.write(Bytes(pending))
    try file.commit(replacing: replacing, of: [])
  } catch {
    throw ConversionError(.output, "the manifest cannot be written: \(error)")
  }
}
