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
}
