public import Editing
package import FieldCoding
package import Files
import ISOBMFF

/// The two files of a Live Photo. Either both are written, or none.
///
/// If a file with the same bytes exists already, it is from an earlier run, and is kept.
package struct LivePhotoOutputs: ~Copyable {
  package let still: OutputFile
  package let movie: OutputFile
  private let left: String?
  private let replaces: Bool
  private let root: RootFolder?

  /// - Parameters:
  ///   - left: the path of the one that is there already, as it will be, and stays.
  ///   - replaces: whether files that exist are replaced.
  ///   - root: the folder that they have to be in.
  package init(
    still: String, movie: String, leaving left: String? = nil, replacing replaces: Bool = false,
    below root: RootFolder? = nil
  ) throws {
    if root == nil { try makeFolder(of: still) }
    if !replaces, try PathKind(still) != .nothing, try PathKind(movie) != .nothing {
      throw LiveError(still, "exists, and is not replaced")
    }
    let stillFile = try OutputFile(still, below: root)
    let movieFile = try OutputFile(movie, below: root)
    self.still = stillFile
    self.movie = movieFile
    self.left = left
    self.replaces = replaces
    self.root = root
  }

  /// Returns what `body` makes of the bytes of both. It throws if some of them cannot be read again.
  package func withBytes<Result>(
    _ body: (_ still: Bytes, _ movie: Bytes) throws -> Result
  ) throws -> Result {
    try still.withBytes { still in
      try movie.withBytes { movie in try body(still, movie) }.get()
    }.get()
  }

  /// Gives both their names. The still is the last one, because users look for it.
  ///
  /// - Parameter inputs: the files that they are made of; nil for every file that this process has mapped.
  package func commit(of inputs: [String]?) throws {
    let hasNewMovie = try name(movie, inputs)
    do {
      _ = try name(still, inputs)
    } catch {
      if hasNewMovie, !replaces {
        if let root { try? root.remove(movie.path) } else { try? remove(movie.path) }
      }
      throw error
    }
  }

  /// Whether the file got its name; if not, it exists already.
  private func name(_ file: borrowing OutputFile, _ inputs: [String]?) throws -> Bool {
    if file.path == left { return false }
    do throws(SystemError) {
      try file.commit(replacing: replaces, of: inputs)
      return true
    } catch {
      guard error.isTaken else { throw error }
      guard try PathKind(file.path) == .file,
        try ByteSource(mapping: file.path).bytes == file.source().bytes
      else { throw LiveError(file.path, "exists, and is not replaced") }
      return false
    }
  }
}

/// The still or the movie of a Live Photo, with its name and its modification time.
package struct LivePhotoFile: ~Copyable {
  package let path: String
  let input: OriginalFile
  /// Nanoseconds since the start of 1970.
  let modified: Int64
  /// The permissions to read and write it, without those to execute it.
  let permissions: UInt16

  init(_ path: String) throws {
    let input = try OriginalFile(named: path)
    let modified = try input.file.times().nanoseconds ?? 0
    let permissions = try input.file.permissions() & 0o666
    self.modified = modified
    self.permissions = permissions
    self.input = input
    self.path = path
  }

  package var bytes: Bytes { input.bytes }

  /// The name without its folder.
  package var name: String { path.lastPathName }

  /// Throws if the system cannot read all bytes.
  func requireReadable() throws(LiveError) {
    do throws(SystemError) { try input.file.requireReadable() } catch {
      throw LiveError(path, "\(error)")
    }
  }

  /// Copies the bytes from file to file, with the other attributes of the file.
  func copy(to output: borrowing OutputFile) throws {
    var copy = ByteWriter()
    copy.write(bytes)
    try LiveError.naming(path) { () throws(EditError) in try input.write(copy, to: output) }
    guard try OpenFilePart(of: output).isSame(as: OpenFilePart(of: input.file), count: bytes.count)
    else {
      throw LiveError(path, "would not be the same after it is taken out; nothing is written")
    }
  }
}

extension MediaFacts {
  /// Reads one of the files from its bytes; throws if it is none.
  package init(of kind: MediaKind, _ bytes: Bytes, path: String) throws {
    self.init(reading: bytes, namedAs: kind)
    let refusal =
      kind == .movie ? FileKind(bytes).refusalAsMovie : FileKind(bytes).refusalAsStill
    let isNamedSo = BundleNames.kind(path) == kind
    if refusal == nil, !isNamedSo, self.kind.isMedia, (self.kind == .movie) != (kind == .movie) {
      throw LiveError(
        path, "is a \(self.kind.word), and not a \(kind.word): name the still, and then its movie")
    }
    if let problem = refusal ?? problem { throw LiveError(path, problem) }
  }
}

/// An error, with the file that caused it.
public struct LiveError: Error, CustomStringConvertible {
  /// The path of the file; nil if no file caused the error, or if several files did.
  public var path: String?
  /// The reason: a sentence without the name of the file.
  public var message: String
  /// The kind of the error, if an edit made it.
  public var kind: EditError.Kind?
  /// Whether Boxwalk is to blame, and not a file.
  package var isFault: Bool

  package init(_ path: String?, _ message: String, isFault: Bool = false) {
    self.path = path
    self.message = message
    self.isFault = isFault
  }

  /// The error of an edit, for the file at `path`.
  package init(_ path: String, _ error: EditError) {
    self.init(path, error.message)
    kind = error.kind
  }

  public var description: String { path.map { "\($0): \(message)" } ?? message }

  /// The result of `body`, which works on the file at `path`; its error names that file.
  package static func naming<Made: ~Copyable>(
    _ path: String, _ body: () throws(EditError) -> Made
  ) throws(LiveError) -> Made {
    do throws(EditError) { return try body() } catch { throw LiveError(path, error) }
  }
}

extension OriginalFile {
  /// Opens the file; its error names it.
  package init(named path: String) throws(LiveError) {
    do throws(EditError) { try self.init(path) } catch { throw LiveError(path, error) }
  }
}
