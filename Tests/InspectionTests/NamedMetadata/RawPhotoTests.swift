import FieldCoding
import Testing

@testable import Inspection

/// Raw photos, which have a directory for each of their pictures.
@Suite struct RawPhotoTests {
  private func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Tags with a type, and one number each, except two offsets of directories.
  private func directory(_ entries: [(tag: Int, type: Int, value: Int)]) -> [UInt8] {
    little(entries.count, 2)
      + entries.flatMap {
        little($0.tag, 2) + little($0.type, 2) + little($0.tag == 0x014A ? 2 : 1, 4)
          + little($0.value, 4)
      } + little(0, 4)
  }

  /// The same as ExifTool 12.57 shows of the file.
  @Test func picturesHaveGroupsOfTheirOwn() {
    var file = Array("II*\0".utf8) + little(8, 4)
    func put(_ bytes: [UInt8], at offset: Int) {
      file += [UInt8](repeating: 0, count: max(0, offset - file.count)) + bytes
    }
    put(directory([(0x0100, 4, 160), (0x014A, 4, 100)]), at: 8)
    put(little(120, 4) + little(300, 4), at: 100)
    put(
      directory([
        (0x00FE, 4, 0), (0x0100, 4, 6000), (0x0103, 3, 7), (0x0106, 3, 32803), (0x0111, 4, 590),
        (0x0117, 4, 4), (0xC61D, 4, 16383),
      ]), at: 120)
    put(
      directory([
        (0x00FE, 4, 1), (0x0100, 4, 1024), (0x0103, 3, 7), (0x0111, 4, 580), (0x0117, 4, 8),
      ]), at: 300)
    put([UInt8](repeating: 1, count: 20), at: 580)
    let tags = NamedMetadata(Bytes(file)).tags.map { "\($0.group):\($0.name) \($0.value)" }
    #expect(
      tags == [
        "IFD0:ImageWidth 160", "SubIFD:SubfileType Full-resolution image",
        "SubIFD:ImageWidth 6000", "SubIFD:Compression JPEG",
        "SubIFD:PhotometricInterpretation Color Filter Array", "SubIFD:StripOffsets 590",
        "SubIFD:StripByteCounts 4", "SubIFD:WhiteLevel 16383",
        "SubIFD1:SubfileType Reduced-resolution image", "SubIFD1:ImageWidth 1024",
        "SubIFD1:Compression JPEG", "SubIFD1:PreviewImageStart 580",
        "SubIFD1:PreviewImageLength 8", "SubIFD1:PreviewImage \(bytesAsText(8))",
      ])
  }

  /// The same as ExifTool 12.57 shows of the file, in the order of its directories.
  @Test func embeddedImagesAreNamedByTheirDirectory() {
    var file = Array("II*\0".utf8) + little(8, 4)
    func put(_ bytes: [UInt8], at offset: Int) {
      file += [UInt8](repeating: 0, count: max(0, offset - file.count)) + bytes
    }
    func picture(_ start: Int, _ count: Int) -> [(Int, Int, Int)] {
      [(0x0201, 4, start), (0x0202, 4, count)]
    }
    var first = directory(
      [(0x00FE, 4, 1), (0x0103, 3, 7), (0x0111, 4, 500), (0x0117, 4, 9), (0x014A, 4, 110)]
        + picture(510, 10))
    first.replaceSubrange(first.count - 4..<first.count, with: little(200, 4))
    put(first, at: 8)
    put(little(300, 4) + little(350, 4), at: 110)
    put(directory(picture(520, 11)), at: 200)
    put(directory(picture(530, 12)), at: 300)
    put(directory(picture(540, 900)), at: 350)
    put([UInt8](repeating: 1, count: 20), at: 560)
    let tags = NamedMetadata(Bytes(file)).tags.map { "\($0.group):\($0.name) \($0.value)" }
    #expect(
      tags == [
        "IFD0:SubfileType Reduced-resolution image", "IFD0:Compression JPEG",
        "IFD0:PreviewImageStart 500", "IFD0:PreviewImageLength 9",
        "IFD0:OtherImageStart 510", "IFD0:OtherImageLength 10",
        "IFD0:PreviewImage \(bytesAsText(9))", "IFD0:OtherImage \(bytesAsText(10))",
        "SubIFD:JpgFromRawStart 530", "SubIFD:JpgFromRawLength 12",
        "SubIFD:JpgFromRaw \(bytesAsText(12))",
        "SubIFD1:OtherImageStart 540", "SubIFD1:OtherImageLength 900",
        "IFD1:ThumbnailOffset 520", "IFD1:ThumbnailLength 11",
        "IFD1:ThumbnailImage \(bytesAsText(11))",
      ])
  }

  /// BigTIFF has 8 bytes for each number of entries, of values, and for each offset.
  @Test(arguments: [false, true]) func bigTIFF(isBig: Bool) {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      isBig ? little(value, size).reversed() : little(value, size)
    }
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: 8 - bytes.count)
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 8) + padded(value)
    }
    let start =
      Array((isBig ? "MM\0+" : "II+\0").utf8) + number(8, 2) + number(0, 2) + number(16, 8)
    let second = 16 + 8 + 4 * 20 + 8
    let file =
      start + number(4, 8) + entry(0x0100, 16, 1, number(160, 8))
      + entry(0x010F, 2, 8, Array("Makers\0\0".utf8)) + entry(0x0132, 2, 12, number(second + 60, 8))
      + entry(0x014A, 18, 1, number(second, 8)) + number(0, 8)
      + number(1, 8) + entry(0x0103, 3, 1, number(7, 2)) + number(0, 8)
      + [UInt8](repeating: 9, count: 24) + Array("2024:06:15 \0".utf8)
    let read = NamedMetadata(Bytes(file))
    #expect(read.refusal == nil)
    #expect(
      read.tags.map { "\($0.group):\($0.name) \($0.value)" } == [
        "IFD0:ImageWidth 160", "IFD0:Make Makers", "IFD0:ModifyDate 2024:06:15 ",
        "SubIFD:Compression JPEG",
      ])
    for count in file.indices { _ = NamedMetadata(Bytes(file[..<count])) }
  }
}
