import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// Whatever stays in a file is searched and understood, or it is named.
@Suite struct UnreadContentTests {
  /// Bytes that are no text, and no position.
  private static let secret = [UInt8](0x81...0x98)

  private func stripped(
    _ bytes: Bytes, _ what: MetadataStripping = .location
  ) throws -> (bytes: Bytes, unknown: String?) {
    var edit = Edit(bytes)
    try edit.strip(what)
    return (try edit.bytes(), edit.unexamined)
  }

  private func contains(_ bytes: Bytes, _ part: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(part)) != nil
  }

  // MARK: - Boxes

  /// Boxes whose bytes are coded media or initialisation vectors, and one for which the whole file is refused.
  private static let understood: Set<FourCC> = ["imda", "jxlp", "senc", "brob"]

  /// All types of boxes that this program knows: bytes in a field are named, unless they are numbers there.
  @Test func bytesInFieldsOfAllBoxes() throws {
    var silent: Set<FourCC> = []
    var count = 0
    for definition in BoxRegistry.definitions[.boxes] ?? [] where definition.userType == nil {
      guard let body = definition.body else { continue }
      let rows = FieldOutline(body, in: FieldScope()).rows
      guard rows.contains(where: { $0.kind == .bytes }) else { continue }
      count += 1
      let isNamed = try (0..<48).contains { start in
        let payload = Bytes([UInt8](repeating: 0, count: start) + Self.secret)
        var file = BoxFile(Bytes())
        file.boxes = [Box(FileTypeBox()), Box(type: definition.type, opaque: payload)]
        let bytes = try ByteSource(file.encoded().bytes).bytes
        // A box that cannot stand here cannot be stripped.
        guard let result = try? stripped(bytes) else { return false }
        return result.unknown != nil || !contains(result.bytes, Self.secret)
      }
      if !isNamed { silent.insert(definition.type) }
    }
    #expect(count > 40)
    #expect(silent == Self.understood, "\(silent)")
  }

  /// The name of a handler ends at its first zero: of one in UTF-16, readers see a letter, or nothing.
  @Test(arguments: [MetadataStripping.location, .all]) func whatFollowsAName(
    what: MetadataStripping
  ) throws {
    let units = Array("Jane Doe, 47.6543, 8.1234".utf16)
    for name in [
      units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, Array("a\0Jane Doe".utf8),
    ] {
      let head =
        [UInt8](repeating: 0, count: 8) + Array("vide".utf8) + [UInt8](repeating: 0, count: 12)
      var file = BoxFile(Bytes())
      file.boxes = [
        Box(FileTypeBox()), Box(type: "hdlr", opaque: Bytes(head + name + [0, 0])),
      ]
      let result = try stripped(ByteSource(file.encoded().bytes).bytes, what)
      #expect(!contains(result.bytes, Array(name.suffix(8))) && result.unknown == nil)
      let handler = try #require(BoxFile(result.bytes).boxes.first(HandlerBox.self))
      #expect(handler.handlerType == "vide" && handler.name == "")
    }
  }

  /// A sample entry, and the boxes in it, are searched like others.
  @Test(arguments: [MetadataStripping.location, .all]) func settingsOfDecoders(
    what: MetadataStripping
  ) throws {
    func file(_ box: Box) throws -> Bytes {
      var file = try BoxFile(SampleFile.bytes("clip-h264.mp4"))
      let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
      file.boxes[moov].edit("trak", "mdia", "minf", "stbl", "stsd") {
        $0.children[0].children.append(box)
      }
      return ByteSource(try file.relocated().bytes).bytes
    }
    func block(_ type: UInt8, _ content: [UInt8]) -> FLACSpecificBox.Block {
      var block = FLACSpecificBox.Block()
      (block.blockType, block.data) = (type, Bytes(content))
      return block
    }
    let unknown = try stripped(try file(Box(type: "glbl", opaque: Bytes(Self.secret))), what)
    #expect(unknown.unknown?.contains("glbl") == true)

    var flac = FLACSpecificBox()
    flac.blocks = [block(0, [UInt8](repeating: 1, count: 34)), block(2, Self.secret)]
    let application = try stripped(try file(Box(flac)), what)
    #expect((application.unknown == nil) == (what == .all))
    #expect(contains(application.bytes, Self.secret) == (what == .location))
    let comment = Array("\u{4}\0\0\0test\u{1}\0\0\0\u{1C}\0\0\0LOCATION=47.123456, 8.654321".utf8)
    flac.blocks[1] = block(4, comment)
    let result = try stripped(try file(Box(flac)), what)
    #expect(!contains(result.bytes, Array("47.123456".utf8)) && result.unknown == nil)
    #expect(BoxFile(result.bytes).findings.isEmpty)
  }

  // MARK: - Samples and items

  /// A coding in whose samples there may be anything is named.
  @Test func samplesOfUnknownCodings() throws {
    var file = try BoxFile(SampleFile.bytes("clip-h264.mp4"))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    file.boxes[moov].edit("trak", "mdia", "minf", "stbl", "stsd") {
      $0.children[0] = Box(type: "abcd", VisualSampleEntry(), in: .sampleEntries)
    }
    let bytes = ByteSource(try file.relocated().bytes).bytes
    #expect(try stripped(bytes).unknown?.contains("track 1: samples of abcd") == true)
    #expect(try stripped(SampleFile.bytes("clip-h264.mp4")).unknown == nil)
  }

  /// Frames of Motion JPEG lose the metadata in their segments, and keep their sizes.
  @Test(arguments: [MetadataStripping.location, .all]) func framesOfMotionJPEG(
    what: MetadataStripping
  ) throws {
    var file = try BoxFile(SampleFile.bytes("clip-h264.mp4"))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    file.boxes[moov].edit("trak", "mdia", "minf", "stbl", "stsd") {
      $0.children[0] = Box(type: "jpeg", VisualSampleEntry(), in: .sampleEntries)
    }
    file = BoxFile(ByteSource(try file.relocated().bytes).bytes)
    let samples = try #require(MovieFile(file)?.tracks.first).samples.map(\.fileRange)
    let comment = Array("47.123456, 8.654321".utf8)
    let picture =
      [0xFF, 0xD8] + JPEGSegments.segment(0xFE, comment)
      + JPEGSegments.segment(0xDB, [UInt8](repeating: 1, count: 65)) + [0xFF, 0xD9]
    let range = try #require(samples.first { $0.count > picture.count })
    let frame = picture + [UInt8](repeating: 0, count: range.count - picture.count)
    let isReplaced = file.replace(range, with: Bytes(frame))
    #expect(isReplaced)
    let bytes = ByteSource(try file.relocated().bytes).bytes
    #expect(contains(bytes, comment))
    let new = try stripped(bytes, what).bytes
    #expect(!contains(new, comment))
    let zeros = JPEGSegments.segment(0xFE, [UInt8](repeating: 0, count: comment.count))
    #expect(contains(new, Array(picture[..<2]) + zeros + picture[(2 + zeros.count)...]))
  }

  /// Items of binary data are named, also with a media type or a URI.
  @Test(arguments: ["mime", "uri ", "abcd"] as [FourCC]) func itemsOfData(type: FourCC) throws {
    var file = try BoxFile(SampleFile.bytes("landscape-tiled.heic"))
    let meta = try #require(file.boxes.firstIndex { $0.type == "meta" })
    var id: UInt32 = 0
    file.boxes[meta].edit("iinf") { list in
      for index in list.children.indices {
        guard var entry = list.children[index][ItemInfoEntry.self], entry.itemType == "Exif" else {
          continue
        }
        entry.itemType = type
        (entry.contentType, entry.uriType) = ("application/x-acme", "urn:acme")
        list.children[index][ItemInfoEntry.self] = entry
        id = entry.itemID
      }
    }
    let bytes = ByteSource(try file.relocated().bytes).bytes
    let extents = try #require(try HEIFFile(BoxFile(bytes))?.extents(of: id).first)
    var data = Array(bytes)
    data.replaceSubrange(extents, with: repeatElement(0x99, count: extents.count))
    #expect(try stripped(Bytes(data)).unknown?.contains("item \(id) (\(type))") == true)
  }

  // MARK: - Photos

  /// Segments of JPEG files are named unless they are text, whatever they begin with.
  @Test(arguments: ["", "ACME\0", "FLIR\0\u{1}\0\0", "JFXX\0\u{10}", "FPXR\0"])
  func segments(identifier: String) throws {
    let jpeg = Array(try SampleFile.bytes("meadow.jpg"))
    let secret = Array(identifier.utf8) + Self.secret
    for marker in [0xE1, 0xE4, 0xEC] as [UInt8] {
      let file = Array(jpeg[..<2]) + JPEGSegments.segment(marker, secret) + jpeg[2...]
      let new = try stripped(Bytes(file))
      #expect(new.unknown != nil || !contains(new.bytes, Self.secret), "\(marker)")
      #expect(!contains(try stripped(Bytes(file), .all).bytes, Self.secret))
    }
  }

  /// Values of unknown tags are named; what no entry of Exif refers to goes.
  @Test func valuesInExif() throws {
    let tag = try TIFFWriter.tiff(.little, [TIFFField(0xC7FF, .undefined(Self.secret))])
    let named = try ExifEditor.withoutLocation(Bytes(tag))
    #expect(named.unknown == ["0xC7FF in Exif"] && named.bytes == tag)
    let gap = try TIFFWriter.tiff(.little, [TIFFField(0x010F, .text("Acme Cameras"))]) + Self.secret
    let cleared = try ExifEditor.withoutLocation(Bytes(gap))
    #expect(!contains(Bytes(cleared.bytes), Self.secret) && cleared.bytes.count == gap.count)
    #expect(cleared.unknown.isEmpty)
    // ModelTiepointTag of GeoTIFF.
    let geographic = try TIFFWriter.tiff(.little, [TIFFField(0x8482, .undefined(Self.secret))])
    #expect(!contains(Bytes(try ExifEditor.withoutLocation(Bytes(geographic)).bytes), Self.secret))
  }
}
