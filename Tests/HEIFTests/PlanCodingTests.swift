import Foundation
import HEIF
import ISOBMFF
import TestSupport
import Testing

/// Coded images other than HEVC, and images that are derived from derived ones.
@Suite struct PlanCodingTests {
  /// The first item has the type `type`, 64 × 64 pixels by default, and some bytes of data.
  private func single(
    _ type: String, _ properties: [[UInt8]], data: [UInt8], width: Int = 64, height: Int = 64
  ) -> Fixture {
    var fixture = Fixture()
    fixture.items = [(1, type)]
    fixture.properties = [Property.ispe(width, height)] + properties
    fixture.associations = [(1, Array(1...properties.count + 1))]
    fixture.itemData = data
    fixture.locations = [0x44, 0x00] + be16(1) + location(1, 0, data.count)
    return fixture
  }

  private func location(_ id: Int, _ offset: Int, _ length: Int) -> [UInt8] {
    be16(id) + be16(1) + be16(0) + be16(1) + be32(offset) + be32(length)
  }

  /// A sequence header of libaom, as an open bitstream unit with its size: 10 bit, 4:4:4, full range,
  /// primaries 9, transfer characteristics 16, matrix coefficients 9 (ffprobe).
  private let sequenceHeader: [UInt8] = [
    0x0A, 0x09, 0x38, 0x21, 0xE7, 0xFD, 0xFD, 0xE1, 0x22, 0x01, 0x32,
  ]
  /// Profile 1, level 2.0, 10 bit, 4:4:4; no units.
  private let av1C: [UInt8] = [0x81, 0x20, 0x40, 0x00]

  @Test(arguments: [true, false]) func anAV1ImageSaysItsColours(inConfiguration: Bool) throws {
    let units = inConfiguration ? sequenceHeader : []
    let data = inConfiguration ? [0x12, 0x00] : [0x12, 0x00] + sequenceHeader
    let plan = try #require(
      single("av01", [box("av1C", av1C + units)], data: data).file()
    ).plan(for: 1)
    #expect(plan.codec == .av1)
    #expect(plan.configurations.map(\.parameterSets) == [inConfiguration ? [units] : []])
    #expect(plan.configurations[0].lengthSize == 0)
    #expect(plan.tiles[0].extents.map(\.count) == [data.count])
    #expect(plan.colour == nil)
    #expect(plan.codedColour.isFullRange)
    #expect(plan.codedColour.colourPrimaries == 9)
    #expect(plan.codedColour.transferCharacteristics == 16)
    #expect(plan.codedColour.matrixCoefficients == 9)
    #expect(try ImagePlan(decoding: Bytes(plan.encoded())) == plan)
  }

  /// A size in the container that is quite another one is an error.
  @Test func aPictureIsAsLargeAsTheContainerSays() throws {
    let movie = try Data(contentsOf: URL(fileURLWithPath: PackageFolder.sample("clip-h264.mp4")))
    let type = try #require(movie.range(of: Data("avcC".utf8)))
    let count = movie[type.lowerBound - 4..<type.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    let avcC = Array(movie[type.lowerBound - 4..<type.lowerBound - 4 + count])
    let file = try #require(single("avc1", [avcC], data: [0, 0, 0, 1, 0x65]).file())
    let error = #expect(throws: FieldError.self) { try file.plan(for: 1) }
    #expect(
      "\(try #require(error))".hasSuffix("is coded as 640 × 480, but the container says 64 × 64"))
  }

  /// Some writers leave the size out, or code whole blocks without saying which part of them is shown.
  @Test func sizesThatWritersLeaveOut() throws {
    let photo = try Data(
      contentsOf: URL(fileURLWithPath: PackageFolder.sample("portrait-single.heic")))
    func plan(_ photo: Data) throws -> ImagePlan {
      try #require(HEIFFile(BoxFile(Bytes(photo)))).plan(for: 1)
    }
    let coded = try plan(photo).tileSize
    let ispe = try #require(photo.range(of: Data("ispe".utf8)))
    func stated(_ height: Int) -> Data {
      var changed = photo
      let offset = ispe.upperBound + 8
      changed.replaceSubrange(offset..<offset + 4, with: be32(height))
      return changed
    }
    let less = try plan(stated(coded.height - 2))
    #expect(less.tileSize == coded && less.canvas.height == coded.height - 2)
    #expect(try plan(stated(coded.height + 2)).canvas == coded)
    #expect(throws: FieldError.self) { try plan(stated(coded.height + 256)) }
    var changed = photo
    changed.replaceSubrange(ispe, with: Array("free".utf8))
    #expect(try plan(changed).tileSize == coded && plan(changed).canvas == coded)
    #expect(HEIFFile(BoxFile(Bytes(changed)))?.item(1)?.codedSize == coded)
  }

  /// x264 wrote the VUI of `SampleMedia/clip-h264.mp4`: BT.709, limited range.
  @Test func anAVCImageSaysItsColours() throws {
    let movie = try Data(contentsOf: URL(fileURLWithPath: PackageFolder.sample("clip-h264.mp4")))
    let type = try #require(movie.range(of: Data("avcC".utf8)))
    let count = movie[type.lowerBound - 4..<type.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    let avcC = Array(movie[type.lowerBound - 4..<type.lowerBound - 4 + count])
    let data: [UInt8] = [0, 0, 0, 1, 0x65]
    let plan = try #require(
      single("avc1", [avcC], data: data, width: 640, height: 480).file()
    ).plan(for: 1)
    #expect(plan.codec == .avc)
    #expect(plan.configurations[0].lengthSize == 4)
    // An SPS and a PPS.
    #expect(plan.configurations[0].parameterSets.map { $0[0] & 31 } == [7, 8])
    #expect(!plan.codedColour.isFullRange)
    #expect(plan.codedColour.colourPrimaries == 1)
    #expect(plan.codedColour.transferCharacteristics == 1)
    #expect(plan.codedColour.matrixCoefficients == 1)
    #expect(try ImagePlan(decoding: Bytes(plan.encoded())) == plan)
  }

  /// The sequence header always states the range of alpha, and some encoders write limited range.
  @Test(arguments: [true, false]) func alphaOfAV1HasTheRangeOfItsBitstream(isFullRange: Bool) throws
  {
    var header = sequenceHeader
    // color_range
    if !isFullRange { header[10] &= ~0x10 }
    let alpha = fullBox(
      "auxC", 0, 0, Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0])
    let plan = try #require(
      single("av01", [box("av1C", av1C + header), alpha], data: [0x12, 0x00]).file()
    ).plan(for: 1)
    #expect(plan.sampleColour.isFullRange == isFullRange)
  }

  @Test func layersOfAV1AreChosen() throws {
    func plan(_ properties: [[UInt8]]) throws -> ImagePlan {
      try #require(
        single("av01", [box("av1C", av1C)] + properties, data: sequenceHeader).file()
      ).plan(for: 1)
    }
    let first = try plan([])
    #expect(first.configurations[0].operatingPoint == 0 && first.configurations[0].layer == nil)
    #expect(try plan([box("a1op", [0])]).configurations == first.configurations)
    #expect(try plan([box("lsel", [0xFF, 0xFF])]).configurations == first.configurations)
    let chosen = try plan([box("a1op", [2]), box("lsel", [0, 1])])
    #expect(chosen.configurations[0].operatingPoint == 2 && chosen.configurations[0].layer == 1)
    #expect(try ImagePlan(decoding: Bytes(chosen.encoded())) == chosen)
  }

  @Test func layersThatCannotBeChosenAreRefused() throws {
    func error(_ property: [UInt8]) throws -> String {
      let file = try #require(single("hvc1", [Property.hvcC, property], data: [0]).file())
      do throws(FieldError) { _ = try file.plan(for: 1) } catch { return "\(error)" }
      return ""
    }
    #expect(try error(box("lsel", [0xFF, 0xFF])) == "")
    #expect(try error(box("lsel", [0, 1])).contains("layer 1"))
  }

  /// 2 by 1 grids of 2 by 2 tiles of 64 × 64; the outer one shows 200 × 120.
  private func nested() -> Fixture {
    var fixture = Fixture()
    let tiles = Array(4...11)
    fixture.items = [(1, "grid"), (2, "grid"), (3, "iden")] + tiles.map { ($0, "hvc1") }
    // The second half is a grid behind an identity.
    fixture.items.append((12, "grid"))
    fixture.references = [
      ("dimg", 1, [2, 3]), ("dimg", 2, Array(tiles[0..<4])), ("dimg", 3, [12]),
      ("dimg", 12, Array(tiles[4..<8])),
    ]
    fixture.properties = [
      Property.ispe(200, 120), Property.ispe(128, 128), Property.ispe(64, 64), Property.hvcC,
    ]
    fixture.associations =
      [(1, [1]), (2, [2]), (3, [2]), (12, [2])] + tiles.map { ($0, [3, 4]) }
    fixture.itemData =
      [0, 0, 0, 1] + be16(200) + be16(120) + [0, 0, 1, 1] + be16(128) + be16(128)
      + Array(repeating: 7, count: 36)
    // Tile 4 has one byte, 5 has two, ...
    fixture.locations =
      [0x44, 0x00] + be16(11) + location(1, 0, 8) + location(2, 8, 8) + location(12, 8, 8)
    for (index, tile) in tiles.enumerated() { fixture.locations += location(tile, 16, index + 1) }
    return fixture
  }

  @Test func aGridOfGridsIsOneGrid() throws {
    let plan = try #require(nested().file()).plan(for: 1)
    #expect(plan.columns == 4 && plan.rows == 2)
    #expect(plan.tileSize == ImagePlan.Size(width: 64, height: 64))
    #expect(plan.canvas == ImagePlan.Size(width: 200, height: 120))
    #expect(plan.configurations.count == 1)
    // Rows of the whole picture: two tiles of each half.
    #expect(plan.tiles.map(\.extents.first?.count) == [1, 2, 5, 6, 3, 4, 7, 8])
  }

  @Test func gridsThatAreNotOneAreRefused() throws {
    func error(_ change: (inout Fixture) -> Void) throws -> String {
      var fixture = nested()
      change(&fixture)
      let file = try #require(fixture.file())
      do throws(FieldError) { _ = try file.plan(for: 1) } catch { return "\(error)" }
      return ""
    }
    // The halves are 100 wide: their tiles reach over the edge.
    #expect(try error { $0.itemData[12..<14] = [0, 100] }.contains("reach over its edge"))
    #expect(
      try error { $0.references[2] = ("dimg", 3, [12, 2]) }.contains("of 2 images instead of one"))
    #expect(
      try error {
        $0.properties.append(Property.irot(1))
        $0.associations[2].1.append(5)
      }.contains("item 3 is a tile that is rotated, mirrored or cropped by itself"))
    #expect(try error { $0.references[0].2 = [2, 4] }.contains("another size than the first"))
    #expect(
      try error {
        $0.items[3].type = "av01"
        $0.properties.append(box("av1C", av1C))
        $0.associations[4].1.append(5)
      }.contains("coded in HEVC, but the first is in AV1"))
    #expect(try error { $0.references[1].2 = [4, 5, 6, 1] }.contains("derived from itself"))
  }

  /// libavif writes the orientation of a grid on its tiles, too, and its reader rotates only the grid.
  @Test func aRotationThatTilesRepeatIsAppliedOnce() throws {
    var fixture = nested()
    fixture.properties += [
      box("av1C", av1C + sequenceHeader), Property.irot(1), Property.imir(0), Property.irot(2),
    ]
    fixture.associations[1].1 += [6, 7]
    for index in 4...7 {
      fixture.items[index - 1].type = "av01"
      fixture.associations[index].1 = [3, 5, 6, 7]
    }
    let plan = try #require(fixture.file()).plan(for: 2)
    #expect(plan.transforms == [.rotate(quarterTurns: 1), .flipVertically])
    #expect(plan.tiles.count == 4 && plan.canvas == ImagePlan.Size(width: 128, height: 128))
    fixture.associations[4].1 = [3, 5, 8]
    let other = try #require(fixture.file())
    #expect(throws: FieldError.self) { try other.plan(for: 2) }
  }

  /// Grids of the largest number of tiles, all of them the next grid: a picture of 2^64 tiles.
  @Test func gridsThatExplodeAreRefused() throws {
    var fixture = Fixture()
    fixture.items = [(1, "grid"), (2, "grid"), (3, "grid"), (4, "grid"), (5, "hvc1")]
    fixture.references = (1...4).map { ("dimg", $0, Array(repeating: $0 + 1, count: 16 * 16)) }
    fixture.properties = [Property.ispe(64, 64), Property.hvcC]
    fixture.associations = [(5, [1, 2])]
    for id in 1...4 {
      let side = be32(64 << (20 - 4 * id))
      fixture.itemData += [0, 1, 15, 15] + side + side
    }
    fixture.itemData.append(7)
    fixture.locations = [0x44, 0x00] + be16(5) + location(5, 48, 1)
    for id in 1...4 { fixture.locations += location(id, 12 * (id - 1), 12) }
    let file = try #require(fixture.file())
    #expect(throws: FieldError.self) { try file.plan(for: 1) }
    #expect(try file.plan(for: 4).tiles.count == 1 << 8)
  }

  /// Items 2 and 3 on a canvas of 300 × 200; item 4 is the transparency of 3.
  private func overlay() -> Fixture {
    var fixture = Fixture()
    fixture.items = [(1, "iovl"), (2, "hvc1"), (3, "hvc1"), (4, "hvc1")]
    fixture.references = [("dimg", 1, [2, 3]), ("auxl", 4, [3]), ("prem", 3, [4])]
    fixture.properties = [
      Property.ispe(300, 200), Property.ispe(64, 64), Property.hvcC,
      fullBox("auxC", 0, 0, Array("urn:mpeg:hevc:2015:auxid:1".utf8) + [0]), Property.irot(1),
    ]
    fixture.associations = [(1, [1, 5]), (2, [2, 3]), (3, [2, 3]), (4, [2, 3, 4])]
    fixture.itemData =
      [0, 0] + be16(1) + be16(2) + be16(3) + be16(4) + be16(300) + be16(200)
      + be16(0xFFFB) + be16(6) + be16(7) + be16(0xFFF8) + [9, 9, 9]
    fixture.locations =
      [0x44, 0x00] + be16(4) + location(1, 0, 22) + location(2, 22, 1) + location(3, 23, 1)
      + location(4, 24, 1)
    return fixture
  }

  /// Parts outside of the canvas, or below an opaque image, are not decoded.
  @Test(arguments: [
    ([(0, 0), (0, 0), (0, 0)], [(0, 0)]),
    ([(0, 0), (1000, 0), (10, 0)], [(0, 0), (10, 0)]),
    ([(300, 0), (0, -64), (-64, 0)], [(-64, 0)]),
    // The first is below two that cover it together, one half each.
    ([(60, 0), (21, 0), (85, 0)], [(21, 0), (85, 0)]),
  ])
  func hiddenImagesAreNotDecoded(offsets: [(Int, Int)], shown: [(Int, Int)]) throws {
    var fixture = overlay()
    fixture.references = [("dimg", 1, offsets.map { _ in 2 })]
    fixture.itemData =
      [0, 0] + [UInt8](repeating: 0, count: 8) + be16(300) + be16(200)
      + offsets.flatMap { be16($0.0 & 0xFFFF) + be16($0.1 & 0xFFFF) } + [9, 9, 9]
    let count = fixture.itemData.count - 3
    fixture.locations =
      [0x44, 0x00] + be16(4) + location(1, 0, count) + location(2, count, 1)
      + location(3, count + 1, 1) + location(4, count + 2, 1)
    let layers = try #require(fixture.file()).plan(for: 1).overlay?.layers ?? []
    #expect(layers.map(\.x) == shown.map(\.0) && layers.map(\.y) == shown.map(\.1))
  }

  @Test func anOverlayHasItsImagesAtTheirOffsets() throws {
    let plan = try #require(overlay().file()).plan(for: 1)
    #expect(plan.canvas == ImagePlan.Size(width: 300, height: 200))
    #expect(plan.displaySize == ImagePlan.Size(width: 200, height: 300))
    #expect(plan.tiles.isEmpty)
    let overlay = try #require(plan.overlay)
    #expect(overlay.fill == [1, 2, 3, 4])
    #expect(overlay.layers.map(\.x) == [-5, 7])
    #expect(overlay.layers.map(\.y) == [6, -8])
    #expect(overlay.layers.map(\.isPremultiplied) == [false, true])
    #expect(overlay.layers[0].alpha == nil)
    #expect(overlay.layers[1].alpha?.tiles[0].extents.first?.count == 1)
    // No range is stated: alpha uses full range, and colours use HEVC's default.
    #expect(overlay.layers[1].alpha?.sampleColour.isFullRange == true)
    #expect(!overlay.layers[1].plan.sampleColour.isFullRange)
    #expect(try ImagePlan(decoding: Bytes(plan.encoded())) == plan)
    let bytes = try plan.encoded()
    for count in bytes.indices {
      #expect(throws: FieldError.self) { try ImagePlan(decoding: Bytes(bytes.prefix(count))) }
    }
  }

  @Test func overlaysThatCannotBeMadeAreRefused() throws {
    func error(_ change: (inout Fixture) -> Void) throws -> String {
      var fixture = overlay()
      change(&fixture)
      let file = try #require(fixture.file())
      do throws(FieldError) { _ = try file.plan(for: 1) } catch { return "\(error)" }
      return ""
    }
    #expect(try error { _ in } == "")
    #expect(try error { $0.itemData[0] = 1 }.contains("unknown version 1"))
    #expect(
      try error { $0.references[0].2 = [2] }.contains("with 2 offsets, but refers to 1 image"))
    #expect(try error { $0.references[0].2 = [2, 1] }.contains("derived from itself"))
    #expect(
      try error { $0.itemData[10...11] = [0, 0] }.contains("without any size"))
    #expect(
      try error { $0.associations[3].1 = [1, 3, 4] }.contains(
        "item 3 has another size than its transparency"))
    #expect(
      try error {
        $0.properties.append(box("colr", Array("nclx".utf8) + be16(9) + be16(13) + be16(6) + [0]))
        $0.associations[2].1.append(6)
      }.contains("item 3 has other colours"))
  }
}
