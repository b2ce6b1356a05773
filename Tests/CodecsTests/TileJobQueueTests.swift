import Synchronization
import Testing

@testable import Codecs

@Suite struct TileJobQueueTests {
  private struct Context { var jobs = 0 }

  @Test(arguments: [1, 2, 5]) func doesAllJobsOnce(threads: Int) throws {
    let done = Mutex<[Int]>([])
    let queue = TileJobQueue<Context>()
    for index in 0..<100 {
      queue.add { (context) throws(CodecError) in
        context.jobs += 1
        done.withLock { $0.append(index) }
        if index % 10 == 0 {
          queue.addUrgently { (_) throws(CodecError) in done.withLock { $0.append(1000 + index) } }
        }
      }
    }
    try queue.run(threads: threads) { () throws(CodecError) in Context() }
    let expected = Array(0..<100) + stride(from: 1000, to: 1100, by: 10)
    #expect(done.withLock { $0.sorted() } == expected)
    if threads == 1 { #expect(done.withLock { Array($0.prefix(4)) } == [0, 1000, 1, 2]) }
  }

  @Test(arguments: [1, 3]) func stopsAtTheFirstFailure(threads: Int) {
    let count = Mutex(0)
    let queue = TileJobQueue<Context>()
    for index in 0..<1000 {
      queue.add { (_) throws(CodecError) in
        count.withLock { $0 += 1 }
        if index == 10 { throw CodecError("no") }
      }
    }
    #expect(throws: CodecError("no")) {
      try queue.run(threads: threads) { () throws(CodecError) in Context() }
    }
    #expect(count.withLock { $0 } < 1000)
  }

  @Test func withoutJobsNothingIsDone() throws {
    try TileJobQueue<Context>().run(threads: 2) { () throws(CodecError) in
      throw CodecError("is not called")
    }
  }
}
