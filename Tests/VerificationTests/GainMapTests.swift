import Foundation
import HEIF
import ISOBMFF
import TestSupport
import Testing
import Verification

/// Photos of phones and programs that state the meaning of the samples of their gain maps.
@Suite(.needsMedia) struct GainMapTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = try #require(MediaFolder.path)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }

  private func findings(_ bytes: [UInt8]) -> [Finding] {
    Report(ExaminedFile(Bytes(bytes), name: "photo.heic")).findings
      .filter { $0.rule.id == "gain-map-undescribed" }
  }

  @Test(arguments: [
    "iphone-heic/iphone_iOS18_tmap+MatteMaps.heic", "iphone-heic/iphone_photo.heic",
    "avif/gainmap_oriented.avif", "avif/colors_hdr_srgb.avif",
  ])
  func areDescribed(_ name: String) throws { #expect(findings(try bytes(name)).isEmpty) }

  /// The metadata of ISO 21496-1, without its end.
  @Test(arguments: ["iphone-heic/iphone_iOS18_tmap+MatteMaps.heic", "avif/gainmap_oriented.avif"])
  func aToneMapThatCannotBeRead(_ name: String) throws {
    let before = BoxFile(Bytes(try bytes(name)))
    let item = try #require(HEIFFile(before)?.items.first { $0.type == "tmap" })
    var file = before
    try file.location(of: item.id) { $0.extents[0].length = 7 }
    let found = findings(try file.encodedAfterChange(from: before))
    #expect(found.count == 1)
    #expect(found.first?.message.contains("cannot be read") == true)
  }

  /// The headroom of a phone before iOS 18 is in its maker note.
  @Test func aHeadroomThatIsNowhere() throws {
    var data = Data(try bytes("iphone-heic/iphone_photo.heic"))
    let note = try #require(data.range(of: Data("Apple iOS\0".utf8)))
    data.replaceSubrange(note, with: Data("Apple xOS\0".utf8))
    let found = findings([UInt8](data))
    #expect(found.count == 1)
    #expect(found.first?.message.contains("has no headroom") == true)
  }
}
