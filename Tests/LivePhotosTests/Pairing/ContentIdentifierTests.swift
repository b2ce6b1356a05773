import FieldCoding
import LivePhotos
import TestSupport
import Testing

@Suite("Content identifiers", .needsMedia)
struct ContentIdentifierTests {
  private func bytes(_ name: String) throws -> Bytes {
    try ByteSource(mapping: "\(MediaFolder.path ?? "")/livephoto-pairs/\(name)").bytes
  }

  /// The values are those of exiftool.
  @Test(
    "are read from both halves of real pairs",
    arguments: [
      ("iPhone13Pro_9B539AB8/IMG_7943.HEIC", "9B539AB8-A668-4FA6-9207-EB653A5E7E3C"),
      ("iPhone15Plus_71DCA213/IMG_3853.HEIC", "71DCA213-5710-4A6C-BC6D-CE6306AEB8D8"),
      ("iPhone15Pro_87D06EAA/IMG_3582_edited.heic", "87D06EAA-DAEF-4498-ABC5-27FE5C8CE710"),
      ("iPhone6s_E905E6C6/train.jpg", "E905E6C6-C747-4805-942F-9904A0281F02"),
      ("iPhone7Plus_3D388205/splitrock.jpg", "3D388205-9B11-4690-ABFB-3DB8CE42A984"),
      ("unpaired/LoveLiver/livephoto/IMG.JPG", "E5B787E0-7047-4A1A-9464-DCDFDAB14F25"),
    ])
  func still(name: String, identifier: String) throws {
    #expect(ContentIdentifier(still: try bytes(name))?.text == identifier)
    #expect(ContentIdentifier(movie: try bytes(name)) == nil)
  }

  @Test(
    "are read from movies",
    arguments: [
      ("iPhone13Pro_9B539AB8/IMG_7943_HEVC.MOV", "9B539AB8-A668-4FA6-9207-EB653A5E7E3C"),
      ("iPhone15Plus_71DCA213/IMG_3853.MOV", "71DCA213-5710-4A6C-BC6D-CE6306AEB8D8"),
      ("iPhone15Pro_87D06EAA/IMG_3582_edited.mov", "87D06EAA-DAEF-4498-ABC5-27FE5C8CE710"),
      ("iPhone6s_E905E6C6/train.mov", "E905E6C6-C747-4805-942F-9904A0281F02"),
      ("unpaired/LoveLiver/livephoto/IMG.MOV", "83599CB7-66F5-4CE1-AE92-EEFD988AB08A"),
    ])
  func movie(name: String, identifier: String) throws {
    #expect(ContentIdentifier(movie: try bytes(name))?.text == identifier)
    #expect(ContentIdentifier(still: try bytes(name)) == nil)
  }

  @Test("are missing where nothing was written")
  func missing() throws {
    #expect(ContentIdentifier(still: try bytes("unpaired/LoveLiver/original/IMG.JPG")) == nil)
    #expect(ContentIdentifier(movie: try bytes("unpaired/LoveLiver/original/IMG.MOV")) == nil)
    #expect(ContentIdentifier(still: Bytes()) == nil)
  }
}
