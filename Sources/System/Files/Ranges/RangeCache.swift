public import FieldCoding
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
