import FieldCoding
package import Files
public import WorkerClient

/// The records of a manifest, in the order of its lines.
public struct ManifestLines: Sequence, IteratorProtocol {
  private let path: String
  private var lines: RunFileLines
  /// The number of lines so far that could not be read, such as the last line of a killed run.
  public private(set) var badLineCount = 0
  /// The offsets of those that have the schema of another version.
  private(set) var otherLines: [Int] = []
  /// Why the file must not be written, if lines have the schema of another version, and are not damaged.
  private var refusal: ConversionError?

  /// Opens the manifest at `path`. Throws if it cannot be read.
  public init(_ path: String) throws(ConversionError) {
    self.path = path
    lines = try RunFileLines(path)
  }

  /// The next record; nil at the end. Lines that cannot be read are counted and skipped.
  public mutating func next() -> ManifestRecord? { nextLine()?.record }

  /// The next record, with the offset of its line in the file.
  mutating func nextLine() -> (offset: Int, record: ManifestRecord)? {
    while let line = lines.next() {
      if line.bytes.isEmpty { continue }
      if let record = ManifestRecord(line: line.bytes) { return (line.offset, record) }
      badLineCount += 1
      guard CheckedLine.otherVersion(of: ManifestRecord.schema, in: line.bytes) != nil else {
        continue
      }
      otherLines.append(line.offset)
      do throws(ConversionError) {
        try CheckedLine.requireVersion(of: ManifestRecord.schema, line.bytes, path)
      } catch {
        refusal = error
      }
    }
    return nil
  }

  /// Throws if the manifest must not be written again: if the system could not read a part of it, or if a line has the
  /// schema of another version, which knows which files are done. This version would write that they failed.
  func requireOwn() throws(ConversionError) {
    try lines.requireRead()
    if let refusal { throw refusal }
  }
}

extension ManifestLines {
  /// Throws for a path at which no manifest is kept: an existing file that is none would be replaced.
  static func require(_ path: String) throws(ConversionError) {
    let kind = try ConversionError.output { () throws(SystemError) in
      try OutputPath.refuseStandardOutput(path)
      return try PathKind(path)
    }
    // The usual path has nothing else, however damaged it is.
    guard kind == .file, !JournalFolder.isManifest(path) else { return }
    let bytes: Bytes
    do throws(ByteSourceError) {
      bytes = try ByteSource(mapping: path, isWatched: false).bytes
    } catch {
      throw ConversionError(.output, "\(error)")
    }
    // Any line shows it, as any may be damaged; a run that was killed can leave the start of one.
    let start = Array("{\"schema\":\"\(ManifestRecord.schema.splitAtName.folder)".utf8)
    guard
      bytes.starts(with: start.prefix(bytes.count))
        || bytes.prefix(1 << 20).firstRange(of: start.dropFirst()) != nil
    else {
      if let problem = bytes.source.problem {
        throw ConversionError(.output, "\(path): \(problem)")
      }
      throw ConversionError(
        .output, "\(path) is not a manifest, and is not replaced: name another file")
    }
  }
}

/// Writes a manifest of lines, each with its end. It appears whole, or not at all.
package func writeManifest(
  to path: String, below root: RootFolder? = nil, replacing: Bool,
  _ nextLine: () throws(ConversionError) -> [UInt8]?
) throws(ConversionError) {
  do {
    if root == nil { try makeFolder(of: path) }
    let file = try OutputFile(path, below: root)
    var pending: [UInt8] = []
    while let line = try nextLine() {
      pending += line
      guard pending.count > 1 << 20 else { continue }
      try file.write(Bytes(pending))
      pending.removeAll(keepingCapacity: true)
    }
    try file.write(Bytes(pending))
    try file.commit(replacing: replacing, of: [])
  } catch let error as ConversionError {
    throw error
  } catch {
    throw ConversionError(.output, "the manifest cannot be written: \(error)")
  }
}
