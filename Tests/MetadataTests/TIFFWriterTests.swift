import Metadata
import Testing

@Suite struct TIFFWriterTests {
  @Test func theSmallestStructureWithAContentIdentifier() throws {
    let note = try MakerNote.apple(contentIdentifier: Samples.identifier)
    #expect(note == Samples.appleNote)
    let tiff = try TIFFWriter.tiff(
      .big, [TIFFField(0x8769, .directory([TIFFField(0x927C, .undefined(note))]))])
    let expected: [UInt8] =
      [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0x1A]
      + [0, 0, 0, 0, 0, 1, 0x92, 0x7C, 0, 7, 0, 0, 0, 0x45, 0, 0, 0, 0x2C, 0, 0, 0, 0] + note
    #expect(tiff.count == 113)
    #expect(tiff == expected)
    #expect(ExifSummary(tiff: Bytes(tiff)).contentIdentifier == Samples.identifier)
  }

  @Test(arguments: [ByteOrder.big, .little])
  func whatIsWrittenIsRead(order: ByteOrder) throws {
    let negative = TIFFRational(numerator: -1, denominator: 3)
    let tiff = try TIFFWriter.tiff(
      order,
      [
        TIFFField(0x8825, .directory([TIFFField(1, .text("N")), TIFFField(5, .bytes([0]))])),
        TIFFField(
          0x8769,
          .directory([TIFFField(0x9204, .signedRationals([negative]))])),
        TIFFField(0x010F, .text("Maker")),
        TIFFField(0x0112, .shorts([6])),
        TIFFField(
          0x013E,
          .rationals([.init(numerator: 3, denominator: 10), .init(numerator: 1, denominator: 2)])),
      ],
      thumbnail: [TIFFField(0x0201, .offset(of: [0xFF, 0xD8])), TIFFField(0x0202, .longs([2]))])
    let file = try TIFFFile(Bytes(tiff))
    #expect(file.findings == [])
    #expect(file.directories.map(\.kind) == [.ifd0, .exif, .gps, .ifd1])
    #expect(file[.ifd0]?.entries.map(\.tag) == [0x010F, 0x0112, 0x013E, 0x8769, 0x8825])
    #expect(file[.ifd0]?[0x010F]?.text == "Maker")
    #expect(file[.ifd0]?[0x0112]?.integer() == 6)
    #expect(file[.ifd0]?[0x013E]?.number(at: 1) == 0.5)
    #expect(file[.exif]?[0x9204]?.number() == -1.0 / 3)
    #expect(file[.gps]?[1]?.text == "N")
    let offset = try #require(file[.ifd1]?[0x0201]?.integer())
    #expect(tiff[Int(offset)...].elementsEqual([0xFF, 0xD8]))
  }

  @Test func aContentIdentifierIsSetInANote() throws {
    let other = "FFFFFFFF-0000-4111-8222-333344445555"
    let note = MakerNote(Bytes(Samples.appleNote))
    let replaced = try #require(note.settingContentIdentifier(other))
    #expect(replaced.count == 69)
    #expect(MakerNote(Bytes(replaced)).contentIdentifier == other)
    let longer = try #require(note.settingContentIdentifier(other + "!"))
    #expect(MakerNote(Bytes(longer)).contentIdentifier == other + "!")

    var without = Samples.appleNote
    without[17] = 0x05
    let inserted = try #require(MakerNote(Bytes(without)).settingContentIdentifier(other))
    let result = MakerNote(Bytes(inserted))
    #expect(result.findings == [])
    #expect(result.contentIdentifier == other)
    #expect(result.directory?.entries.map(\.tag) == [0x05, 0x11])
    #expect(result.directory?[0x05]?.text == Samples.identifier)
    #expect(MakerNote(Bytes("Nikon\0".utf8)).settingContentIdentifier(other) == nil)
  }
}
