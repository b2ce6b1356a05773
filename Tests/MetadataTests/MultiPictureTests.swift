import FieldCoding
import Metadata
import Testing

/// Pictures that follow another in its JPEG file.
@Suite struct MultiPictureTests {
  /// Two pictures of four bytes, after one with an index in an APP2 segment.
  private func file(isBig: Bool, secondSize: UInt32 = 4) -> [UInt8] {
    func number(_ value: UInt32, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBig ? bytes.reversed() : bytes
    }
    func entry(_ attribute: UInt32, size: UInt32, offset: UInt32) -> [UInt8] {
      number(attribute, 4) + number(size, 4) + number(offset, 4) + number(0, 4)
    }
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    // The index has 8 bytes of a header, 18 of a directory, and 48 of entries. It is 10 bytes after
    // the start of the file, and the end of the picture follows it.
    let behind = UInt32(8 + 18 + 48 + 2)
    let index =
      (isBig ? [0x4D, 0x4D, 0, 0x2A] : [0x49, 0x49, 0x2A, 0]) + number(8, 4)
      + number(1, 2) + number(0xB002, 2) + number(7, 2) + number(48, 4) + number(26, 4)
      + number(0, 4) + entry(0x0003_0000, size: 86, offset: 0)
      + entry(0, size: 4, offset: behind) + entry(0, size: secondSize, offset: behind + 4)
    let payload = Array("MPF\0".utf8) + index
    let length = payload.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
      + [0xFF, 0xD9] + picture + picture
  }

  @Test(arguments: [true, false]) func theyAreFound(isBig: Bool) {
    let bytes = file(isBig: isBig)
    let pictures = JPEGSegments(Bytes(bytes)).furtherPictures
    #expect(pictures.map(\.count) == [4, 4])
    #expect(pictures.map(\.fileOffset) == [bytes.count - 8, bytes.count - 4])
  }

  /// An incomplete index is ignored, and so is a number that leads to no picture.
  @Test(arguments: [5, UInt32.max, 0]) func whatIsNotThereIsLeftOut(size: UInt32) {
    let bytes = file(isBig: true, secondSize: size)
    #expect(JPEGSegments(Bytes(bytes)).furtherPictures.map(\.count) == [4])
  }
}
