import FieldCoding
import Metadata
import Testing

@Suite struct HeadroomTests {
  /// An Apple note with these fractions of a billion in the tags 33 and 48.
  private func note(_ first: Double?, _ second: Double?) -> MakerNote {
    let values = [(UInt16(33), first), (48, second)].compactMap { tag, value in
      value.map { (tag, Int32($0 * 1e9 / 2), Int32(5e8)) }
    }
    func be(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    var bytes = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D] + be(values.count, 2)
    let start = 14 + 2 + values.count * 12 + 4
    for (index, value) in values.enumerated() {
      bytes += be(Int(value.0), 2) + be(10, 2) + be(1, 4) + be(start + index * 8, 4)
    }
    bytes += be(0, 4) + values.flatMap { be(Int($0.1), 4) + be(Int($0.2), 4) }
    return MakerNote(Bytes(bytes))
  }

  /// The tags as exiftool prints them of photos, and the logarithms of the headroom that XMP of the
  /// same photos states.
  @Test func isThatOfTheMetadataBesideIt() throws {
    // iPhone 16 Pro, 2.682468; iPhone 15 Plus, 6.9025.
    let pro = try #require(note(1.00999999, 2.902248384).headroomStops)
    #expect(abs(pro - 1.423561) < 1e-4)
    let plus = try #require(note(1.01, 0.00304).headroomStops)
    #expect(abs(plus - 2.7871) < 1e-3)
  }

  @Test func theOtherHalfOfTheTable() throws {
    #expect(try #require(note(0.5, 0.005).headroomStops) == 1.7)
    #expect(abs(try #require(note(0.5, 1).headroomStops) - 1.5) < 1e-9)
  }

  @Test func missingTags() throws {
    #expect(try #require(note(0.87, nil).headroomStops) == 1.8)
    #expect(note(nil, nil).headroomStops == nil)
    #expect(!note(0.87, nil).statesHeadroom && note(0.87, 0.1).statesHeadroom)
    // It never makes a picture darker.
    #expect(try #require(note(0, 1.9).headroomStops) > 0)
    #expect(MakerNote(Bytes(Array("Nikon\0".utf8))).headroomStops == nil)
  }
}
