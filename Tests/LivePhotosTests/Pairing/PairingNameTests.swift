import Testing

@testable import LivePhotos

/// The meaning of names, by the rules of the programs that are known to write them.
@Suite struct PairingNameTests {
  struct Row: CustomTestStringConvertible {
    var name: String
    var base: String
    var variant = MediaName.Variant.original
    var copy = 0
    var tag: String?
    var burst: Int?
    var rules: Set<MediaName.Rule> = []
    var testDescription: String { name }
  }

  private static let uuid = "51f2bef7-0d5c-4d4f-8a34-000000000001"

  static let rows: [Row] = [
    Row(name: "IMG_1234.HEIC", base: "img_1234"),
    Row(name: "IMG_1234.mov", base: "img_1234"),
    Row(name: "IMG_1234", base: "img_1234"),
    Row(name: "IMG_1234.AAE", base: "img_1234"),
    // icloudpd
    Row(name: "IMG_7943_HEVC.MOV", base: "img_7943", rules: [.hevc]),
    Row(
      name: "IMG_0001-2369959.HEIC", base: "img_0001", tag: "2369959", rules: [.number]),
    Row(
      name: "IMG_0001_HEVC-4559592.MOV", base: "img_0001", tag: "4559592", rules: [.number, .hevc]),
    // kei
    Row(name: "IMG_1-AbCdEf123=.MOV", base: "img_1", tag: "abcdef123=", rules: [.asset]),
    Row(name: "IMG_0001_edited.HEIC", base: "img_0001", variant: .edited, rules: [.edited]),
    Row(name: "IMG_0001_original.HEIC", base: "img_0001", rules: [.original]),
    // Apple's exports
    Row(name: "IMG_E1853.heic", base: "img_1853", variant: .edited, rules: [.letter]),
    Row(name: "IMG_E1853.MOV", base: "img_1853", variant: .edited, rules: [.letter]),
    Row(name: "IMG_O1853.AAE", base: "img_1853", variant: .adjustedOriginal, rules: [.letter]),
    // The library of Photos
    Row(name: "\(uuid).heic", base: uuid),
    Row(name: "\(uuid.uppercased())_3.mov", base: uuid, rules: [.photosLibrary]),
    Row(name: "\(uuid)_1_201_a.jpeg", base: uuid, variant: .edited, rules: [.photosLibrary]),
    Row(name: "\(uuid)_2_100_a.mov", base: uuid, variant: .edited, rules: [.photosLibrary]),
    // Google
    Row(name: "IMG_1(2).MOV", base: "img_1", copy: 2, rules: [.copy]),
    Row(name: "IMG_1 (2).MOV", base: "img_1", copy: 2, rules: [.copy]),
    Row(name: "IMG_1 (3) (2).MOV", base: "img_1 (3)", copy: 2, rules: [.copy]),
    Row(name: "IMG_1-edited.jpg", base: "img_1", variant: .edited, rules: [.edited]),
    Row(
      name: "IMG_1-edited(1).jpg", base: "img_1", variant: .edited, copy: 1,
      rules: [.edited, .copy]),
    Row(name: "IMG_1-bearbeitet.jpg", base: "img_1", variant: .edited, rules: [.edited]),
    Row(name: "IMG_1-modifi\u{E9}.jpg", base: "img_1", variant: .edited, rules: [.edited]),
    Row(name: "IMG_1-modifie\u{301}.jpg", base: "img_1", variant: .edited, rules: [.edited]),
    Row(name: "IMG_1.HEIC.json", base: "img_1", rules: [.doubleExtension]),
    Row(name: "IMG_1.HEIC(3).json", base: "img_1", copy: 3, rules: [.copy, .doubleExtension]),
    Row(
      name: "IMG_1.HEIC.supplemental-metadata.json", base: "img_1",
      rules: [.supplement, .doubleExtension]),
    Row(
      name: "IMG_1.HEIC.supplemental-metadata(2).json", base: "img_1", copy: 2,
      rules: [.supplement, .doubleExtension, .copy]),
    // Cut off: of real archives (immich-go #35, GooglePhotosTakeoutHelper #8, memories #1559).
    Row(
      name: "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg", base: "pxl_20230809_203449253",
      rules: [.truncated, .cover]),
    Row(
      name: "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA(1).jpg",
      base: "pxl_20230809_203449253", copy: 1, rules: [.truncated, .cover, .copy]),
    Row(
      name: "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.jpg",
      base: "pxl_20230809_203449253.long_exposure-02.origin"),
    Row(
      name: "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg.supp.json",
      base: "d7157814-d2d5-4a62-afce-9cf465cb7d66", rules: [.supplement, .doubleExtension]),
    Row(
      name: "Screenshot_20241227_105539_Edge.jpg.supplement.json",
      base: "screenshot_20241227_105539_edge", rules: [.supplement, .doubleExtension]),
    Row(
      name: "AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDD.HEIC..json",
      base: "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd", rules: [.supplement, .doubleExtension]),
    Row(
      name: "0123456789ABCDEF_0123456789ABCDEF_012345678-edi.jpg",
      base: "0123456789abcdef_0123456789abcdef_012345678", variant: .edited,
      rules: [.truncated, .edited]),
    Row(name: "IMG_1.HEIC.suppl.json", base: "img_1", rules: [.supplement, .doubleExtension]),
    Row(
      name: "PXL_20230101_120000000.MP.jpg", base: "pxl_20230101_120000000",
      rules: [.doubleExtension]),
    Row(name: "PXL_20230101_120000000.MP", base: "pxl_20230101_120000000"),
    Row(
      name: "PXL_20230101_120000000.MP(1)", base: "pxl_20230101_120000000", copy: 1, rules: [.copy]),
    Row(
      name: "PXL_20230101_120000000~2.jpg", base: "pxl_20230101_120000000", variant: .edited,
      rules: [.tilde]),
    Row(name: "IMG_1~12.jpg", base: "img_1", variant: .edited, rules: [.tilde]),
    Row(name: "IMG_1~123.jpg", base: "img_1~123"),
    Row(name: "IMG_1_hevc_original.jpg", base: "img_1", rules: [.hevc, .original]),
    Row(name: "IMG_1_original_hevc.jpg", base: "img_1", rules: [.hevc, .original]),
    Row(
      name: "PXL_20230101_120000000.RAW-01.COVER.jpg", base: "pxl_20230101_120000000",
      rules: [.cover]),
    Row(
      name: "PXL_20230101_120000000.RAW-02.ORIGINAL.dng", base: "pxl_20230101_120000000",
      rules: [.cover]),
    // Other exporters
    Row(name: "IMG_1.HEIC.heic", base: "img_1", rules: [.doubleExtension]),
    Row(name: "IMG_1.HEIC.mov", base: "img_1", rules: [.doubleExtension]),
    Row(name: "IMG_1.JPG.xmp", base: "img_1", rules: [.doubleExtension]),
    // Copies
    Row(name: "IMG_1234 2.HEIC", base: "img_1234", copy: 2, rules: [.copy]),
    Row(name: "IMG_1234 copy.HEIC", base: "img_1234", copy: -1, rules: [.copy]),
    Row(name: "IMG_1234 copy 3.HEIC", base: "img_1234", copy: -3, rules: [.copy]),
    Row(name: "IMG_1234 - Copy.HEIC", base: "img_1234", copy: -1, rules: [.copy]),
    Row(name: "IMG_1234 - Copy (2).HEIC", base: "img_1234", copy: -2, rules: [.copy]),
    // Bursts
    Row(
      name: "IMG_20200101_120000_BURST003.jpg", base: "img_20200101_120000", burst: 3,
      rules: [.burst]),
    Row(
      name: "IMG_20200101_120000_BURST001_COVER.jpg", base: "img_20200101_120000", burst: 1,
      rules: [.burst]),
    Row(
      name: "00007IMG_00007_BURST20200101120000.jpg", base: "burst20200101120000", burst: 7,
      rules: [.burst]),
    // Names that do not follow a habit
    Row(name: "IMG-20230101-WA0001.jpg", base: "img-20230101-wa0001"),
    Row(name: "2023-10-12.jpg", base: "2023-10-12"),
    Row(name: "Photo 2.jpg", base: "photo 2"),
    Row(name: "beach-holiday.jpg", base: "beach-holiday"),
    Row(name: ".hidden", base: ".hidden"),
    Row(name: "(1).jpg", base: "(1)"),
    Row(name: "_edited.jpg", base: "_edited"),
    Row(name: "-edited-edited.jpg", base: "-edited", variant: .edited, rules: [.edited]),
    Row(name: ".jpg", base: ".jpg"),
    Row(name: "", base: ""),
  ]

  @Test(arguments: rows) func aNameIsTakenApart(_ row: Row) {
    let name = MediaName(Array(row.name.utf8))
    #expect(String(decoding: name.base, as: UTF8.self) == row.base)
    #expect(name.variant == row.variant)
    #expect(name.copy == row.copy)
    #expect(name.tag.map { String(decoding: $0, as: UTF8.self) } == row.tag)
    #expect(name.burst == row.burst)
    #expect(name.rules == row.rules)
  }

  @Test func anyBytesAreAName() {
    var generator = SystemRandomNumberGenerator()
    let words = [
      "_edited", "(1)", "-1234567", ".heic", " copy", "\u{0}", "\n", "_e", "1234", "img", "~2",
      ".json", "_burst", "\u{FF}",
    ]
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...9, using: &generator) {
        if Bool.random(using: &generator) {
          bytes += Array(words.randomElement(using: &generator)?.utf8 ?? "".utf8)
        } else {
          bytes.append(UInt8.random(in: 0...255, using: &generator))
        }
      }
      let name = MediaName(bytes)
      #expect(name.base.isEmpty == bytes.isEmpty)
      #expect(
        LibraryPath(escaped: LibraryPath(bytes).escaped)?.bytes == (bytes.contains(0) ? nil : bytes)
      )
    }
    // A name of a megabyte costs no more than one of a kilobyte.
    let long = MediaName([UInt8](repeating: UInt8(ascii: "("), count: 1 << 20))
    #expect(long.stem.count == 1024)
  }

  @Test func timesAreRead() throws {
    // date -u -d '2025-01-01T02:06:47.247Z' +%s
    let time = try #require(CaptureTime("2025-01-01 11:06:47.247+09:00"))
    #expect(time.universal == 1_735_697_207_247)
    #expect(time.local == 1_735_729_607_247)
    #expect(time.yearAndMonth == (2025, 1))
    let movie = try #require(CaptureTime("2025-01-01T11:06:46+0900"))
    #expect(time.distance(to: movie) == .exact(1247))
    let header = try #require(CaptureTime(since1904: 1_735_697_483 + 2_082_844_800))
    #expect(header.distance(to: time) == .exact(275_753))
    let local = try #require(CaptureTime("2025:01:01 11:06:47"))
    #expect(local.universal == nil)
    #expect(local.distance(to: time) == .exact(247))
    #expect(local.distance(to: header) == .upToZone(276_000))
    // date -u -d 1969-12-31T23:59:59Z +%s; date -u -d 2024-02-29 +%s
    #expect(CaptureTime("1969-12-31 23:59:59")?.local == -1000)
    #expect(CaptureTime("1969-12-31 23:59:59")?.yearAndMonth ?? (0, 0) == (1969, 12))
    #expect(CaptureTime("2024-02-29 00:00:00Z")?.universal == 1_709_164_800_000)
    #expect(CaptureTime("2024-02-29 00:00:00Z")?.yearAndMonth ?? (0, 0) == (2024, 2))
    for text in ["", "2024", "0000-00-00 00:00:00", "2024-13-01 00:00:00", "    -  -     :  :  "] {
      #expect(CaptureTime(text) == nil)
    }
    #expect(CaptureTime(since1904: 0) == nil)
    #expect(CaptureTime(since1904: .max) == nil)
  }
}
