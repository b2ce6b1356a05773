import ISOBMFF
import Movie
import TestSupport
import Testing

/// Samples are found by their numbers and times as if all of them were looked at.
@Suite struct SampleAccessTests {
  /// A movie with samples in tables, in fragments, or in both, whose properties are by chance.
  private func movie(_ seed: UInt64) -> MovieBuilder {
    var chance = Noise(state: seed &* 0x9E37_79B9_7F4A_7C15)
    func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
    var builder = MovieBuilder()
    let tableCount = seed % 3 == 0 ? 0 : random(1...12)
    for _ in 0..<tableCount {
      builder.times.append((1, random(0...3)))
      builder.offsets.append((1, random(0...4)))
      builder.sizes.append(random(0...9))
    }
    if tableCount > 0 {
      builder.syncSamples = (1...tableCount).filter { _ in random(0...2) == 0 }
      if seed % 4 == 0 { builder.syncSamples = nil }
      let perChunk = random(1...3)
      builder.chunkRuns = [[1, perChunk, 1]]
      builder.chunkOffsets = (0...tableCount / perChunk).map { 1000 + 100 * $0 }
      if tableCount % perChunk != 0 {
        builder.chunkRuns.append([tableCount / perChunk + 1, tableCount % perChunk, 1])
      } else {
        builder.chunkOffsets.removeLast()
      }
    }
    guard seed % 3 != 1 else { return builder }
    let isNonSync = 0x1_0000
    builder.extras = box(
      "mvex",
      fullBox("trex", 0, be32(1), be32(1), be32(random(0...2)), be32(5), be32(isNonSync)))
    for _ in 0..<random(1...4) {
      var runs: [UInt8] = []
      for _ in 0..<random(1...3) {
        let count = random(0...5)
        // Flags of the first sample, or durations, sizes, flags and offsets of each.
        let flags = [0, 0x4, 0x100, 0x400, 0x500, 0x800, 0xF00][random(0...6)]
        var run = be32(count)
        if flags & 4 != 0 { run += be32(random(0...1) * isNonSync) }
        for _ in 0..<count {
          for (bit, most) in [(0x100, 3), (0x200, 9), (0x400, 1), (0x800, 4)] where flags & bit != 0
          {
            run += be32(bit == 0x400 ? random(0...1) * isNonSync : random(0...most))
          }
        }
        runs += fullBox("trun", flags, run)
      }
      builder.fragments += box(
        "moof", fullBox("mfhd", 0, be32(1)), box("traf", fullBox("tfhd", 0x020000, be32(1)), runs))
    }
    return builder
  }

  @Test(arguments: 1...120 as ClosedRange<UInt64>)
  func everySampleIsFound(seed: UInt64) throws {
    let samples = try #require(movie(seed).movie()?.tracks.first).samples
    let all = Array(samples)
    #expect(all.map(\.index) == Array(0..<samples.count))
    let last = all.last.map { $0.decodeTime + $0.duration } ?? 0
    for number in -1...all.count {
      let found = samples.sample(at: number)
      let expected = all.indices.contains(number) ? all[number] : nil
      #expect(found?.index == expected?.index)
      #expect(found?.decodeTime == expected?.decodeTime && found?.fileRange == expected?.fileRange)
      #expect(found?.compositionTime == expected?.compositionTime)
      #expect(found?.chunkNumber == expected?.chunkNumber && found?.flags == expected?.flags)
      #expect(
        samples.from(number).map(\.index)
          == (number < 0 ? [] : Array(all.indices.dropFirst(number))))
      guard number >= 0, number < all.count else { continue }
      let sync = all.indices.filter { all[$0].isSync }
      #expect(samples.syncSample(upTo: number) == sync.last { $0 <= number })
      for earlier in [-1, 0, number / 2, number - 1, number] {
        let found = samples.syncSample(upTo: number, after: earlier)
        #expect(found == sync.last { $0 <= number && $0 > earlier })
      }
    }
    for time in -1...last + 5 {
      let decoded = all.last { $0.decodeTime <= time }
      #expect(samples.sample(decodedAt: time)?.index == decoded?.index, "at \(time)")
      let shown = all.filter { $0.compositionTime <= time }.map(\.compositionTime).max()
      #expect(samples.sample(composedAt: time)?.compositionTime == shown, "at \(time)")
    }
  }
}
