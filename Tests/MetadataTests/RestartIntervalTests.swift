import Metadata
import Testing

@Suite struct RestartIntervalTests {
  /// The number of intervals comes from a header, which can be of another file.
  @Test func claimsTakeNoMemory() {
    let data: [UInt8] = [1, 2, 0xFF, 0xD0, 3, 4, 0xFF, 0xD1, 5, 6, 0xFF, 0xD9]
    let claimed = JPEGRestartIntervals(of: data, from: 0, count: 1 << 40)
    #expect(claimed.intervals.count <= data.count)
    let right = JPEGRestartIntervals(of: data, from: 0, count: 3)
    #expect(right.intervals == [0..<2, 4..<6, 8..<10])
  }
}
