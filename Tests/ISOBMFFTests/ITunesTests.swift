import TestSupport
import Testing

import enum TestSupport.MediaFolder

@testable import ISOBMFF

@Suite struct ITunesTests {
  private func item(_ type: String, _ value: String) -> [UInt8] {
    boxBytes("ilst", boxBytes(type, boxBytes("data", hexArray("00000000 00000000 \(value)"))))
  }

  @Test(arguments: [("trkn", "0000 0003 000C 0000", "3 of 12"), ("disk", "0000 0001 0000", "1")])
  func positions(type: String, value: String, text: String) throws {
    let bytes = item(type, value)
    let file = BoxFile(Bytes(bytes))
    let data = try #require(
      file.boxes.at("ilst").first?.children.first(MetadataValueBox.self))
    #expect(data.text == text && data.value.isEmpty)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// Too short for a pair, or another item.
  @Test(arguments: [("trkn", "0000 0003"), ("xxxx", "0000 0003 000C")])
  func otherValues(type: String, value: String) throws {
    let bytes = item(type, value)
    let file = BoxFile(Bytes(bytes))
    let data = try #require(
      file.boxes.at("ilst").first?.children.first(MetadataValueBox.self))
    #expect(data.position == nil && !data.value.isEmpty)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test(arguments: [
    ("gnre", "0012", "Rock"), ("stik", "0A", "TV show"), ("rtng", "02", "clean"),
    ("cpil", "01", "yes"), ("hdvd", "02", "1080p"),
  ])
  func names(type: String, value: String, name: String) throws {
    let sink = Values()
    BoxFile.describe(Bytes(item(type, value)), to: sink)
    #expect(sink.names == [name])
  }

  @Test func itemsAreNamed() {
    #expect(BoxRegistry.definition("©nam", in: .metadataItems)?.title == "title")
    #expect(BoxRegistry.definition("soaa", in: .metadataItems)?.title == "sorted by: album artist")
    #expect(BoxRegistry.definition("zzzz", in: .metadataItems)?.title == "MetadataItemBox")
  }

  @Test func chapters() throws {
    let box = try decoded(
      ChapterListBox.self,
      "01000000 00000000 02 0000000000000000 03 'one' 0000000000989680 03 'two'")
    #expect(box.chapters.map(\.start) == [0, 10_000_000])
    #expect(box.chapters.map(\.title.string) == ["one", "two"])
    let old = try decoded(ChapterListBox.self, "00000000 01 0000000000000007 01 'x'")
    #expect(old.chapters.map(\.start) == [7])
  }

  @Test func windowsAttributes() throws {
    let box = try decoded(
      WindowsMediaAttributesBox.self,
      """
      0000002A 00000004 'WM/A' 00000002 0000000C 0008 41004200 0000 0000000E 0013 0700000000000000
      00000015 00000001 'B' 00000001 00000008 0048 AABB
      """)
    #expect(box.attributes.map(\.name.string) == ["WM/A", "B"])
    #expect(box.attributes.map { $0.values.map(\.type) } == [[8, 19], [72]])
    #expect(box.attributes[0].values[1].data.first == 7)
  }

  @Test func id3() throws {
    let box = try decoded(
      ID3v2Box.self,
      """
      00000000 15C7 'ID3' 0400 00 00000017
      'TIT2' 00000003 0000 03 'ab' 'PRIV' 00000000 0001
      """)
    guard case .tag(let tag) = box.content else { throw NotFound() }
    #expect(box.language == 0x15C7 && tag.majorVersion == 4 && tag.size == 23)
    #expect(tag.frames.map(\.id) == ["TIT2", "PRIV"] && tag.frames.map(\.flags) == [0, 1])
    #expect(tag.frames[0].data.count == 3 && tag.padding.isEmpty)
  }

  /// Sizes of version 3 have 8 bits in a byte; zeros after the frames are padding.
  @Test func olderID3() throws {
    let tag = try decoded(
      ID3v2Tag.self, "'ID3' 0300 00 00000100 'TALB' 00000002 0000 00 E9 00000000")
    #expect(tag.size == 128 && tag.frames.map(\.id) == ["TALB"] && tag.padding.count == 4)
  }

  @Test(arguments: ["'ID3' 04", "'ID3' 0400 80 00000000", "'ID3' 0200 00 00000000", "'abc'"])
  func notID3(bytes: String) throws {
    let box = try decoded(ID3v2Box.self, "00000000 15C7 \(bytes)")
    #expect(box.content == .data(hex(bytes)))
  }
}

/// The names of the numbers that are described.
private final class Values: FieldSink {
  var names: [String] = []
  func open(_ group: FieldGroup) -> Bool { true }
  func close(_ group: FieldGroup) {}
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard name == "value", case .uint(let number, .names(let table)) = value else { return }
    names.append(table[number] ?? "")
  }
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}
}

/// exiftool says the same of these files.
@Suite(.needsMedia)
struct ITunesFilesTests {
  private func movie(_ name: String) throws -> [Box] {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix(name) })
    return BoxFile(try ByteSource(mapping: path).bytes).boxes.at("moov")
  }

  @Test func chapters() throws {
    let box = try movie("01. Trumpsta (Djuro Remix).m4a").at("udta").first(ChapterListBox.self)
    #expect(box?.chapters.map(\.title.string) == ["Trumpsta (Djuro Remix)"])
  }

  @Test func attributes() throws {
    let box = try movie("issue-79.m4a").at("udta").first(WindowsMediaAttributesBox.self)
    #expect(box?.attributes.first?.name.string == "WM/UniqueFileIdentifier")
    #expect(box?.attributes.count == 6)
  }
}
