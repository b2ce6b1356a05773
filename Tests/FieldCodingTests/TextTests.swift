import FieldCoding
import TestSupport
import Testing

@Suite struct TextTests {
  /// A length byte and a text, in a field of a fixed size.
  private struct Name: FieldCodable {
    var text = Text("", form: .counted)
    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.pascalText("name", &text, in: 8)
    }
  }

  /// Some writers count the padding: it is kept, and not shown.
  @Test(arguments: [
    ("04 48455643 000000", "HEVC"), ("07 48455643 000000", "HEVC"), ("07 00000000 000000", ""),
    ("00 00000000 000000", ""), ("06 48004500 0000FF", "H\0E"),
    // A length beyond the field: all of it is text.
    ("20 48455643 000000", " HEVC"),
  ])
  func paddingIsNoText(_ bytes: String, text: String) throws {
    let name = try Name(decoding: hex(bytes))
    #expect(name.text.string == text)
    #expect(try name.encoded() == Array(hex(bytes)))
    let recorder = FieldRecorder()
    _ = try Name(decoding: hex(bytes), sink: recorder)
    #expect(recorder.fields.map(\.value) == [.text(name.text)])
  }

  @Test func countsAgreeWithNouns() {
    #expect(counted(0, "byte") == "0 bytes")
    #expect(counted(1, "byte") == "1 byte")
    #expect(counted(2 as UInt64, "byte") == "2 bytes")
    #expect(counted(1, "entry", "entries") == "1 entry")
    #expect(counted(3, "byte follows", "bytes follow") == "3 bytes follow")
  }

  /// Phones write the mark of UTF-16 for an empty name.
  @Test func aMarkOfUTF16AloneIsNoText() {
    #expect(Text(bytes: [0xFE, 0xFF]).string.isEmpty)
    #expect(Text(bytes: [0xFE, 0xFF, 0x41]).string == "þÿA")
  }
}
