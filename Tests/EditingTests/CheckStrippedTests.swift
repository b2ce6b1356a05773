import Editing
import ISOBMFF
import Metadata
import TestSupport
import Testing

/// The check of pictures whose metadata was removed: what is left of it is found, wherever it is.
@Suite struct CheckStrippedTests {
  enum Format: CaseIterable {
    case jpeg, png

    /// A picture with Exif, and with other data where its samples are.
    func picture(_ exif: [UInt8]?, _ samples: [UInt8]) -> Bytes {
      func be32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
      switch self {
      case .jpeg:
        let payload = exif.map { Array("Exif\0\0".utf8) + $0 } ?? []
        let segment = [0xFF, 0xE1] + be32(payload.count + 2).suffix(2) + payload
        return Bytes(
          [0xFF, 0xD8] + (exif == nil ? [] : segment) + [0xFF, 0xDA, 0, 2] + samples + [0xFF, 0xD9])
      case .png:
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
          be32(data.count) + Array(type.utf8) + data + [0, 0, 0, 0]
        }
        return Bytes(
          [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
            + chunk("IHDR", be32(1) + be32(1) + [8, 0, 0, 0, 0])
            + (exif.map { chunk("eXIf", $0) } ?? []) + chunk("IDAT", samples) + chunk("IEND", []))
      }
    }
  }

  @Test(arguments: Format.allCases) func whatIsLeftIsFound(format: Format) throws {
    let serial = "SN-1234567890"
    let exif = try TIFFWriter.tiff(
      .big, [TIFFField(0x8769, .directory([TIFFField(0xA431, .text(serial))]))])
    let original = format.picture(exif, [1, 2, 3])
    let traces = MetadataTraces(file: original, leavingOut: .all)
    func check(_ written: Bytes) throws { try Edit.checkStripped(.all, written, traces) }
    #expect(throws: Never.self) { try check(format.picture(nil, [1, 2, 3])) }
    for left in [original, format.picture(nil, Array(serial.utf8))] {
      let error = #expect(throws: EditError.self) { try check(left) }
      #expect(error?.kind == .proofFailed)
    }
  }
}
