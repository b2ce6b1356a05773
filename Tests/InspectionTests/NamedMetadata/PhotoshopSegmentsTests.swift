import FieldCoding
import Inspection
import Testing

/// IPTC metadata in the segments of Photoshop.
@Suite struct PhotoshopSegmentsTests {
  /// A data set of the application record.
  private func dataSet(_ number: UInt8, _ text: String) -> [UInt8] {
    [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
  }

  /// The resource with IPTC metadata.
  private func resource(_ content: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(content.count)] + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private func tags(_ segments: [(marker: UInt8, payload: [UInt8])]) -> [String] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    for (marker, payload) in segments {
      bytes += [0xFF, marker, 0, UInt8(payload.count + 2)] + payload
    }
    return NamedMetadata(Bytes(bytes + [0xFF, 0xD9])).tags.map {
      "\($0.group):\($0.name)=\($0.value)"
    }
  }

  private let start = Array("Photoshop 3.0\0".utf8)

  /// Photoshop splits its resources at any byte if they are too long for a segment.
  @Test func aResourceInTwoSegmentsIsOne() {
    let whole = resource(dataSet(0x50, "Somebody") + dataSet(0x69, "A headline"))
    for cut in [3, 14, 20, whole.count - 1] {
      #expect(
        tags([(0xED, start + whole.prefix(cut)), (0xED, start + whole.dropFirst(cut))]) == [
          "IPTC:By-line=Somebody", "IPTC:Headline=A headline",
        ], "\(cut)")
    }
  }

  @Test func segmentsApartAreTwoLists() {
    let (first, second) = (
      resource(dataSet(0x50, "Somebody")), resource(dataSet(0x69, "A headline"))
    )
    #expect(
      tags([(0xED, start + first), (0xFE, [0x41]), (0xED, start + second)]) == [
        "IPTC:By-line=Somebody", "IPTC2:Headline=A headline",
      ])
  }

  /// Without a statement of the encoding, bytes that are not UTF-8 are those of Windows.
  @Test func textsAndTimesOfOldPrograms() {
    let words: [UInt8] = [0x1C, 2, 0x69, 0, 3, 0x93, 0x9F, 0x94]
    #expect(tags([(0xED, start + resource(words))]) == ["IPTC:Headline=“Ÿ”"])
    let other = dataSet(0x37, "2015-01-22") + dataSet(0x3C, "135926.054-0600")
    #expect(
      tags([(0xED, start + resource(other))]) == [
        "IPTC:DateCreated=2015:01:22", "IPTC:TimeCreated=13:59:26.054-06:00",
      ])
  }
}
