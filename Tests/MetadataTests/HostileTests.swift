import Metadata
import Testing

/// The readers return for any bytes.
@Suite struct HostileTests {
  private func readEverything(_ bytes: Bytes) {
    let summary = ExifSummary(tiff: bytes)
    _ = summary.location
    _ = ExifItem.tiff(in: bytes)
    guard let file = try? TIFFFile(bytes) else { return }
    for directory in file.directories + [file.makerNote?.directory].compactMap({ $0 }) {
      for entry in directory.entries {
        _ = (entry.text, entry.integer(), entry.rational(), entry.number(at: 2), entry.valueText)
        _ = entry.fieldValue(in: directory.kind)
      }
    }
    let other = file.makerNote?.settingContentIdentifier("other")
    #expect(other.map { MakerNote(Bytes($0)).directory != nil } ?? true)
    for limit in [65_527, 400, 0] {
      if let result = try? ExifEditor.upright(bytes, width: 65_535, height: 1, limit: limit) {
        #expect(result.bytes.count <= bytes.count)
      }
    }
    if let result = try? ExifEditor.withoutLocation(bytes) {
      #expect(!ExifEditor.mayHaveLocation(Bytes(result.bytes)))
    }
  }

  @Test(arguments: [ByteOrder.big, .little])
  func prefixesNeverTrap(order: ByteOrder) {
    let bytes = Bytes(Samples.photo(order))
    for count in 0..<bytes.count {
      if let part = bytes.part(0..<count) { readEverything(part) }
    }
  }

  @Test(arguments: [ByteOrder.big, .little])
  func mutationsNeverTrap(order: ByteOrder) {
    var random = Random(state: order == .big ? 1 : 2)
    let photo = Samples.photo(order)
    for _ in 0..<1_000 {
      var bytes = photo
      for _ in 0..<random.next(below: 8) + 1 {
        let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(random.next(below: 256))]
        bytes[random.next(below: bytes.count)] = values[random.next(below: values.count)]
      }
      readEverything(Bytes(bytes))
    }
  }

  @Test func mutatedPicturesNeverTrap() {
    var random = Random(state: 3)
    for _ in 0..<1_000 {
      var bytes = JPEGSegmentsTests.picture
      for _ in 0..<random.next(below: 6) + 1 {
        bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
      }
      let jpeg = JPEGSegments(Bytes(bytes))
      _ = (jpeg.frameSize, jpeg.componentCount, jpeg.exif, jpeg.xmp, jpeg.icc, jpeg.trailer)
      _ = jpeg.extendedXMP
    }
  }
}

/// The same numbers on every run (SplitMix64).
struct Random {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ z >> 31) % UInt64(limit))
  }
}
