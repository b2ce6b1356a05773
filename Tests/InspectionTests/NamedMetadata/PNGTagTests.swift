import FieldCoding
import Inspection
import Metadata
import Testing

/// The metadata of PNG images.
@Suite struct PNGTagTests {
  /// What cannot be decompressed is named.
  @Test func damagedTextsAreNamed() {
    var file = PNGChunks.signature
    for (type, data) in [("iCCP", "Name\0\0..."), ("zTXt", "Comment\0\0....."), ("IEND", "")] {
      file += [0, 0, 0, UInt8(data.utf8.count)] + Array((type + data).utf8) + [0, 0, 0, 0]
    }
    let tags = NamedMetadata(Bytes(file), inflate: { _, _ in nil }).tags
    #expect(
      tags.map { "\($0.group):\($0.name)=\($0.value)" } == [
        "PNG:iCCP=compressed (deflate): (Binary data 3 bytes)",
        "PNG:zTXt Comment=compressed (deflate): (Binary data 5 bytes)",
      ])
    let read = NamedMetadata(Bytes(file), inflate: { stream, _ in stream }).tags
    #expect(!read.contains { $0.group == "PNG" })
  }
}
