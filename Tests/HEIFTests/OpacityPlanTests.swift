import HEIF
import ISOBMFF
import TestSupport
import Testing

/// The alpha of images.
@Suite struct OpacityPlanTests {
  private func location(_ item: Int, _ start: Int, _ count: Int) -> [UInt8] {
    be16(item) + be16(1) + be16(0) + be16(1) + be32(start) + be32(count)
  }

  /// A turned grid of 2 by 1 tiles, 2 and 3. Their transparency is in 4 and 5.
  private func grid(_ change: (inout Fixture) -> Void = { _ in }) throws -> HEIFFile {
    var fixture = Fixture()
    fixture.items = [(1, "grid")] + (2...5).map { ($0, "hvc1") }
    fixture.references = [("dimg", 1, [2, 3]), ("auxl", 4, [2]), ("auxl", 5, [3])]
    fixture.properties = [
      Property.ispe(100, 50), Property.ispe(64, 64), Property.hvcC,
      fullBox("auxC", 0, 0, Array("urn:mpeg:hevc:2015:auxid:1".utf8) + [0]), Property.irot(1),
      // BT.709 colours of limited range.
      box("colr", Array("nclx".utf8) + be16(1) + be16(1) + be16(1) + [0]),
    ]
    fixture.associations =
      [(1, [1, 5, 6]), (2, [2, 3]), (3, [2, 3])] + [4, 5].map { ($0, [2, 3, 4]) }
    fixture.itemData = [0, 0, 0, 1] + be16(100) + be16(50) + [2, 3, 4, 5]
    fixture.locationVersion = 1
    fixture.locations =
      [0x44, 0x00] + be16(5) + location(1, 0, 8)
      + (2...5).flatMap { location($0, 6 + $0, 1) }
    change(&fixture)
    return try #require(fixture.file())
  }

  @Test func tilesMakeUpTheOpacityOfAGrid() throws {
    let file = try grid()
    let colours = try file.plan(for: 1)
    let opacity = try #require(try file.opacityPlan(of: 1))
    #expect(!opacity.isPremultiplied)
    #expect(opacity.plan.columns == 2 && opacity.plan.rows == 1)
    #expect(opacity.plan.canvas == colours.canvas)
    #expect(opacity.plan.transforms == colours.transforms && colours.transforms.count == 1)
    let data = try opacity.plan.tiles.map { try #require($0.extents.first).lowerBound }
    let own = try colours.tiles.map { try #require($0.extents.first).lowerBound }
    #expect(data == own.map { $0 + 2 })
    // The grid's description of colours does not apply to it.
    #expect(colours.colour?.isFullRange == false)
    #expect(opacity.plan.sampleColour.isFullRange)
  }

  @Test func colourOfTilesCanBeMultiplied() throws {
    let file = try grid { $0.references += [("prem", 2, [4]), ("prem", 3, [5])] }
    #expect(try file.opacityPlan(of: 1)?.isPremultiplied == true)
  }

  /// An alpha image of the grid comes before those of the tiles.
  @Test func theGridHasATransparencyOfItsOwn() throws {
    let file = try grid { fixture in
      fixture.references[1] = ("auxl", 4, [1])
    }
    #expect(try file.opacityPlan(of: 1)?.plan.tiles.count == 1)
  }

  /// An alpha image of the size of its picture, without a rotation, is turned like the picture, as in libavif.
  @Test func theTransparencyIsTurnedWithItsPicture() throws {
    let file = try grid { fixture in
      fixture.references = [("dimg", 1, [2, 3]), ("auxl", 4, [1])]
      fixture.properties[1] = Property.ispe(100, 50)
    }
    let own = try file.plan(for: 1)
    let opacity = try #require(try file.opacityPlan(of: 1))
    #expect(own.transforms.count == 1 && opacity.plan.transforms == own.transforms)
    #expect(try file.plan(for: 4).transforms.isEmpty)
    // An alpha image of another size is not turned.
    let other = try grid { $0.references = [("dimg", 1, [2, 3]), ("auxl", 4, [1])] }
    #expect(try other.opacityPlan(of: 1)?.plan.transforms == [])
  }

  @Test func tilesThatDifferAreRefused() throws {
    #expect(throws: FieldError.self) {
      try grid { $0.references.removeLast() }.opacityPlan(of: 1)
    }
    #expect(throws: FieldError.self) {
      try grid { $0.references.append(("prem", 2, [4])) }.opacityPlan(of: 1)
    }
  }

  @Test func opaqueImagesHaveNone() throws {
    let file = try grid { $0.references.removeLast(2) }
    #expect(try file.opacityPlan(of: 1) == nil)
    #expect(try file.opacityPlan(of: 2) == nil)
    #expect(try file.opacityPlan(of: 99) == nil)
  }

  /// libheif 1.23 decodes it to pixels that are all opaque.
  @Test(.needsMedia) func aRealGrid() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("/blue_grid_alpha.heic") })
    let file = try #require(HEIFFile(BoxFile(try ByteSource(mapping: path).bytes)))
    let id = try #require(file.primaryItemID)
    let opacity = try #require(try file.opacityPlan(of: id))
    #expect(opacity.plan.tiles.count == 4)
    #expect(opacity.plan.displaySize == (try file.plan(for: id)).displaySize)
  }
}
