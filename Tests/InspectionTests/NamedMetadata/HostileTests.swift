import FieldCoding
import Testing
import Text

@testable import Inspection

/// Hostile files: all content is read within bounds, and nothing of it controls a terminal.
@Suite struct HostileTests {
  private func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func tiff(_ entries: [(tag: Int, type: Int, count: Int, value: Int)], next: Int = 0)
    -> [UInt8]
  {
    [0x4D, 0x4D, 0, 0x2A] + big(8, 4) + big(entries.count, 2)
      + entries.flatMap { big($0.tag, 2) + big($0.type, 2) + big($0.count, 4) + big($0.value, 4) }
      + big(next, 4)
  }

  @Test func directoriesInACircleAreReadOnce() {
    let bytes = tiff([(0x8769, 4, 1, 8), (0x8825, 4, 1, 8), (0x0112, 3, 1, 6 << 16)], next: 8)
    #expect(
      NamedMetadata(Bytes(bytes)).tags == [MetadataTag("IFD0", "Orientation", "Rotate 90 CW")])
  }

  /// exiftool uses this name for the padding that Windows leaves for later edits.
  @Test func paddingIsNamedWithItsSize() {
    let bytes = tiff([(0x0112, 3, 1, 1 << 16), (0xEA1C, 7, 4, 0x1CEA_0000)])
    #expect(
      NamedMetadata(Bytes(bytes)).tags.last
        == MetadataTag("IFD0", "Padding", "(Binary data 4 bytes)"))
  }

  @Test func valuesLongerThanTheFileAreLeftOut() {
    let bytes = tiff([(0x010E, 2, 0xFFFF_FFFF, 8), (0x0112, 3, 1, 1 << 16)])
    #expect(NamedMetadata(Bytes(bytes)).tags.map(\.name) == ["Orientation"])
  }

  /// A thousand descriptions of the same bytes do not give more text than the file has.
  @Test func valuesOnTheSameBytesAreBounded() {
    let text = [UInt8](repeating: 0x61, count: 60_000)
    let entries = (0..<1000).map { _ in (tag: 0x010E, type: 2, count: 60_000, value: 12_014) }
    let bytes = tiff(entries) + text
    let tags = NamedMetadata(Bytes(bytes)).tags
    #expect(tags.count == 1000)
    #expect(tags.reduce(0) { $0 + $1.value.utf8.count } < bytes.count + 1000 * 40)
  }

  /// Each note takes a process to be read: those behind the first are named with their sizes.
  @Test func fewNotesAreRead() {
    // IFD0 at 8, the Exif directory at 26, and in it a note of 4 bytes.
    let exif = big(1, 2) + big(0x927C, 2) + big(7, 2) + big(4, 4) + [1, 2, 3, 4] + big(0, 4)
    let structure = tiff([(0x8769, 4, 1, 26)]) + exif
    let box = big(12 + structure.count, 4) + Array("Exif".utf8) + big(0, 4) + structure
    let signature = big(12, 4) + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
    let boxes = (0..<100).flatMap { _ in box }
    let tags = NamedMetadata(
      Bytes(signature + boxes),
      readNote: { _ in
        [MetadataTag("Maker", "Serial", "7")]
      }
    ).tags
    #expect(tags.filter { $0 == MetadataTag("Maker", "Serial", "7") }.count == 16)
    let named = MetadataTag("MakerNotes", "Unknown", "(Binary data 4 bytes)")
    #expect(tags.filter { $0 == named }.count == 84)
  }

  @Test func textsOfProfilesOnTheSameBytesAreBounded() {
    let text = Array("text\0\0\0\0".utf8) + [UInt8](repeating: 0x61, count: 100_000)
    let table = (0..<200).flatMap { _ in
      Array("cprt".utf8) + big(132 + 200 * 12, 4) + big(text.count, 4)
    }
    let profile = [UInt8](repeating: 0, count: 128) + big(200, 4) + table + text
    let tags = ICCTags(Bytes(profile), number: 1).tags
    #expect(tags.reduce(0) { $0 + $1.value.utf8.count } < profile.count * 2 + 1000)
  }

  @Test func textsInManyLanguagesOnTheSameBytesAreBounded() {
    let records = (0..<100).flatMap { _ in
      Array("deDE".utf8) + big(20_000, 4) + big(16 + 100 * 12, 4)
    }
    let data =
      Array("mluc\0\0\0\0".utf8) + big(100, 4) + big(12, 4) + records
      + [UInt8](repeating: 0x41, count: 20_000)
    let profile =
      [UInt8](repeating: 0, count: 128) + big(1, 4) + Array("desc".utf8) + big(144, 4)
      + big(data.count, 4) + data
    let tags = ICCTags(Bytes(profile), number: 1).tags.filter { $0.group == "ICC_Profile" }
    #expect(tags.map(\.name) == ["ProfileDescription-de-DE"])
  }

  /// Profiles of Apple's displays have one text for thirty languages.
  @Test func oneTextForManyLanguages() {
    let languages = (0..<30).map {
      "\(Unicode.Scalar(UInt8(97 + $0 / 26)))\(Unicode.Scalar(UInt8(97 + $0 % 26)))DE"
    }
    let records = languages.flatMap { Array($0.utf8) + big(38, 4) + big(16 + 30 * 12, 4) }
    let data =
      Array("mluc\0\0\0\0".utf8) + big(30, 4) + big(12, 4) + records
      + Array("Thunderbolt Display".utf8).flatMap { [0, $0] }
    let profile =
      [UInt8](repeating: 0, count: 128) + big(1, 4) + Array("dscm".utf8) + big(144, 4)
      + big(data.count, 4) + data
    let tags = ICCTags(Bytes(profile), number: 1).tags.filter { $0.group == "ICC_Profile" }
    #expect(tags.count == 30 && tags.allSatisfy { $0.value == "Thunderbolt Display" })
  }

  @Test func depthOfXMPIsBounded() {
    let namespaces = """
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a="http://a/"
      """
    let start = String(repeating: "<a:b rdf:parseType='Resource'>", count: 100_000)
    let packet = "<rdf:RDF \(namespaces)><rdf:Description rdf:about=''>\(start)"
    _ = XMPTags.tags(Bytes(Array(packet.utf8)))
    let list = String(repeating: "<rdf:li>x</rdf:li>", count: 100_000)
    let long = """
      <rdf:RDF \(namespaces)><rdf:Description rdf:about=''><a:list><rdf:Bag>\(list)</rdf:Bag>\
      </a:list><a:text>\(String(repeating: "y", count: 1 << 20))</a:text></rdf:Description></rdf:RDF>
      """
    let tags = XMPTags.tags(Bytes(Array(long.utf8)))
    #expect(tags.first?.value.utf8.count ?? 0 < 1 << 17)
    #expect(tags.count <= 2)
  }

  @Test func nothingActsOnATerminal() {
    let tags = [MetadataTag("XMP-\u{1B}[2J", "A\u{7}", "a\u{1B}]0;title\u{7}\nb\u{9B}1m")]
    let comparison = NamedMetadataComparison(tags, [])
    func written(_ write: (TextOutput) -> Void) -> Set<UInt32> {
      var text = ""
      let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
      write(output)
      output.flush()
      return Set(text.unicodeScalars.map(\.value))
    }
    for format in [MetadataWriter.Format.text, .json, .csv, .values] {
      let scalars = written { output in
        var writer = MetadataWriter(output, as: format)
        writer.write(tags, of: "\u{1B}[31m.jpg")
      }
      #expect(scalars.isDisjoint(with: [0x1B, 0x07]))
      // JSON has all letters beyond ASCII as they are.
      #expect(format == .json || !scalars.contains(0x9B))
    }
    #expect(written(comparison.writeText).isDisjoint(with: [0x1B, 0x07, 0x9B]))
    #expect(written(comparison.writeCSV).isDisjoint(with: [0x1B, 0x07, 0x9B]))
    let json = written { comparison.writeJSON(to: $0, old: "\u{1B}c", new: "") }
    #expect(json.isDisjoint(with: [0x1B, 0x07]))
  }
}
