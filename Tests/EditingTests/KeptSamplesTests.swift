import FieldCoding
import ISOBMFF
import Testing

@testable import Editing

/// The tables of samples after some of them are cut off.
@Suite struct KeptSamplesTests {
  /// HDV and XDCAM movies name the starts of open groups of pictures in a table of their own.
  @Test func numbersOfPartialSyncSamplesCountFromTheFirstKeptOne() throws {
    var sync = PartialSyncSampleBox()
    sync.entries = FieldTable(columns: SyncSampleBox.columns, values: [3, 5, 9])
    var container = ContainerBox()
    container.children = [Box(sync)]
    var table = Box(type: "stbl", container)
    table.keepSamples(3..<8)
    let kept = try #require(table.children.first(PartialSyncSampleBox.self)).entries
    #expect(kept.count == 1 && kept[0, 0] == 2)
  }

  /// Two chunks of four samples: the first kept sample is in the middle of the first.
  @Test(arguments: [true, false]) func aChunkThatIsCutBeginsWithTheFirstKeptSample(isLong: Bool)
    throws
  {
    var runs = SampleToChunkBox()
    runs.entries = FieldTable(columns: SampleToChunkBox.columns, values: [1, 4, 1])
    var (short, long) = (ChunkOffsetBox(), ChunkLargeOffsetBox())
    short.chunkOffsets = FieldTable(columns: ChunkOffsetBox.columns, values: [100, 200])
    long.chunkOffsets = FieldTable(columns: ChunkOffsetBox.columns, values: [100, 1 << 40])
    var container = ContainerBox()
    container.children = [Box(runs), isLong ? Box(long) : Box(short)]
    let whole = Box(type: "stbl", container)
    for (kept, first, chunkOffsets) in [
      (2..<8, 130, [130, isLong ? 1 << 40 : 200]),
      (4..<6, isLong ? 1 << 40 : 200, [isLong ? 1 << 40 : 200]),
      (1..<3, 110, [110]),
    ] as [(Range<Int>, Int, [Int])] {
      var table = whole
      table.keepSamples(kept, at: first)
      let offsets =
        table.children.first(ChunkLargeOffsetBox.self)?.chunkOffsets
        ?? table.children.first(ChunkOffsetBox.self)?.chunkOffsets
      #expect(try #require(offsets).rowValues.map { Int($0[0]) } == chunkOffsets, "\(kept)")
      let entries = try #require(table.children.first(SampleToChunkBox.self)).entries
      var count = 0
      for (index, row) in entries.rowValues.enumerated() {
        let end = index + 1 < entries.count ? entries[index + 1, 0] : Int64(chunkOffsets.count + 1)
        count += Int((end - row[0]) * row[1])
      }
      #expect(count == kept.count, "\(kept)")
    }
  }
}
