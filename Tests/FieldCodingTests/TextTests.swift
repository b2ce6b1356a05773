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

  /// A name, and a number behind it: 3GPP TS 26.244 §8.2.
  private struct MarkedName: FieldCodable {
    var name: Text = ""
    var number: UInt16 = 0

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.text("name", &name)
      try f.uint(16, "number", &number)
    }
  }

  @Test(arguments: [
    ("FEFF 004B 00F6 006C 006E 0000 0102", "Köln"), ("FFFE 4B00 F600 6C00 6E00 0000 0102", "Köln"),
    ("FEFF 0100 0061 0000 0102", "Āa"), ("FEFF D83D DE00 0000 0102", "😀"), ("FEFF 0000 0102", ""),
    ("4BC3B6 6C6E 00 0102", "Köln"), ("00 0102", ""),
  ])
  func textOfUTF16HasItsMark(bytes: String, name: String) throws {
    let bytes = hex(bytes)
    let found = try MarkedName(decoding: bytes)
    #expect(found.name.string == name && found.number == 0x0102)
    #expect(try found.encoded() == Array(bytes))
  }

  /// Phones write the mark of UTF-16 for an empty name.
  @Test func aMarkOfUTF16AloneIsNoText() {
    #expect(Text(bytes: [0xFE, 0xFF, 0, 0x41, 0, 0]).string == "A")
    #expect(Text(bytes: [0xFE, 0xFF]).string.isEmpty)
    #expect(Text(bytes: [0xFE, 0xFF, 0x41]).string == "þÿA")
  }
}
