package import Files
import ISOBMFF

/// Moves files, and writes a file with which the moves can be undone.
///
/// The undo file is on the disk before the first file is moved, so that it is complete even if the program is
/// interrupted. No file is ever replaced.
package struct FileMoves {
  package struct Move: Equatable {
    package var from: LibraryPath
    package var to: LibraryPath
    /// The inode, which identifies the file.
    package var inode: UInt64
    /// The modification time in nanoseconds since the start of 1970. A file keeps it on another file system, where the
    /// inode changes.
    package var modified: Int64
    package var size: Int64

    package init(from: LibraryPath, to: LibraryPath, inode: UInt64, modified: Int64, size: Int64) {
      self.from = from
      self.to = to
      self.inode = inode
      self.modified = modified
      self.size = size
    }

    package var reversed: Move {
      Move(from: to, to: from, inode: inode, modified: modified, size: size)
    }
  }

  package private(set) var moves: [Move]
  /// The folder that the files have to go to; nil for any.
  package var root: RootFolder?

  package init(_ moves: [Move]) { self.moves = moves }

  // MARK: The file for undoing

  private static let header = Array("boxwalk live pair undo 2".utf8)

  /// Lines with the inode, time, size, and both paths, with `%0A` for characters that are not printable ASCII.
  package func lines() -> [UInt8] {
    var lines = FileMoves.header + [UInt8(ascii: "\n")]
    for move in moves {
      lines += Array("\(move.inode) \(move.modified) \(move.size) ".utf8)
      lines += move.from.escaped + [UInt8(ascii: " ")] + move.to.escaped + [UInt8(ascii: "\n")]
    }
    return lines
  }

  /// Reads a file of moves. Nil if it is another file, or if a line is damaged.
  package init?(lines: some Collection<UInt8>) {
    moves = []
    var isFirst = true
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      if isFirst {
        guard line.elementsEqual(FileMoves.header) else { return nil }
        isFirst = false
        continue
      }
      let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      guard fields.count == 5, let inode = UInt64(String(decoding: fields[0], as: UTF8.self)),
        let modified = Int64(String(decoding: fields[1], as: UTF8.self)),
        let size = Int64(String(decoding: fields[2], as: UTF8.self)),
        let from = LibraryPath(escaped: fields[3]), let to = LibraryPath(escaped: fields[4]),
        from.bytes.first == UInt8(ascii: "/"), to.bytes.first == UInt8(ascii: "/")
      else { return nil }
      moves.append(Move(from: from, to: to, inode: inode, modified: modified, size: size))
    }
    if isFirst { return nil }
  }

  /// Writes the undo file, which must not exist yet.
  package func writeUndo(to path: String) throws {
    try makeFolder(of: path)
    let output = try OutputFile(path)
    try output.write(Bytes(lines()))
    try output.commit(replacing: false, of: [])
  }

  /// The sentence about another file system without enough space; nil if all files have enough.
  package var shortage: String? {
    var needs: [UInt64: (bytes: UInt64, free: UInt64, folder: LibraryPath)] = [:]
    for move in moves {
      let folder = LibraryPath(Array(move.to.folder))
      guard let target = BytePath(folder.bytes).fileSystem,
        target.device != (try? BytePath(move.from.bytes).status())?.device
      else { continue }
      needs[target.device, default: (0, target.free, folder)].bytes += UInt64(max(0, move.size))
    }
    return needs.values.filter { $0.bytes > $0.free }.map {
      "\($0.folder): \(grouped($0.bytes)) bytes are to go there, and \(grouped($0.free)) are free"
    }.min()
  }

  // MARK: Doing and undoing

  /// - Parameter report: gets each move with the reason for its failure, or nil if it succeeded.
  /// - Returns: the number of successful moves.
  package func apply(_ report: (Move, String?) -> Void) -> Int {
    var done = 0
    for move in moves {
      let failure = FileMoves.move(move, below: root)
      if failure == nil { done += 1 }
      report(move, failure)
    }
    return done
  }

  /// Undoes the moves, the last one first.
  package func undo(_ report: (Move, String?) -> Void) -> Int {
    var done = 0
    var folders: Set<LibraryPath> = []
    for move in moves.reversed() {
      let back = move.reversed
      if BytePath(back.from.bytes).isMissing,
        let status = try? BytePath(back.to.bytes).status(), back.isOf(status)
      {
        // It was never moved, or is back already.
        continue
      }
      let failure = FileMoves.move(back, below: nil)
      if failure == nil {
        done += 1
        folders.insert(LibraryPath(Array(back.from.folder)))
      }
      report(back, failure)
    }
    // Removes empty folders of months, and then those of years.
    for folder in folders.sorted(by: >) where !folder.bytes.isEmpty {
      BytePath(folder.bytes).removeEmptyFolder()
      BytePath(Array(folder.folder)).removeEmptyFolder()
    }
    return done
  }

  /// Moves a file. The result is the reason for a failure; nil if it succeeded.
  private static func move(_ move: Move, below root: RootFolder?) -> String? {
    let from = BytePath(move.from.bytes)
    var to = BytePath(move.to.bytes)
    // It is open until the file is in it.
    var folder: OpenFolder?
    defer { withExtendedLifetime(folder) {} }
    do throws(SystemError) {
      if let root, let path = LibraryPath(move.to.folder).text?.asFolder {
        folder = try root.folder(of: path + "file")
        to.bytes = Array((folder?.systemPath(of: path) ?? path).utf8) + move.to.name
      }
      guard let status = try from.status() else { return "is not there" }
      guard move.isOf(status) else { return "is another file than it was" }
      if let other = try to.status(), other.inode != status.inode || other.device != status.device {
        return "\(move.to) exists"
      }
      if folder == nil { try BytePath(Array(move.to.folder)).makeFolders() }
      try from.move(to: to)
      return nil
    } catch {
      guard error.isOtherFileSystem else { return "\(error)" }
    }
    do throws(SystemError) {
      try from.moveAcross(to: to)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension FileMoves.Move {
  /// Some file systems count seconds by twos.
  private static let timeTolerance: UInt64 = 2_000_000_000

  /// Whether a file is the one that was moved.
  fileprivate func isOf(_ status: BytePath.Status) -> Bool {
    status.kind == .file && status.size == size
      && (status.inode == inode
        || status.modified.subtractingReportingOverflow(modified).partialValue.magnitude
          <= FileMoves.Move.timeTolerance)
  }
}

extension LibraryPath {
  /// The absolute path, so that the move can be undone from any folder.
  package var absolute: LibraryPath {
    guard bytes.first != UInt8(ascii: "/"), let current = BytePath.current() else { return self }
    return LibraryPath(current.bytes).appending(bytes)
  }
}
