import ISOBMFF
import Testing
import Verification

/// Rules at the ends of what they look at.
@Suite struct RuleBoundTests {
  private func rules(_ bytes: [UInt8], _ name: String) -> Set<String> {
    Set(Report(ExaminedFile(Bytes(bytes), name: name)).findings.map { $0.rule.id })
  }

  /// A stream that breaks off between the description of a fragment and its media.
  @Test func theLastFragmentHasNoMedia() throws {
    let whole = try Sample.bytes(Sample.cmaf)
    let last = try #require(BoxFile(Bytes(whole)).boxes.last { $0.type == "moof" }?.origin)
    let cut = Array(whole.prefix(last.fileOffset + last.count))
    #expect(BoxFile(Bytes(cut)).boxes.last?.type == "moof")
    #expect(rules(cut, Sample.cmaf).contains("cmaf-chunk-layout"))
    #expect(!rules(whole, Sample.cmaf).contains("cmaf-chunk-layout"))
  }

  /// An image has at most one profile, and at most one set of code points (ISO/IEC 23008-12 §6.5.5).
  @Test func aSecondProfileIsFound() throws {
    let before = BoxFile(Bytes(try Sample.bytes(Sample.tiled)))
    let properties = before.boxes.at("meta", "iprp", "ipco")
    let profile = try #require(properties.first { $0.type == "colr" })
    #expect(profile[ColourInformationBox.self]?.hasProfile == true)
    let owner = try #require(
      before.boxes.at("meta", "iprp").compactMap { $0[ItemPropertyAssociationBox.self] }
        .flatMap(\.entries).first { entry in
          entry.associations.contains { properties[Int($0.propertyIndex) - 1].type == "colr" }
        })
    var file = before
    try file.addProperty(profile, to: owner.itemID)
    let found = rules(try file.encodedAfterChange(from: before), Sample.tiled)
    #expect(found.contains("colr-kind-twice"), "\(found)")
  }

  /// A track may state the size of its pictures with or without their clean aperture and the shape of their samples.
  @Test func sizesOfTracksAreThoseOfTheirPictures() throws {
    let before = BoxFile(Bytes(try Sample.bytes(Sample.mp4)))
    let entry = "moov/trak/mdia/minf/stbl/stsd/avc1"
    let box = try #require(BoxPath(entry).flatMap { before.box(at: $0) }?[VisualSampleEntry.self])
    let (width, height) = (UInt32(box.width), UInt32(box.height))
    var (part, shape) = (CleanApertureBox(), PixelAspectRatioBox())
    (part.widthN, part.widthD, part.heightN, part.heightD) = (2 * (width - 20), 2, 3 * height, 3)
    (shape.hSpacing, shape.vSpacing) = (4, 3)
    for (boxes, stated, isRight) in [
      ([], (width, height), true), ([], (width - 20, height), false),
      ([], (width * 4 / 3, height), false), ([Box(part)], (width - 20, height), true),
      ([Box(part)], (width, height), true), ([Box(part)], (width - 40, height), false),
      ([Box(shape)], (width * 4 / 3, height), true), ([Box(shape)], (width, height * 3 / 4), true),
      ([Box(shape)], (width * 3 / 4, height), false),
      ([Box(shape)], (width, height * 4 / 3), false),
      ([Box(part), Box(shape)], ((width - 20) * 4 / 3, height), true),
      ([], (width + 2, height - 2), true), ([], (width + 3, height), false),
      ([], (width, height + 3), false),
    ] as [([Box], (UInt32, UInt32), Bool)] {
      var file = before
      for box in boxes { try file.append(box, in: entry) }
      try file.edit("moov/trak/tkhd", as: TrackHeaderBox.self) {
        ($0.width, $0.height) = (stated.0 << 16, stated.1 << 16)
      }
      let found = rules(try file.encodedAfterChange(from: before), Sample.mp4)
      #expect(found.contains("track-size-differs") != isRight, "\(boxes.map(\.type)), \(stated)")
    }
  }

  @Test func aMovieWithTheBrandOfAPictureHasNone() throws {
    let before = BoxFile(Bytes(try Sample.bytes(Sample.mp4)))
    var file = before
    try file.edit("ftyp", as: FileTypeBox.self) { $0.compatibleBrands.append("mif1") }
    let bytes = try file.encodedAfterChange(from: before)
    let found = Report(ExaminedFile(Bytes(bytes), name: Sample.mp4)).findings
    let words = found.filter { $0.rule.id == "brand-image-unmet" }.map(\.message)
    #expect(words.count == 1 && words[0].contains("there is no meta box"), "\(words)")
  }
}
