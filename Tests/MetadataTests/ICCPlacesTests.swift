import FieldCoding
import Metadata
import Testing

/// Locations in colour profiles go, and the numbers of the colours stay.
@Suite struct ICCPlacesTests {
  private static let location = Array("at 47.123456, 8.654321 ".utf8)

  private static func big(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// A profile with three tags: numbers, a text, and data of a vendor.
  private static func profile(text: [UInt8], data: [UInt8]) -> [UInt8] {
    let numbers = Array("XYZ \0\0\0\0".utf8) + [UInt8](1...12)
    let contents: [[UInt8]] = [numbers, Array("text\0\0\0\0".utf8) + text, data]
    var table = big(contents.count)
    var start = 128 + 4 + 36
    for (name, content) in zip(["rXYZ", "cprt", "acme"], contents) {
      table += Array(name.utf8) + big(start) + big(content.count)
      start += content.count
    }
    var header = big(start) + [UInt8](repeating: 0, count: 124)
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    header.replaceSubrange(84..<100, with: repeatElement(7, count: 16))
    return header + table + contents.joined()
  }

  private func stripped(_ profile: [UInt8]) -> [UInt8]? {
    ICCProfile.withoutLocation(Bytes(profile), LocationTraces())
  }

  @Test func locationsGo() throws {
    let plain = Array("Copyright Ada 2024 ".utf8)
    let kept = Self.profile(text: plain, data: plain)
    #expect(stripped(kept) == nil)
    #expect(stripped(kept + [0, 0, 0]) == nil)
    let zeros = [UInt8](repeating: 0, count: Self.location.count)
    for (before, after) in [
      (Self.profile(text: Self.location, data: plain), Self.profile(text: zeros, data: plain)),
      (Self.profile(text: plain, data: Self.location), Self.profile(text: plain, data: zeros)),
      (kept + plain, kept + [UInt8](repeating: 0, count: plain.count)),
    ] {
      let new = try #require(stripped(before))
      // Its identifier is a digest.
      #expect(new[84..<100].allSatisfy { $0 == 0 })
      #expect(new[..<84] == after[..<84] && new[100...] == after[100...])
      #expect(stripped(new) == nil)
    }
  }

  @Test func segmentsOfJPEGPictures() {
    let profile = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
    let payloads = JPEGSegments.payloads(ofProfile: profile)
    #expect(payloads.map { Array($0[12..<14]) } == [[1, 2], [2, 2]])
    #expect(payloads.allSatisfy { $0.count <= 65_533 })
    #expect(payloads.flatMap { $0.dropFirst(14) } == profile)
  }
}
