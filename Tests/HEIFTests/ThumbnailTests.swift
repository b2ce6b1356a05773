import HEIF
import ISOBMFF
import Testing

@Suite struct ThumbnailTests {
  /// A picture of 1440 × 960, turned upright, and thumbnails of it: item, size, whether it is turned, too, and whether
  /// it has a decoder configuration.
  private func file(
    _ thumbnails: [(id: Int, width: Int, height: Int, isRotated: Bool, isWhole: Bool)]
  )
    throws -> HEIFFile
  {
    var fixture = Fixture()
    fixture.properties = [Property.hvcC, Property.irot(1), Property.ispe(1440, 960)]
    fixture.items = [(1, "hvc1")]
    fixture.associations = [(1, [1, 3, 2])]
    for thumbnail in thumbnails {
      fixture.items.append((thumbnail.id, "hvc1"))
      fixture.references.append(("thmb", thumbnail.id, [1]))
      fixture.properties.append(Property.ispe(thumbnail.width, thumbnail.height))
      fixture.associations.append(
        (
          thumbnail.id,
          (thumbnail.isWhole ? [1] : []) + [fixture.properties.count]
            + (thumbnail.isRotated ? [2] : [])
        ))
    }
    fixture.itemData = [7, 7, 7]
    fixture.locations = [0x44, 0x00] + be16(fixture.items.count)
    for item in fixture.items {
      fixture.locations += be16(item.id) + be16(1) + be16(0) + be16(1) + be32(0) + be32(3)
    }
    return try #require(fixture.file())
  }

  @Test func theSmallestThatServesIsTaken() throws {
    let file = try file([(2, 1200, 800, true, true), (3, 320, 212, true, true)])
    #expect(file.thumbnail(of: 1, longerSide: 100)?.id == 3)
    #expect(file.thumbnail(of: 1, longerSide: 320)?.id == 3)
    #expect(file.thumbnail(of: 1, longerSide: 321)?.id == 2)
    #expect(file.thumbnail(of: 1, longerSide: 1201) == nil)
  }

  /// Black bars, another orientation, and a codec without a decoder.
  @Test func thoseOfAnotherShapeAreNotTaken() throws {
    let file = try file([
      (2, 160, 120, true, true), (3, 240, 160, false, true), (4, 330, 220, true, false),
      (5, 640, 426, true, true),
    ])
    #expect(file.thumbnail(of: 1, longerSide: 100)?.id == 5)
    #expect(file.thumbnail(of: 1, longerSide: 700) == nil)
  }
}
