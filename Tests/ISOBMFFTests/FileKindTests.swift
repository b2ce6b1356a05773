import FieldCoding
import ISOBMFF
import Testing

@Suite struct FileKindTests {
  @Test(arguments: [
    ("<?xpacket begin=\"\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>", "an XMP file", "live pair"),
    (
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict/></plist>", "a property list",
      "live pair"
    ),
    ("bplist00\u{1}", "a property list", "live pair"),
    ("\n{\"title\": \"a.jpg\"}", "a JSON file", "live pair"),
    ("PK\u{3}\u{4}\u{14}", "a ZIP archive", "live split"),
    ("A {\"title\": \"a.jpg\"}", "a text file", "does not read"),
  ])
  func filesBesidePhotosAreNamed(content: String, kind: String, words: String) throws {
    let bytes = Bytes(Array(content.utf8))
    #expect(FileKind(bytes) == .other(kind) && !FileKind(bytes).isOtherMedia)
    let refusal = try #require(FileKind(bytes).refusal(of: bytes))
    #expect(refusal.contains(kind) && refusal.contains(words), "\(refusal)")
  }
}
