import Foundation
import ISOBMFF
import Inspection
import Movie
import Testing
import Verification

@Suite struct RenderingTests {
  @Test func treeOfATinyPhoto() {
    #expect(
      FileInspection(tinyPhoto).treeText(options(path: "meta/iprp")) == """
        iprp 54 bytes at 79 · ItemPropertiesBox, ISO/IEC 23008-12 §9.3.1
          ipco 46 bytes at 87 · ItemPropertyContainerBox, ISO/IEC 23008-12 §9.3.1
            ispe 20 bytes at 95 · ImageSpatialExtentsProperty, ISO/IEC 23008-12 §6.5.3
              version = 0
              flags = 0x000000
              image_width = 8
              image_height = 6
            irot 9 bytes at 115 · ImageRotation, ISO/IEC 23008-12 §6.5.10
              angle = 1 (90° counter-clockwise)
            irot[1] 9 bytes at 124 · ImageRotation, ISO/IEC 23008-12 §6.5.10
              angle = 3 (90° clockwise)

        """)
  }

  /// The boxes below the last level are named, and their content is not shown.
  @Test func depthHidesWhatIsDeeper() {
    var shallow = TreeOptions()
    shallow.depth = 1
    let top = FileInspection(tinyPhoto).treeText(shallow)
    #expect(top.contains("major_brand = 'mif1'"))
    #expect(top.contains("\n  hdlr 33 bytes"))
    #expect(!top.contains("handler_type"))
    let inner = FileInspection(tinyPhoto).treeText(options(path: "meta/iprp", depth: 2))
    #expect(inner.contains("\n    ispe 20 bytes"))
    #expect(!inner.contains("image_width"))
  }

  @Test func aPathWithANumberIsOneOfSeveral() {
    let text = FileInspection(tinyPhoto).treeText(options(path: "meta/iprp/ipco/irot[1]"))
    #expect(text.hasPrefix("irot[1] 9 bytes at 124"))
    #expect(text.contains("angle = 3"))
    #expect(!text.contains("angle = 1"))
    #expect(FileInspection(tinyPhoto).treeText(options(path: "meta/iloc")).isEmpty)
  }

  @Test func hexadecimalShowsTheBytesOfFields() {
    var hex = options(path: "meta/iprp/ipco/ispe")
    hex.showsHex = true
    let text = FileInspection(tinyPhoto).treeText(hex)
    #expect(text.contains("image_width = 8  [107: 00 00 00 08]"))
    var data = options(path: "free")
    data.showsHex = true
    let free = FileInspection(box("free", Array("0123456789abcdefXY\u{1B}".utf8))).treeText(data)
    #expect(
      free.contains("00000008  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  0123456789abcdef"))
    #expect(free.contains("XY."))
    #expect(!free.contains("\u{1B}"))
  }

  @Test func longDataIsCutUnlessAllIsAsked() {
    let file = FileInspection(box("free", [UInt8](repeating: 0xAB, count: 600)))
    var hex = options(path: "free")
    hex.showsHex = true
    #expect(file.treeText(hex).contains("… 344 more bytes"))
    hex.showsAll = true
    #expect(!file.treeText(hex).contains("more bytes"))
  }

  /// Both sides have 32 bits, so that their product has 64.
  @Test func hugePicturesHaveASummary() {
    let handler = fullBox(
      "hdlr", be32(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13))
    let item = box("infe", be32(0x0200_0000), be16(1), be16(0), Array("hvc1".utf8), [0])
    let size = fullBox("ispe", be32(0xFFFF_FFFF), be32(0xFFFF_FFFE))
    let association = fullBox("ipma", be32(1), be16(1), [1, 1])
    let meta = fullBox(
      "meta", handler, fullBox("pitm", be16(1)), fullBox("iinf", be16(1), item),
      box("iprp", box("ipco", size), association))
    let text = FileInspection(box("ftyp", Array("heic".utf8), be32(0)) + meta).summaryText
    #expect(text.contains("4294967295 × 4294967294"))
  }

  /// A run of samples that have nothing of their own, four million of them.
  @Test func rowsWithoutBitsAreOnlyCounted() throws {
    let file = FileInspection(box("moof", box("traf", fullBox("trun", be32(1 << 22)))))
    var all = TreeOptions()
    all.showsAll = true
    let text = file.treeText(all)
    #expect(text.contains("samples = 4,194,304 rows"))
    #expect(!text.contains("[0]"))
    all.paths = BoxPath("moof/traf/trun").map { [$0] }
    let run = try file.json(tree: all)["boxes"][0]
    let table = try #require(run["content"].array.first { $0["table"].string == "samples" })
    #expect(table["count"].int == 1 << 22)
    #expect(table["rows"].array.isEmpty)
  }

  @Test(arguments: Sample.names)
  func jsonIsValid(name: String) throws {
    var all = TreeOptions()
    all.showsAll = true
    let inspection = try Sample.inspection(name)
    for tree in [nil, TreeOptions(), all] {
      let json = try inspection.json(tree: tree)
      #expect(json["schema"].string == "boxwalk.inspect/1")
      #expect(json["file"].string == name)
      #expect(json["findings"].array.isEmpty)
      if inspection.kind == .boxes { #expect((json["boxes"].array.isEmpty) == (tree == nil)) }
    }
  }

  @Test func jsonHasFieldsWithTheirOffset() throws {
    let boxes = try FileInspection(tinyPhoto).json(tree: options(path: "meta/iprp/ipco/irot"))
    let irot = boxes["boxes"][0]
    #expect(irot["box"].string == "irot")
    #expect(irot["offset"].int == 115)
    let field = irot["content"].array.first { $0["field"].string == "angle" }
    #expect(field?["value"].int == 1)
    #expect(field?["meaning"].string == "90° counter-clockwise")
    #expect(field?["bitOffset"].int == 123 * 8 + 6)
  }

  @Test func longValuesAreCutInTextOnly() throws {
    let long = String(repeating: "long ", count: 100)
    let value = box("data", be32(1), be32(0), Array(long.utf8))
    let handler = fullBox(
      "hdlr", be32(0), Array("mdir".utf8), [UInt8](repeating: 0, count: 13))
    let meta = fullBox("meta", handler, box("ilst", box("©cmt", value), box("©cmt", value)))
    let file = FileInspection(box("moov", box("udta", meta)))
    #expect(file.summaryText.split(separator: "\n").allSatisfy { $0.count < 260 })
    #expect(file.summaryText.contains("… (506 characters)"))
    // Twice the same key: one key with two values.
    #expect(try file.json()["summary"]["keys"]["©cmt"].array.map(\.string) == [long, long])
  }

  @Test func controlCharactersAreMadeVisible() throws {
    let brand: [UInt8] = [0x1B, 0x5B, 0x32, 0x4A]
    let name = FileInspection(Bytes(box("ftyp", brand, be32(0))), name: "a\u{1B}[2Jb\u{202E}")
    #expect(name.summaryText.hasPrefix("a\\u{1b}[2Jb\\u{202e}: "))
    #expect(!name.summaryText.contains("\u{1B}"))
    #expect(try name.json()["file"].string == "a\u{1B}[2Jb\u{202E}")
  }

  /// Its offsets count from the start of the inflated bytes.
  @Test func compressedMoviesAreInflated() throws {
    let header = fullBox("mvhd", [UInt8](repeating: 0, count: 8), be32(600), be32(1200))
    let movie = box("moov", header, box("free"))
    let packed = box("cmov", box("dcom", Array("zlib".utf8)), box("cmvd", be32(movie.count), movie))
    let file = FileInspection(
      Bytes(box("ftyp", Array("qt  ".utf8), be32(0)) + box("moov", packed)), name: "test",
      inflate: { bytes, _ in Inflated(bytes) })
    let text = file.treeText()
    #expect(text.contains("\nThe compressed movie; offsets count from its own start:\nmoov"))
    #expect(text.contains("\n    timescale = 600"))
    let boxes = try file.json(tree: TreeOptions())["inflated"].array
    #expect(boxes.map { $0["box"].string } == ["moov"])
    #expect(boxes.first?["offset"].int == 0)
    #expect(try FileInspection(tinyPhoto).json(tree: TreeOptions())["inflated"].array.isEmpty)
    #expect(!file.treeText(options(path: "moov")).contains("timescale"))
  }

  @Test func boxesOfSeveralPathsHaveTheirWays() throws {
    var several = TreeOptions()
    several.paths = ["meta/iprp/ipco/ispe", "meta/iprp/ipco/irot[1]"].compactMap { BoxPath($0) }
    several.showsPaths = true
    let file = FileInspection(tinyPhoto)
    let heads = file.treeText(several).split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(heads.count == 2)
    #expect(heads[0].hasPrefix("meta/iprp/ipco/ispe "))
    #expect(heads[1].hasPrefix("meta/iprp/ipco/irot[1] "))
    let boxes = try file.json(tree: several)["boxes"].array
    #expect(boxes.map { $0["box"].string } == ["ispe", "irot[1]"])
    #expect(boxes.map { $0["path"].string } == ["meta/iprp/ipco/ispe", "meta/iprp/ipco/irot[1]"])
    // A box inside another shown box is shown once; the depth counts from the outermost.
    several.paths = ["meta/iprp", "meta/iprp/ipco/ispe"].compactMap { BoxPath($0) }
    several.depth = 2
    let nested = file.treeText(several)
    #expect(nested.hasPrefix("meta/iprp ") && !nested.contains("image_width"))
    #expect(nested.contains("\n  ipco "))
    several.paths = []
    #expect(file.treeText(several).isEmpty)
  }

  private func options(path: String, depth: Int? = nil) -> TreeOptions {
    var options = TreeOptions()
    options.paths = BoxPath(path).map { [$0] }
    options.depth = depth
    return options
  }
}
