import FieldCoding
import Files
import Foundation
import HEIF
import ISOBMFF
import Metadata
import TestSupport
import Testing
import Verification

/// Data that has to be decompressed before anybody can tell whether it is whole.
@Suite struct CompressedDataTests {
  /// What stands for compressed data here: the data after its own first and last byte.
  private func packed(_ bytes: [UInt8]) -> [UInt8] { [0x78] + bytes + [1] }

  private static func unpacked(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    bytes.last == 1 ? Array(bytes.dropFirst().dropLast()) : nil
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }

  /// A grey picture of 9 × 5 of 8 bits.
  static func png(
    interlaced: Bool = false, _ stream: some Sequence<UInt8>,
    behind: [(FourCC, [UInt8])] = []
  ) -> Bytes {
    var writer = ByteWriter()
    writer.write(PNGChunks.signature)
    for (type, data) in [
      ("IHDR", big(9) + big(5) + [8, 0, 0, 0, interlaced ? 1 : 0]), ("IDAT", Array(stream)),
    ] + behind + [("IEND", [])] {
      let bytes = Array("\(type)".utf8) + data
      var checksum = CRC32()
      checksum.add(bytes[...])
      writer.write(big(data.count) + bytes + big(Int(checksum.value)))
    }
    return Bytes(writer.bytes)
  }

  /// A zlib stream that is not compressed.
  static func rows(_ count: Int) -> [UInt8] {
    ZlibStream.stored([UInt8](repeating: 0, count: count))
  }

  private func findings(_ bytes: Bytes, _ rule: String) -> [String] {
    let file = ExaminedFile(
      bytes, name: "a.png", inflate: Zlib.inflate,
      decode: { data, encoding in
        encoding == "deflate" ? Self.unpacked(data).map { Bytes($0) } : nil
      })
    return Report(file).findings.filter { $0.rule.id.hasPrefix(rule) }.map(\.message)
  }

  /// Five rows of ten bytes; the seven passes of Adam7 have 11 rows with 45 samples.
  @Test(.needs("zlib") { Zlib.problem == nil }) func rowsOfPNGFiles() throws {
    for (interlaced, whole) in [(false, 50), (true, 56)] {
      #expect(findings(Self.png(interlaced: interlaced, Self.rows(whole)), "png-").isEmpty)
      let words = findings(Self.png(interlaced: interlaced, Self.rows(whole - 1)), "png-damaged")
      #expect(
        words.count == 1 && words[0].contains("\(whole - 1) of the \(whole) bytes"), "\(words)")
    }
  }

  /// The stream has two bytes of a header, five bytes before 50 bytes that are stored, and four bytes of a checksum
  /// (RFC 1950 §2.2, RFC 1951 §3.2.4).
  private static let streams: [(stream: ArraySlice<UInt8>, rule: String, words: String)] = [
    // The last byte of the checksum is another one. Then the checksum is missing, and a part of it.
    (rows(50).dropLast() + [0x55], "png-data-end-wrong", "the checksum of the data of the image"),
    (rows(50).dropLast(4), "png-data-end-wrong", "not its end"),
    (rows(50).dropLast(1), "png-data-end-wrong", "not its end"),
    // Two rows and a half.
    (rows(50).prefix(7 + 25), "png-damaged", "25 of the 50 bytes"),
    // A block of a type that does not exist.
    (rows(50).prefix(2) + [7] + rows(50).dropFirst(3), "png-damaged", "up to byte 0"),
    // One row more.
    (rows(60)[...], "png-data-excess", "more than the 50 bytes"),
    // Row 3 begins with a filter of another number.
    (
      ZlibStream.stored([UInt8](repeating: 0, count: 20) + [5] + [UInt8](repeating: 0, count: 29))[
        ...],
      "png-damaged", "row 3 of the image states the filter 5"
    ),
  ]

  @Test(.needs("zlib") { Zlib.problem == nil }, arguments: streams)
  func imageDataOfPNGFiles(stream: ArraySlice<UInt8>, rule: String, words: String) {
    let found = findings(Self.png(stream), "png-")
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
    #expect(findings(Self.png(stream), rule) == found)
  }

  /// The frames of animations are as the image is, with the size that their fcTL chunks state.
  @Test(.needs("zlib") { Zlib.problem == nil }, arguments: streams)
  func framesOfPNGFiles(stream: ArraySlice<UInt8>, rule: String, words: String) {
    func frame(_ width: Int, _ data: some Sequence<UInt8>) -> [(FourCC, [UInt8])] {
      let control = [0] + [width, 5, 0, 0].map { Self.big($0) }.joined() + [0, 0, 0, 0, 0, 0]
      let half = Array(data).count / 2
      return [
        ("fcTL", [0, 0, 0] + control), ("fdAT", [0, 0, 0, 0] + Array(data).prefix(half)),
        ("fdAT", [0, 0, 0, 0] + Array(data).dropFirst(half)),
      ]
    }
    let whole = frame(4, Self.rows(25))
    #expect(findings(Self.png(Self.rows(50), behind: whole + whole), "png-").isEmpty)
    let found = findings(Self.png(Self.rows(50), behind: whole + frame(9, stream)), "png-")
    let expected = words.replacing("the image", with: "frame 2 of the animation")
    #expect(found.count == 1 && found[0].contains(expected), "\(found)")
    #expect(found[0].contains("frame 2 of the animation"), "\(found)")
    let lost = findings(Self.png(Self.rows(50), behind: Array(whole.dropFirst())), "png-damaged")
    #expect(lost.count == 1 && lost[0].contains("fcTL"), "\(lost)")
  }

  /// Texts and colour profiles are compressed, too.
  @Test(
    .needs("zlib") { Zlib.problem == nil },
    arguments: [("zTXt", "Comment\0\0"), ("iTXt", "Comment\0\u{1}\0en\0\0"), ("iCCP", "Name\0\0")])
  func compressedMetadataOfPNGFiles(type: FourCC, head: String) {
    let whole = Array(head.utf8) + ZlibStream.stored(Array("a red house".utf8))
    for (data, isDamaged) in [
      (whole, false), (Array(whole.dropLast()), true), (Array(whole.dropLast(8)), true),
      (whole.dropLast() + [2], true), (Array(head.utf8), true),
    ] {
      let found = findings(Self.png(Self.rows(50), behind: [(type, data)]), "png-")
      #expect(found.count == (isDamaged ? 1 : 0), "\(found)")
      #expect(found.allSatisfy { $0.contains("the compressed data of \(type)") }, "\(found)")
    }
  }

  /// The checksum of a frame shows a single bit.
  @Test(.needsMedia, arguments: ["flac.m4a", "ac3-sample.mp4", "eac3.m4a"])
  func checksumsOfAudioFrames(name: String) throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("/m4a-audio/\(name)") })
    var data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(findings(Bytes(data), "sample-data-damaged").isEmpty)
    let media = try #require(BoxFile(Bytes(data)).boxes.first { $0.type == "mdat" }?.origin)
    data[media.fileOffset + media.count / 2 + 100] ^= 1
    let words = findings(Bytes(data), "sample-data-damaged")
    #expect(words.count == 1 && words[0].contains("checksum"), "\(words)")
  }

  /// XMP whose encoding is stated has to be decompressed; an encoding that nobody knows is a finding.
  @Test(arguments: [("deflate", true), ("deflate", false), ("acme", false)])
  func compressedXMP(encoding: String, isIntact: Bool) throws {
    var data = try Sample.bytes(Sample.tiled)
    let heif = try #require(HEIFFile(BoxFile(Bytes(data))))
    let item = try #require(heif.xmpItems.first)
    let range = try #require(try heif.extents(of: item.id).first)
    let xml = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)
    var packet = packed(xml + [UInt8](repeating: 0x20, count: range.count - xml.count - 2))
    if !isIntact { packet[packet.count - 1] = 2 }
    data.replaceSubrange(range, with: packet)
    let before = BoxFile(Bytes(data))
    var file = before
    try file.entry(of: item.id) { $0.contentEncoding = Text(encoding) }
    let bytes = Bytes(try file.encodedAfterChange(from: before))
    #expect(findings(bytes, "xmp-ill-formed").isEmpty == isIntact)
  }
}
