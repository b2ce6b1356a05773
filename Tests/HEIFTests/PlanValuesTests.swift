import FieldCoding
import ISOBMFF
import NALUnits
import Testing

@testable import HEIF

/// Values of plans and of items that decide how a picture looks.
@Suite struct PlanValuesTests {
  private func location(_ id: Int, _ offset: Int, _ length: Int) -> [UInt8] {
    be16(id) + be16(1) + be16(0) + be16(1) + be32(offset) + be32(length)
  }

  /// One coded image.
  private func fixture(_ properties: [[UInt8]] = []) -> Fixture {
    var fixture = Fixture()
    fixture.items = [(1, "hvc1")]
    fixture.properties = [Property.ispe(60, 40), Property.hvcC] + properties
    fixture.associations = [(1, Array(1...properties.count + 2))]
    fixture.itemData = [7, 7]
    fixture.locations = [0x44, 0x00] + be16(1) + location(1, 0, 2)
    return fixture
  }

  private func plan(_ properties: [[UInt8]]) throws -> ImagePlan {
    try #require(fixture(properties).file()).plan(for: 1)
  }

  /// A brightness in content comes before the one of the display, which is in units of 0.0001 cd/m²
  /// (ISO/IEC 23008-12 §6.5.23, §6.5.24).
  @Test func thePeakIsThatOfTheContent() throws {
    let content = box("clli", be16(600) + be16(100))
    let display = box("mdcv", [UInt8](repeating: 0, count: 16) + be32(10_000_000) + be32(50))
    #expect(try plan([content, display]).peakLuminance == 600)
    #expect(try plan([display]).peakLuminance == 1000)
    #expect(try plan([box("clli", be16(0) + be16(0)), display]).peakLuminance == 1000)
    #expect(try plan([content]).peakLuminance == 600)
    #expect(try plan([]).peakLuminance == 0)
  }

  @Test func theShapeOfSamplesTurnsWithThePicture() throws {
    let shape = box("pasp", be32(3) + be32(2))
    func sides(_ properties: [[UInt8]]) throws -> [Int] {
      let plan = try plan(properties)
      #expect(try ImagePlan(decoding: Bytes(plan.encoded())) == plan)
      return [plan.shownSize.width, plan.shownSize.height]
    }
    #expect(try sides([]) == [60, 40])
    #expect(try sides([shape]) == [90, 40])
    #expect(try sides([shape, Property.irot(1)]) == [40, 90])
    #expect(try sides([shape, Property.irot(2)]) == [90, 40])
    #expect(try sides([shape, Property.irot(3), Property.imir(0)]) == [40, 90])
    // Nobody would recognise such a picture.
    #expect(try sides([box("pasp", be32(21) + be32(1))]) == [60, 40])
    #expect(try sides([box("pasp", be32(20) + be32(1))]) == [1200, 40])
    #expect(try sides([box("pasp", be32(1) + be32(21))]) == [60, 40])
    #expect(try sides([box("pasp", be32(1) + be32(20))]) == [3, 40])
  }

  /// A tone-mapped image is shown with what belongs to its base image, and with its gain map.
  @Test func aToneMappedImageHasTheCompanionsOfItsBase() throws {
    var fixture = fixture([fullBox("auxC", 0, 0, Array("urn:mpeg:hevc:2015:auxid:2".utf8) + [0])])
    fixture.items += [(2, "hvc1"), (3, "hvc1"), (4, "tmap")]
    fixture.associations = [(1, [1, 2]), (2, [1, 2, 3]), (3, [1, 2])]
    fixture.references = [("auxl", 2, [1]), ("dimg", 4, [1, 3])]
    let file = try #require(fixture.file())
    for id: UInt32 in [1, 4] {
      let found = file.companions(of: id)
      #expect(found.map(\.item.id) == [2, 3], "\(id)")
      #expect(found.map(\.kind) == [.depth, .hdrGainMap], "\(id)")
    }
    #expect(file.companions(of: 3).isEmpty && file.companions(of: 2).isEmpty)
  }

  // MARK: Files around a picture

  @Test(arguments: [[], [9, 8, 7] as [UInt8]])
  func theSmallestFileIsWhole(exif: [UInt8]) throws {
    let size = ImagePlan.Size(width: 60, height: 40)
    let hvcC = try #require(BoxFile(Bytes(Property.hvcC)).boxes.first)
    var image = SingleImageFile(
      "hvc1",
      [
        Item.Property(size.property, isEssential: false),
        Item.Property(hvcC, isEssential: true),
      ], brand: "heic")
    image.exif = exif
    let data: [UInt8] = [1, 2, 3, 4, 5]
    let boxes = BoxFile(Bytes(try image.start(dataCount: data.count) + data))
    #expect(boxes.findings.isEmpty && boxes.boxes.map(\.type) == ["ftyp", "meta", "mdat"])
    let type = try #require(boxes.boxes.first(FileTypeBox.self))
    #expect(type.compatibleBrands == ["mif1", "heic"])
    let file = try #require(HEIFFile(boxes))
    #expect(
      file.primaryItemID == 1 && file.items.map(\.type) == ["hvc1"] + (exif.isEmpty ? [] : ["Exif"])
    )
    #expect(try Array(file.data(of: 1)) == data)
    #expect(file.item(1)?.properties.map(\.isEssential) == [false, true])
    #expect(try file.plan(for: 1).canvas == size)
    guard !exif.isEmpty else { return }
    #expect(try Array(file.data(of: 2)) == exif)
    #expect(file.targets("cdsc", from: 2) == [1])
  }

  /// Boxes of a photo without its first bytes lead to its items again.
  @Test(arguments: ["hvc1", "av01", "jpeg"])
  func aPhotoIsFoundByItsBoxes(type: String) throws {
    var fixture = fixture()
    fixture.items[0].type = type
    let whole = fixture.bytes
    let start = try #require(BoxFile(Bytes(whole)).boxes.first { $0.type == "meta" }?.origin)
    let rest = whole[start.fileOffset...]
    // Text that only begins like a box.
    let junk = [UInt8](repeating: 0, count: 20) + Array("mexxmeta0000hdlrmeta".utf8)
    let found = try #require(FoundPhoto(in: Bytes(junk + rest)))
    #expect(found.start == junk.count)
    #expect(found.brand == ["hvc1": "heic", "av01": "avif", "jpeg": "mif1"][type])
    #expect(found.rest.boxes.first?.type == "meta")
    #expect(FoundPhoto(in: Bytes(junk)) == nil)
    for count in 16...60 {
      let filled = found.head(count, isFilled: true)
      let sizes = try filled.map { box in
        var file = BoxFile(Bytes())
        file.boxes = [box]
        return try file.encoded().bytes.count
      }
      // A gap of less than eight bytes cannot be filled.
      let sum = sizes.reduce(0, +)
      #expect(sum == count || (count - sum < 8 && sum == 16), "\(count): \(sizes)")
      let free = found.head(count, isFilled: false)
      let brands = try #require(free.first?[FileTypeBox.self]).compatibleBrands
      #expect(free.count == 1 && brands == Array(["mif1", found.brand].prefix((count - 16) / 4)))
    }
  }

  // MARK: Formats of samples

  /// The start of a codestream: SOC, SIZ (ISO/IEC 15444-1 §A.5.1).
  private func codestream(
    _ components: [(bits: Int, x: Int, y: Int)], left: Int = 0, right: Int = 64, tile: Int = 64
  ) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51] + be16(38 + 3 * components.count) + be16(0)
    for number in [right, 48, left, 0, tile, 48, 0, 0] { bytes += be32(number) }
    bytes += be16(components.count)
    for one in components { bytes += [UInt8(one.bits - 1), UInt8(one.x), UInt8(one.y)] }
    return bytes
  }

  @Test func componentsOfJPEG2000() throws {
    let cases: [([(Int, Int, Int)], ChromaFormat?, Int?)] = [
      ([(8, 1, 1)], .monochrome, 8), ([(8, 1, 1), (8, 1, 1), (8, 1, 1)], .yuv444, 8),
      ([(10, 1, 1), (10, 2, 1), (10, 2, 1)], .yuv422, 10),
      ([(12, 1, 1), (12, 2, 2), (12, 2, 2)], .yuv420, 12),
      ([(8, 1, 1), (8, 2, 2), (8, 2, 1)], nil, 8), ([(8, 2, 2), (8, 2, 2), (8, 2, 2)], nil, 8),
      ([(8, 1, 1), (8, 1, 2), (8, 1, 2)], nil, 8), ([(8, 1, 1), (8, 1, 1)], nil, 8),
      ([(8, 1, 1), (9, 1, 1), (8, 1, 1)], .yuv444, nil),
    ]
    for (components, chroma, bits) in cases {
      let bytes = codestream(components.map { (bits: $0.0, x: $0.1, y: $0.2) })
      let header = try #require(JPEG2000Header(codestream: bytes), "\(components)")
      #expect(header.chroma == chroma && header.bitDepth == bits, "\(components)")
      #expect(header.componentCount == components.count && header.startsEvenly)
      #expect(header.size == ImagePlan.Size(width: 64, height: 48) && header.tileCount == 1)
      #expect(JPEG2000Header(codestream: bytes.dropLast()) == nil)
    }
    let parts = try #require(
      JPEG2000Header(codestream: codestream([(8, 1, 1)], left: 3, right: 65, tile: 32)))
    #expect(parts.tileCount == 3 && parts.size.width == 62 && !parts.startsEvenly)
    #expect(JPEG2000Header(codestream: codestream([(8, 1, 1)], left: 64)) == nil)
    #expect(JPEG2000Header(codestream: codestream([(8, 1, 1)], tile: 0)) == nil)
    #expect(JPEG2000Header(codestream: codestream([(8, 0, 1)])) == nil)
    #expect(JPEG2000Header(codestream: codestream([])) == nil)
  }

  /// Properties of an uncompressed image (ISO/IEC 23001-17 §5.2): components as type and bits.
  private func format(
    _ components: [(type: Int, bits: Int)], number: UInt8 = 0, sampling: UInt8 = 0,
    interleave: UInt8 = 0, block: UInt8 = 0, tiles: (Int, Int) = (1, 1), palette: [UInt8]? = nil
  ) throws -> UncompressedFormat {
    var cmpd = be32(components.count)
    for component in components { cmpd += be16(component.type) }
    var uncC = be32(0) + be32(components.count)
    for (index, component) in components.enumerated() {
      uncC += be16(index) + [UInt8(component.bits - 1), number, 0]
    }
    uncC += [sampling, interleave, block, 0]
    for value in [0, 0, 0, tiles.0 - 1, tiles.1 - 1] { uncC += be32(value) }
    let bytes =
      box("cmpd", cmpd) + fullBox("uncC", 0, 0, uncC)
      + (palette.map { fullBox("cpal", 0, 0, $0) } ?? [])
    return try UncompressedFormat(
      BoxFile(Bytes(bytes)).boxes, size: ImagePlan.Size(width: 64, height: 48))
  }

  private func isRefused(_ body: () throws -> UncompressedFormat) -> Bool {
    (try? body()) == nil
  }

  @Test func uncompressedFormatsAreChecked() throws {
    let (gray, rgb) = ([(0, 8)], [(4, 8), (5, 8), (6, 8)])
    let yuv = [(1, 8), (2, 8), (3, 8)]
    #expect(try format(gray).planes(isAlpha: false) == [.monochrome])
    #expect(try format(rgb).planes(isAlpha: false) == [.green, .blue, .red])
    #expect(try format(yuv).planes(isAlpha: false) == [.luma, .cb, .cr])
    #expect(try format(rgb + [(7, 8)]).hasAlpha)
    #expect(try !format(rgb).hasAlpha && !format([(7, 8)]).hasAlpha)
    for bits in 1...32 { #expect(try format([(0, bits)]).components[0].bitDepth == bits) }
    #expect(isRefused { try format([(0, 33)]) })
    for (bits, isRead) in [(16, true), (32, true), (64, true), (8, false), (24, false)] {
      #expect(isRefused { try format([(0, bits)], number: 1) } != isRead, "\(bits)")
    }
    #expect(isRefused { try format([(0, 32)], number: 2) })
    #expect(isRefused { try format(rgb + [(4, 8)]) })
    let tiled = try format(rgb, tiles: (4, 3))
    #expect(tiled.tileSize == ImagePlan.Size(width: 16, height: 16))
    #expect(
      isRefused { try format(rgb, tiles: (5, 3)) } && isRefused { try format(rgb, tiles: (4, 5)) })
    #expect(try format(rgb, tiles: (64, 48)).tileSize == ImagePlan.Size(width: 1, height: 1))
    // Chroma with half of the columns, of the rows too, and with a quarter of the columns.
    for (sampling, columns, isRead) in [
      (1, 32, true), (1, 64, false), (2, 32, true), (2, 64, false), (3, 16, true), (3, 32, false),
    ] as [(UInt8, Int, Bool)] {
      let isLost = isRefused { try format(yuv, sampling: sampling, tiles: (columns, 1)) }
      #expect(isLost != isRead, "\(sampling), \(columns)")
    }
    #expect(
      isRefused { try format(yuv, sampling: 4) } && isRefused { try format(rgb, interleave: 6) })
    #expect(!isRefused { try format(rgb, interleave: 4) })
    #expect(isRefused { try format(rgb, interleave: 2) })
    #expect(isRefused { try format(yuv, sampling: 2, interleave: 1) })
    #expect(!isRefused { try format(yuv, sampling: 2, interleave: 2) })
    #expect(isRefused { try format(gray, block: 9) } && !isRefused { try format(gray, block: 8) })
    #expect(
      isRefused { try format([(0, 12)], block: 1) } && !isRefused { try format(gray, block: 1) })
  }

  /// Each value begins at a byte, with its highest bit (ISO/IEC 23001-17 §6.1.2).
  @Test func coloursOfPalettes() throws {
    let components = [(10, 8), (4, 8), (5, 12), (6, 5)]
    var list: [UInt8] = []
    for (index, bits) in [(1, 8), (2, 12), (3, 5)] { list += be32(index) + [UInt8(bits - 1), 0] }
    let colours: [UInt8] = [200, 0xAB, 0xC0, 0xF8, 7, 0x12, 0x30, 0x08]
    func palette(_ count: Int, _ colours: [UInt8]) throws -> UncompressedPalette {
      let bytes: [UInt8] = be16(3) + list + be32(count) + colours
      return try #require(try format(components, palette: bytes).palette)
    }
    let found = try palette(2, colours)
    #expect(found.count == 2 && found.components.map(\.bitDepth) == [8, 12, 5])
    #expect(found.values(ofComponent: 0) == [200, 7])
    #expect(found.values(ofComponent: 1) == [0xABC, 0x123])
    #expect(found.values(ofComponent: 2) == [31, 1])
    #expect(throws: (any Error).self) { try palette(3, colours) }
    #expect(isRefused { try format(components) })
  }
}
