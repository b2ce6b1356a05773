package import Files
import ISOBMFF

/// Makes a bundle of a still and a movie.
package struct BundleWriter: ~Copyable {
  package let still: LivePhotoFile
  package let movie: LivePhotoFile
  package let names: BundleNames
  package private(set) var warnings: [String] = []
  private let stillKind: FileKind

  package init(still stillPath: String, movie moviePath: String) throws {
    let still = try LivePhotoFile(stillPath)
    let movie = try LivePhotoFile(moviePath)
    let stillFacts = try MediaFacts(of: .still, still.bytes, path: stillPath)
    let movieFacts = try MediaFacts(of: .movie, movie.bytes, path: moviePath)
    do throws(BundleError) {
      names = try BundleNames(still: still.name, movie: movie.name)
    } catch {
      throw LiveError(stillPath, error.message)
    }
    stillKind = FileKind(still.bytes)
    if stillFacts.identifier == nil || stillFacts.identifier != movieFacts.identifier {
      warnings = [
        "the still and the movie do not have the same identifier, so that Photos shows a still and a movie: boxwalk live make joins them"
      ]
    }
    self.still = still
    self.movie = movie
  }

  /// - Parameters:
  ///   - path: the path of the bundle.
  ///   - root: the folder that it has to be in.
  package func write(
    _ format: LiveBundle.Format, to path: String, below root: RootFolder? = nil
  ) throws {
    switch format {
    case .folder: try writeFolder(path, root)
    case .pvt: try writePVT(path, root)
    case .livp, .zip: try writeArchive(format, path, root)
    }
  }

  private func writeFolder(_ path: String, _ root: RootFolder?) throws {
    let start = path.asFolder
    let outputs = try LivePhotoOutputs(
      still: start + names.still, movie: start + names.movie, below: root)
    try still.copy(to: outputs.still)
    try movie.copy(to: outputs.movie)
    try outputs.commit(of: [still.path, movie.path])
  }

  private func writePVT(_ path: String, _ root: RootFolder?) throws {
    try BundleWriter.prepare(path.withoutLastSlashes, root)
    let folder =
      try root.map { (root) throws(SystemError) in
        try OutputFolder(path, below: root)
      } ?? OutputFolder(path)
    let stillOutput = try folder.file(names.still)
    let movieOutput = try folder.file(names.movie)
    let metadata = try folder.file(LiveBundle.metadataName)
    try still.copy(to: stillOutput)
    try movie.copy(to: movieOutput)
    try metadata.write(Bytes(Array(LiveBundle.metadata.utf8)))
    let inputs = [still.path, movie.path]
    try folder.commit(of: inputs) { start in
      try stillOutput.commit(as: start + names.still, replacing: false, of: inputs)
      try movieOutput.commit(as: start + names.movie, replacing: false, of: inputs)
      try metadata.commit(as: start + LiveBundle.metadataName, replacing: false, of: [])
    }
  }

  // MARK: Archives

  private func writeArchive(
    _ format: LiveBundle.Format, _ path: String, _ root: RootFolder?
  ) throws {
    let library = try ZipLibrary.forBundles(path)
    try BundleWriter.prepare(path, root)
    let output = try OutputFile(path, below: root)
    var entries = (still: names.still, movie: names.movie)
    var comment: LIVPComment?
    if format == .livp {
      let type = try stillType()
      entries = names.entries(type)
      do throws(BundleError) {
        comment = try LIVPComment(
          type, still: (entries.still, still.bytes.count),
          movie: (entries.movie, movie.bytes.count))
      } catch {
        throw LiveError(path, error.message)
      }
    }
    do throws(ZipError) {
      try write(entries, comment, to: output, library)
    } catch {
      try still.requireReadable()
      try movie.requireReadable()
      throw LiveError(path, "cannot be written: \(error)")
    }
    try check(output, comment, library)
    // Users who may not read a file may not read it in the bundle either.
    try output.restrict(to: still.permissions & movie.permissions)
    try output.commit(replacing: false, of: [still.path, movie.path])
  }

  private func write(
    _ entries: (still: String, movie: String), _ comment: LIVPComment?,
    to output: borrowing OutputFile, _ library: ZipLibrary
  ) throws(ZipError) {
    var archive = try ZipWriter(output, library)
    try add(still, as: entries.still, BundleRecord(modified: still.modified), comment, to: &archive)
    let record = BundleRecord(modified: movie.modified, fileExtension: names.movieExtension)
    try add(movie, as: entries.movie, record, comment, to: &archive)
    if let comment { try archive.setComment(Array(comment.text.utf8)) }
    try archive.finish()
  }

  private func add(
    _ source: borrowing LivePhotoFile, as name: String, _ record: BundleRecord,
    _ comment: LIVPComment?,
    to archive: inout ZipWriter
  ) throws(ZipError) {
    let index = try archive.add(
      name, source.input.file, size: source.bytes.count, modified: source.modified,
      permissions: source.permissions)
    // In a LIVP bundle, only names precede the bytes of files; the central directory may have extra fields.
    let isLocal = comment == nil
    if let time = ExtendedTimestamp(source.modified) {
      try archive.add(time, to: index, isLocal: isLocal)
    }
    try archive.add(record, to: index, isLocal: isLocal)
  }

  private func stillType() throws -> LIVPComment.StillType {
    if stillKind == .jpeg { return .jpeg }
    let check = LiveStillCheck(still.bytes, name: still.name)
    guard check.format == "HEIC" else {
      throw LiveError(
        still.path, "is not a JPEG or HEIC photo; a LIVP bundle contains only these")
    }
    return .heic
  }

  /// Reads the archive again before it gets its name.
  private func check(
    _ output: borrowing OutputFile, _ comment: LIVPComment?, _ library: ZipLibrary
  ) throws {
    do {
      let archive = try ZipReader(output.descriptor, library)
      try check(still, 0, comment?.still, archive, output)
      try check(movie, 1, comment?.movie, archive, output)
    } catch let error as ZipError {
      throw LiveError(output.path, "is not what it should be, and is not written: \(error)")
    }
  }

  private func check(
    _ source: borrowing LivePhotoFile, _ index: Int, _ part: LIVPComment.Part?,
    _ archive: borrowing ZipReader, _ output: borrowing OutputFile
  ) throws {
    let file = OpenFilePart(of: source.input.file)
    var position = 0
    try archive.read(index) { piece in
      guard try file.has(piece, at: position) else {
        throw ZipError("has other bytes than \(source.path)")
      }
      position += piece.count
    }
    guard position == source.bytes.count else {
      throw ZipError("has more or fewer bytes than \(source.path)")
    }
    guard let part else { return }
    guard Int(part.count) == position,
      try OpenFilePart(of: output, at: Int(part.offset)).isSame(as: file, count: position)
    else { throw ZipError("has \(source.path) at another offset") }
  }

  private static func prepare(_ path: String, _ root: RootFolder?) throws {
    if root == nil { try makeFolder(of: path) }
    guard try BytePath(Array(path.utf8)).status() == nil else {
      throw LiveError(path, "exists, and is not replaced")
    }
  }
}

extension BundleRecord: ExtraField {}

extension ZipLibrary {
  /// - Parameter path: of the bundle that needs it.
  static func forBundles(_ path: String) throws -> ZipLibrary {
    do throws(ZipError) { return try usual.get() } catch {
      throw LiveError(
        path,
        "needs libzip: \(error)"
      )
    }
  }
}
