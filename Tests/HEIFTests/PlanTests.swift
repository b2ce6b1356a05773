import Foundation
import HEIF
import ISOBMFF
import Testing

@Suite struct PlanTests {
  /// A grid of 2 by 1 tiles of 64 × 64 with a canvas of 100 × 50.
  private func grid() -> Fixture {
    var fixture = Fixture()
    fixture.items = [(1, "grid"), (2, "hvc1"), (3, "hvc1")]
    fixture.references = [("dimg", 1, [2, 3])]
    fixture.properties = [Property.ispe(100, 50), Property.ispe(64, 64), Property.hvcC]
    fixture.associations = [(1, [1]), (2, [2, 3]), (3, [2, 3])]
    fixture.itemData = [0, 0, 0, 1] + be16(100) + be16(50) + [7, 7, 7, 8, 8]
    func location(_ id: Int, _ offset: Int, _ length: Int) -> [UInt8] {
      be16(id) + be16(1) + be16(0) + be16(1) + be32(offset) + be32(length)
    }
    fixture.locations =
      [0x44, 0x00] + be16(3) + location(1, 0, 8) + location(2, 8, 3) + location(3, 11, 2)
    return fixture
  }

  @Test func aGridIsPlannedTileByTile() throws {
    let plan = try #require(grid().file()).plan(for: 1)
    #expect(plan.columns == 2 && plan.rows == 1)
    #expect(plan.tileSize == ImagePlan.Size(width: 64, height: 64))
    #expect(plan.canvas == ImagePlan.Size(width: 100, height: 50))
    #expect(plan.tiles.map(\.extents.first?.count) == [3, 2])
    #expect(plan.configurations.count == 1)
    #expect(plan.configurations[0].lengthSize == 4)
  }

  /// The data of a tile is 8 KB. A budget lets the images of a file have a megabyte and four times its bytes.
  @Test func imagesOfAFileShareABudget() throws {
    var fixture = grid()
    fixture.itemData = [UInt8](repeating: 7, count: 8192)
    fixture.locations =
      [0x44, 0x00] + be16(1) + be16(2) + be16(1) + be16(0) + be16(1) + be32(0) + be32(8192)
    let file = try #require(fixture.file())
    var budget = PlanBudget(fileBytes: file.boxes.bytes.count)
    var count = 0
    while count < 1000, (try? file.plan(for: 2, &budget)) != nil { count += 1 }
    #expect((128..<140).contains(count), "\(count)")
    #expect((try? file.plan(for: 2)) != nil)
  }

  /// A file of few bytes has no picture of a thousand million pixels, however it is made up.
  @Test func pixelsAreBoundedByTheFile() throws {
    var fixture = grid()
    fixture.properties[0] = Property.ispe(60_000, 60_000)
    fixture.properties[1] = Property.ispe(30_000, 60_000)
    fixture.itemData = [0, 0, 0, 1] + be16(60_000) + be16(60_000) + [7, 7, 7, 8, 8]
    let file = try #require(fixture.file())
    let error = #expect(throws: FieldError.self) { try file.plan(for: 1) }
    #expect("\(String(describing: error))".contains("more pixels than a file of so few bytes"))
    // The largest pictures of phones are not refused, even if they are black.
    fixture.properties[0] = Property.ispe(16_320, 12_240)
    fixture.properties[1] = Property.ispe(8160, 12_240)
    fixture.itemData = [0, 0, 0, 1] + be16(16_320) + be16(12_240) + [7, 7, 7, 8, 8]
    fixture.itemData += [UInt8](repeating: 0, count: 20_000)
    #expect(try #require(fixture.file()).plan(for: 1).canvas.width == 16_320)
  }

  /// Transformations apply in the order of association (ISO/IEC 23008-12 §6.5.1).
  @Test func transformationsKeepTheirOrder() throws {
    var fixture = grid()
    fixture.properties += [
      Property.irot(1), Property.imir(1), Property.clap(40, 1, 20, 1, 0, 1, 0, 1),
    ]
    fixture.associations[0] = (1, [1, 6, 4, 5])
    let plan = try #require(fixture.file()).plan(for: 1)
    #expect(
      plan.transforms == [
        .crop(x: 30, y: 15, width: 40, height: 20), .rotate(quarterTurns: 1), .flipHorizontally,
      ])
    #expect(plan.displaySize == ImagePlan.Size(width: 20, height: 40))
    // Turned first, the crop is of the turned picture of 50 × 100.
    fixture.associations[0] = (1, [1, 4, 6])
    let turned = try #require(fixture.file()).plan(for: 1)
    #expect(turned.transforms.last == .crop(x: 5, y: 40, width: 40, height: 20))
    #expect(turned.displaySize == ImagePlan.Size(width: 40, height: 20))
  }

  /// Edges between samples: left and top down, size to the nearest, and never outside.
  @Test func cleanApertures() throws {
    for (clap, expected) in [
      // (100 - 60)/2 = 20, (50 - 40)/2 = 5.
      ([60, 1, 40, 1, 0, 1, 0, 1], ImagePlan.Transform.crop(x: 20, y: 5, width: 60, height: 40)),
      // An offset of -1/2: 19.5 becomes 19.
      (
        [60, 1, 40, 1, 0xFFFF_FFFF, 2, 0, 1], .crop(x: 19, y: 5, width: 60, height: 40)
      ),
      // Past the right edge: cut off.
      ([60, 1, 40, 1, 30, 1, 0, 1], .crop(x: 50, y: 5, width: 50, height: 40)),
    ] {
      var fixture = grid()
      fixture.properties.append(
        box("clap", clap.flatMap { be32($0) }))
      fixture.associations[0] = (1, [1, 4])
      #expect(try #require(fixture.file()).plan(for: 1).transforms == [expected])
    }
    var fixture = grid()
    fixture.properties.append(Property.clap(60, 0, 40, 1, 0, 1, 0, 1))
    fixture.associations[0] = (1, [1, 4])
    #expect(throws: FieldError.self) { try #require(fixture.file()).plan(for: 1) }
  }

  @Test func contradictionsAreErrors() throws {
    func error(_ change: (inout Fixture) -> Void) throws -> String {
      var fixture = grid()
      change(&fixture)
      let file = try #require(fixture.file())
      let error = #expect(throws: FieldError.self) { try file.plan(for: 1) }
      return error.map { "\($0)" } ?? ""
    }
    #expect(try error { $0.references = [("dimg", 1, [2])] }.contains("refers to 1 tile"))
    #expect(try error { $0.references = [("dimg", 1, [2, 9])] }.contains("item 9 does not exist"))
    #expect(try error { $0.references = [("dimg", 1, [2, 1])] }.contains("derived from itself"))
    #expect(try error { $0.itemData[4..<6] = [0x10, 0] }.contains("do not cover"))
    #expect(try error { $0.itemData[0] = 1 }.contains("unknown version 1"))
    #expect(
      try error {
        $0.properties.append(box("zzzz", [1]))
        $0.associations[0] = (1, [1, 0x8004])
      }.contains("zzzz, which is essential"))
    #expect(try error { $0.items[1].type = "av01" }.contains("no decoder configuration (av1C)"))
  }

  /// Images of other codecs are left to libheif, with the properties that their codecs need.
  @Test func otherCodings() throws {
    var fixture = grid()
    fixture.items[1].type = "vvc1"
    fixture.properties.append(box("zzzC", [1, 2]))
    fixture.associations[1].1.append(0x8000 + fixture.properties.count)
    let plan = try #require(fixture.file()).plan(for: 2)
    #expect(plan.codec == .other && plan.configurations[0].itemType == "vvc1")
    let properties = BoxFile(Bytes(plan.configurations[0].properties)).boxes
    #expect(properties.map(\.type) == ["hvcC", "zzzC"])
    #expect(try ImagePlan(decoding: Bytes(plan.encoded())) == plan)
  }

  /// An unknown property that is not essential changes nothing.
  @Test func unknownPropertiesAreIgnored() throws {
    var fixture = grid()
    fixture.properties.append(box("zzzz", [1]))
    fixture.associations[0] = (1, [1, 4])
    #expect(try #require(fixture.file()).plan(for: 1).transforms.isEmpty)
  }

  @Test func aPlanTravelsAsBytes() throws {
    var fixture = grid()
    fixture.properties += [Property.irot(3), Property.clap(40, 1, 20, 1, 0, 1, 0, 1)]
    fixture.associations[0] = (1, [1, 5, 4])
    var plan = try #require(fixture.file()).plan(for: 1)
    plan.configurations[0].parameterSets = [[0x40, 1, 2], [0x42, 1, 3, 4]]
    var points = CodingIndependentCodePoints()
    points.matrixCoefficients = 9
    points.isFullRange = true
    plan.colour = points
    plan.peakLuminance = 1000
    #expect(try ImagePlan(decoding: Bytes(plan.encoded())) == plan)
  }
}
