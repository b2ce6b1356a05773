import Editing
package import Files
import HEIF
import ISOBMFF

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// A PVT bundle, or a folder like it.
package struct FolderInput: SplitInput {
  package let format: String
  package let still: String
  package let movie: String
  package let leftOut: [String]
  package private(set) var notes: [String] = []
  private let folder: String

  package var description: String { format == "pvt" ? "a PVT bundle" : "a folder" }

  package init(_ path: String) throws {
    folder = path.asFolder
    var names: [String] = []
    var entries: [BundleEntry] = []
    for (name, status) in try BytePath(Array(path.utf8)).contents() {
      let name = String(decoding: name, as: UTF8.self)
      names.append(name)
      let kind: BundleEntry.Kind =
        switch status.kind {
        case .file: .file
        case .folder: .folder
        case .link: .link
        case .other: .other
        }
      entries.append(BundleEntry(name, kind: kind))
    }
    let contents: BundleContents
    do throws(BundleError) { contents = try BundleContents(entries) } catch {
      throw LiveError(path, error.message)
    }
    still = names[contents.still]
    movie = names[contents.movie]
    leftOut = contents.leftOut.map { names[$0] }.sorted()
    format = contents.hasMetadata ? "pvt" : "folder"
    if contents.hasMetadata {
      if try !FolderInput.isKnown(folder + LiveBundle.metadataName) {
        notes.append(
          "its \(LiveBundle.metadataName) is not version \(LiveBundle.metadataVersion), the only known version"
        )
      }
    } else if folder.lowercased().hasSuffix(".pvt/") {
      notes.append(
        "it has no \(LiveBundle.metadataName), without which Apple's software does not accept it")
    }
  }

  package func write(_ part: LivePhotoPart, to output: borrowing OutputFile) throws {
    try LivePhotoFile(folder + (part == .still ? still : movie)).copy(to: output)
  }

  /// Property lists are XML or binary.
  private static func isKnown(_ path: String) throws -> Bool {
    let bytes = try ByteSource(mapping: path).bytes
    guard bytes.count < 1 << 20,
      let metadata = try? PropertyListDecoder().decode(Metadata.self, from: Data(bytes))
    else { return false }
    return metadata.version == LiveBundle.metadataVersion
  }

  /// Other properties are ignored.
  private struct Metadata: Decodable {
    var version: String

    enum CodingKeys: String, CodingKey { case version = "PFVideoComplementMetadataVersionKey" }
  }
}

/// A photo with a movie in it.
package struct MotionPhotoInput: SplitInput, ~Copyable {
  package let format = "motionphoto"
  package let description = "a motion photo"
  package let still: String
  package let movie: String
  package let leftOut: [String] = []
  package let notes: [String]
  private let input: OriginalFile
  private let parts: [LivePhotoPart: ByteWriter]

  package init(_ path: String) throws {
    let input = try OriginalFile(named: path)
    guard let photo = MotionPhoto(input.bytes) else {
      throw LiveError(path, "has no movie in it")
    }
    let stillPart = try LiveError.naming(path) { () throws(EditError) in
      try MotionPhotoStill(photo)
    }
    var moviePart = ByteWriter()
    moviePart.write(photo.movie)
    let brand = BoxFile(photo.movie).boxes.first(FileTypeBox.self)?.majorBrand
    let names = MotionPhotoName.names(
      ofPhoto: path.lastPathName,
      movie: brand == "qt  " ? "mov" : "mp4")
    still = names.still
    movie = names.movie
    notes =
      photo.contradictions + stillPart.notes
      + (photo.isWhole ? [] : ["the movie is truncated: its end is missing"])
    parts = [.still: stillPart.written, .movie: moviePart]
    self.input = input
  }

  package func write(_ kind: LivePhotoPart, to output: borrowing OutputFile) throws {
    guard let part = parts[kind] else { return }
    try LiveError.naming(input.path) { () throws(EditError) in try input.write(part, to: output) }
  }
}

/// An input with a still and a movie that can be extracted.
package protocol SplitInput: ~Copyable {
  /// Its description for users: "a PVT bundle".
  var description: String { get }
  /// Its name for programs: `pvt`.
  var format: String { get }
  /// The names of the extracted still and movie.
  var still: String { get }
  var movie: String { get }
  /// The names of other files, which are not extracted.
  var leftOut: [String] { get }
  /// Notes for the user.
  var notes: [String] { get }

  /// Writes the bytes of the still or the movie, and restores its modification time.
  func write(_ part: LivePhotoPart, to output: borrowing OutputFile) throws
}

package enum LivePhotoPart: String { case still, movie }

/// The kind of input at a path, according to its content and not its name.
package enum SplitKind {
  case folder, archive, motionPhoto

  package init(_ path: String) throws {
    switch try PathKind(path) {
    case .nothing: throw LiveError(path, SystemError.noSuchFile)
    case .folder: self = .folder
    case .file:
      let bytes: Bytes
      do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
        throw LiveError(path, error.reason.text)
      }
      if bytes.starts(with: Array("PK".utf8)) {
        self = .archive
      } else if MotionPhoto(bytes) != nil {
        self = .motionPhoto
      } else {
        throw LiveError(
          path, MotionPhoto.missingMovie(in: bytes) ?? SplitKind.refusal(bytes))
      }
    }
  }

  private static func refusal(_ bytes: Bytes) -> String {
    switch FileKind(bytes) {
    case .empty: "is empty (0 bytes)"
    case .jpeg: "is a JPEG image without a movie in it"
    case .boxes where BoxFile(bytes).boxes.contains { $0.type == "moov" }:
      "is a movie, and not a bundle of a still and a movie"
    case .boxes: "is a photo without a movie in it"
    case .other(let text): "is \(text), and not a bundle of a still and a movie"
    case .unknown:
      "is not a bundle: it is neither a folder, nor an archive (zip), nor a motion photo"
    }
  }
}
