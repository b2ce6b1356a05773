public import FieldCoding
import Platform
import Synchronization

/// A file whose ranges are fetched when they are read, for example over a network.
///
/// Fetched ranges are stored in a scratch file, which has holes for the other ranges. It is mapped into memory, so
/// that all code for ``FieldCoding/Bytes`` can read it, also from several threads at once. A thread waits only if its
/// bytes are not there.
///
///     let cache = try RangeCache(name: "movie.mov", count: 2_000_000_000) { (range, descriptor) in
///       // Bytes of the range are written at their offsets in the file.
///     }
///     let bytes = try cache.source().bytes
///
/// The scratch file has no name, so that nothing of it remains when the process is killed. Bytes are never removed from
/// it, because other code may have pointers to them. So its size is limited by refusing to fetch more.
public final class RangeCache: Sendable {
  /// Brings bytes of a range, the first of them in any case, and writes them at their offsets in an open file.
  ///
  /// It answers which bytes are in the file then: some of the range, from its start on, and others around them
  /// if it likes. It is called by one thread at a time.
  public typealias Fetch =
    @Sendable (_ range: Range<Int>, _ descriptor: Int32) throws(UnfetchedBytes) -> Range<Int>

  private struct State {
    var there: RangeSet<Int>
    /// The number of fetched bytes.
    var byteCount: Int
    var ahead = ReadAhead()
    var problem: String?

    /// Returns all bytes that are there around the added ones.
    mutating func add(_ range: Range<Int>) -> Range<Int> {
      byteCount -= there.intersection(RangeSet(range)).ranges.reduce(0) { $0 + $1.count }
      byteCount += range.count
      there.insert(contentsOf: range)
      return there.ranges[there.ranges.partitioningIndex { $0.upperBound > range.lowerBound }]
    }

    /// The bytes that are not there around one that is not.
    func hole(at position: Int, of count: Int) -> Range<Int> {
      let ranges = there.ranges
      let next = ranges.partitioningIndex { $0.lowerBound > position }
      let start = next > 0 ? ranges[next - 1].upperBound : 0
      return start..<(next < ranges.count ? ranges[next].lowerBound : count)
    }
  }

  /// The name of the file in messages.
  public let name: String
  /// The size of the file in bytes, including bytes that are not there yet.
  public let count: Int
  /// The most bytes that are kept.
  public let capacity: Int
  private let scratch: ScratchFile
  private let file: SuppliedFiles.Key
  private let modified: Int64?
  private let bring: Fetch
  private let state: Mutex<State>
  private let blocks: FetchedBlocks
  /// Whether no more bytes come.
  private let isOver = Atomic(false)
  /// Held by the thread that fetches bytes.
  private let serial = Mutex(())

  /// A file of `count` bytes. None of them is fetched yet.
  ///
  /// - Parameters:
  ///   - name: the name of the file for messages.
  ///   - capacity: the maximum number of bytes that are fetched and stored.
  ///   - fetch: fetches bytes.
  public convenience init(
    name: String, count: Int, capacity: Int = .max, fetch: @escaping Fetch
  ) throws(UnfetchedBytes) {
    try self.init(
      name: name, count: count, capacity: capacity, in: ScratchFile.new(), having: 0..<0,
      fetch: fetch)
  }

  /// - Parameters:
  ///   - range: the range that is in `scratch` already.
  ///   - modified: the modification time of the file, in nanoseconds since the start of 1970.
  package init(
    name: String, count: Int, capacity: Int, in scratch: consuming ScratchFile,
    having range: Range<Int>, modified: Int64? = nil, fetch: @escaping Fetch
  ) throws(UnfetchedBytes) {
    self.name = name
    self.count = count
    self.capacity = capacity
    do throws(ByteSourceError) { file = try SuppliedFiles.Key(of: scratch.descriptor) } catch {
      throw UnfetchedBytes("cannot be stored: \(error.reason.text)")
    }
    self.scratch = scratch
    self.modified = modified
    bring = fetch
    state = Mutex(State(there: RangeSet(range), byteCount: range.count))
    blocks = FetchedBlocks(count: count)
    blocks.add(range)
    do throws(SystemError) { try self.scratch.setCount(count) } catch {
      throw UnfetchedBytes("cannot be stored: \(error)")
    }
    if let modified { try self.scratch.setTime(modified) }
    SuppliedFiles.add(file, filledBy: self)
  }

  deinit { SuppliedFiles.remove(file) }

  /// All bytes of the file; they are fetched before they are read. Bytes that cannot be fetched are read as zeros, and
  /// ``FieldCoding/ByteSource/problem`` says why.
  public func source() throws(ByteSourceError) -> ByteSource {
    try ByteSource(mapping: scratch.readingDescriptor, path: name)
  }

  /// The file as others read it, to be closed by the caller. They find zeros where nothing has come.
  package func descriptor() throws(SystemError) -> Int32 {
    try OpenFile(copying: scratch.readingDescriptor).released()
  }

  /// The fetched ranges, in ascending order.
  public var ranges: [Range<Int>] { state.withLock { Array($0.there.ranges) } }

  /// The number of fetched bytes.
  public var byteCount: Int { state.withLock { $0.byteCount } }

  /// Returns when the bytes of all ranges have been fetched, or cannot be. Adjacent ranges are fetched together.
  public func fetch(_ ranges: [Range<Int>]) {
    for range in ReadAhead.joined(ranges.map { $0.clamped(to: 0..<count) }) { fetch(range) }
  }

  private func bring(next range: Range<Int>) -> Bool {
    let request = state.withLock { state -> Range<Int>? in
      guard state.problem == nil, !state.there.contains(range) else { return nil }
      let gaps = RangeSet(range).subtracting(state.there)
      guard let missing = gaps.ranges.first else { return nil }
      let room = capacity - state.byteCount
      guard missing.count <= room else {
        state.problem =
          "needs \(grouped(state.byteCount + missing.count)) bytes, and at most \(grouped(capacity)) may be read"
        return nil
      }
      let hole = state.hole(at: missing.lowerBound, of: count)
      let request = state.ahead.request(for: missing, in: hole, count: count)
      guard request.count > room else { return request }
      return missing.lowerBound..<min(missing.lowerBound + room, hole.upperBound)
    }
    guard let request else { return false }
    do throws(UnfetchedBytes) {
      let came = try bring(request, scratch.descriptor).clamped(to: 0..<count)
      if let modified { try scratch.setTime(modified) }
      guard came.contains(request.lowerBound) else {
        throw UnfetchedBytes("did not come from byte \(request.lowerBound) on")
      }
      blocks.add(state.withLock { $0.add(came) })
      return true
    } catch {
      state.withLock { $0.problem = error.description }
      return false
    }
  }
}

extension RangeSet<Int> {
  /// Whether all of a range is in it.
  fileprivate func contains(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return true }
    let next = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    return next < ranges.count && ranges[next].lowerBound <= range.lowerBound
      && range.upperBound <= ranges[next].upperBound
  }
}

extension RangeCache: ByteSupply {
  package func has(_ range: Range<Int>) -> Bool {
    blocks.contain(range) || state.withLock { $0.there.contains(range) }
  }

  package func expect(_ range: Range<Int>) { state.withLock { $0.ahead.expect(range) } }

  package var problem: String? { state.withLock { $0.problem } }

  package func fetch(_ range: Range<Int>) {
    guard !blocks.contain(range), !isOver.load(ordering: .relaxed), !has(range) else { return }
    serial.withLock { _ in while bring(next: range) {} }
    if let problem {
      isOver.store(true, ordering: .relaxed)
      MappedFiles.note(problem, of: name)
    }
  }
}

/// The blocks of a file whose bytes are all there.
///
/// Code asks for each byte that it reads, also on several threads at once, which would wait for one another if each
/// question took a lock.
struct FetchedBlocks: ~Copyable, Sendable {
  private static let wordCount = 512
  private let words: InlineArray<512, Atomic<UInt64>>
  /// The number of bytes of the file.
  private let count: Int
  /// The base-2 logarithm of the number of bytes in a block.
  private let shift: Int

  init(count: Int) {
    self.count = count
    var shift = 12
    while count >> shift >= FetchedBlocks.wordCount * 64 { shift += 1 }
    self.shift = shift
    words = InlineArray { _ in Atomic(0) }
  }

  /// Whether all bytes of a range of the file are known to be there. Those in blocks that are not complete are not.
  func contain(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return true }
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    var block = range.lowerBound >> shift
    let last = (range.upperBound - 1) >> shift
    while block <= last {
      guard words[block >> 6].load(ordering: .acquiring) & (1 << (block & 63)) != 0 else {
        return false
      }
      block += 1
    }
    return true
  }

  /// Adds the blocks that are complete within a range of the file, whose bytes have been written.
  func add(_ range: Range<Int>) {
    let (range, size) = (range.clamped(to: 0..<count), 1 << shift)
    var block = (range.lowerBound + size - 1) >> shift
    // The last block ends with the file.
    let end = (range.upperBound == count ? count + size - 1 : range.upperBound) >> shift
    while block < end {
      words[block >> 6].bitwiseOr(1 << (block & 63), ordering: .releasing)
      block += 1
    }
  }
}

/// Decides which bytes of a remote file are requested when some are missing.
///
/// Code reads few bytes at a time, and each request takes time. So a read at a new offset fetches a little more;
/// continued reading fetches twice as much each time; and parts that belong together, such as a box of known size, are
/// fetched as a whole.
struct ReadAhead: Sendable {
  /// The least bytes that a read at a new offset fetches.
  static let first = 16 << 10
  /// The most bytes that are fetched ahead of continued reading.
  static let most = 4 << 20
  /// The maximum that is fetched at once for a part.
  static let mostOfPart = 16 << 20
  /// Ranges with at most this distance are fetched together.
  static let gap = 64 << 10

  private var parts = RangeSet<Int>()
  private var ahead = ReadAhead.first
  /// The end of the last request.
  private var end: Int?

  /// Announces that code that reads a piece of `part` will read the rest.
  mutating func expect(_ part: Range<Int>) {
    guard part.count > 1 else { return }
    parts.insert(contentsOf: part)
  }

  private func part(at position: Int) -> Range<Int>? {
    let next = parts.ranges.partitioningIndex { $0.upperBound > position }
    guard next < parts.ranges.count, parts.ranges[next].contains(position) else { return nil }
    return parts.ranges[next]
  }

  /// The range to request for `missing`, which is within a hole of the fetched bytes.
  ///
  /// - Parameter hole: the whole hole around `missing`.
  mutating func request(for missing: Range<Int>, in hole: Range<Int>, count: Int) -> Range<Int> {
    let isReadOn = end.map { (0..<ReadAhead.gap).contains(missing.lowerBound - $0) } ?? false
    ahead = isReadOn ? min(ahead * 2, ReadAhead.most) : ReadAhead.first
    var request = missing.lowerBound..<max(missing.upperBound, missing.lowerBound + ahead)
    if let part = part(at: missing.lowerBound) {
      let start = max(part.lowerBound, hole.lowerBound)
      let whole = start..<min(part.upperBound, start + ReadAhead.mostOfPart)
      if whole.contains(missing.lowerBound) {
        // Readers continue to the end of the part; the next bytes belong to another part.
        request = whole.lowerBound..<max(whole.upperBound, missing.upperBound)
        if request.count < ReadAhead.first {
          request = request.lowerBound..<request.lowerBound + ReadAhead.first
        }
      }
    } else if missing.lowerBound > count - ReadAhead.first {
      // Code that reads the end of a file usually reads more of it.
      request = max(hole.lowerBound, count - ReadAhead.first)..<count
    }
    request = request.clamped(to: hole)
    end = request.upperBound
    return request
  }

  /// The ranges in ascending order, those that are near one another as one.
  static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound - last.upperBound <= gap {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}

/// The reason why bytes cannot be fetched, as a part of a sentence about the file: `was changed on the server`.
public struct UnfetchedBytes: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  public var description: String

  /// Bytes that do not come for this reason.
  public init(_ description: String) { self.description = description }
}

/// A file without a name, for ranges of another file. It disappears with this process, and takes no space where nothing
/// was written.
package struct ScratchFile: ~Copyable, Sendable {
  private let file: OutputFile
  /// The same file, opened only for reading.
  private let reader: OpenFile

  private init() throws(SystemError) {
    let file = try OutputFile.temporary()
    reader = try ScratchFile.reader(of: file.descriptor)
    self.file = file
  }

  private static func reader(of descriptor: Int32) throws(SystemError) -> OpenFile {
    if let reader = try? OpenFile.reading("/proc/self/fd/\(descriptor)") { return reader }
    // If the system does not allow a file without a name to be opened again, readers get a writable descriptor.
    return try OpenFile(copying: descriptor)
  }

  /// A file without any bytes.
  package static func new() throws(UnfetchedBytes) -> ScratchFile {
    do throws(SystemError) { return try ScratchFile() } catch {
      throw UnfetchedBytes("cannot be stored: \(error)")
    }
  }

  /// The descriptor for writing.
  package var descriptor: Int32 { file.descriptor }
  /// The descriptor for reading.
  package var readingDescriptor: Int32 { reader.descriptor }

  /// Sets the length of the file.
  package func setCount(_ count: Int) throws(SystemError) {
    let descriptor = descriptor
    try SystemError.check("a scratch file of \(counted(count, "byte"))") {
      ftruncate(descriptor, off_t(count))
    }
  }

  /// Sets the modification time of the file to that of the other one.
  package func setTime(_ nanoseconds: Int64) throws(UnfetchedBytes) {
    do throws(SystemError) {
      try FileTimes(nanoseconds: nanoseconds).set(descriptor, "a scratch file")
    } catch {
      throw UnfetchedBytes("cannot be stored: \(error)")
    }
  }
}
