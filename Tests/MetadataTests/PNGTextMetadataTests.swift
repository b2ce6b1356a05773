import FieldCoding
import Metadata
import Testing

/// Exif, IPTC and XMP that programs write as text into PNG files.
@Suite struct PNGTextMetadataTests {
  private func png(_ chunks: [(type: String, data: [UInt8])]) -> PNGChunks {
    var bytes = PNGChunks.signature
    for (type, data) in chunks + [("IEND", [])] {
      let size = UInt32(data.count)
      for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: size >> shift)) }
      bytes += Array(type.utf8)
      bytes += data
      bytes += [0, 0, 0, 0]
    }
    return PNGChunks(Bytes(bytes))
  }

  /// As ImageMagick writes it: lines of 36 bytes.
  private func profile(_ name: String, _ bytes: [UInt8], count: Int? = nil) -> [UInt8] {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let lines = stride(from: 0, to: digits.count, by: 36).map { start in
      digits[start..<min(start + 36, digits.count)].joined()
    }
    let length = String(count ?? bytes.count)
    let padding = String(repeating: " ", count: max(0, 8 - length.count))
    return Array("\n\(name)\n\(padding)\(length)\n\(lines.joined(separator: "\n"))\n".utf8)
  }

  private let tiff: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8] + [UInt8](repeating: 0, count: 90)
  private let packet = Array("<x:xmpmeta/>".utf8)

  @Test func profilesInDigitsAreRead() throws {
    let exif = Array("Exif\0\0".utf8) + tiff
    let resources = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 0]
    for keyword in ["exif", "APP1", "EXIF"] {
      let text = Array("Raw profile type \(keyword)\0".utf8) + profile("exif", exif)
      let found = PNGTextMetadata(png([("tEXt", text)]))
      #expect(found.exif.map(Array.init) == tiff, "\(keyword)")
      #expect(found.exif?.fileOffset == 0)
      #expect(found.keywords == ["Raw profile type \(keyword)"])
    }
    let xmp = Array("Raw profile type xmp\0".utf8) + profile("xmp", packet)
    #expect(PNGTextMetadata(png([("tEXt", xmp)])).xmp.map(Array.init) == packet)
    let segment =
      Array("Raw profile type APP1\0".utf8)
      + profile("generic profile", Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
    #expect(PNGTextMetadata(png([("tEXt", segment)])).xmp.map(Array.init) == packet)
    let iptc = Array("Raw profile type iptc\0".utf8) + profile("iptc", resources)
    let found = PNGTextMetadata(png([("tEXt", iptc)]))
    #expect(found.resources.map(Array.init) == resources && found.keywords.isEmpty)
  }

  @Test func compressedTextsAreInflated() throws {
    // What stands for a compressed stream here is the text behind a byte.
    let inflate: InflateUpTo = { stream, _ in stream.first == 0x78 ? Array(stream.dropFirst()) : nil
    }
    let text = [0x78] + packet
    let short = Array("XML:com.adobe.xmp\0\0".utf8) + text
    let long = Array("XML:com.adobe.xmp\0\u{1}\0en\0Titel\0".utf8) + text
    for (type, data) in [("zTXt", short), ("iTXt", long)] {
      #expect(PNGTextMetadata(png([(type, data)])).xmp == nil)
      let found = PNGTextMetadata(png([(type, data)]), inflate: inflate)
      #expect(found.xmp.map(Array.init) == packet, "\(type)")
    }
    for count in 0..<long.count {
      let cut = PNGTextMetadata(png([("iTXt", Array(long.prefix(count)))]), inflate: inflate)
      #expect(cut.xmp.map { $0.count < packet.count } ?? true)
    }
  }

  @Test func damagedProfilesAreLeftOut() throws {
    let keyword = Array("Raw profile type exif\0".utf8)
    for wrong in [
      profile("exif", tiff, count: tiff.count + 1), profile("exif", tiff, count: 0),
      profile("exif", tiff, count: -1), profile("exif", tiff, count: .max), [],
      Array("\nexif\n".utf8), Array("\nexif\n 4\n4d4x002a".utf8), Array("\nexif\n 4\n4d4".utf8),
    ] {
      #expect(PNGTextMetadata(png([("tEXt", keyword + wrong)])).exif == nil)
    }
  }
}
