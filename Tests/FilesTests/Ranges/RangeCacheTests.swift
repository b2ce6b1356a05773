import FieldCoding
import Files
import Foundation
import Synchronization
import TestSupport
import Testing

/// Ranges that come when they are read.
@Suite struct RangeCacheTests {
  /// A file in memory that counts the requests.
  private final class Far: Sendable {
    let content: [UInt8]
    let asked = Mutex<[Range<Int>]>([])
    /// The maximum number of bytes in one answer; all requested ones by default.
    let most: Int
    let missing: Range<Int>

    init(_ content: [UInt8], most: Int = .max, missing: Range<Int> = 0..<0) {
      (self.content, self.most, self.missing) = (content, most, missing)
    }

    func cache(capacity: Int = .max) throws -> RangeCache {
      try RangeCache(name: "far", count: content.count, capacity: capacity) {
        [self] (range, descriptor) throws(UnfetchedBytes) in
        asked.withLock { $0.append(range) }
        let range =
          range.lowerBound..<min(range.upperBound, range.lowerBound + min(most, range.count))
        guard !range.overlaps(missing) else { throw UnfetchedBytes("is not there") }
        try put(content[range], at: range.lowerBound, in: descriptor)
        return range
      }
    }

    var byteCount: Int { asked.withLock { $0.reduce(0) { $0 + $1.count } } }
    var requests: Int { asked.withLock { $0.count } }
  }

  private func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = Noise(state: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Each byte is asked for, and no thread waits for others once it is there.
  @Test func threadsReadTheSameBytes() async throws {
    let content = noise(300_000)
    let far = Far(content, most: 5000)
    let cache = try far.cache()
    try await withThrowingTaskGroup { group in
      for _ in 0..<5 {
        group.addTask {
          let bytes = try cache.source().bytes
          #expect(bytes.indices.allSatisfy { bytes[$0] == content[$0] })
        }
      }
      try await group.waitForAll()
    }
    #expect(cache.byteCount == content.count)
  }

  @Test(arguments: [1, 2, 3]) func randomReadsSeeTheBytes(seed: UInt64) throws {
    let content = noise(1_500_000, seed: seed)
    let far = Far(content, most: seed == 2 ? 5000 : .max)
    let cache = try far.cache()
    let bytes = try cache.source().bytes
    #expect(bytes.count == content.count)
    var generator = Noise(state: seed)
    for step in 0..<400 {
      let start = Int.random(in: 0..<content.count, using: &generator)
      let end = min(content.count, start + Int.random(in: 0..<40_000, using: &generator))
      let part = try #require(bytes.part(start..<end))
      switch step % 4 {
      case 0: #expect(Array(part) == Array(content[start..<end]))
      case 1: #expect(part == Bytes(content[start..<end]))
      case 2: #expect(bytes[start] == content[start])
      default:
        var reader = ByteReader(part)
        let expected = content[start..<end].prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if part.count >= 4 { #expect(try reader.read(bits: 32) == expected) }
      }
    }
    #expect(bytes.elementsEqual(content))
    #expect(cache.ranges == [0..<content.count])
    // No byte is requested twice, unless an answer was incomplete.
    if seed != 2 { #expect(far.byteCount == content.count) }
    #expect(cache.byteCount == content.count && bytes.source.problem == nil)
  }

  @Test func threadsReadAtOnce() throws {
    let content = noise(3_000_000)
    let far = Far(content, most: 100_000)
    let bytes = try far.cache().source().bytes
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var generator = Noise(state: UInt64(thread) + 7)
      for _ in 0..<300 {
        let start = Int.random(in: 0..<content.count - 3000, using: &generator)
        guard let part = bytes.part(start..<start + 3000) else { continue }
        if !part.elementsEqual(content[start..<start + 3000]) { wrong.withLock { $0 += 1 } }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  /// A single read is small, and sequential reads become larger.
  @Test func readingOnReadsAhead() throws {
    let far = Far(noise(8 << 20))
    let bytes = try far.cache().source().bytes
    #expect(bytes[5 << 20] == far.content[5 << 20])
    #expect(far.byteCount == 16 << 10)
    for position in stride(from: 0, to: 4 << 20, by: 1000) { _ = bytes[position] }
    #expect(far.requests < 12)
    _ = bytes[bytes.count - 1]
    _ = bytes[bytes.count - 9000]
    #expect(far.asked.withLock { $0.last } == bytes.count - 16 << 10..<bytes.count)
  }

  /// A structure is complete after the second read at the latest.
  @Test func partsComeAsAWhole() throws {
    let far = Far(noise(8 << 20))
    let bytes = try far.cache().source().bytes
    _ = bytes[1 << 20]
    try #require(bytes.part(1 << 20..<3 << 20)).belongTogether()
    for position in stride(from: 1 << 20, to: 3 << 20, by: 777) { _ = bytes[position] }
    #expect(far.requests == 2)
    #expect(far.byteCount == 2 << 20)
  }

  @Test func neighboursComeTogether() throws {
    let far = Far(noise(4 << 20))
    let cache = try far.cache()
    cache.fetch([
      500_000..<600_000, 0..<10_000, 620_000..<700_000, 2_000_000..<2_000_001, 9 << 20..<10 << 20,
    ])
    #expect(
      far.asked.withLock { $0 } == [
        0..<16 << 10, 500_000..<700_000, 2_000_000..<2_000_000 + 16 << 10,
      ])
  }

  /// A slice requests all bytes of its range.
  @Test func slicesBringWhatTheyShow() throws {
    let far = Far(noise(4 << 20))
    let bytes = try far.cache().source().bytes
    #expect(Array(bytes.prefix(10)) == Array(far.content.prefix(10)))
    #expect(bytes[1 << 20..<1 << 20 + 10].elementsEqual(far.content[1 << 20..<1 << 20 + 10]))
    #expect(far.byteCount <= 64 << 10)
  }

  @Test func whatDoesNotComeIsSaid() throws {
    let far = Far(noise(1 << 20), missing: 500_000..<500_001)
    let bytes = try far.cache().source().bytes
    #expect(bytes[10] == far.content[10] && bytes.source.problem == nil)
    #expect(Array(bytes.suffix(10)) == Array(far.content.suffix(10)))
    #expect(bytes[500_000] == 0)
    #expect(bytes.source.problem == "is not there")
    let requests = far.requests
    #expect(bytes[700_000] == 0 && far.requests == requests)
    #expect(bytes[10] == far.content[10])
    #expect(
      MappedFiles.takeProblems().contains { $0.path == "far" && $0.problem == "is not there" })
  }

  @Test func itsSizeIsBounded() throws {
    let far = Far(noise(1 << 20))
    let cache = try far.cache(capacity: 100_000)
    let bytes = try cache.source().bytes
    #expect(bytes[0..<90_000].elementsEqual(far.content[0..<90_000]))
    #expect(cache.byteCount <= 100_000)
    #expect(bytes.part(600_000..<700_000)?.isZero == true)
    #expect(bytes.source.problem?.contains("at most 100,000") == true)
    #expect(far.byteCount <= 100_000)
  }

  /// The scratch file uses as much of the disk as the received bytes, and has no name.
  @Test func itTakesNoRoomForHoles() throws {
    let cache = try RangeCache(name: "huge", count: 1 << 40) {
      (range, descriptor) throws(UnfetchedBytes) in
      let bytes = [UInt8](repeating: 7, count: range.count)
      try put(bytes[...], at: range.lowerBound, in: descriptor)
      return range
    }
    let bytes = try cache.source().bytes
    #expect(bytes[1 << 39] == 7 && bytes[5] == 7 && bytes[bytes.count - 1] == 7)
    #expect(cache.byteCount <= 3 << 14)
  }
}

/// Writes bytes to their offset.
private func put(
  _ bytes: ArraySlice<UInt8>, at offset: Int, in descriptor: Int32
) throws(UnfetchedBytes) {
  let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
  do {
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(bytes))
  } catch {
    throw UnfetchedBytes("cannot be written: \(error)")
  }
}
