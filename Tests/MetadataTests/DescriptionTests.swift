import Metadata
import Testing

@Suite struct DescriptionTests {
  private final class Lines: FieldSink {
    var lines: [String] = []
    private var depth = 0
    func open(_ group: FieldGroup) -> Bool {
      lines.append(indent + group.name)
      depth += 1
      return true
    }
    func close(_ group: FieldGroup) { depth -= 1 }
    func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
      switch value {
      case .uint(let number, .names(let names)):
        lines.append("\(indent)\(name) \(number) \(names[number] ?? "?")")
      case .uint(let number, _): lines.append("\(indent)\(name) \(number)")
      case .text(let text): lines.append("\(indent)\(name) \(text) @\(bits.lowerBound / 8)")
      default: lines.append("\(indent)\(name)")
      }
    }
    func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
    func damage(_ error: FieldError) { lines.append("\(error)") }
    private var indent: String { String(repeating: " ", count: depth) }
  }

  @Test func directoriesAreNested() throws {
    let sink = Lines()
    try TIFFFile(Bytes(Samples.photo(.big))).describe(to: sink)
    #expect(
      sink.lines == [
        "byte_order MM, big-endian @0", "IFD0", " Make Apple @200",
        " Orientation 6 rotate 90° clockwise", " ExifIFD 80", " Exif",
        "  ExposureTime 1/125 @208", "  DateTimeOriginal 2023:09:12 14:03:11 @216",
        "  MakerNote", "  MakerNote", "   ContentIdentifier \(Samples.identifier) @532",
        "  PixelXDimension 4032", "  PixelYDimension 3024", "  InteroperabilityIFD 180",
        "  Interoperability", "   InteroperabilityIndex R98 @190", " GPSInfoIFD 240", " GPS",
        "  GPSLatitudeRef S @250", "  GPSLatitude 33/1 30/1 3600/100 @320",
        "  GPSLongitudeRef E @274", "  GPSLongitude 151/1 0/1 0/1 @344",
        "  GPSAltitudeRef 1 below sea level", "  GPSAltitude 205/10 @368", "IFD1",
        " Orientation 6 rotate 90° clockwise", " JPEGInterchangeFormat 600",
        " JPEGInterchangeFormatLength 20",
      ])
  }

  /// Thousands of entries that point to one directory must not show it thousands of times.
  @Test func repeatedPointersAreFollowedOnce() throws {
    var tiff = Builder(order: .little)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in
      for _ in 0..<500 { t.entry(0x8769, 4, 1, long: 8000) }
    }
    tiff.directory(at: 8000, next: 0) { t in
      for _ in 0..<500 { t.entry(0xA005, 4, 1, long: 16_000) }
    }
    tiff.directory(at: 16_000, next: 0) { _ in }
    let sink = Lines()
    try TIFFFile(Bytes(tiff.all)).describe(to: sink)
    #expect(sink.lines.count == 1004)
  }

  /// Entries may share one long text; showing them must not cost its length each time.
  @Test func longTextsAreCutBetweenCharacters() throws {
    var tiff = Builder(order: .big)
    tiff.start()
    tiff.directory(at: 8, next: 0) { t in
      for _ in 0..<1000 { t.entry(0x010E, 2, 100_000, at: 20_000) }
    }
    let text = "x" + String(repeating: "é", count: 49_999)
    tiff.text(text, at: 20_000)
    let file = try TIFFFile(Bytes(tiff.all))
    let entry = try #require(file[.ifd0]?[0x010E])
    #expect(entry.text == text)
    // The 4096th byte is the first of a character.
    #expect(entry.valueText == "x" + String(repeating: "é", count: 2047) + " … (100,000 bytes)")
    let sink = Lines()
    file.describe(to: sink)
    #expect(sink.lines.reduce(0) { $0 + $1.utf8.count } < 5_000_000)
  }

  @Test(arguments: [
    (1, 125, "1/125"), (200, 10_000, "1/50"), (329, 500_000, "1/1520"), (1, 4, "1/4"),
    (3, 10, "0.3"), (997_683, 1_000_000, "1"), (25, 10, "2.5"), (30, 1, "30"), (1, 0, "1/0"),
    (0, 1, "0/1"), (1, 4_294_967_295, "1/4294967295"), (4_294_967_295, 1, "4294967295"),
  ])
  func exposureTimesAreSaidAsPhotographersDo(upper: Int64, lower: Int64, words: String) {
    #expect(TIFFRational(numerator: upper, denominator: lower).exposureText == words)
  }

  @Test func aDirectoryOfFarTooManyEntriesIsCutShort() throws {
    var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0xFF, 0xFF]
    bytes += [UInt8](repeating: 0x01, count: 65_535 * 12 + 4)
    let file = try TIFFFile(Bytes(bytes))
    #expect(file.findings.count <= 256)
    #expect(file.findings.first?.path == ["IFD0"])
  }
}
