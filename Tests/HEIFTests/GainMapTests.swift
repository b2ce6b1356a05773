import HEIF
import ISOBMFF
import Testing

@Suite struct GainMapTests {
  /// A picture of 400 × 300, 1, its gain map of 200 × 150, 2, and a tone-mapped image of both, 3.
  private func photo(_ urn: String = "urn:com:apple:photo:2020:aux:hdrgainmap") -> Fixture {
    var fixture = Fixture()
    fixture.items = [(1, "hvc1"), (2, "hvc1"), (3, "tmap")]
    fixture.references = [("auxl", 2, [1]), ("dimg", 3, [1, 2])]
    fixture.properties = [
      Property.ispe(400, 300), Property.ispe(200, 150), Property.hvcC,
      fullBox("auxC", 0, 0, Array(urn.utf8) + [0]), Property.irot(3),
      Property.clap(200, 1, 100, 1, 0, 1, 0, 1),
    ]
    fixture.associations = [(1, [1, 3]), (2, [2, 3, 4])]
    fixture.itemData = [7, 7, 8, 8]
    func location(_ id: Int, _ offset: Int) -> [UInt8] {
      be16(id) + be16(1) + be16(0) + be16(1) + be32(offset) + be32(2)
    }
    fixture.locations = [0x44, 0x00] + be16(2) + location(1, 0) + location(2, 2)
    return fixture
  }

  private func plan(_ fixture: Fixture) throws -> ImagePlan? {
    let file = try #require(fixture.file())
    return try file.plan(for: #require(file.gainMap(of: 1)), of: file.plan(for: 1))
  }

  @Test func theStandardComesBeforeApple() throws {
    var fixture = photo()
    var map = try #require(fixture.file()?.gainMap(of: 1))
    #expect(map.item.id == 2)
    guard case .toneMap(let item) = map.meaning else { return #expect(Bool(false)) }
    #expect(item.id == 3)
    // The tone-mapped image may be the one that is shown.
    #expect(try #require(fixture.file()?.gainMap(of: 3)).item.id == 2)
    fixture.references.removeLast()
    map = try #require(fixture.file()?.gainMap(of: 1))
    guard case .apple = map.meaning else { return #expect(Bool(false)) }
    // Without a tone map, XMP describes the map of another vendor.
    var other = photo("urn:com:samsung:photo:2024:aux:hdrgainmap")
    #expect(other.file()?.gainMap(of: 1)?.item.id == 2)
    other.references.removeLast()
    map = try #require(other.file()?.gainMap(of: 1))
    guard case .described = map.meaning else { return #expect(Bool(false)) }
    #expect(photo("urn:mpeg:hevc:2015:auxid:2").file()?.gainMap(of: 1)?.item.id == 2)
    var depth = photo("urn:mpeg:hevc:2015:auxid:2")
    depth.references.removeLast()
    #expect(depth.file()?.gainMap(of: 1) == nil)
    // A picture that is the gain map of another has none.
    #expect(photo().file()?.gainMap(of: 2) == nil)
  }

  @Test func transformationsOfItsOwnCount() throws {
    var fixture = photo()
    fixture.associations = [(1, [1, 3, 5]), (2, [2, 3, 4, 5])]
    let plan = try #require(try plan(fixture))
    #expect(plan.transforms == [.rotate(quarterTurns: 3)])
    // A map has only its own transformations: without a rotation, it does not match the turned picture.
    fixture.associations = [(1, [1, 3, 5]), (2, [2, 3, 4])]
    #expect(try self.plan(fixture) == nil)
  }

  /// Auxiliary images without transformations use those of the picture.
  @Test func transformationsOfThePicture() throws {
    var fixture = photo()
    fixture.references.removeLast()
    fixture.associations = [(1, [1, 3, 6, 5]), (2, [2, 3, 4])]
    let plan = try #require(try plan(fixture))
    // The picture is cropped to 200 × 100 at 100, 100.
    #expect(
      plan.transforms == [.crop(x: 50, y: 50, width: 100, height: 50), .rotate(quarterTurns: 3)])
    fixture.associations = [(1, [1, 3, 6, 5]), (2, [2, 3, 4, 5])]
    #expect(try self.plan(fixture) == nil, "turned, but not cropped")
  }
}
