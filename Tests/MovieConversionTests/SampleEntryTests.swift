import ISOBMFF
import MovieConversion
import TestSupport
import Testing

/// What names and sample entries say of a movie.
@Suite struct SampleEntryTests {
  /// Without parameter sets in the entry, the pictures may be of two fields.
  @Test(arguments: [("avc1", false), ("avc3", true), ("dvc ", true), ("hvc1", false)])
  func interlacing(type: FourCC, mayBe: Bool) {
    let entry = Box(type: type, VisualSampleEntry(), in: .sampleEntries)
    #expect(entry.mayBeInterlaced == mayBe)
    let empty = make(VisualSampleEntry()) { $0.children = [Box(AVCConfigurationBox())] }
    #expect(Box(type: "avc1", empty, in: .sampleEntries).mayBeInterlaced)
  }

  /// A person who gives a movie another ending may expect another kind of movie; who does not, knows.
  @Test(arguments: [
    ("a.mov", "isom", "a.mp4", true), ("a.mov", "isom", "a.mov", false),
    ("a.MOV", "isom", "b.mov", false), ("a.mov", "qt  ", "a.mp4", false),
    ("a.mp4", "qt  ", "a.mov", true), ("a.mp4", "qt  ", "a.mp4", false),
  ])
  func otherEndings(output: String, brand: FourCC, input: String, isRemarked: Bool) {
    let type = make(FileTypeBox()) { $0.majorBrand = brand }
    var file = BoxFile(Bytes())
    file.boxes = [Box(type)]
    let remark = MovieConverter.remark(on: file, named: output, from: input)
    #expect((remark != nil) == isRemarked, "\(remark ?? "")")
  }
}
