import FieldCoding
package import Files
import ISOBMFF
package import Text
public import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// Lines of JSON whose last member, `check`, is the CRC-32 of all bytes before it, so that a damaged line is recognised.
///
/// Lines of older versions do not have it.
package enum CheckedLine {
  private static let key = Array(#","check":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// The last member of a line that begins with these bytes.
  fileprivate static func check(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var checksum = CRC32()
    checksum.add(bytes)
    let digits = String(checksum.value, radix: 16)
    return key + String(repeating: "0", count: 8 - digits.utf8.count).utf8 + digits.utf8 + end
  }

  /// Whether a line, without its end, has the right checksum, or none.
  static func isIntact(_ line: [UInt8]) -> Bool {
    let count = key.count + 8 + end.count
    guard line.count > count, line.suffix(count).starts(with: key) else { return true }
    return line.suffix(count).elementsEqual(check(line.dropLast(count)))
  }

  /// The schema of a line that has another version of a schema; nil if the line is none.
  static func otherVersion(of schema: String, in line: [UInt8]) -> String? {
    guard let found = Schema(json: line)?.schema, found != schema else { return nil }
    return found.splitAtName.folder == schema.splitAtName.folder ? found : nil
  }

  /// Throws for an undamaged line with another version of a schema: this version does not know what the line says, and
  /// must not take it away.
  package static func requireVersion(
    of schema: String, _ line: [UInt8], _ path: String
  ) throws(ConversionError) {
    guard let found = otherVersion(of: schema, in: line), isIntact(line) else { return }
    throw ConversionError(
      .output,
      "\(path) has lines of another version of Boxwalk (\(printable(found))), which stay: use that version, or another folder"
    )
  }

  private struct Schema: Decodable {
    var schema: String
  }
}

extension JSONValue {
  /// The object as a line that ends with its checksum.
  package var checkedLine: [UInt8] {
    let members = line.dropLast(2)
    return Array(members) + CheckedLine.check(members) + [UInt8(ascii: "\n")]
  }
}

extension Decodable {
  /// Reads JSON. Nil if it is not one whole value of this type.
  package init?(json: some Collection<UInt8>) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
    self = value
  }

  /// Reads a line, with its end or without. Nil if it is damaged, or not one whole value of this type.
  package init?(checkedLine line: some Collection<UInt8>) {
    var line = Array(line)
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    guard CheckedLine.isIntact(line) else { return nil }
    self.init(json: line)
  }
}

/// The lines of a file of any length; only a small part is in memory at a time.
package struct RunFileLines: Sequence, IteratorProtocol {
  private let path: String
  private let bytes: Bytes
  private var position = 0
  /// The offset up to which memory was released.
  private var done = 0

  package init(_ path: String) throws(ConversionError) {
    self.path = path
    // Other programs may add lines.
    do throws(ByteSourceError) {
      bytes = try ByteSource(mapping: path, isWatched: false).bytes
    } catch {
      throw ConversionError(.input, "\(path): \(error.reason.text)")
    }
  }

  /// Throws if the system could not read a part of the file: what it has there is not known, and must not be replaced.
  package func requireRead() throws(ConversionError) {
    if let problem = bytes.source.problem {
      throw ConversionError(.unreadable, "\(path): \(problem)")
    }
  }

  /// A line without its end, and its offset in the file.
  package mutating func next() -> (offset: Int, bytes: [UInt8])? {
    guard position < bytes.count else { return nil }
    if position - done >= Bytes.window {
      bytes.part(done..<position)?.wereRead()
      done = position
    }
    let start = position
    var line: [UInt8] = []
    while let piece = bytes.part(position..<Swift.min(position + 512, bytes.count)) {
      let part = Array(piece)
      guard let end = part.firstIndex(of: UInt8(ascii: "\n")) else {
        line += part
        position += part.count
        if part.isEmpty { break }
        continue
      }
      position += end + 1
      return (start, line + part[..<end])
    }
    return (start, line)
  }

  /// The line that starts at a byte of the file, without its end.
  func line(at offset: Int) -> [UInt8] {
    var lines = self
    lines.position = offset
    lines.done = offset
    return lines.next()?.bytes ?? []
  }
}
