import Editing
import FieldCoding
import ISOBMFF
import Testing

@testable import Metadata

/// Texts of PNG files that are compressed are searched as others are, if somebody decompresses them.
@Suite struct PNGStrippingTests {
  /// "a red house", as zlib stores it.
  private static let stream: [UInt8] =
    [0x78, 1, 1, 11, 0, 0xF4, 0xFF] + Array("a red house".utf8) + [0x16, 0x8A, 4, 1]

  /// What our data decompresses to: the letters in the other case. The only zlib streams are our own, and those of
  /// five bytes fewer.
  private static let decompressor = Decompressor(
    content: { data, encoding in
      guard encoding == "deflate" else { return nil }
      if data.starts(with: PNGStrippingTests.stream) { return Bytes(Array("a red house".utf8)) }
      return Bytes(data.map { (0x41...0x5A).contains($0 & 0xDF) ? $0 ^ 0x20 : $0 })
    },
    zlibSizes: { data in
      for (stream, size) in [(PNGStrippingTests.stream, 11), (PNGStrippingTests.shortStream, 6)]
      where data.starts(with: stream) { return (stream.count, size) }
      return nil
    })

  /// "a red ", as zlib stores it.
  private static let shortStream: [UInt8] =
    [0x78, 1, 1, 6, 0, 0xF9, 0xFF] + Array("a red ".utf8) + [6, 0xCB, 1, 0xDD]

  private func packed(_ text: String) throws -> [UInt8] {
    Array(try #require(Self.decompressor.content(Bytes(Array(text.utf8)), "deflate")))
  }

  /// A grey picture with one row.
  private func picture(_ chunks: [(FourCC, [UInt8])], width: UInt8 = 10) -> Bytes {
    var writer = ByteWriter()
    writer.write(PNGChunks.signature)
    let header: [UInt8] = [0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0]
    for (type, data) in [("IHDR", header)] + chunks + [("IEND", [])] {
      // The sum is made again, because the data differs.
      PNGChunks.write(
        PNGChunks.Chunk(type: type, data: Bytes([0xFF]), checksum: 0), Bytes(data), to: &writer)
    }
    return Bytes(writer.bytes)
  }

  private func packet(_ attributes: String) -> String {
    #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
      + #"<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:a="urn:a" \#(attributes)/>"#
      + "</rdf:RDF></x:xmpmeta>"
  }

  private func stripped(
    _ picture: Bytes, _ decompressor: Decompressor? = decompressor
  ) throws -> (chunks: [PNGChunks.Chunk], notes: [String]) {
    var edit = Edit(picture)
    try edit.strip(.location, decompressor: decompressor)
    let bytes = Bytes(try edit.finished().written.bytes)
    try Edit.checkStripped(
      .location, bytes, MetadataTraces(file: picture, leavingOut: .location),
      decompressor: decompressor)
    let png = PNGChunks(bytes)
    #expect(png.chunks.allSatisfy { $0.isWhole })
    return (png.chunks.filter { PNGText($0) != nil }, edit.notes)
  }

  /// Profiles in hexadecimal digits, as ImageMagick writes them, are searched as what they are.
  @Test func profilesInDigitsAreSearched() throws {
    func profile(_ type: String, _ bytes: [UInt8]) throws -> (FourCC, [UInt8]) {
      let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let text = "\n\(type)\n      \(bytes.count)\n\(digits)\n"
      return ("zTXt", Array("Raw profile type \(type)\0\0".utf8) + (try packed(text)))
    }
    // Dataset 90 is the city, 80 the author.
    let city: [UInt8] = [0x1C, 2, 90, 0, 4] + Array("Bled".utf8)
    let author: [UInt8] = [0x1C, 2, 80, 0, 3] + Array("Ada".utf8)
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(city.count)] + city + [0]
    let picture = picture([
      try profile("iptc", resource), try profile("8bim", city), try profile("iptc", author),
      try profile("app12", [UInt8](0x81...0x98)),
      ("tEXt", Array("photoshop:City\0Bled".utf8)), ("tEXt", Array("Title\0Bled at night".utf8)),
      ("tEXt", Array("Author\0Ada".utf8)),
    ])
    let (chunks, _) = try stripped(picture)
    let rest = ["Raw profile type iptc", "Raw profile type app12", "Author"]
    #expect(chunks.compactMap { PNGText($0)?.keyword } == rest)
    var edit = Edit(picture)
    try edit.strip(.location, decompressor: Self.decompressor)
    #expect(try edit.finished().unexamined?.contains("Raw profile type app12") == true)
  }

  @Test func onlyTheLocationGoes() throws {
    let location = #"exif:GPSLatitude="46,21.8166N" exif:GPSLongitude="14,5.6333E" "#
    let head = Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8)
    let text = Array("Comment\0\0".utf8) + (try packed("a red house"))
    let picture = picture([
      ("iTXt", head + (try packed(packet(location + #"a:b="kept""#)))), ("zTXt", text),
      ("zTXt", Array("Comment\0\0".utf8) + (try packed("GPSLatitude 46.363611"))),
    ])
    let (chunks, notes) = try stripped(picture)
    #expect(chunks.map(\.type) == ["iTXt", "zTXt"], "\(notes)")
    let xmp = try #require(chunks.first.flatMap { PNGText($0)?.text() })
    let rest = String(decoding: xmp, as: UTF8.self)
    #expect(rest.contains(#"a:b="kept""#) && !rest.contains("GPSL"))
    #expect(chunks.last.map { Array($0.data) } == text)
  }

  /// Decoders read nothing behind the end of a stream, in whatever chunk it ends.
  @Test(arguments: [MetadataStripping.location, .all])
  func whatIsBehindThePictureGoes(what: MetadataStripping) throws {
    let stream = Self.stream
    let secret = Array("of Jane Doe".utf8)
    for end in [3, stream.count] {
      let original = picture([
        ("IDAT", Array(stream[..<end])), ("IDAT", Array(stream[end...]) + secret), ("IDAT", secret),
      ])
      var edit = Edit(original)
      try edit.strip(what, decompressor: Self.decompressor)
      let bytes = Bytes(try edit.finished().written.bytes)
      let png = PNGChunks(bytes)
      #expect(png.chunks.allSatisfy(\.isWhole) && edit.unexamined == nil)
      #expect(png.chunks.filter { $0.type == "IDAT" }.flatMap(\.data) == stream)
      try Edit.checkStripped(
        what, bytes, MetadataTraces(file: original, leavingOut: what),
        decompressor: Self.decompressor)
      // Where the stream ends is not known.
      var without = Edit(original)
      try without.strip(what)
      #expect(without.unexamined?.contains("IDAT") == true)
    }
    var damaged = Edit(picture([("IDAT", Array(stream.dropLast()))]))
    try damaged.strip(what, decompressor: Self.decompressor)
    #expect(damaged.unexamined?.contains("IDAT") == true)
  }

  /// Nor do they show what the stream has behind the last row, in the image and in the frames of an animation.
  @Test(arguments: [MetadataStripping.location, .all])
  func whatIsBehindTheRowsGoes(what: MetadataStripping) throws {
    let frame: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 14)
    let original = picture(
      [
        ("IDAT", Array(Self.stream[..<4])), ("IDAT", Array(Self.stream[4...])), ("fcTL", frame),
        ("fdAT", [0, 0, 0, 1] + Self.stream + [7]),
      ], width: 5)
    var edit = Edit(original)
    try edit.strip(what, decompressor: Self.decompressor)
    let bytes = Bytes(try edit.finished().written.bytes)
    let png = PNGChunks(bytes)
    #expect(png.chunks.allSatisfy(\.isWhole) && edit.unexamined == nil)
    #expect(png.chunks.filter { $0.type == "IDAT" }.flatMap(\.data) == Self.shortStream)
    #expect(png.first("fdAT").map { Array($0) } == [0, 0, 0, 1] + Self.shortStream)
    #expect(png.first("fcTL").map { Array($0) } == frame)
    try Edit.checkStripped(
      what, bytes, MetadataTraces(file: original, leavingOut: what),
      decompressor: Self.decompressor)
    // Without the size of a frame, the end of its rows is not known.
    var lost = Edit(picture([("IDAT", Self.stream), ("fdAT", [0, 0, 0, 1] + Self.stream)]))
    try lost.strip(what, decompressor: Self.decompressor)
    #expect(lost.unexamined?.contains("fdAT") == true)
  }

  @Test func whatIsNotDecompressedGoes() throws {
    let text = Array("Comment\0\0".utf8) + (try packed("a red house"))
    let (chunks, notes) = try stripped(picture([("zTXt", text)]), nil)
    #expect(chunks.isEmpty && notes.contains { $0.contains("is compressed") }, "\(notes)")
  }
}
