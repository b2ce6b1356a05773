import FieldCoding
import TestSupport
import Testing

@testable import Conversion
@testable import WorkerClient

@Suite struct PNGSizeTests {
  @Test(arguments: [(0, 1), (1, 0), (0, 0), (1, 1)] as [(UInt8, UInt8)])
  func aPictureHasRowsAndColumns(width: UInt8, height: UInt8) {
    let header: [UInt8] = [0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0]
    let bytes: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + header
      + [0, 0, 0, 0, 0, 0, 0, 0] + Array("IDAT".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
      + Array("IEND".utf8) + [0, 0, 0, 0]
    if width > 0, height > 0 {
      #expect(throws: Never.self) { try FilePicture(png: Bytes(bytes)) }
      return
    }
    let error = #expect(throws: ConversionError.self) { try FilePicture(png: Bytes(bytes)) }
    #expect(error?.message == "cannot be decoded: the PNG image states no size")
  }
}
