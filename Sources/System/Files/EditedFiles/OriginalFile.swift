public import Editing
public import FieldCoding

/// An open file that is edited, with its state at the time when it was read.
///
///     let original = try OriginalFile("IMG_1234.MOV")
///     var edit = Edit(original.bytes)
///     try edit.rotate(.right)
///     try edit.finished().write(to: "IMG_1234-rotated.MOV", from: original)
///
/// Only ``Editing/EditedFile/replace(_:progress:check:)`` writes to it.
public struct OriginalFile: ~Copyable, Sendable {
  /// The given path.
  public let path: String
  package let file: OpenFile
  package let source: ByteSource
  /// The folder of the file, if no link may lead out of it.
  let folder: OpenFolder?
  private let state: FileState

  // A process that was just made, and has not begun its program yet, still has the file open.
  deinit { file.unlock() }

  /// All bytes of the file, mapped: nothing is read until it is looked at.
  public var bytes: Bytes { source.bytes }

  /// Opens a regular file.
  ///
  /// It throws ``Editing/EditError/Kind/wrongFile`` for folders, devices and pipes, and
  /// ``Editing/EditError/Kind/system(errno:)`` if the file cannot be opened.
  ///
  /// - Parameter isReplaced: whether the file itself will be replaced. Then it is locked for other edits of this kind
  ///   before it is read, and ``Editing/EditError/Kind/fileChanged`` is thrown if one is under way.
  public init(_ path: String, isReplaced: Bool = false) throws(EditError) {
    try self.init(path, below: nil, isReplaced: isReplaced)
  }

  /// The same for a file of a folder. Symbolic links in the folder are not followed, also if they appear while the
  /// file is edited.
  ///
  /// - Parameter root: the folder; nil for a file that was named itself.
  package init(
    _ path: String, below root: RootFolder?, isReplaced: Bool = false
  ) throws(EditError) {
    let folder: OpenFolder?
    do throws(SystemError) { folder = try root?.folder(of: path, makingFolders: false) } catch {
      throw EditError(error)
    }
    let file = try OriginalFile.open(folder?.systemPath(of: path) ?? path, follows: folder == nil)
    let (state, source): (FileState, ByteSource)
    do {
      if isReplaced { try file.lock() }
      (state, source) = try (file.state(), file.source(path))
    } catch {
      throw EditError(any: error)
    }
    self.path = path
    self.folder = folder
    self.file = file
    self.state = state
    self.source = source
  }

  private static func open(
    _ path: String, follows followsLink: Bool
  ) throws(EditError) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile.reading(path, followsLink: followsLink)
    } catch {
      var reason = EditError(error)
      if error.code != 0 { reason.message = SystemError.text(error.code) }
      throw reason
    }
  }

  /// Throws ``Editing/EditError/Kind/fileChanged`` if another program has written to the file since it was opened: the
  /// bytes that were read may then be from different versions.
  public func requireUnchanged() throws(EditError) {
    do throws(SystemError) {
      if let problem = source.problem { throw .unread(problem) }
      guard try file.stamp() == state.stamp else { throw .changed }
    } catch {
      throw EditError(error)
    }
  }

  /// Writes the edited version of this file to `output`, with its mode, times and extended attributes.
  package func write(
    _ written: ByteWriter, to output: borrowing OutputFile, progress: (Int) -> Void = { _ in }
  ) throws(EditError) {
    do throws(SystemError) {
      try output.write(written, of: source, in: file, progress: progress)
      try output.takeAttributes(of: file)
    } catch {
      throw EditError(error)
    }
    try requireUnchanged()
  }

  /// Replaces this file with `output`, if it still exists and was not changed.
  ///
  /// Other names of the same file (hard links) keep the bytes that they have.
  package func commit(_ output: borrowing OutputFile) throws(EditError) {
    try requireUnchanged()
    do throws(SystemError) {
      try file.lock()
      try output.commit(inPlaceOf: file, as: state)
    } catch {
      throw EditError(error)
    }
  }

  /// Renames the file, unless the new name exists.
  package func rename(to path: String) throws(EditError) {
    try requireUnchanged()
    do throws(SystemError) {
      try Files.rename(systemPath(of: self.path), to: systemPath(of: path))
    } catch {
      throw EditError(error)
    }
  }

  /// Removes the file.
  package func remove() throws(EditError) {
    try requireUnchanged()
    do throws(SystemError) {
      // The modification time is not sufficient, because a removed file is lost.
      guard try file.state() == state else { throw .changed }
      try Files.remove(systemPath(of: path))
    } catch {
      throw EditError(error)
    }
  }

  /// The path of a file beside this one that is passed to the system.
  func systemPath(of path: String) -> String { folder?.systemPath(of: path) ?? path }

  /// Changes a few bytes in place; false if the file has other hard links, whose bytes must not change.
  func apply(_ patch: AtomicFilePatch, to path: String) throws(EditError) -> Bool {
    do throws(SystemError) {
      guard try file.nameCount() == 1 else { return false }
      try file.lock()
      try patch.apply(to: systemPath(of: path), path, readAs: file, state)
      return true
    } catch {
      throw EditError(error)
    }
  }
}
