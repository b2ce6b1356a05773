import Metadata
import Testing

@Suite struct ExifThumbnailTests {
  private let jpeg: [UInt8] = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]

  @Test(arguments: [ByteOrder.big, .little])
  func aThumbnailStandsAtTheEnd(order: ByteOrder) throws {
    // Without its own one.
    let before = try ExifEditor.upright(
      Bytes(Samples.photo(order)), width: 3024, height: 4032, isRotated: true
    ).bytes
    let after = try ExifEditor.addingThumbnail(jpeg, to: Bytes(before))
    let file = try TIFFFile(Bytes(after))
    #expect(file.findings.isEmpty)
    let thumbnail = try #require(file[.ifd1])
    #expect(thumbnail.entries.map(\.tag) == [0x0103, 0x011A, 0x011B, 0x0128, 0x0201, 0x0202])
    #expect(thumbnail[0x0103]?.integer() == 6)
    #expect(thumbnail[0x0202]?.integer() == 7)
    let start = try #require(thumbnail[0x0201]?.integer().map { Int($0) })
    #expect(start % 2 == 0 && Array(after[start...]) == jpeg)
    // Everything else is unchanged, except the offset of the new directory.
    let changed = zip(before, after).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(!changed.isEmpty && changed.allSatisfy { (58..<62).contains($0) }, "\(changed)")
  }

  @Test func thereIsNoSecondThumbnail() throws {
    #expect(throws: FieldError.self) {
      try ExifEditor.addingThumbnail(jpeg, to: Bytes(Samples.photo(.big)))
    }
    #expect(throws: FieldError.self) {
      try ExifEditor.addingThumbnail(jpeg, to: Bytes(Array("MM\0*".utf8)))
    }
  }

  /// What follows the end of a thumbnail, and other application data in it, is none of the picture.
  @Test(arguments: ["+47.1234+008.5678/", "lat:47.123456", "something else"])
  func locationsInAndBehindThumbnails(text: String) throws {
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x3F, 0xFF, 0xD9]
    let data = Array(text.utf8)
    let other: [UInt8] = [0xFF, 0xE5, 0, UInt8(data.count + 2)] + data
    func stripped(_ thumbnail: [UInt8]) throws -> ExifEditor.Result {
      let before = try ExifEditor.upright(
        Bytes(Samples.photo(.big)), width: 3024, height: 4032, isRotated: true
      ).bytes
      let tiff = try ExifEditor.addingThumbnail(thumbnail, to: Bytes(before))
      return try ExifEditor.withoutLocation(Bytes(tiff))
    }
    func has(_ part: [UInt8], _ result: ExifEditor.Result) -> Bool {
      result.bytes.indices.contains { result.bytes[$0...].starts(with: part) }
    }
    let behind = try stripped([0xFF, 0xD8] + scan + data)
    #expect(!has(data, behind) && has(scan, behind))
    #expect(
      behind.notes.contains("what follows the thumbnail is left out: it may hold the location"))
    let within = try stripped([0xFF, 0xD8] + other + scan)
    #expect(has(data, within) == (text == "something else"))
    // Padding is nothing.
    let padded = try stripped([0xFF, 0xD8] + scan + [UInt8](repeating: 0xFF, count: 16))
    #expect(has(scan + [0xFF, 0xFF], padded))
  }
}
