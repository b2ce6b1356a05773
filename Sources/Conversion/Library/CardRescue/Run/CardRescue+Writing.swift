import FieldCoding
import Files
import ISOBMFF
import LivePhotos
import Metadata

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
