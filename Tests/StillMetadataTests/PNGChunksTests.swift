import FieldCoding
import StillMetadata
import Testing

@Suite struct PNGChunksTests {
  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (24 - 8 * $0)) } + Array(type.utf8) + data
      + [0xC, 0xC, 0xC, 0xC]
  }

  private var header: [UInt8] {
    chunk("IHDR", [0, 0, 1, 2, 0, 0, 3, 4, 16, 6, 0, 0, 1])
  }

  private func file(_ chunks: [[UInt8]]) -> [UInt8] {
    PNGChunks.signature + header + chunks.flatMap { $0 } + chunk("IDAT", [1, 2, 3])
      + chunk("IEND", [])
  }

  @Test func compressedTextsAreNoticed() {
    for (text, isCompressed) in [
      (chunk("tEXt", Array("Title\0A word".utf8)), false),
      (chunk("zTXt", Array("Title\0\0xyz".utf8)), true),
      (chunk("iTXt", Array("Comment\0\u{1}\0\0\0xyz".utf8)), true),
      (chunk("iTXt", Array("Comment\0\0\0\0\0xyz".utf8)), false),
    ] {
      #expect(PNGChunks.hasCompressedText(Bytes(file([text]))) == isCompressed)
    }
    #expect(!PNGChunks.hasCompressedText(Bytes([0xFF, 0xD8])))
  }

  @Test func everyChunkIsRead() throws {
    let xmp = Array("XML:com.adobe.xmp\0\0\0en\0Titel\0<x/>".utf8)
    let compressed = Array("Comment\0\u{1}\0\0\0xyz".utf8)
    let bytes = file([
      chunk("gAMA", [0, 0, 0xB1, 0x8F]), chunk("tEXt", Array("Title\0A word".utf8)),
      chunk("iTXt", compressed), chunk("iTXt", xmp), chunk("eXIf", [0x49, 0x49, 0x2A, 0]),
    ])
    let png = PNGChunks(Bytes(bytes))
    #expect(png.finding == nil)
    #expect(
      png.chunks.map { "\($0.type)" }
        == ["IHDR", "gAMA", "tEXt", "iTXt", "iTXt", "eXIf", "IDAT", "IEND"])
    let header = try #require(png.header)
    #expect(header.width == 0x102 && header.height == 0x304)
    #expect(header.bitDepth == 16 && header.colourType == 6 && header.interlaceMethod == 1)
    #expect(try header.encoded() == Array(bytes[16..<29]))
    #expect(png.gamma == 0.45455)
    #expect(png.exif.map(Array.init) == [0x49, 0x49, 0x2A, 0])
    let texts = png.chunks[2...4].map { PNGText($0) }
    #expect(texts.map { $0?.keyword } == ["Title", "Comment", PNGText.xmpKeyword])
    // Compressed text is not read without a function that inflates it.
    #expect(
      texts.map { $0?.text().map { String(decoding: $0, as: UTF8.self) } }
        == ["A word", nil, "<x/>"])
    #expect(PNGText(png.chunks[0]) == nil)

    for count in 0..<bytes.count {
      #expect(PNGChunks(Bytes(Array(bytes.prefix(count)))).finding != nil)
    }
  }

  @Test func whatIsNoPNG() {
    #expect(PNGChunks(Bytes()).finding != nil)
    #expect(PNGChunks(Bytes(Array("GIF89a".utf8))).finding != nil)
    // A length of 2³² − 1.
    let long = PNGChunks.signature + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8)
    #expect(PNGChunks(Bytes(long)).finding != nil)
  }
}
