package import Files
import ISOBMFF

/// A LIVP bundle, or any archive with a still and a movie.
package struct ArchiveInput: ~Copyable, SplitInput {
  package let format: String
  package let still: String
  package let movie: String
  package let leftOut: [String]
  package private(set) var notes: [String] = []
  private let path: String
  private let archive: ZipReader
  /// The permissions of the archive.
  private let permissions: UInt16
  private let contents: BundleContents

  package var description: String { format == "livp" ? "a LIVP bundle" : "an archive (zip)" }

  package init(_ path: String) throws {
    let library = try ZipLibrary.forBundles(path)
    let file = try OpenFile.reading(path)
    let permissions = try file.permissions()
    let archive: ZipReader
    do throws(ZipError) {
      archive = try ZipReader(file.descriptor, library)
    } catch {
      throw LiveError(path, "cannot be read as an archive: \(error)")
    }
    let entries = archive.entries.map { BundleEntry($0) }
    let contents: BundleContents
    do throws(BundleError) { contents = try BundleContents(entries) } catch {
      throw LiveError(path, error.message)
    }
    let isLIVP = LIVPComment(text: archive.comment) != nil
    format = isLIVP ? "livp" : "zip"
    var names = (still: entries[contents.still].name, movie: entries[contents.movie].name)
    if isLIVP || path.lowercased().hasSuffix(".livp") {
      let record = archive.extra(BundleRecord.self, of: contents.movie)
      let before = BundleNames(
        entries: names,
        movieExtension: record.map { String(decoding: $0.fileExtension, as: UTF8.self) })
      if let before { names = (before.still, before.movie) }
    }
    (still, movie) = names
    leftOut = contents.leftOut.map { entries[$0].path }
    self.contents = contents
    self.archive = archive
    self.permissions = permissions
    self.path = path
  }

  package func write(_ part: LivePhotoPart, to output: borrowing OutputFile) throws {
    let index = part == .still ? contents.still : contents.movie
    let entry = archive.entries[index]
    do {
      try archive.read(index) { try output.write($0) }
    } catch let error as ZipError {
      throw LiveError(path, "its \(part), \(LibraryPath(entry.name)), \(error)")
    }
    let record = archive.extra(BundleRecord.self, of: index)
    try FileTimes(nanoseconds: record?.modified ?? entry.modified)
      .set(output.descriptor, output.path)
    try output.restrict(to: entry.permissions ?? permissions)
  }
}

extension BundleEntry {
  fileprivate init(_ entry: ZipEntry) {
    let kind: Kind =
      switch entry.kind {
      case .file: .file
      case .folder: .folder
      case .link: .link
      case .other: .other
      }
    self.init(entry.name, kind: kind)
  }
}
