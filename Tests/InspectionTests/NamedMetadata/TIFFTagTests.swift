import FieldCoding
import Testing

@testable import Inspection

/// Tags of TIFF files that are not photos, and values of several numbers; the same as exiftool shows.
@Suite struct TIFFTagTests {
  /// A file with two directories, whose values of more than four bytes are behind each.
  private func tags(
    _ first: [(tag: Int, type: Int, count: Int, value: [UInt8])],
    _ second: [(tag: Int, type: Int, count: Int, value: [UInt8])] = []
  ) -> [String] {
    var file = Array("II*\0".utf8) + little(8, 4)
    for (index, entries) in [first, second].enumerated() where !entries.isEmpty {
      let end = file.count + 6 + 12 * entries.count
      var values: [UInt8] = []
      file += little(entries.count, 2)
      for (tag, type, count, value) in entries {
        file += little(tag, 2) + little(type, 2) + little(count, 4)
        file +=
          value.count <= 4
          ? value + [UInt8](repeating: 0, count: 4 - value.count)
          : little(end + values.count, 4)
        if value.count > 4 { values += value }
      }
      let isLast = index == 1 || second.isEmpty
      file += little(isLast ? 0 : end + values.count, 4) + values
    }
    return NamedMetadata(Bytes(file)).tags.map { "\($0.group):\($0.name) \($0.value)" }
  }

  private func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  @Test func allPlacesOfStrips() {
    let offsets = [30, 40, 50]
    #expect(
      tags(
        [(0x0100, 4, 1, little(10, 4))],
        [(0x0111, 4, 3, offsets.flatMap { little($0, 4) }), (0x0115, 3, 1, little(3, 2))])
        == ["IFD0:ImageWidth 10", "IFD1:StripOffsets 30 40 50", "IFD1:SamplesPerPixel 3"])
  }

  @Test func registeredTags() {
    #expect(
      tags([
        (0x0146, 4, 1, little(7, 4)), (0x0147, 3, 1, little(1, 2)), (0x80E5, 4, 1, little(2, 4)),
        (0xBCC4, 1, 1, [2]),
      ]) == [
        "IFD0:BadFaxLines 7", "IFD0:CleanFaxData Regenerated", "IFD0:ImageDepth 2",
        "IFD0:ImageDataDiscard HighPass Frequency Data Discarded",
      ])
  }

  @Test func rawPhotos() {
    func step(_ number: UInt8, _ size: UInt8) -> [UInt8] {
      [0, 0, 0, number, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, size]
        + [UInt8](repeating: 9, count: Int(size))
    }
    let list = [0, 0, 0, 3] + step(9, 5) + step(1, 0) + step(99, 1)
    #expect(
      tags([(0xC616, 1, 3, [0, 1, 2]), (0xC741, 7, list.count, list)])
        == [
          "IFD0:CFAPlaneColor Red,Green,Blue",
          "IFD0:OpcodeList2 GainMap, WarpRectilinear, [opcode 99]",
        ])
    // A list that says more than there is.
    let cut = Array(list.dropLast(2))
    #expect(tags([(0xC741, 7, cut.count, cut)]) == ["IFD0:OpcodeList2 \(bytesAsText(cut.count))"])
  }

  @Test func notesOfText() {
    func note(_ text: String) -> [String] {
      let bytes = Array(text.utf8)
      // Exif begins behind IFD0 and its only entry.
      var exif = little(1, 2) + little(0x927C, 2) + little(7, 2) + little(bytes.count, 4)
      exif +=
        bytes.count <= 4 ? bytes + [UInt8](repeating: 0, count: 4 - bytes.count) : little(44, 4)
      exif += little(0, 4) + (bytes.count <= 4 ? [] : bytes)
      let file =
        Array("II*\0".utf8) + little(8, 4) + little(1, 2) + little(0x8769, 2) + little(4, 2)
        + little(1, 4) + little(26, 4) + little(0, 4) + exif
      return NamedMetadata(Bytes(file)).tags.map { "\($0.group):\($0.name) \($0.value)" }
    }
    #expect(note("Auto") == ["ExifIFD:MakerNoteUnknownText Auto"])
    #expect(note("A note\0\0") == ["ExifIFD:MakerNoteUnknownText A note"])
    #expect(
      note(String(repeating: "a", count: 65))
        == ["ExifIFD:MakerNoteUnknownText \(bytesAsText(65))"])
    #expect(note("\u{1}bc") == ["MakerNotes:Unknown \(bytesAsText(3))"])
  }
}
