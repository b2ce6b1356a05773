import ISOBMFF
import Testing
import Verification

/// The boxes of a JPEG 2000 picture around a codestream of hardly anything (ISO/IEC 15444-1 Annex I).
enum TinyJPEG2000 {
  static let bytes: [UInt8] =
    box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
    + box("ftyp", Array("jp2 ".utf8) + [0, 0, 0, 0] + Array("jp2 ".utf8))
    + box(
      "jp2h",
      // One sample of one component of 8 bits; then sRGB.
      box("ihdr", [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 7, 7, 0, 0])
        + box("colr", [1, 0, 0, 0, 0, 0, 16]))
    + codestream([0xFF, 0xD9])

  /// A codestream whose main header has 43 bytes.
  static func codestream(_ rest: [UInt8]) -> [UInt8] {
    box(
      "jp2c",
      [0xFF, 0x4F, 0xFF, 0x51, 0, 41] + [UInt8](repeating: 0, count: 39) + rest)
  }

  /// The start of a tile-part, whose length is a number of bytes from here.
  static func tilePart(_ length: UInt8) -> [UInt8] {
    [0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, length, 0, 1, 0xFF, 0x93]
  }

  private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(payload.count + 8)] + Array(type.utf8) + payload
  }
}

@Suite struct JPEG2000Tests {
  @Test func aWholePictureHasNoFindings() {
    let report = Report(ExaminedFile(Bytes(TinyJPEG2000.bytes), name: "tiny.jp2"))
    #expect(report.findings.map { "\($0.rule.id): \($0.message)" } == [])
  }

  /// Tile-parts are 14 bytes, of which the last 2 start their data, and a length of 0 is the rest.
  @Test(
    arguments: [
      ([TinyJPEG2000.tilePart(14), [0xFF, 0xD9]], nil),
      ([TinyJPEG2000.tilePart(0), [7, 7, 0xFF, 0xD9]], nil),
      ([TinyJPEG2000.tilePart(16), [7, 7], TinyJPEG2000.tilePart(14), [0xFF, 0xD9]], nil),
      (
        [TinyJPEG2000.tilePart(14), TinyJPEG2000.tilePart(17), [0xFF, 0xD9]],
        "tile-part 2 has 17 bytes, but only 16 are left: the image is truncated or damaged"
      ),
      (
        [TinyJPEG2000.tilePart(13), [0xFF, 0xD9]], "tile-part 1 has 13 bytes, fewer than its header"
      ),
      (
        [TinyJPEG2000.tilePart(15), [7, 7, 0xFF, 0xD9]],
        "no tile-part starts where tile-part 1 ends"
      ),
    ] as [([[UInt8]], String?)])
  func tilePartsEndWhereOthersStart(parts: [[UInt8]], finding: String?) throws {
    let start = try #require(
      TinyJPEG2000.bytes.firstRange(of: TinyJPEG2000.codestream([0xFF, 0xD9]))?.lowerBound)
    let bytes = TinyJPEG2000.bytes[..<start] + TinyJPEG2000.codestream(parts.flatMap { $0 })
    let report = Report(ExaminedFile(Bytes(Array(bytes)), name: "tiny.jp2"))
    #expect(report.findings.map(\.message) == (finding.map { [$0] } ?? []))
  }
}
