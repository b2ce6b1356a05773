import HEIF
import ISOBMFF
import Testing

@Suite struct ItemDataTests {
  /// One location of `iloc` version 1, with offsets, lengths and base offsets of 4 bytes.
  private func location(
    _ id: Int, method: Int, base: Int = 0, _ extents: [(offset: Int, length: Int)]
  ) -> [UInt8] {
    be16(id) + be16(method) + be16(0) + be32(base) + be16(extents.count)
      + extents.flatMap { be32($0.offset) + be32($0.length) }
  }

  private func fixture(_ locations: [[UInt8]]) -> Fixture {
    var fixture = Fixture()
    fixture.items = [(1, "Exif"), (2, "Exif"), (3, "Exif")]
    fixture.locations = [0x44, 0x40] + be16(locations.count) + locations.flatMap { $0 }
    fixture.itemData = Array(100..<120)
    return fixture
  }

  @Test func extentsOfTheFileAreJoined() throws {
    let file = try #require(
      fixture([location(1, method: 0, base: 4, [(0, 4), (5, 3)])]).file())
    let data = try file.data(of: 1)
    // ftyp, and behind base_offset 4: "ftyp" itself, then "if1".
    #expect(Array(data) == Array("ftypif1".utf8))
    #expect(try file.extents(of: 1) == [4..<8, 9..<12])
    // Each byte knows its offset in the file.
    #expect((0..<7).map(data.source.fileOffset(of:)) == [4, 5, 6, 7, 9, 10, 11])
  }

  @Test func extentsOfIdat() throws {
    let file = try #require(fixture([location(1, method: 1, [(3, 2)])]).file())
    #expect(try Array(file.data(of: 1)) == [103, 104])
    // No length: all remaining bytes.
    let rest = try #require(fixture([location(1, method: 1, [(17, 0)])]).file())
    #expect(try Array(rest.data(of: 1)) == [117, 118, 119])
  }

  /// Construction method 2 counts from the start of another item, named by `iloc` references.
  @Test(arguments: [false, true])
  func extentsOfAnotherItem(hasWideIDs: Bool) throws {
    var fixture = fixture([])
    fixture.hasWideIDs = hasWideIDs
    fixture.references = [("iloc", 1, [2, 3])]
    // Version 2 with 32-bit ids and 4-byte indices.
    fixture.locationVersion = 2
    func wide(_ id: Int, method: Int, _ extents: [(index: Int, offset: Int, length: Int)])
      -> [UInt8]
    {
      be32(id) + be16(method) + be16(0) + be16(extents.count)
        + extents.flatMap { be32($0.index) + be32($0.offset) + be32($0.length) }
    }
    fixture.locations =
      [0x44, 0x04] + be32(3)
      + wide(1, method: 2, [(2, 1, 2), (1, 0, 1)])
      + wide(2, method: 1, [(0, 5, 2)])
      + wide(3, method: 1, [(0, 10, 2), (0, 15, 2)])
    let file = try #require(fixture.file())
    #expect(file.boxes.findings.isEmpty)
    // Item 3 is 110, 111, 115, 116; item 2 is 105, 106.
    #expect(try Array(file.data(of: 1)) == [111, 115, 105])
  }

  @Test func whatIsNotThereIsAnError() throws {
    let file = try #require(
      fixture([
        location(1, method: 1, [(18, 3)]), location(2, method: 0, [(0, 100_000)]),
        location(3, method: 7, [(0, 1)]),
      ]).file())
    for (id, words) in [
      (1, "needs 3 bytes from byte 18 of idat, which has only 20 bytes"),
      (2, "needs 100,000 bytes from byte 0 of the file"),
      (3, "unknown construction method 7"), (9, "does not exist"),
    ] as [(UInt32, String)] {
      let error = #expect(throws: FieldError.self) { try file.data(of: id) }
      #expect("\(String(describing: error))".contains(words), "\(String(describing: error))")
    }
  }

  /// An item that is located in itself is refused, and does not recurse.
  @Test func loopsEnd() throws {
    var fixture = fixture([location(1, method: 2, [(0, 1)]), location(2, method: 2, [(0, 1)])])
    fixture.references = [("iloc", 1, [2]), ("iloc", 2, [1])]
    let file = try #require(fixture.file())
    #expect(throws: FieldError.self) { try file.data(of: 1) }
  }

  /// Each item is located twice in the next one: the first has more parts than can be followed.
  @Test(arguments: [0, 1])
  func partsOfPartsAreBounded(length: Int) throws {
    let count = 30
    var fixture = fixture(
      (1..<count).map { location($0, method: 2, [(0, 0), (0, 0)]) }
        + [location(count, method: 1, base: 20 - length, [(0, 0)])])
    fixture.items = (1...count).map { ($0, "Exif") }
    fixture.references = (1..<count).map { ("iloc", $0, [$0 + 1]) }
    let file = try #require(fixture.file())
    #expect(throws: ItemLocationError.insideItself) { try file.dataRanges(of: 1) }
    #expect(try file.data(of: UInt32(count - 5)).count == 32 * length)
  }

  /// Many extents that name the same bytes do not add up to more than the file.
  @Test func overlappingExtentsAreBounded() throws {
    let extents = [(offset: Int, length: Int)](repeating: (0, 300), count: 1000)
    let file = try #require(fixture([location(1, method: 0, extents)]).file())
    let error = #expect(throws: FieldError.self) { try file.data(of: 1) }
    #expect("\(String(describing: error))".contains("overlap"))
    // A worker would read them by their offsets.
    #expect(throws: ItemLocationError.overlapping(total: 300_000)) { try file.dataRanges(of: 1) }
  }
}
