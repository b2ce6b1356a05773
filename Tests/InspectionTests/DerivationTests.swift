import Foundation
import ISOBMFF
import Inspection
import TestSupport
import Testing

/// Images that are computed from others: the description of their data.
@Suite struct DerivationTests {
  /// A tone map of one channel, for displays up to 1.5 stops above white.
  private let toneMap = [UInt8](
    hex(
      """
      00 0001 0002 40
      00000000 00000001  00000003 00000002
      FFFFFFFD 00000004  00000009 00000004  00000001 00000002
      00000001 00000064  FFFFFFFF 00000064
      """))
  /// 16 times the first input and the second, less 128: the samples of an AVIF picture of libavif.
  private let sampleTransform = [UInt8](
    hex(
      "02 07 00 00000010 01 82 02 80 00 00000080 81"))

  /// A photo whose items have these payloads, in `idat`.
  private func photo(_ payloads: [(type: String, data: [UInt8])]) -> [UInt8] {
    var entries: [UInt8] = []
    var locations: [UInt8] = []
    var data: [UInt8] = []
    for (index, item) in payloads.enumerated() {
      entries += box(
        "infe", be32(0x0200_0000), be16(index + 1), be16(0), Array(item.type.utf8), [0])
      locations += be16(index + 1) + be16(1) + be16(0) + be16(1)
      locations += be32(data.count) + be32(item.data.count)
      data += item.data
    }
    let handler = fullBox("hdlr", be32(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13))
    let iloc = box("iloc", be32(0x0100_0000), be16(0x4400), be16(payloads.count), locations)
    return box("ftyp", Array("mif1".utf8), be32(0))
      + fullBox(
        "meta", handler, fullBox("pitm", be16(1)), fullBox("iinf", be16(payloads.count), entries),
        iloc, box("idat", data))
  }

  @Test func treeHasTheFieldsOfPayloads() throws {
    let grid = [UInt8](hex("00 00 02 04 0B28 085E"))
    let file = FileInspection(photo([("grid", grid), ("sato", sampleTransform)]))
    let text = file.treeText()
    let start = try #require(text.range(of: "item 1, grid"))
    #expect(
      text[start.lowerBound...] == """
        item 1, grid 8 bytes at 187 · grid of tiles, ISO/IEC 23008-12 §6.6.2.3
          version = 0
          flags = 0x00
          rows_minus_one = 2
          columns_minus_one = 4
          output_width = 2856
          output_height = 2142
        item 2, sato 17 bytes at 195 · sample transform, AV1 Image File Format 1.2 §4.2.3
          version = 0
          bit_depth = 2
          token_count = 7
          tokens[0]
            token = 0 (constant)
            constant = 16
          tokens[1]
            token = 1
          tokens[2]
            token = 130 (product)
          tokens[3]
            token = 2
          tokens[4]
            token = 128 (sum)
          tokens[5]
            token = 0 (constant)
            constant = 128
          tokens[6]
            token = 129 (difference)

        """)
    var path = TreeOptions()
    path.paths = BoxPath("meta/idat").map { [$0] }
    #expect(!file.treeText(path).contains("item 1"))
  }

  @Test func jsonHasTheFieldsOfPayloads() throws {
    let file = FileInspection(photo([("tmap", toneMap + [0xAB]), ("uri ", [0, 0, 0, 0])]))
    let items = try file.json(tree: TreeOptions())["items"]
    #expect(items.array.count == 1)
    #expect(items[0]["item"].int == 1 && items[0]["type"].string == "tmap")
    #expect(items[0]["name"].string == "tone-mapped image")
    #expect(items[0]["offset"].int == 187 && items[0]["size"].int == 63)
    let content = items[0]["content"].array
    let channel = try #require(content.first { $0["group"].string == "channels[0]" })
    #expect(channel["content"][0]["group"].string == "gain_map_min")
    let numerator = channel["content"][0]["content"][0]
    #expect(numerator["field"].string == "numerator" && numerator["value"].int == -3)
    #expect(numerator["bitOffset"].int == (187 + 22) * 8)
    // A field of a later version of the standard.
    #expect(content.last?["field"].string == "trailing")
    #expect(content.last?["value"]["hex"].string == "ab")
    // Only the tree has payloads, and only for boxes with a payload.
    #expect(try file.json().keys.contains("items") == false)
    #expect(try FileInspection(tinyPhoto).json(tree: TreeOptions()).keys.contains("items") == false)
  }

  @Test func damageIsShownWithTheRest() throws {
    let file = FileInspection(
      photo([("tmap", Array(toneMap.prefix(30))), ("sato", sampleTransform)]))
    let text = file.treeText()
    #expect(text.contains("item 1, tmap 30 bytes at 187"))
    #expect(text.contains("  damaged: "))
    #expect(text.contains("item 2, sato 17 bytes at 217"))
    let items = try file.json(tree: TreeOptions())["items"].array
    #expect(items.count == 2)
    #expect(items[0]["content"].array.contains { $0["damage"].string != nil })
  }

  @Test func summarySaysWhatTheyDo() throws {
    let file = FileInspection(photo([("tmap", toneMap), ("sato", sampleTransform)]))
    #expect(
      file.summaryText.contains(
        "  Tone map      HDR headroom 0 to 1.5 stops, gain -0.75 to 2.25 stops, gamma 0.5\n"))
    #expect(file.summaryText.contains("  Transform     16 × x1 + x2 - 128, in 32 bits\n"))
    let summary = try file.json()["summary"]
    let map = summary["toneMaps"][0]
    #expect(map["item"].int == 1 && map["alternateHeadroom"].number == 1.5)
    #expect(map["channels"][0]["gainMapMax"].number == 2.25)
    #expect(map["channels"][0]["alternateOffset"].number == -0.01)
    #expect(summary["sampleTransforms"][0]["formula"].string == "16 × x1 + x2 - 128")
  }

  /// A denominator of 0 does not give a number, and does not stop the program.
  @Test func fractionsMayBeNoNumbers() throws {
    var map = toneMap
    map.replaceSubrange(18..<22, with: [0, 0, 0, 0])
    let file = FileInspection(photo([("tmap", map)]))
    #expect(file.summaryText.contains("HDR headroom 0 to inf stops"))
    #expect(try file.json()["summary"]["toneMaps"][0]["baseHeadroom"].number == 0)
  }

  /// The photo's gain map says the same in its XMP packet, which exiftool reads.
  @Test(
    .needsMedia,
    .needs("exiftool"),
    arguments: ["/IMG_3853.HEIC", "/IMG_3582.HEIC"])
  func headroomAsExiftoolReadsIt(name: String) throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix(name) })
    let tags = try OtherProgram.json("exiftool", "-j", "-n", "-HDRGainMapHeadroom", path)[0]
    let headroom = try #require(tags["HDRGainMapHeadroom"].number)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let map = try FileInspection([UInt8](data)).json()["summary"]["toneMaps"][0]
    #expect(map["baseHeadroom"].number == 0)
    #expect(abs(exp2(map["alternateHeadroom"].number ?? 0) - headroom) < 0.00001)
  }
}
