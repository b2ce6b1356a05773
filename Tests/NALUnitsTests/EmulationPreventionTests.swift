import FieldCoding
import NALUnits
import TestSupport
import Testing

/// The bytes of 3 that keep start codes out (ITU-T H.265 §7.3.1.1, §7.4.2.1).
@Suite struct EmulationPreventionTests {
  @Test func insertion() {
    let unit = hex("4001 0000 00 0000 01 0000 04 00 02")
    #expect(
      EmulationPrevention.inserted(into: unit)
        == Array(hex("4001 0000 03 0000 03 00 01 0000 04 00 02")))
    // cabac_zero_words (§7.4.2)
    #expect(
      EmulationPrevention.inserted(into: hex("0201 80 0000 0000"))
        == Array(hex("0201 80 0000 03 0000 03")))
  }

  /// The four sequences that a unit may not have, and the next that it may.
  @Test(arguments: [(0, true), (1, true), (2, true), (3, true), (4, false)] as [(UInt8, Bool)])
  func sequencesOfThreeBytes(last: UInt8, isPrevented: Bool) {
    let unit = [0x40, 1, 0, 0, last, 0x80]
    #expect(
      EmulationPrevention.inserted(into: unit)
        == (isPrevented ? [0x40, 1, 0, 0, 3, last, 0x80] : unit))
  }

  /// Zeros of the header count for nothing: two bytes of it in HEVC, one in AVC.
  @Test(arguments: [
    (1, "00 0000 01", "00 0000 03 01"), (2, "00 0000 01", "00 0000 01"),
    (2, "0000 00 01", "0000 00 01"), (0, "0000 01", "0000 03 01"),
  ])
  func headersAreLeftOut(headerSize: Int, unit: String, stored: String) {
    #expect(
      EmulationPrevention.inserted(into: hex(unit), headerSize: headerSize) == Array(hex(stored)))
    #expect(
      EmulationPrevention.removed(from: hex(stored), headerSize: headerSize) == hex(unit))
  }

  @Test func bytesKnowTheirOffsetInTheFile() throws {
    let file = hex("FF FF 4001 0000 03 01 000003 00 03 0000 03")
    let unit = try #require(file.part(2..<file.count))
    let plain = EmulationPrevention.removed(from: unit)
    #expect(Array(plain) == Array(hex("4001 0000 01 0000 00 03 0000")))
    let offsets = plain.indices.map { plain.part($0..<$0 + 1)?.fileOffset }
    #expect(offsets == [2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14])
    #expect(EmulationPrevention.inserted(into: plain) == Array(unit))
  }

  @Test func offsetsAreKeptThroughPieces() throws {
    let source = ByteSource(
      hex("4001 AA 0000 03 01 BB"),
      pieces: [.init(start: 0, fileOffset: 100), .init(start: 4, fileOffset: 200)])
    let plain = EmulationPrevention.removed(from: source.bytes)
    let offsets = plain.indices.map { plain.part($0..<$0 + 1)?.fileOffset }
    #expect(offsets == [100, 101, 102, 103, 200, 202, 203])
  }

  @Test func whatHasNoneIsNotCopied() throws {
    let unit = hex("4001 0000 04 03 0003")
    #expect(EmulationPrevention.removed(from: unit).source === unit.source)
  }

  /// For all relevant payloads of up to five bytes: the stored bytes have no start code and do not end in two zeros,
  /// and the payload is restored.
  @Test(arguments: 1...5) func everyPayload(count: Int) {
    for number in 0..<(0..<count).reduce(1, { product, _ in product * 5 }) {
      var rest = number
      let payload = (0..<count).map { _ in
        defer { rest /= 5 }
        return UInt8(rest % 5)
      }
      let stored = EmulationPrevention.inserted(into: payload, headerSize: 0)
      for start in stored.indices.dropLast(2) where stored[start] == 0 && stored[start + 1] == 0 {
        // A 3 occurs only before one of these, or at the end.
        let next = start + 3 < stored.count ? stored[start + 3] : 0
        #expect(stored[start + 2] > 3 || stored[start + 2] == 3 && next <= 3, "\(payload)")
      }
      #expect(!stored.suffix(2).elementsEqual([0, 0]), "\(payload)")
      #expect(
        Array(EmulationPrevention.removed(from: Bytes(stored), headerSize: 0)) == payload)
    }
  }
}
