import Conversion
import ISOBMFF
import TestSupport
import Testing

/// What sample entries say of a movie.
@Suite struct SampleEntryTests {
  /// Without parameter sets in the entry, the pictures may be of two fields.
  @Test(arguments: [("avc1", false), ("avc3", true), ("dvc ", true), ("hvc1", false)])
  func interlacing(type: FourCC, mayBe: Bool) {
    let entry = Box(type: type, VisualSampleEntry(), in: .sampleEntries)
    #expect(entry.mayBeInterlaced == mayBe)
    let empty = make(VisualSampleEntry()) { $0.children = [Box(AVCConfigurationBox())] }
    #expect(Box(type: "avc1", empty, in: .sampleEntries).mayBeInterlaced)
  }
}
