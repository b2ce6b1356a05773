import FieldCoding
import Inspection
import Testing

/// The genre of songs, which iTunes stores as a number.
@Suite struct ITunesGenreTests {
  private func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let count = UInt32(payload.count + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + Array(type.utf8)
      + payload
  }

  private func genre(_ number: [UInt8]) -> String? {
    let value = box("data", [0, 0, 0, 0, 0, 0, 0, 0] + number)
    let items = box("ilst", box("gnre", value))
    let handler = box(
      "hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9))
    let movie = box("moov", box("udta", box("meta", [0, 0, 0, 0] + handler + items)))
    let file = box("ftyp", Array("M4A ".utf8) + [0, 0, 0, 0]) + movie
    return NamedMetadata(Bytes(file)).tags.first { $0.name == "Genre" }?.value
  }

  @Test func numbersAreNames() {
    #expect(genre([0, 3]) == "Country" && genre([0, 53]) == "Electronic")
    // No genre has this number, which stays.
    #expect(genre([0xFF, 0xFF])?.isEmpty == false)
  }
}
