import StillMetadata
import Testing

@Suite struct ExifThumbnailTests {
  private let jpeg: [UInt8] = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]

  @Test(arguments: [ByteOrder.big, .little])
  func aThumbnailStandsAtTheEnd(order: ByteOrder) throws {
    // Without its own one.
    let before = try ExifEditor.upright(
      Bytes(Samples.photo(order)), width: 3024, height: 4032, isTurned: true
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
}
