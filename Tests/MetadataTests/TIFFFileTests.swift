import Metadata
import Testing

@Suite struct TIFFFileTests {
  /// Raw photos have a directory for each of their pictures (TIFF/EP §5.2).
  @Test func furtherPicturesAreRead() throws {
    var tiff = Builder(order: .big)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in
      t.entry(0x0100, 4, 1, long: 160)
      t.entry(0x014A, 4, 3, at: 100)
    }
    tiff.bytes(tiff.number(200, 4) + tiff.number(300, 4) + tiff.number(200, 4), at: 100)
    tiff.directory(at: 200, next: 0) { t in t.entry(0x0100, 4, 1, long: 6000) }
    tiff.directory(at: 300, next: 0) { t in t.entry(0x0100, 4, 1, long: 1024) }
    let file = try TIFFFile(Bytes(tiff.all))
    #expect(file.directories.map(\.kind) == [.ifd0, .sub(0), .sub(1)])
    #expect(file.subdirectories.map { $0[0x0100]?.integer() } == [6000, 1024])
    // The third is the first again.
    #expect(file.findings.count == 1)
    #expect(file[.ifd0]?[0x0100]?.integer() == 160)
  }

  @Test(arguments: [ByteOrder.big, .little])
  func everyDirectoryIsRead(order: ByteOrder) throws {
    let file = try TIFFFile(Bytes(Samples.photo(order)))
    #expect(file.order == order)
    #expect(
      file.directories.map(\.kind) == [.ifd0, .exif, .interoperability, .gps, .ifd1])
    #expect(file.findings == [])
    #expect(file[.ifd0]?[0x010F]?.text == "Apple")
    #expect(file[.exif]?[0x829A]?.rational() == TIFFRational(numerator: 1, denominator: 125))
    #expect(file[.exif]?[0xA003]?.integer() == 3024)
    #expect(file[.interoperability]?[1]?.text == "R98")
    #expect(file[.exif]?[0x9003]?.value.fileOffset == 216)
  }

  @Test(arguments: [ByteOrder.big, .little])
  func theSummaryHasWhatPeopleWant(order: ByteOrder) throws {
    let summary = ExifSummary(tiff: Bytes(Samples.photo(order)))
    #expect(summary.make == "Apple")
    #expect(summary.dateTimeOriginal == "2023-09-12 14:03:11")
    #expect(summary.orientation == 6)
    #expect(summary.pixelWidth == 4032)
    #expect(summary.pixelHeight == 3024)
    let location = try #require(summary.location)
    #expect(abs(location.latitude + 33.51) < 1e-9)
    #expect(location.longitude == 151)
    #expect(location.altitude == -20.5)
    #expect(summary.makerNoteVendor == "Apple")
    #expect(summary.contentIdentifier == Samples.identifier)
    #expect(summary.findings == [])
  }

  @Test func anAltitudeNeedsNoPosition() {
    var tiff = Builder(order: .little)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in t.entry(0x8825, 4, 1, long: 40) }
    tiff.directory(at: 40, next: 0) { t in t.entry(6, 5, 1, at: 80) }
    tiff.longs([7074, 2], at: 80)
    let summary = ExifSummary(tiff: Bytes(tiff.all))
    #expect(summary.location == nil)
    #expect(summary.altitude == 3537)
    #expect(summary.findings == [])
  }

  @Test func loopsEnd() throws {
    var loop = Builder(order: .big)
    loop.start()
    loop.directory(at: 8, next: 8) { t in
      t.entry(0x8769, 4, 1, long: 8)
      t.entry(0x8825, 4, 1, long: 8)
    }
    let file = try TIFFFile(Bytes(loop.all))
    #expect(file.directories.count == 1)
    #expect(file.findings.count == 3)
  }

  @Test func longChainsEnd() throws {
    var chain = Builder(order: .little)
    chain.start()
    for index in 0..<100 {
      chain.directory(at: 8 + index * 6, next: UInt64(14 + index * 6)) { _ in }
    }
    let file = try TIFFFile(Bytes(chain.all))
    #expect(file.directories.count == 16)
    #expect(file.findings.count == 1)
  }

  @Test func damageIsLocalAndHasAPath() throws {
    var tiff = Builder(order: .big)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in
      t.entry(0x010F, 2, 0xFFFF_FFFF, at: 0xFFFF_FFFF)
      t.entry(0x0110, 77, 1, long: 0)
      t.entry(0x0112, 3, 1, short: 3)
      t.entry(0x8769, 4, 1, long: 80)
    }
    tiff.directory(at: 80, next: 0) { t in t.entry(0x829D, 5, 2, at: 90) }
    let file = try TIFFFile(Bytes(tiff.all))
    #expect(
      file.findings.map(\.path) == [
        ["IFD0", "Make"], ["IFD0", "Model"], ["IFD0", "Exif", "FNumber"],
      ])
    #expect(file.findings.map(\.offset) == [10, 22, 82])
    #expect(file[.ifd0]?[0x0112]?.integer() == 3)
  }

  @Test func otherBytesAreRefused() {
    for bytes in [[], Array("II*".utf8), Array("Exif\0\0MM".utf8), Array("II+\0\u{8}\0\0\0".utf8)] {
      #expect(throws: FieldError.self) { try TIFFFile(Bytes(bytes)) }
      #expect(ExifSummary(tiff: Bytes(bytes)).findings.count == 1)
    }
  }
}

@Suite struct ExifItemTests {
  private let tiff = Samples.photo(.big)

  @Test(arguments: [0, 6, 10])
  func theOffsetFieldIsFollowed(skip: Int) {
    let before = [UInt8](repeating: 0, count: skip)
    let payload = Bytes([0, 0, 0, UInt8(skip)] + before + tiff)
    #expect(ExifItem.tiff(in: payload) == Bytes(tiff))
  }

  @Test func aWrongOffsetFieldIsSearchedPast() {
    let payload = Bytes([0xFF, 0, 0, 9] + Array("Exif\0\0".utf8) + tiff)
    #expect(ExifItem.tiff(in: payload) == Bytes(tiff))
    #expect(ExifItem.tiff(in: Bytes(tiff)) == Bytes(tiff))
  }

  @Test func theLengthOfASegmentEndsTheStructure() {
    let length = UInt16(tiff.count + 8)
    let header: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)]
    let segment = header + Array("Exif\0\0".utf8) + tiff
    let payload = Bytes([0, 0, 0, 10] + segment + [0xFF, 0xDB, 1, 2, 3])
    #expect(ExifItem.tiff(in: payload) == Bytes(tiff))
  }

  /// Some phones do not count the length's own two bytes: the thumbnail would end too early.
  @Test func aLengthWithoutItselfIsSeenByTheThumbnail() {
    let length = UInt16(tiff.count + 6)
    let header: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)]
    let segment = header + Array("Exif\0\0".utf8) + tiff
    let payload = Bytes([0, 0, 0, 10] + segment + [0xFF, 0xDB, 1, 2, 3])
    #expect(ExifItem.tiff(in: payload) == Bytes(tiff))
  }

  @Test func nothingIsFoundInNothing() {
    #expect(ExifItem.tiff(in: Bytes()) == nil)
    #expect(ExifItem.tiff(in: Bytes([0, 0, 0, 0])) == nil)
    #expect(ExifItem.tiff(in: Bytes([UInt8](repeating: 0x4D, count: 200))) == nil)
  }
}
