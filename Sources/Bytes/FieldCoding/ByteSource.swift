import Platform
import Synchronization

/// Bytes that do not change: a file mapped read-only, or bytes in memory.
///
/// It knows the file offsets of its bytes, even if they were gathered from several ranges, or had emulation prevention
/// bytes removed. So every error and every field can state its offset.
///
/// `@unchecked Sendable`: the memory is never written after `init` and freed only in `deinit`.
@safe public final class ByteSource: @unchecked Sendable {
  private enum Owner {
    case heap
    case mapping(MappedFile)
    /// Memory that the system gave.
    case view
    case source(ByteSource)
    case nobody
  }

  private let memory: UnsafeRawBufferPointer
  private let owner: Owner
  /// The supply of bytes that are fetched when they are read, if there is one.
  private let supply: (any ByteSupply)?
  var isSupplied: Bool { supply != nil }
  /// The number of bytes that need not be fetched: all of them, or none.
  private let readyCount: Int
  private let pieces: [Piece]
  /// The known holes of a file, which read as zeros; in ascending order.
  public let holes: [Range<Int>]
  /// The files that it was joined of, in ascending order; empty if it is one file.
  public let parts: [ByteSourcePart]

  /// A stretch of the source: from its byte `start` on, bytes are those of the file from
  /// `fileOffset` on.
  public struct Piece: Equatable, Sendable {
    /// The first byte of the stretch, counted from the start of the source.
    public var start: Int
    /// The file offset of that byte.
    public var fileOffset: Int
    /// A stretch that begins at the byte `start` of the source and at `fileOffset` in the file.
    public init(start: Int, fileOffset: Int) {
      self.start = start
      self.fileOffset = fileOffset
    }
  }

  /// The number of bytes.
  public var count: Int { unsafe memory.count }

  /// All the bytes.
  public var bytes: Bytes { Bytes(source: self, range: 0..<count) }

  /// A copy of `bytes`.
  ///
  /// - Parameter pieces: the offsets of the bytes in the file, in ascending order; by default 0.
  public init(_ bytes: some Collection<UInt8>, pieces: [Piece] = []) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    // The buffer has exactly the room that the collection needs.
    unsafe copy.copyBytes(from: bytes)
    unsafe memory = UnsafeRawBufferPointer(copy)
    readyCount = bytes.count
    owner = .heap
    supply = nil
    self.pieces = pieces
    holes = []
    parts = []
  }

  /// The same bytes as another object. Code that reads them in a separate thread then does not wait for the others,
  /// which count their references to `source` all the time.
  public init(sharing source: ByteSource) {
    unsafe memory = source.memory
    readyCount = source.readyCount
    pieces = source.pieces
    holes = source.holes
    parts = source.parts
    owner = .source(source)
    supply = source.supply
  }

  /// Maps the file at `path` read-only. Nothing is read until it is looked at.
  ///
  /// - Parameter isWatched: whether it matters if other programs change the file; see ``problem``.
  public convenience init(mapping path: String, isWatched: Bool = true) throws(ByteSourceError) {
    // Opening a pipe would wait for a writer.
    let descriptor = try openForReading(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { close(descriptor) }
    try self.init(mapping: descriptor, path: path, isWatched: isWatched)
  }

  /// Maps an open file into memory, read-only; the file may be closed afterwards.
  ///
  /// - Parameters:
  ///   - path: the path of the file, for messages.
  ///   - holes: the known holes of a sparse file, in ascending order.
  ///   - patches: bytes that are read instead of those of the file, which does not change.
  ///   - isWatched: whether other programs may change the file; see ``problem``. Pages that cannot be read are noticed in
  ///     any case.
  ///   - parts: the files from which it was joined, in ascending order.
  public init(
    mapping descriptor: Int32, path: String, holes: [Range<Int>] = [],
    patches: [(offset: Int, bytes: [UInt8])] = [], isWatched: Bool = true,
    parts: [ByteSourcePart] = []
  ) throws(ByteSourceError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw ByteSourceError(.open(errno: errno), path: path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ByteSourceError(.isDirectory, path: path)
    default: throw ByteSourceError(.notAFile, path: path)
    }
    let size = Int(status.st_size)
    pieces = []
    supply = SuppliedFiles.supply(of: status)
    // Bytes that have not been fetched yet are not a hole.
    self.holes = supply == nil ? holes : []
    self.parts = parts
    readyCount = supply == nil ? size : 0
    guard size > 0 else {
      unsafe memory = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
      owner = .nobody
      return
    }
    // A private read-only mapping of a regular file; its length is the file's at this moment.
    let access = patches.isEmpty ? PROT_READ : PROT_READ | PROT_WRITE
    // Only patched pages are copied, without reserving memory for the others. Bytes that are fetched later are visible
    // only in a shared mapping.
    let sharing = supply == nil || !patches.isEmpty ? MAP_PRIVATE : MAP_SHARED
    let address = unsafe mmap(nil, size, access, sharing | MAP_NORESERVE, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw ByteSourceError(.open(errno: errno), path: path)
    }
    let isWatched = isWatched && supply == nil
    guard
      let file = unsafe MappedFile(
        UnsafeRawBufferPointer(start: address, count: size), path: path,
        watching: isWatched ? descriptor : nil, FileVersion(status))
    else {
      unsafe munmap(address, size)
      throw ByteSourceError(.open(errno: ENOMEM), path: path)
    }
    owner = .mapping(file)
    if isWatched { MappedFiles.add(file) }
    for patch in patches where patch.offset >= 0 && patch.bytes.count <= size - patch.offset {
      // The range is within the mapping, which is private: only this process sees the changes.
      unsafe UnsafeMutableRawBufferPointer(start: address + patch.offset, count: patch.bytes.count)
        .copyBytes(from: patch.bytes)
    }
    // Reading jumps from box to box, and reading ahead would read unused media.
    unsafe madvise(address, size, Int32(MADV_RANDOM))
    unsafe memory = unsafe UnsafeRawBufferPointer(start: address, count: size)
  }

  /// Why the bytes that were read are not all those of the file, as a part of a sentence about the file: the system could
  /// not read some, the file has become shorter or was changed since it was mapped, or bytes could not be received. Nil if
  /// they are.
  ///
  /// Bytes that could not be read are zeros from then on, and this property says why. For that, the first mapping sets a
  /// handler of `SIGBUS`, which passes all other signals on to the program's own.
  public var problem: String? {
    if let problem = supply?.problem { return problem }
    return switch owner {
    case .mapping(let file): file.problem
    case .source(let source): source.problem
    case .heap, .view, .nobody: nil
    }
  }

  /// Notes that a call of the system could not read bytes of a file, of which the first is at `offset`.
  package func noteUnreadable(at offset: Int) {
    switch owner {
    case .mapping(let file): file.noteUnreadable(at: offset)
    case .source(let source): source.noteUnreadable(at: offset)
    case .heap, .view, .nobody: break
    }
  }

  /// The written bytes as a file of them would read, without most of the copied bytes: after the first bytes of a copy,
  /// whose number `filled` gives, they are zeros that take no memory.
  public convenience init(
    viewing written: ByteWriter, filling filled: (Bytes) -> Int
  ) throws(ByteSourceError) {
    var parts: [(offset: Int, bytes: Bytes)] = []
    var position = 0
    for segment in written.segments {
      switch segment {
      case .new(let bytes): parts.append((position, Bytes(bytes)))
      case .copy(let bytes):
        parts.append((position, bytes.part(0..<min(filled(bytes), bytes.count)) ?? bytes))
      }
      position += segment.count
    }
    try self.init(parts, count: written.count)
  }

  /// A file with some known parts. All other bytes are zeros that take no memory.
  ///
  /// - Parameters:
  ///   - parts: bytes with their offsets; bytes outside the file are left out.
  ///   - count: the length of the file.
  package init(_ parts: [(offset: Int, bytes: Bytes)], count: Int) throws(ByteSourceError) {
    pieces = []
    holes = []
    supply = nil
    self.parts = []
    readyCount = max(count, 0)
    guard count > 0 else {
      unsafe memory = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
      owner = .nobody
      return
    }
    let address = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw ByteSourceError(.open(errno: errno), path: "")
    }
    unsafe memory = unsafe UnsafeRawBufferPointer(start: address, count: count)
    owner = .view
    for part in parts where part.offset >= 0 && part.offset <= count - part.bytes.count {
      // Within the memory that was mapped.
      let target = unsafe UnsafeMutableRawBufferPointer(
        start: address + part.offset, count: part.bytes.count)
      unsafe part.bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
  }

  deinit {
    switch owner {
    case .heap: unsafe memory.deallocate()
    case .mapping, .view:
      if case .mapping(let file) = owner { file.end() }
      unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
    case .source, .nobody: break
    }
  }

  /// Announces that all of `range` will be read: a mapping is otherwise read page by page.
  func willRead(_ range: Range<Int>) {
    fetch(range)
    advise(range, Int32(MADV_WILLNEED))
  }

  /// Returns when the bytes of `range` are here, if they come when they are read.
  @inline(__always)
  func fetch(_ range: Range<Int>) {
    if let supply { supply.fetch(range) }
  }

  /// The reason why bytes of `range` cannot be fetched, as a part of a sentence about the file; nil if all are there.
  func missing(in range: Range<Int>) -> String? {
    guard let supply else { return nil }
    supply.fetch(range)
    return supply.has(range) ? nil : supply.problem ?? "has bytes that did not come"
  }

  /// Announces that code that reads a part of `range` will also read the rest.
  func expect(_ range: Range<Int>) { supply?.expect(range) }

  /// Whether the bytes of `range` are here.
  func has(_ range: Range<Int>) -> Bool { supply?.has(range) ?? true }

  /// Releases the memory in which `range` was read; it can be read again.
  func didRead(_ range: Range<Int>) { advise(range, Int32(MADV_DONTNEED)) }

  private func advise(_ range: Range<Int>, _ advice: Int32) {
    switch owner {
    case .source(let source): source.advise(range, advice)
    case .mapping:
      let page = Int(getpagesize())
      let start = range.lowerBound / page * page
      guard start < range.upperBound, range.upperBound <= count else { return }
      // The range is within the mapping, which starts on a page, and the file is mapped read-only: dropped pages are
      // read from it again.
      _ = unsafe madvise(
        UnsafeMutableRawPointer(mutating: memory.baseAddress)?.advanced(by: start),
        range.upperBound - start, advice)
    case .heap, .view, .nobody: break
    }
  }

  /// The file offset of the byte at `offset`.
  public func fileOffset(of offset: Int) -> Int {
    guard !pieces.isEmpty else { return offset }
    let next = pieces.partitioningIndex { $0.start > offset }
    guard next > 0 else { return offset }
    return pieces[next - 1].fileOffset + (offset - pieces[next - 1].start)
  }

  /// Calls `body` with the bytes of `range`, which the caller has checked against ``count``.
  func withUnsafeBytes<Result>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    fetch(range)
    // Rebasing checks the range against the buffer's bounds.
    return unsafe body(UnsafeRawBufferPointer(rebasing: memory[range]))
  }

  /// The byte at `offset`, which the caller has checked against ``count``.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    if isSupplied { return suppliedByte(at: offset) }
    // `UnsafeRawBufferPointer` checks bounds in debug builds only; the caller has done it.
    return unsafe memory[offset]
  }

  /// Whether there are eight bytes from `offset` on, which are here then.
  @inline(__always)
  func hasWord(at offset: Int) -> Bool {
    offset + 8 <= readyCount || isSupplied && suppliesWord(at: offset)
  }

  /// The eight bytes from `offset`, big-endian, for which the caller has asked ``hasWord(at:)``.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    // The caller has checked that eight bytes are there.
    unsafe UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  // Apart from what asks for them, which is called for nearly every byte and would have to save registers.

  @inline(never)
  private func suppliedByte(at offset: Int) -> UInt8 {
    fetch(offset..<offset + 1)
    return unsafe memory[offset]
  }

  @inline(never)
  private func suppliesWord(at offset: Int) -> Bool {
    guard offset + 8 <= count else { return false }
    fetch(offset..<offset + 8)
    return true
  }
}

/// Why a file could not be opened.
public struct ByteSourceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What stood in the way.
  public enum Reason: Equatable, Sendable {
    /// The system did not open, examine or map the file; `errno` says why.
    case open(errno: Int32)
    /// There is a folder at the path.
    case isDirectory
    /// There is something at the path that is neither a regular file nor a folder.
    case notAFile
    /// Its bytes could not be received, for this reason.
    case unavailable(String)
  }
  /// Why the file could not be opened.
  public var reason: Reason
  /// The given path of the file; empty for memory that the system did not give.
  public var path: String

  /// The file at `path` could not be opened for this reason.
  public init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }

  public var description: String { "\(path): \(reason.text)" }
}

extension ByteSourceError.Reason {
  /// The reason without the path.
  public var text: String {
    switch self {
    case .open(let code): systemErrorText(code)
    case .isDirectory: "is a folder, not a file"
    case .notAFile: "is not a regular file"
    case .unavailable(let text): text
    }
  }
}

/// A file, or a part of one, in a source that was joined of several.
public struct ByteSourcePart: Sendable, Equatable {
  /// The offset of its start in the source.
  public var start: Int
  /// The name of the file.
  public var name: String
  /// The offset of its start in the file.
  public var offset: Int

  /// A part of the file `name`.
  public init(start: Int, name: String, offset: Int = 0) {
    (self.start, self.name, self.offset) = (start, name, offset)
  }
}

extension ByteSource {
  /// The file that a byte came from, and its offset there; nil if the source is one file.
  public func joinedFile(at offset: Int) -> (name: String, offset: Int)? {
    let next = parts.partitioningIndex { $0.start > offset }
    guard next > 0 else { return nil }
    let part = parts[next - 1]
    return (part.name, part.offset + (offset - part.start))
  }
}

/// Fetches bytes of a file when they are read.
///
/// Ranges count bytes of the file, and are within it.
package protocol ByteSupply: AnyObject, Sendable {
  /// The size of the file in bytes, including bytes that are not there yet.
  var count: Int { get }
  /// Returns when the bytes of `range` are in the file, or when it is sure that they do not come.
  func fetch(_ range: Range<Int>)
  /// Whether the bytes of `range` are in the file.
  func has(_ range: Range<Int>) -> Bool
  /// Announces that code that reads a part of `range` will also read the rest.
  func expect(_ range: Range<Int>)
  /// The reason why bytes could not be fetched, as a part of a sentence about the file; nil if all could.
  var problem: String? { get }
}

/// Files that are known by names of their own, and are at no path.
package protocol SuppliedNames: Sendable {
  /// Whether a name is one of theirs.
  func contains(_ name: String) -> Bool
  /// A descriptor of the file, to be closed by the caller.
  func open(_ name: String) throws(ByteSourceError) -> Int32
}

/// Files of this process that are filled when they are read. Code that maps one gets its bytes in time, for any name or
/// descriptor of the file.
package enum SuppliedFiles {
  /// The system's identity of an open file.
  package struct Key: Hashable, Sendable {
    private var device: UInt64
    private var inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// It throws if the system cannot tell, because an unknown file would read as zeros.
    package init(of descriptor: Int32) throws(ByteSourceError) {
      var status = stat()
      // `status` outlives the call, which fills it.
      guard unsafe fstat(descriptor, &status) == 0 else {
        throw ByteSourceError(.open(errno: errno), path: "")
      }
      self.init(status)
    }
  }

  private struct Weak {
    weak var supply: (any ByteSupply)?
  }

  private static let supplies = Mutex<[Key: Weak]>([:])
  private static let names = Mutex<(any SuppliedNames)?>(nil)

  /// Registers `supply` for an open file. The caller has to retain it, and call ``remove(_:)`` before it closes the
  /// file.
  package static func add(_ file: Key, filledBy supply: any ByteSupply) {
    supplies.withLock { $0[file] = Weak(supply: supply) }
  }

  /// Removes the supply of an open file.
  package static func remove(_ file: Key) { supplies.withLock { $0[file] = nil } }

  /// The supply of an open file; nil if it has none.
  package static func supply(
    of descriptor: Int32
  ) throws(ByteSourceError) -> (any ByteSupply)? {
    // Programs that read no such file pay for none.
    guard supplies.withLock({ !$0.isEmpty }) else { return nil }
    let key = try Key(of: descriptor)
    return supplies.withLock { $0[key]?.supply }
  }

  static func supply(of status: stat) -> (any ByteSupply)? {
    supplies.withLock { $0.isEmpty ? nil : $0[Key(status)]?.supply }
  }

  /// Allows names that are not paths to be opened.
  package static func take(_ names: any SuppliedNames) { self.names.withLock { $0 = names } }

  /// Whether a name is that of a file which is at no path.
  package static func contains(_ name: String) -> Bool {
    names.withLock({ $0 })?.contains(name) ?? false
  }

  /// A descriptor of the file of this name, to be closed by the caller; nil if the name is a path.
  package static func open(_ name: String) throws(ByteSourceError) -> Int32? {
    guard let names = names.withLock({ $0 }), names.contains(name) else { return nil }
    return try names.open(name)
  }
}
