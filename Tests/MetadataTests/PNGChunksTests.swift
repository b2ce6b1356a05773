import FieldCoding
import Metadata
import TestSupport
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

  /// What is wrong with the order of chunks, the header and the data is found without decoding.
  @Test func defectsOfTheStructure() {
    let palette = chunk("IHDR", [0, 0, 0, 4, 0, 0, 0, 4, 8, 3, 0, 0, 0])
    let colours = chunk("PLTE", [1, 2, 3])
    let (text, end) = (chunk("tEXt", Array("a\0b".utf8)), chunk("IEND", []))
    // A zlib stream starts with these two bytes.
    let data = chunk("IDAT", [0x78, 0x9C, 1, 2, 3])
    func defects(_ chunks: [UInt8]...) -> [String] {
      PNGChunks(Bytes(PNGChunks.signature + chunks.flatMap { $0 })).defects.map { "\($0.reason)" }
    }
    #expect(defects(palette, colours, text, data, end).isEmpty)
    #expect(defects(palette, colours, data, chunk("IDAT", [4]), text, end).isEmpty)
    for (found, words) in [
      (defects(text, palette, colours, data, end), "the first chunk is tEXt"),
      (defects(palette, palette, colours, data, end), "IHDR is not the first chunk"),
      (defects(chunk("IHDR", [0, 0]), data, end), "IHDR has 2 bytes, not 13"),
      (
        defects(chunk("IHDR", [0, 0, 0, 0, 0, 0, 0, 4, 8, 0, 0, 0, 0]), data, end),
        "a picture of 0 × 4"
      ),
      (
        defects(chunk("IHDR", [0, 0, 0, 4, 0, 0, 0, 4, 3, 2, 0, 0, 0]), data, end),
        "colour type 2 with 3 bits"
      ),
      (
        defects(chunk("IHDR", [0, 0, 0, 4, 0, 0, 0, 4, 8, 2, 0, 0, 2]), data, end),
        "method of compression, filters or interlacing"
      ),
      (defects(palette, colours, text, end), "there is no IDAT chunk"),
      (defects(palette, colours, data, text, data, end), "are other chunks"),
      (defects(palette, data, end), "no palette (PLTE)"),
      (defects(palette, colours, data, chunk("IEND", [0])), "IEND has data"),
      (defects(palette, colours, chunk("IDAT", [0x78, 0x9D, 1]), end), "not a zlib stream"),
      (
        defects(chunk("IHDR", [0, 1, 0, 0, 0, 1, 0, 0, 8, 0, 0, 0, 0]), data, end),
        "5 bytes of data cannot be a picture of 65536 × 65536"
      ),
    ] {
      #expect(found.contains { $0.contains(words) }, "\(found), not \(words)")
    }
  }

  /// Pictures of FFmpeg have none of them.
  @Test(
    .needs("ffmpeg"),
    arguments: ["rgb24", "rgba", "rgb48be", "gray", "gray16be", "ya8", "pal8", "monob"])
  func picturesAreInOrder(format: String) throws {
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=s=67x41", "-frames:v", "1", "-pix_fmt", format,
        "-c:v", "png", "-f", "image2pipe", "-",
      ])
    let png = PNGChunks(Bytes([UInt8](result.data)))
    #expect(png.finding == nil && png.chunks.count > 2 && png.defects.isEmpty, "\(png.defects)")
    #expect(png.chunks.allSatisfy { $0.isWhole })
  }
}
