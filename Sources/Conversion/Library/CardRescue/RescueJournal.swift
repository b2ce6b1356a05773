import FieldCoding
package import Files
import Text

/// The manifest of a rescue: the files that were found, line by line, and how far the disk was searched. A
/// run that was stopped continues from there.
package final class RescueJournal {
  /// The path of the manifest in the folder of the files.
  package static let name = ".boxwalk/rescue.jsonl"

  private let file: AppendFile
  /// The files that earlier runs have found.
  package private(set) var files: [RescuedFile] = []
  /// The scan of earlier runs.
  package private(set) var scan = DiskScan()
  /// What could not be read, and is zeros in the files.
  package private(set) var unreadable = RangeSet<Int>()
  /// The number of lines that cannot be read. Their files are found again.
  package private(set) var badLineCount = 0

  private static let schema = "boxwalk.rescue/1"

  /// The content of a line: the disk, a part of the scan, what cannot be read, a file, or one that has been removed.
  private struct Line: Decodable {
    var schema: String?
    var size: Int?
    var scanned: Int?
    var boxes: [Int]?
    var jpeg: [Int]?
    var descriptions: [Int]?
    var unreadable: [[Int]]?
    var removed: String?
  }

  /// Opens the manifest, or begins it.
  ///
  /// It throws if another run is writing it, or if it is that of another disk or another version. Nothing is taken from
  /// a manifest that does not say which disk it is of, and of the scan only what is before the first damaged line: all
  /// files after that are found again, and recognised by their bytes.
  package init(_ folder: RootFolder, of image: DiskImage) throws(SystemError) {
    let path = "\(folder.path)/\(RescueJournal.name)"
    file = try AppendFile(path, below: folder)
    guard try file.lock() else {
      throw SystemError(what: "\(path): another run is writing it", code: 0)
    }
    try file.endLine()
    var offset = 0
    var isOfDisk = false
    while offset < file.size {
      let bytes = try file.line(at: offset)
      offset += bytes.count + 1
      if let found = RescuedFile(checkedLine: bytes) {
        if isOfDisk { files.append(found) }
      } else if let line = Line(checkedLine: bytes) {
        if let schema = line.schema {
          try require(schema, line.size, image)
          isOfDisk = true
        } else if isOfDisk {
          take(line)
        }
      } else if !bytes.isEmpty {
        badLineCount += 1
      }
    }
    guard !isOfDisk else { return }
    try append(
      .object([
        ("schema", .string(RescueJournal.schema)), ("image", .string(image.path)),
        ("size", .int(image.count)),
      ]))
  }

  private func require(
    _ schema: String, _ size: Int?, _ image: DiskImage
  ) throws(SystemError) {
    guard schema == RescueJournal.schema else {
      throw SystemError(
        what:
          "\(file.path) was written by another version of Boxwalk (\(printable(schema))): use that version, or another folder",
        code: 0)
    }
    guard size == image.count else {
      throw SystemError(
        what:
          "\(file.path) belongs to another disk, of \(grouped(size ?? 0)) bytes: choose another folder",
        code: 0)
    }
  }

  private func take(_ line: Line) {
    unreadable.formUnion(RangeSet(Range<Int>.all(line.unreadable ?? [])))
    if let removed = line.removed { files.removeAll { $0.file == removed } }
    if line.scanned == 0 { (scan, unreadable) = (DiskScan(), RangeSet()) }
    guard badLineCount == 0, let scanned = line.scanned, scanned > scan.end else { return }
    scan.end = scanned
    scan.descriptions += line.descriptions ?? []
    let heads =
      (line.boxes ?? []).map { DiskFileHead(offset: $0, kind: .boxes) }
      + (line.jpeg ?? []).map { DiskFileHead(offset: $0, kind: .jpeg) }
    scan.heads += heads.sorted { $0.offset < $1.offset }
  }

  /// Records how far the disk was examined, and the files that were found since `earlier`.
  func append(_ scan: DiskScan, since earlier: DiskScan) throws(SystemError) {
    func offsets(_ kind: DiskFileHead.Kind) -> JSONValue {
      .array(
        scan.heads.dropFirst(earlier.heads.count).filter { $0.kind == kind }.map { .int($0.offset) }
      )
    }
    try append(
      .object([
        ("scanned", .int(scan.end)), ("boxes", offsets(.boxes)), ("jpeg", offsets(.jpeg)),
        (
          "descriptions",
          .array(scan.descriptions.dropFirst(earlier.descriptions.count).map { .int($0) })
        ),
      ]))
  }

  /// Records which ranges could not be read, if there are more of them.
  func append(unreadable ranges: RangeSet<Int>) throws(SystemError) {
    let more = ranges.subtracting(unreadable)
    guard !more.isEmpty else { return }
    let pairs = more.ranges.map { JSONValue.array([.int($0.lowerBound), .int($0.count)]) }
    try append(.object([("unreadable", .array(pairs))]))
    unreadable.formUnion(more)
  }

  /// Records that the disk is searched from its start, and what cannot be read is noted anew.
  func startOver() throws(SystemError) {
    (scan, unreadable) = (DiskScan(), RangeSet())
    try append(scan, since: scan)
  }

  /// Records that a file is removed, because more of it can be read now.
  func forget(_ found: RescuedFile) throws(SystemError) {
    try append(.object([("removed", .string(found.file))]))
    files.removeAll { $0.file == found.file }
  }

  /// Notes a file, which is on the disk.
  func append(_ found: RescuedFile) throws(SystemError) {
    try append(found.json)
    files.append(found)
  }

  private func append(_ value: JSONValue) throws(SystemError) {
    try file.append(value.checkedLine)
  }

  package func sync() throws(SystemError) { try file.sync() }
}
