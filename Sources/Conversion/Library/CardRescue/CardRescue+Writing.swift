import FieldCoding
import Files
import ISOBMFF
import LivePhotos
import Metadata
package import Text

extension CardRescue {
  /// Writes a file if it is complete; otherwise it returns the problem.
  func write(
    _ file: FragmentedFile, _ head: DiskFileHead, proof: String, path: String? = nil,
    state: RescuedFile.State = .whole, isCertain: Bool = true
  ) throws(SystemError) -> String? {
    let output = try copy(file)
    var proof = proof
    let (problem, name) = try output.withBytes { bytes in
      (self.problem(file, bytes, head, &proof), RescueName(bytes, head))
    }.get()
    if let problem { return problem }
    let known = path ?? deleted[head.offset].flatMap(\.path)
    try finish(
      output, file,
      RescuedFile(
        file: "", state: state, proof: proof, isCertain: isCertain, byteCount: file.count,
        pieces: [], unreadableCount: file.unreadableCount, path: known,
        isDeleted: path == nil && known != nil ? true : nil,
        problem: file.unreadableCount > 0
          ? "\(counted(file.unreadableCount, "byte")) could not be read, and are zeros" : nil),
      name.stem, name.fileExtension)
    take(file.pieces)
    return nil
  }

  /// Why a file is not complete.
  ///
  /// - Parameter proof: what shows that it is; changed if its form does not show as much.
  private func problem(
    _ file: FragmentedFile, _ bytes: Bytes, _ head: DiskFileHead, _ proof: inout String
  ) -> String? {
    switch head.kind {
    case .jpeg:
      // All others were already read to their ends.
      if proof == "file system", let problem = RescuedJPEG(file, unit: DiskImage.sector).problem {
        return problem
      }
      // A progressive image has an end, whatever its scans are.
      return JPEGSegments(bytes).scanProblem == nil
        ? nil : "has bytes in it that do not belong to this image"
    case .boxes:
      let boxes = BoxFile(bytes)
      let tables = RescuedMediaTables(boxes, count: file.count)
      if let problem = tables.problem { return problem }
      if let part = tables.parts.first(where: { !$0.syntax.fits($0.range, in: file) }) {
        return "has other bytes where its tables have media, from byte \(part.range.lowerBound) on"
      }
      if proof == "samples", hasOtherFile(in: file, boxes, tables) {
        return "has bytes of another file in its middle"
      }
      if tables.parts.isEmpty, proof == "samples" { proof = "structure" }
      return nil
    }
  }

  /// Whether a file starts in the media of another one, at bytes whose form shows nothing: media of known form has no such
  /// bytes, and a file that was truncated takes the next ones for its media.
  private func hasOtherFile(
    in file: FragmentedFile, _ boxes: BoxFile, _ tables: RescuedMediaTables
  ) -> Bool {
    guard let piece = file.pieces.first else { return false }
    let media = boxes.boxes.filter { $0.type == "mdat" }.compactMap(\.source).map {
      $0.fileOffset..<$0.fileOffset + $0.count
    }
    return scan.heads(in: piece.lowerBound + 1..<piece.upperBound).contains { head in
      let offset = head.offset - piece.lowerBound
      return head.kind == .boxes && !tables.hasPart(at: offset)
        && file.read(offset + 4..<offset + 8).elementsEqual("ftyp".utf8)
        && media.contains { $0.contains(offset) }
    }
  }

  /// Writes the existing part of an incomplete file: up to the start of the next one, or all that the file system has
  /// of it.
  func writeBroken(_ head: DiskFileHead, _ problem: String) throws(SystemError) {
    let rest = FragmentedFile(image, [head.offset..<image.count])
    let end: Int
    switch head.kind {
    case .jpeg:
      let picture = RescuedJPEG(
        rest.prefix(CardRescue.longestPicture), unit: clusters(at: head.offset)[0].size)
      guard picture.hasScan else { return }
      end = head.offset + picture.count
    case .boxes:
      let layout = RescuedBoxes(rest)
      guard layout.parts.count > 1, layout.first("mdat") != nil || layout.hasDescription else {
        return
      }
      end = head.offset + layout.end
    }
    let next = scan.nextHead(behind: head.offset)?.offset ?? image.count
    let other = taken.firstRange(reachingBehind: head.offset)?.lowerBound ?? image.count
    let found = rest.prefix(min(end, next, other) - head.offset).withoutZerosAtEnd
    guard found.count > DiskImage.sector else { return }
    let named = misfits[head.offset].flatMap { misfit in
      misfit.bytes.pieces.contains { taken.intersects($0) } ? nil : misfit
    }
    let file = named?.bytes ?? found
    let output = try copy(file)
    let name = try output.withBytes { bytes in RescueName(bytes, head) }.get()
    try finish(
      output, file,
      RescuedFile(
        file: "", state: .broken, proof: named == nil ? "none" : "file system", isCertain: false,
        byteCount: file.count, pieces: [], unreadableCount: file.unreadableCount,
        path: named?.path ?? deleted[head.offset].flatMap(\.path),
        isDeleted: deleted[head.offset] == nil ? nil : true, problem: problem),
      "broken/" + name.stem, name.fileExtension)
  }

  func copy(_ file: FragmentedFile) throws(SystemError) -> OutputFile {
    let output = try OutputFile("\(folder.path)/rescued", below: folder)
    for start in stride(from: 0, to: file.count, by: 1 << 20) {
      try output.write(Bytes(file.read(start..<min(start + 1 << 20, file.count))))
    }
    return output
  }

  /// Gives a file a unique name, and records it.
  private func finish(
    _ output: borrowing OutputFile, _ file: FragmentedFile, _ found: RescuedFile, _ stem: String,
    _ fileExtension: String
  ) throws(SystemError) {
    var found = found
    found.pieces = file.pieces.map { [$0.lowerBound, $0.count] }
    let first = "\(stem).\(fileExtension)"
    while true {
      let number = numbers[first, default: 0] + 1
      numbers[first] = number
      let name = number == 1 ? first : "\(stem) (\(number)).\(fileExtension)"
      guard names.insert(name).inserted else { continue }
      found.file = name
      let path = "\(folder.path)/\(name)"
      let parent = try folder.folder(of: path)
      if try PathKind(parent.systemPath(of: path)) == .nothing {
        try output.commit(as: parent.systemPath(of: path), replacing: false, of: [])
        break
      }
      // A run that was stopped had written the file, and not the line.
      if try isSameContent(path, output) { break }
    }
    try journal.append(unreadable: image.unreadable)
    try journal.append(found)
    report(found)
  }

  func isSameContent(
    _ path: String, _ output: borrowing OutputFile
  ) throws(SystemError) -> Bool {
    let there: ByteSource
    let file = try folder.file(path)
    do throws(ByteSourceError) { there = try file.source(path) } catch {
      throw SystemError(what: "\(error)", code: 0)
    }
    return try there.withBytes { (there) throws(SystemError) in
      try output.withBytes { there == $0 }.get()
    }.get()
  }
}

/// A file that was found and written.
package struct RescuedFile: Sendable, Codable, Equatable {
  package enum State: String, Sendable, Codable {
    /// It is all there, in one piece or as its file system says.
    case whole
    /// It was put together from pieces, and all of it fits.
    case joined
    /// A part of it is missing or damaged.
    case broken
  }

  /// The name of the file, below the folder of all.
  package var file: String
  package var state: State
  /// The proof that it is complete: `file system`, `samples`, `structure`.
  package var proof: String
  /// Whether there was no other way to put its pieces together.
  package var isCertain: Bool
  package var byteCount: Int
  /// The locations of its pieces on the disk: the first byte, and the number of bytes.
  package var pieces: [[Int]]
  /// The bytes that could not be read, and are zeros.
  package var unreadableCount: Int
  /// The path in the file system.
  package var path: String?
  /// Whether the file system says that it was deleted.
  package var isDeleted: Bool?
  /// The problem of the file.
  package var problem: String?

  var ranges: [Range<Int>] { Range<Int>.all(pieces) }

  /// Writes the file as a line of JSON.
  package func write(to output: TextOutput) { json.writeLine(to: output) }

  /// The line of a manifest.
  var json: JSONValue {
    .object([
      ("file", .string(file)), ("state", .string(state.rawValue)), ("proof", .string(proof)),
      ("isCertain", .bool(isCertain)), ("byteCount", .int(byteCount)),
      ("pieces", .array(pieces.map { .array($0.map { .int($0) }) })),
      ("unreadableCount", .int(unreadableCount)), ("path", .string(path)),
      ("isDeleted", isDeleted.map { .bool($0) }), ("problem", .string(problem)),
    ])
  }
}

extension Range<Int> {
  /// Ranges of a manifest: the first byte, and the number of bytes, of each. Others are left out.
  static func all(_ pairs: [[Int]]) -> [Range] {
    pairs.compactMap { pair in
      guard pair.count == 2, pair[0] >= 0, pair[1] >= 0, pair[0] <= Int.max - pair[1] else {
        return nil
      }
      return pair[0]..<pair[0] + pair[1]
    }
  }
}

/// A name for a file from its content, if nothing else is known: the time when it was taken, and the camera.
struct RescueName {
  let stem: String
  let fileExtension: String

  /// - Parameters:
  ///   - bytes: the file.
  ///   - head: its start; files without metadata are named by its offset on the disk.
  init(_ bytes: Bytes, _ head: DiskFileHead) {
    let isStill = head.kind == .jpeg
    fileExtension = isStill ? "jpg" : BoxFile(bytes).usualExtension
    stem = RescueName.stem(
      MediaFacts(reading: bytes, namedAs: isStill ? .still : .other), at: head.offset)
  }

  private static func stem(_ facts: MediaFacts, at offset: Int) -> String {
    var parts: [String] = []
    if let time = facts.captureTime, let milliseconds = time.local ?? time.universal,
      milliseconds > 0
    {
      // Seconds from the start of 1904 to that of 1970.
      let text = Date1904.text(UInt64(milliseconds / 1000) + Date1904.startOf1970)
      parts += text.split(separator: " ").prefix(2).map {
        String($0.map { $0 == ":" ? "." : $0 })
      }
    }
    if let model = facts.model.map(plain), !model.isEmpty { parts.append(model) }
    if parts.isEmpty {
      parts = ["at", zeroPadded(String(offset, radix: 16, uppercase: true), to: 10)]
    }
    return parts.joined(separator: " ")
  }

  /// A text as a part of a name: a file can say anything.
  private static func plain(_ text: String) -> String {
    let characters = text.unicodeScalars.prefix(40).map { scalar -> Character in
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789 -_+()".unicodeScalars.contains(scalar))
      return isPlain ? Character(scalar) : "_"
    }
    return String(characters).split(separator: " ").joined(separator: " ")
  }
}
