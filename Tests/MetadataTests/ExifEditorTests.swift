import Metadata
import Testing

@Suite struct ExifEditorTests {
  @Test(arguments: [ByteOrder.big, .little])
  func onlyTheRightBytesChange(order: ByteOrder) throws {
    let before = Samples.photo(order)
    let result = try ExifEditor.upright(Bytes(before), width: 3024, height: 4032)
    let summary = ExifSummary(tiff: Bytes(result.bytes))
    #expect(summary.orientation == 1)
    #expect(summary.pixelWidth == 3024)
    #expect(summary.pixelHeight == 4032)
    #expect(summary.contentIdentifier == Samples.identifier)
    // The thumbnail stood behind the maker note, its directory before it.
    #expect(result.bytes.count == before.count)
    #expect(try TIFFFile(Bytes(result.bytes))[.ifd1] == nil)
    let changed = zip(before, result.bytes).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    // Orientation, next directory, PixelXDimension, PixelYDimension.
    let allowed = [30..<32, 58..<62, 126..<130, 138..<140]
    #expect(changed.allSatisfy { byte in allowed.contains { $0.contains(byte) } }, "\(changed)")
    #expect(result.notes.isEmpty && result.lostThumbnail)
  }

  @Test func anUprightPhotoKeepsItsThumbnail() throws {
    let before = Samples.photo(.big, orientation: 1)
    let result = try ExifEditor.upright(Bytes(before), width: 4032, height: 3024)
    #expect(result.bytes == before)
    #expect(result.notes == [])
  }

  @Test func whatIsTooLongLosesZerosThatNobodyUses() throws {
    let before = Samples.photo(.big, orientation: 1)
    let padded = Bytes(before + [0, 0, 0])
    func edited(limit: Int) throws -> [UInt8] {
      try ExifEditor.upright(padded, width: 4032, height: 3024, limit: limit).bytes
    }
    #expect(try edited(limit: before.count) == before)
    #expect(try edited(limit: 600) == before, "all else goes into several segments")
    #expect(try edited(limit: 65_527) == Array(padded))
    let used = Bytes(before + [0, 7, 0])
    let result = try ExifEditor.upright(used, width: 4032, height: 3024, limit: 600)
    #expect(result.bytes == Array(used), "what is there may be a maker note's")
  }

  @Test func aThumbnailOfPixelsThatWereTurnedGoes() throws {
    let before = Bytes(Samples.photo(.big, orientation: 1))
    let result = try ExifEditor.upright(before, width: 4032, height: 3024, isRotated: true)
    #expect(try TIFFFile(Bytes(result.bytes))[.ifd1] == nil)
    #expect(result.notes.isEmpty)
    #expect(result.lostThumbnail)
  }

  @Test func aThumbnailAtTheEndIsCutOff() throws {
    var tiff = Builder(order: .little)
    tiff.start()
    tiff.directory(at: 8, next: 40) { t in t.entry(0x0112, 3, 1, short: 3) }
    tiff.directory(at: 40, next: 0) { t in
      t.entry(0x0201, 4, 1, long: 80)
      t.entry(0x0202, 4, 1, long: 4)
    }
    tiff.bytes([0xFF, 0xD8, 0xFF, 0xD9, 0, 0], at: 80)
    let result = try ExifEditor.upright(Bytes(tiff.all), width: 1, height: 1)
    #expect(result.bytes.count == 26)
    #expect(try TIFFFile(Bytes(result.bytes)).findings == [])
    // Unreferenced bytes before the thumbnail may belong to a maker note.
    tiff.bytes([7], at: 30)
    let kept = try ExifEditor.upright(Bytes(tiff.all), width: 1, height: 1)
    #expect(kept.bytes.count == 40)
    #expect(kept.bytes.dropFirst(30).first == 7)
  }

  /// Values that are not in their entry, but where the header or a directory is.
  @Test(arguments: [UInt64(0), 4, 8, 30, 48])
  func theStructureItselfIsNotOverwritten(offset: UInt64) throws {
    var tiff = Builder(order: .big)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in
      t.entry(0x0100, 3, 8, at: offset)
      t.entry(0x0112, 3, 1, short: 1)
      t.entry(0x8769, 4, 1, long: 50)
    }
    tiff.directory(at: 50, next: 0) { t in t.entry(0xA002, 3, 1, short: 1) }
    let result = try ExifEditor.upright(Bytes(tiff.all), width: 7, height: 7)
    #expect(result.notes == ["ImageWidth has no bytes of its own for 7; it stays as it is"])
    let file = try TIFFFile(Bytes(result.bytes))
    #expect(file.findings == [])
    #expect(file[.exif]?[0xA002]?.integer() == 7)
  }

  @Test func anOrientationInTheHeaderIsRefused() throws {
    var tiff = Builder(order: .big)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in t.entry(0x0112, 3, 8, at: 0) }
    let error = try #require(throws: FieldError.self) {
      try ExifEditor.upright(Bytes(tiff.all), width: 1, height: 1)
    }
    #expect(error.path == ["IFD0", "Orientation"])
  }
}
