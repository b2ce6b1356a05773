import Foundation
import Metadata
import Testing

/// Locations are found in every form in which files have them, and nothing else is.
@Suite struct PlaceTracesTests {
  /// 46° 21′ 49″ N, 14° 5′ 38″ W of Bled.
  private var traces: LocationTraces {
    var traces = LocationTraces()
    traces.add(latitude: 46.363611, longitude: -14.093889)
    traces.add(name: "Bled")
    traces.add(name: "Slovenské Konjice")
    return traces
  }

  @Test(arguments: [
    "46.363611", "46.3636, -14.0939", "+46.3636-014.0939+475/", "lat=46.36 lon=-14.09",
    "46,3636 14,0939", "(14.094, 46.364)", "46.364° N", "N 46.36361", "46.3636110000001",
    "46°21'49\"N", "46° 21′ 49″", "46 deg 21' 49.00\" N, 14 deg 5' 38.00\" W", "N46 21 49",
    "46:21:49, 14:05:38", "46° 21.8167'", "46,21.81666N", "46,21,49N", "46 21.817 14 5.633",
    "$GPRMC,081836,A,4621.8167,N,01405.6333,W", "+462149-0140538/", "+4621.8167-01405.6333/",
    "46363611/1000000", "46/1 21/1 49/1 14/1 5/1 38/1", "46363611 -14093889",
    "463636110,140938890", "Lake Bled", "BLED!", "slovenské konjice", "SLOVENSKÉ KONJICE",
  ])
  func textHoldsTheLocation(_ text: String) {
    #expect(traces.isFound(inText: text.utf8))
    #expect(traces.isFound(inText: Array("We were at \(text), then".utf8)))
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let wide = text.data(using: encoding) ?? Data()
      #expect(traces.isFound(inMetadata: Bytes([1, 2, 3] + wide)), "\(encoding)")
    }
    for start in ["", "a", "ab"] {
      let coded = Data("<x> \(start) \(text) </x>".utf8).base64EncodedString()
      #expect(traces.isFound(inText: Array("data:\(coded)".utf8)), "\(start)")
      let twice = Data(coded.utf8).base64EncodedString()
      #expect(traces.isFound(inText: twice.utf8), "\(start)")
    }
  }

  @Test(arguments: [
    "46", "46.36", "46.0 14.0", "2024-06-15 16:42:07", "46.463611, 14.193889", "46° 22' 49\"",
    "1.46363611", "146.363611", "46.3721", "04:46:21.49", "doubled", "Bledisloe", "0.0 0.0",
    "iPhone 14 Pro 6.86mm f/1.78", "+47.3636-015.0939/", "46-21-49",
  ])
  func otherTextDoesNot(_ text: String) {
    #expect(!traces.isFound(inText: text.utf8))
    #expect(!traces.isFound(inMetadata: Bytes(Array(text.utf8))))
    #expect(traces.first(in: Bytes(Array(text.utf8))) == nil)
  }

  /// A letter with its accent can be one character or two, in the field of the location and in other text.
  @Test(arguments: [
    "Zürich", "Kraków", "Łódź", "Hồ Chí Minh", "Йошкар-Ола", "서울특별시", "ながさき", "Ålesund",
  ])
  func namesInComposedAndDecomposedLetters(_ name: String) throws {
    let composed = name.precomposedStringWithCanonicalMapping
    let decomposed = name.decomposedStringWithCanonicalMapping
    try #require(Array(composed.utf8) != Array(decomposed.utf8))
    for stated in [composed, decomposed] {
      var traces = LocationTraces()
      traces.add(name: stated)
      for written in [composed, decomposed] {
        #expect(traces.isFound(inText: "A walk in \(written), at night".utf8))
        #expect(traces.isFound(inMetadata: Bytes([0xFF, 0] + Array(written.utf8) + [0])))
      }
      let other = decomposed.dropFirst(2)
      #expect(!traces.isFound(inText: other.utf8), "only a part: \(other)")
    }
  }

  /// The accents of text in UTF-16 may be characters of their own.
  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func namesInDecomposedWideText(_ encoding: String.Encoding) throws {
    var traces = LocationTraces()
    traces.add(name: "Zürich")
    let text = "Abend in Zürich".decomposedStringWithCanonicalMapping
    #expect(traces.isFound(inText: try #require(text.data(using: encoding))))
  }

  /// Texts are named if they may be from people: not dates, codes and single numbers.
  @Test(arguments: [
    ("Vienna", true), ("q=48.208174%2C16.373819", true), ("４８．２０８ １６．３７４", true),
    ("48·208174, 16·373819", true), ("48.208 16.374", true), ("64.1° N, 21.9° W", true),
    ("48.208174", false), ("2024-06-15 16:42:07", false), ("R98", false), ("0100", false),
    ("N", false), ("1/60", false), ("1.2.3", false),
  ])
  func textsThatTellSomething(_ text: String, _ tells: Bool) {
    #expect(LocationTraces.tellsSomething(text) == tells)
  }

  /// A coordinate can be a value by itself.
  @Test func floatingPointNumbers() {
    func big(_ number: some FixedWidthInteger) -> Bytes { Bytes(bytes([number]).reversed()) }
    for (value, isFound) in [(46.363611, true), (14.093889, true), (47.363611, false)] {
      #expect(traces.isCoordinate(float: big(value.bitPattern)) == isFound)
      #expect(traces.isCoordinate(float: big(Float(value).bitPattern)) == isFound)
    }
    #expect(!traces.isCoordinate(float: Bytes()) && !traces.isCoordinate(float: Bytes([1, 2, 3])))
  }

  /// The numbers in little-endian order.
  private func bytes(_ numbers: [some FixedWidthInteger]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
  }

  @Test func numbersOfEveryKind() {
    let (latitude, longitude) = (46.363611, -14.093889)
    let forms: [(String, [UInt8])] = [
      ("double", bytes([latitude, longitude].map(\.bitPattern.littleEndian))),
      ("double, big", bytes([latitude, longitude].map(\.bitPattern.bigEndian))),
      ("float", bytes([Float(latitude), Float(longitude)].map(\.bitPattern.littleEndian))),
      ("float, big", bytes([Float(longitude), Float(latitude)].map(\.bitPattern.bigEndian))),
      ("radians", bytes([latitude, longitude].map { ($0 * .pi / 180).bitPattern.littleEndian })),
      ("16.16", bytes([latitude, longitude].map { Int32($0 * 65_536).bigEndian })),
      ("10⁻⁷", bytes([latitude, longitude].map { Int32($0 * 1e7).littleEndian })),
      ("10⁻⁶", bytes([latitude, longitude].map { Int32($0 * 1e6).bigEndian })),
      ("fractions", bytes([46_363_611, 1_000_000, 14_093_889, 1_000_000].map(\UInt32.bigEndian))),
      ("Exif", bytes([46, 1, 21, 1, 4900, 100].map(\UInt32.littleEndian))),
      ("Exif, minutes", bytes([14, 1, 56_333, 10_000, 0, 1].map(\UInt32.bigEndian))),
      ("Exif, degrees", bytes([46_363_611, 1_000_000, 0, 1, 0, 1].map(\UInt32.littleEndian))),
    ]
    for (name, form) in forms {
      for offset in 0..<4 {
        let padded = [UInt8](repeating: 0x41, count: offset) + form + [0x42, 0x43, 0x44]
        #expect(traces.isFound(inMetadata: Bytes(padded)), "\(name)")
      }
    }
    // A single one may be any number.
    #expect(!traces.isFound(inMetadata: Bytes(bytes([Float(latitude).bitPattern, 1]))))
    #expect(
      !traces.isFound(inMetadata: Bytes(bytes([46, 1, 22, 1, 49, 1].map(\UInt32.bigEndian)))))
  }

  /// Random bytes contain no location.
  @Test func noiseHoldsNone() {
    var state: UInt64 = 1
    let noise = (0..<200_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    #expect(!traces.isFound(inMetadata: Bytes(noise)))
    #expect(traces.first(in: Bytes(noise)) == nil)
  }

  /// A location is found behind the first window, and over the border of two.
  @Test(arguments: [0, (1 << 20) - 4, 1 << 20, (1 << 20) + 1000])
  func farLocations(position: Int) {
    var bytes = [UInt8](repeating: 1, count: 3 << 19)
    bytes.replaceSubrange(position..<position + 9, with: "46.363611".utf8)
    #expect(traces.first(in: Bytes(bytes)) == position)
  }

  /// A text is a location if it states both coordinates, or calls one by its name.
  @Test(arguments: [
    ("At 46.363611, 14.093889 (Bled)", true), ("46°21'49\"N 14°5'38\"E", true),
    ("+46.3636+014.0939/", true), ("N 46.36361 E 14.09389", true), ("46.3636", false),
    ("0.3127, 0.3290", false), ("4.2500 mm and 1.7800", false), ("2024-06-15 16:42:07", false),
    ("4.25 1.78", false), ("0F5BD8F5-4463-1412-9A2C-1B0A3E2D4C5F", false),
    (#"{"MAPLatitude":46.363611,"MAPLongitude":14.093889}"#, true),
    (#"{"gpsLatitude":46.363611}"#, true), ("GPSLAT=46.3636", true), ("north_lat: 46.363", true),
    (#"{"latitudeE7":463636110,"longitudeE7":140938890}"#, true), ("<lat>46.36</lat>", true),
    ("N 46° 21' 49,44\" O 14° 5' 38,55\"", true), ("46.3636° Nord, 14.0939° Ost", true),
    ("緯度 46.3636 経度 14.0939", true), ("緯度４６．３６", true), ("４６．３６３６、１４．０９３９", true),
    ("٤٦٫٣٦٣٦, ١٤٫٠٩٣٩", true), ("46.36,14.094", true), ("(46.363, 14.09)", true),
    ("platform: 46.3636", false), ("long 46.3636 km", false), ("salon=46.3636", false),
    ("BABYLON: 46.3636", false), ("translate(46.3636)", false), ("24.00, 70.00", false),
    ("about 46.36,14.094 m", false),
  ])
  func textThatIsALocation(text: String, isLocation: Bool) {
    var traces = LocationTraces()
    traces.add(text: text.utf8)
    #expect(traces.isEmpty == !isLocation)
    #expect(traces.isFound(inText: text.utf8) == isLocation)
  }

  @Test func manyLocationsCostLittle() {
    var traces = LocationTraces()
    for index in 0..<20_000 {
      traces.add(latitude: 40 + Double(index) / 5000, longitude: 100 + Double(index) / 5000)
    }
    for index in 0..<5000 { traces.add(name: "City \(index)") }
    #expect(traces.isFound(inText: "43.9998".utf8) && !traces.isFound(inText: "39.5001".utf8))
    #expect(traces.isFound(inText: "in City 12.".utf8))
  }

  @Test func valuesOfAnIPTCRecord() {
    func set(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    var traces = LocationTraces()
    traces.add(
      iptc: Bytes(set(90, "Bled") + set(120, "At 46.363611, 14.093889") + set(105, "Summer")))
    #expect(traces.isFound(inText: "bled".utf8) && traces.isFound(inText: "14.09389".utf8))
    #expect(!traces.isFound(inText: "Summer".utf8))
  }
}
