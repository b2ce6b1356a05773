import FieldCoding
import Metadata
import Testing

/// The errors at which libjpeg stops before the first sample (jdmarker.c, jdinput.c, jdphuff.c, jdhuff.c).
@Suite struct JPEGStructureTests {
  private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    JPEGSegmentsTests.segment(marker, payload)
  }

  private static let quantization = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
  private static let frame = segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
  /// One code of one bit, for the symbol 0.
  private static func table(_ kind: UInt8, counts: [UInt8] = [1], symbol: UInt8 = 0) -> [UInt8] {
    let filled = counts + [UInt8](repeating: 0, count: 16 - counts.count)
    return segment(
      0xC4, [kind] + filled + [UInt8](repeating: symbol, count: counts.reduce(0) { $0 + Int($1) }))
  }
  private static let tables = table(0) + table(0x10)
  private static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x3F]

  private static func problem(_ parts: [UInt8]...) -> String? {
    JPEGSegments(Bytes([0xFF, 0xD8] + parts.joined() + [0xFF, 0xD9])).structureProblem
      .map { "\($0.reason)" }
  }

  /// The scans of a progressive picture bring coefficients by bands, and bits from the highest to the lowest (§G.1.1.1).
  @Test func scansThatAreMissing() {
    typealias Own = JPEGStructureTests
    func missing(_ components: Int, _ scans: [[UInt8]]) -> String? {
      let frame = Own.segment(
        0xC2,
        [8, 0, 8, 0, 8, UInt8(components)] + (1...components).flatMap { [UInt8($0), 0x11, 0] })
      let parts =
        Own.quantization + frame + Own.tables + scans.flatMap { Own.segment(0xDA, $0) + [0] }
      let jpeg = JPEGSegments(Bytes([0xFF, 0xD8] + parts + [0xFF, 0xD9]))
      #expect(jpeg.hasAllScans == (jpeg.missingScans == nil))
      return jpeg.missingScans
    }
    let first: [UInt8] = [1, 1, 0, 0, 0, 1]
    #expect(
      missing(1, [first])
        == "the last 1 bit of coefficient 0 and coefficients 1 to 63 of component 1")
    let band: [[UInt8]] = [[1, 1, 0, 1, 5, 2], [1, 1, 0, 6, 63, 2], [1, 1, 0, 1, 63, 0x21]]
    #expect(
      missing(1, [first] + band + [[1, 1, 0, 0, 0, 0x10]])
        == "the last 1 bit of coefficients 1 to 63 of component 1")
    #expect(
      missing(1, [first] + band + [[1, 1, 0, 0, 0, 0x10], [1, 1, 0, 1, 63, 0x10]]) == nil)
    // Two components lack the same.
    #expect(
      missing(3, [[3, 1, 0, 2, 0, 3, 0, 0, 0, 0], [1, 2, 0, 1, 63, 0]])
        == "coefficients 1 to 63 of components 1, 3")
  }

  /// What a scan lacks is in bytes that belong to no segment, or in a segment of an unknown kind.
  @Test(arguments: [[0, 0], [0xFE, 0xDB], [0xFF, 0x5B]] as [[UInt8]])
  func overwrittenMarkers(_ marker: [UInt8]) throws {
    typealias Own = JPEGStructureTests
    let parts: [[UInt8]] = [Own.quantization, Own.frame, Own.table(0), Own.table(0x10)]
    let end = Own.scan + [0xFF, 0xD9]
    // A first segment, without which the bytes would be no JPEG picture.
    let start: [UInt8] = [0xFF, 0xD8] + Own.segment(0xFE, [1])
    for (index, name) in [(0, "DQT"), (1, "SOF0"), (3, "DHT")] {
      var changed = parts
      changed[index].replaceSubrange(0..<2, with: marker)
      let whole = JPEGSegments(Bytes(start + parts.joined() + end))
      let broken = JPEGSegments(Bytes(start + changed.joined() + end))
      let found = broken.overwrittenMarkers
      #expect(found.map(\.name) == [name])
      let restored = try ByteSource(viewing: broken.written(restoring: found), filling: \.count)
      #expect(restored.bytes == whole.bytes)
    }
    // Nothing is restored where it does not help.
    #expect(JPEGSegments(Bytes(start + parts.joined() + end)).overwrittenMarkers.isEmpty)
    let junk = [0, 0] + Own.quantization.dropFirst(2)
    #expect(
      JPEGSegments(Bytes(start + parts.joined() + junk + end)).overwrittenMarkers.isEmpty)
  }

  @Test func soundFilesHaveNoProblem() throws {
    typealias Own = JPEGStructureTests
    #expect(Own.problem(Own.quantization, Own.frame, Own.tables, Own.scan) == nil)
    // Frames of Motion JPEG have the usual tables, which are not in the file: the codes 00 and 1010 are a grey block.
    #expect(
      Own.problem(Own.quantization, Own.frame, Own.scan.dropLast() + [0b0010_1011]) == nil)
    // The second scan brings its own table.
    let progressive = Own.segment(0xC2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    #expect(
      Own.problem(
        Own.quantization, progressive, Own.table(0), Own.segment(0xDA, [1, 1, 0, 0, 0, 1]), [0x3F],
        Own.table(0x10), Own.segment(0xDA, [1, 1, 0, 1, 63, 0]), [0x3F]) == nil)
    let twice = Own.segment(0xC0, [8, 0, 8, 0, 8, 2, 1, 0x11, 0, 1, 0x11, 0])
    #expect(
      Own.problem(
        Own.quantization, twice, Own.tables, Own.segment(0xDA, [2, 1, 0, 1, 0, 0, 63, 0]), [0x3F])
        == nil)
    // The height behind the scan.
    let low = Own.segment(0xC0, [8, 0, 0, 0, 8, 1, 1, 0x11, 0])
    #expect(
      Own.problem(Own.quantization, low, Own.tables, Own.scan, Own.segment(0xDC, [0, 8])) == nil)
    #expect(
      Own.problem(Own.quantization, low, Own.tables, Own.scan)
        == "the picture has no height, neither in its frame nor in a DNL segment")
  }

  @Test(arguments: [
    (frame + frame + tables + scan, "SOF0 segment is wrong: the picture has a frame already"),
    (tables + scan + frame, "SOS segment is wrong: no frame (SOF) precedes the scan"),
    (frame + tables + scan, "it needs the quantization table 0, which no DQT segment has"),
    (
      quantization + frame + tables + segment(0xDA, [1, 2, 0, 0, 63, 0]),
      "it has the component 2, which the frame does not have"
    ),
    (
      quantization + frame + tables + segment(0xDA, [1, 1, 0, 0, 63]),
      "its length does not fit its 1 component"
    ),
    (
      quantization + frame + segment(0xDA, [1, 1, 0x20, 0, 63, 0]),
      "it needs the DC Huffman table 2, which no DHT segment has"
    ),
    (
      quantization + frame + table(0, counts: [2]) + table(0x10) + scan,
      "the DC Huffman table 0 has codes that do not fit their lengths"
    ),
    (
      quantization + frame + table(0, symbol: 16) + table(0x10) + scan,
      "the DC Huffman table 0 has more than 15 bits for a number"
    ),
    (
      quantization + frame + scan,
      "it needs the DC Huffman table 0, which no DHT segment has, and the data are not codes of the usual one"
    ),
    (
      quantization + frame + table(0) + scan,
      "it needs the AC Huffman table 0, which no DHT segment has"
    ),
    (
      quantization + segment(0xC0, [8, 0, 8, 0, 8, 2, 1, 0x11, 0, 2, 0x11, 0])
        + segment(0xDA, [2, 2, 0, 1, 0, 0, 63, 0]),
      "its components are not in the order of the frame"
    ),
    (segment(0xC4, [0, 1]) + frame + scan, "DHT segment is wrong: it has 1 code, and 0 bytes"),
    (
      segment(0xDB, [1] + [UInt8](repeating: 1, count: 62) + [0, 0]) + quantization + frame + tables
        + scan, "DQT segment is wrong: 2 values of its table 1 are 0"
    ),
    (
      segment(0xDB, [0x10] + [UInt8](repeating: 1, count: 125) + [1, 0, 0]) + frame + tables + scan,
      "DQT segment is wrong: 1 value of its table 0 is 0"
    ),
    (segment(0xDB, [0x20]) + frame + scan, "it has values of an unknown size"),
    (segment(0xDB, [4]) + frame + scan, "it has a table 4, and only 0 to 3 exist"),
    (segment(0xDB, [0, 1]) + frame + scan, "the length does not fit its tables"),
    (segment(0xDD, [1]) + frame + scan, "the interval has 1 byte, not 2"),
    (segment(0xC0, [8, 0, 8, 0, 0, 1, 1, 0x11, 0]) + scan, "the picture has no width"),
    (segment(0xC0, [12, 0, 8, 0, 8, 1, 1, 0x11, 0]) + scan, "its samples have 12 bits"),
    (
      segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x15, 0]) + scan,
      "a component has the sampling factors 1 and 5"
    ),
    (
      quantization + segment(0xC2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]) + table(0x10)
        + segment(0xDA, [1, 1, 0, 1, 63, 0x1E]),
      "no progressive scan has the parameters Ss 1, Se 63, Ah 1, Al 14"
    ),
    (
      quantization + segment(0xC2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]) + table(0)
        + segment(0xDA, [1, 1, 0, 0, 0, 0]) + [0x3F] + segment(0xDA, [1, 1, 0, 1, 63, 0]),
      "it needs the AC Huffman table 0, which no DHT segment has"
    ),
  ])
  func wrongTablesAndHeaders(bytes: [UInt8], words: String) {
    let found = JPEGStructureTests.problem(bytes)
    #expect(found?.contains(words) ?? false, "\(found ?? "no problem")")
  }

  /// libjpeg: "two SOI markers".
  @Test func aSecondStart() {
    let parts = [
      [0xFF, 0xD8], JPEGStructureTests.quantization, [0xFF, 0xD8], JPEGStructureTests.frame,
      JPEGStructureTests.tables, JPEGStructureTests.scan, [0xFF, 0xD9],
    ]
    let jpeg = JPEGSegments(Bytes(Array(parts.joined())))
    #expect(jpeg.finding.map { "\($0.reason)" } == "has a second start (SOI) before its first scan")
    #expect(jpeg.segments.last?.marker == 0xDA)
  }

  @Test func lengthsAreNamed() {
    func finding(_ bytes: [UInt8]) -> String? {
      JPEGSegments(Bytes([0xFF, 0xD8] + bytes)).finding.map { "\($0.reason)" }
    }
    #expect(
      finding([0xFF, 0xE1, 0x10, 0, 1])
        == "the APP1 segment has 4,096 bytes, but only 3 are left")
    #expect(finding([0xFF, 0xDB, 0, 1, 1]) == "the DQT segment has no length")
    #expect(
      finding([0x12, 3, 0xAB])
        == "a marker (FF) should start here, but there is 12 03 AB")
  }
}
