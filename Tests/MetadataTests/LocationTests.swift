import Metadata
import Testing

@Suite struct LocationTests {
  @Test(arguments: [ByteOrder.big, .little])
  func theGPSDirectoryAndItsValuesGo(order: ByteOrder) throws {
    let before = Samples.photo(order)
    let result = try ExifEditor.withoutLocation(Bytes(before))
    let file = try TIFFFile(Bytes(result.bytes))
    #expect(file.findings.isEmpty)
    #expect(file[.gps] == nil)
    #expect(file[.ifd0]?.entries.map(\.tag) == [0x010F, 0x0112, 0x8769])
    #expect(file[.ifd1]?.entries.count == 3, "the chain goes on")
    #expect(file.makerNote?.contentIdentifier == Samples.identifier)
    #expect(result.notes == [])
    #expect(result.bytes.count == before.count)
    // The directory of six entries at 240, and its values up to 376.
    #expect(result.bytes[240..<376].allSatisfy { $0 == 0 })
    let changed = zip(before, result.bytes).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(changed.allSatisfy { (8..<62).contains($0) || (240..<376).contains($0) })
    #expect(ExifEditor.mayHaveLocation(Bytes(before)))
    #expect(!ExifEditor.mayHaveLocation(Bytes(result.bytes)))
  }

  /// An entry that cannot be read may hold the location, too: it goes, and is named.
  @Test(arguments: [ByteOrder.big, .little])
  func anEntryThatCannotBeReadGoes(order: ByteOrder) throws {
    var before = Samples.photo(order)
    // The type of the first entry of IFD0.
    (before[12], before[13]) = (99, 99)
    let result = try ExifEditor.withoutLocation(Bytes(before))
    #expect(result.notes == ["Make is left out: it cannot be read"])
    let file = try TIFFFile(Bytes(result.bytes))
    #expect(file.findings.isEmpty && file[.gps] == nil)
    #expect(file[.ifd0]?.entries.map(\.tag) == [0x0112, 0x8769])
    #expect(file.makerNote?.contentIdentifier == Samples.identifier)
    #expect(result.bytes[240..<376].allSatisfy { $0 == 0 })
    #expect(!ExifEditor.mayHaveLocation(Bytes(result.bytes)))
  }

  @Test func notesOfOtherVendorsAndEmbeddedMetadataGo() throws {
    var tiff = Builder(order: .little)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in
      t.entry(0x02BC, 1, 8, at: 60)
      t.entry(0x010F, 2, 4, text: "Me!")
      t.entry(0x8769, 4, 1, long: 80)
    }
    tiff.bytes(Array("<x:xmp/>".utf8), at: 60)
    tiff.directory(at: 80, next: 0) { t in t.entry(0x927C, 7, 14, at: 120) }
    tiff.bytes(Array("Nikon\0 Bern 46".utf8), at: 120)
    let result = try ExifEditor.withoutLocation(Bytes(tiff.all))
    #expect(
      Set(result.notes) == [
        "the maker note of Nikon is left out: it may hold the location",
        "XMP inside of the Exif metadata is left out: it may hold the location",
      ])
    let file = try TIFFFile(Bytes(result.bytes))
    #expect(file[.ifd0]?.entries.map(\.tag) == [0x010F, 0x8769])
    #expect(file[.exif]?.entries.count == 0)
    #expect(result.bytes[60..<68].allSatisfy { $0 == 0 })
    #expect(result.bytes[120..<134].allSatisfy { $0 == 0 })
  }

  @Test func sharedOrDamagedBytesAreAnError() throws {
    var tiff = Builder(order: .big)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in
      t.entry(0x010F, 2, 8, at: 60)
      t.entry(0x8825, 4, 1, long: 80)
    }
    tiff.bytes(Array("A maker\0".utf8), at: 60)
    tiff.directory(at: 80, next: 0) { t in t.entry(2, 5, 1, at: 60) }
    let shared = tiff.all
    #expect(throws: FieldError.self) { try ExifEditor.withoutLocation(Bytes(shared)) }
    let cut = Array(Samples.photo(.big).prefix(300))
    #expect(throws: FieldError.self) { try ExifEditor.withoutLocation(Bytes(cut)) }
    #expect(ExifEditor.mayHaveLocation(Bytes(cut)))
  }
}
