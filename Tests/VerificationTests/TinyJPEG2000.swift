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
    + box("jp2c", [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0xFF, 0xD9])

  private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(payload.count + 8)] + Array(type.utf8) + payload
  }
}

@Suite struct JPEG2000Tests {
  @Test func aWholePictureHasNoFindings() {
    let report = Report(ExaminedFile(Bytes(TinyJPEG2000.bytes), name: "tiny.jp2"))
    #expect(report.findings.map { "\($0.rule.id): \($0.message)" } == [])
  }
}
