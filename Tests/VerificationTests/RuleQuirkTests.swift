import Foundation
import HEVC
import ISOBMFF
import TestSupport
import Testing
import Verification

/// Every quirk of the table is met by a file of its writer, or by one made here as it writes them.
@Suite struct RuleQuirkTests {
  /// Files of ``MediaFolder`` with the quirks that are noted in them.
  static let files: [(path: String, quirks: Set<String>)] = [
    ("vendor-heif/Sony.HIF", ["sony-in-band-sets", "sony-thumbnail-size"]),
    ("vendor-heif/cat.hif", ["sony-in-band-sets", "sony-thumbnail-size"]),
    ("vendor-heif/issue_9292_sony_1_top_left.HIF", ["sony-open-parameter-sets"]),
    ("vendor-heif/Canon.HIF", ["canon-thumbnail-size"]),
    (
      "vendor-heif/samsung_a71.heic", ["samsung-open-parameter-sets", "samsung-handler-name"]
    ),
    (
      "motion-photo/motionphoto.heic",
      ["samsung-open-parameter-sets", "samsung-handler-name", "samsung-movie-place"]
    ),
    ("livephoto-pairs/iPhone7Plus_3D388205/splitrock.mov", ["apple-lost-track-reference"]),
    ("iphone-heic/2_landscape.heic", ["apple-pixi-behind-rotation", "apple-handler-name"]),
    ("heif-misc/blue.heic", ["libheif-open-parameter-sets", "libheif-blank-constraints"]),
    ("avif/colors-animated-8bpc.avif", ["libavif-next-track"]),
    ("mp4/minimal.mp4", ["two-channels"]),
    ("mp4/hlg10-color-test.mp4", ["macintosh-language"]),
  ]

  private func report(
    _ sample: String, named name: String? = nil, _ change: (inout BoxFile) throws -> Void
  ) throws -> Report {
    Report(ExaminedFile(Bytes(try bytes(sample, change)), name: name ?? sample))
  }

  private func bytes(
    _ sample: String, _ change: (inout BoxFile) throws -> Void
  ) throws -> [UInt8] {
    let before = BoxFile(Bytes(try Sample.bytes(sample)))
    var file = before
    try change(&file)
    return try file.encodedAfterChange(from: before)
  }

  /// The rules and quirks of the findings of a sample of ours, as if a maker with a name of seven letters had made it.
  private func findings(
    ofMaker maker: String, _ sample: String, _ change: (inout BoxFile) throws -> Void
  ) throws -> [(rule: String, quirk: String?)] {
    var bytes = try bytes(sample, change)
    let ours = try #require(Data(bytes).range(of: Data("Boxwalk\0".utf8)))
    bytes.replaceSubrange(ours, with: Array("\(maker)\0".utf8))
    return Report(ExaminedFile(Bytes(bytes), name: sample)).findings.map {
      ($0.rule.id, $0.quirk?.id)
    }
  }

  @Test(.needsMedia, arguments: files)
  func filesOfTheirWriters(path: String, quirks: Set<String>) throws {
    let report = try CorpusTests.report("\(MediaFolder.path ?? "")/\(path)")
    let found = report.findings.filter { $0.quirk != nil }
    let names = Set(found.compactMap { $0.quirk?.id })
    #expect(names.isSuperset(of: quirks), "\(path)")
    #expect(found.allSatisfy { $0.severity == .note && $0.rule.id == $0.quirk?.rule.id })
    // The worst come first, also if a quirk is less severe than its rule.
    #expect(report.findings.map(\.severity) == report.findings.map(\.severity).sorted(by: >))
  }

  /// The form of Android: the MIME type twice, the first over reserved bytes and the number of the data reference.
  @Test func androidsMetadata() throws {
    let type = Array("application/motionphoto-image-meta\0".utf8)
    let report = try report(Sample.mp4) { file in
      let stsd = Box(type: "mett", opaque: Bytes(type + type), in: .sampleEntries)
      try file.edit("moov/trak[1]/mdia/hdlr", as: HandlerBox.self) { $0.handlerType = "meta" }
      try file.edit("moov/trak[1]/mdia/minf/stbl/stsd") { $0.children = [stsd] }
    }
    let quirks = report.findings.compactMap { $0.quirk?.id }
    #expect(Set(quirks) == ["android-mett-data-reference", "android-mett-reserved"])
    #expect(!report.findings.contains { $0.severity == .error }, "\(report.findings)")
    let other = try self.report(Sample.mp4) { file in
      try file.edit("moov/trak[1]/mdia/minf/stbl/stsd/mp4a", as: AudioSampleEntry.self) {
        $0.dataReferenceIndex = 7
      }
    }
    #expect(other.worst == .error && other.findings.allSatisfy { $0.quirk == nil })
  }

  @Test(arguments: ["samsung", "unknown"])
  func samsungsPhotos(maker: String) throws {
    let panorama = try findings(ofMaker: maker, Sample.tiled) { file in
      let sizes = file.boxes.at("meta", "iprp", "ipco").compactMap {
        $0[ImageSpatialExtentsProperty.self]
      }
      let index = try #require(sizes.firstIndex { $0.width == 320 })
      try file.edit("meta/iprp/ipco/ispe[\(index)]", as: ImageSpatialExtentsProperty.self) {
        $0.height += 4
      }
    }
    let size = try #require(panorama.first { $0.rule == "ispe-differs-from-sps" })
    #expect(size.quirk == (maker == "samsung" ? "samsung-thumbnail-size" : nil))
    let photo = try findings(ofMaker: maker, Sample.photo) { file in
      // The first unit of the picture becomes an SPS.
      try file.edit("mdat") { box in
        var data = Array(try #require(box.opaquePayload))
        let start = try #require(box.source).fileOffset
        data[1450 - start - 8] = 33 << 1
        box = Box(type: "mdat", opaque: Bytes(data))
      }
    }
    let sets = try #require(photo.first { $0.rule == "hvc1-in-band-sets" })
    #expect(sets.quirk == (maker == "samsung" ? "samsung-in-band-sets" : nil))
  }

  /// The configuration of a Pixel's movie has neither the chroma format nor complete arrays.
  @Test func androidsConfigurations() throws {
    func quirks(handler: Text) throws -> Set<String> {
      let report = try report(Sample.movie) { file in
        try file.edit("moov/trak/mdia/hdlr", as: HandlerBox.self) { $0.name = handler }
        try file.edit("\(Mutation.videoEntry("hvc1"))/hvcC", as: HEVCConfigurationBox.self) {
          $0.record.chromaFormat = .monochrome
          $0.record.arrays[0].isComplete = false
        }
      }
      return Set(report.findings.compactMap { $0.quirk?.id })
    }
    let expected: Set = ["android-chroma-format", "android-open-parameter-sets"]
    #expect(try quirks(handler: "VideoHandle").isSuperset(of: expected))
    #expect(try quirks(handler: "Video").isDisjoint(with: expected))
  }

  /// The samples of GoPro's track `fdsc` have no duration.
  @Test func goProsRecoveryTrack() throws {
    func quirks(handler: Text) throws -> Set<String> {
      let report = try report(Sample.mp4) { file in
        try file.remove("moov/trak[1]/edts")
        try file.edit("moov/trak[1]/mdia/hdlr", as: HandlerBox.self) { $0.name = handler }
        try file.edit("moov/trak[1]/mdia/minf/stbl/stts", as: TimeToSampleBox.self) { box in
          for row in box.entries.rows.indices { box.entries.rows[row][1] = 0 }
        }
      }
      return Set(report.findings.compactMap { $0.quirk?.id })
    }
    let expected: Set = ["gopro-recovery-media-duration", "gopro-recovery-track-duration"]
    #expect(try quirks(handler: "GoPro SOS  ").isSuperset(of: expected))
    #expect(try quirks(handler: "Sound").isDisjoint(with: expected))
  }

  /// FFmpeg's tracks that start late.
  @Test(arguments: [("VideoHandler", 500), ("VideoHandler", 700), ("Video", 500)])
  func ffmpegsEmptyEdits(handler: String, empty: Int64) throws {
    let report = try report(Sample.mp4) { file in
      try file.edit("moov/trak/mdia/hdlr", as: HandlerBox.self) { $0.name = Text(handler) }
      try file.edit("moov/trak[1]/mdia/hdlr", as: HandlerBox.self) { $0.name = "Sound" }
      try file.edit("moov/trak/edts/elst", as: EditListBox.self) {
        $0.entries.rows.insert([500, -1, 1, 0], at: 0)
        $0.entries.rows[1][0] += empty - 500
      }
    }
    let found = try #require(report.findings.first { $0.rule.id == "track-duration-differs" })
    let isKnown = handler == "VideoHandler" && empty == 500
    #expect(found.quirk?.id == (isKnown ? "ffmpeg-empty-edit" : nil), "\(found.message)")
  }

  /// FFmpeg's pictures that move without an end: all bits but the sign are set.
  @Test func durationsWithoutEnd() throws {
    let report = try report(Sample.mp4) { file in
      for track in ["trak", "trak[1]"] {
        try file.edit("moov/\(track)/tkhd", as: TrackHeaderBox.self) { $0.duration = 0x7FFF_FFFF }
      }
    }
    #expect(!report.findings.contains { $0.rule.id.hasSuffix("duration-differs") })
  }

  /// Silence and black pictures that are not compressed are zeros.
  @Test(.needs("ffmpeg"), arguments: [("pcm_s16be", false), ("aac", true)])
  func silenceAtTheEnd(codec: String, isFound: Bool) throws {
    let folder = try Folder()
    let path = folder.path("movie.mov")
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "anullsrc", "-t", "2", "-c:a", codec, "-movflags",
        "+faststart", path,
      ])
    #expect(result.code == 0, "\(result.errors)")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    if isFound { bytes += [0, 0, 0x20, 0] + Array("mdat".utf8) + zeros(8184) }
    let report = Report(ExaminedFile(Bytes(bytes), name: "movie.mov"))
    #expect(report.findings.contains { $0.rule.id == "zero-filled-tail" } == isFound)
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test func keywordsAsPlainText() throws {
    let report = try report(Sample.mp4) { file in
      try file.append(Box(type: "kywd", opaque: Bytes(Array("iMovie".utf8))), in: "moov/udta")
    }
    #expect(report.findings.map(\.message) == [])
  }

  /// A recording that is described again keeps the deviations of its camera: they are no errors of the new file.
  @Test(.needsMedia) func knownDeviationsAreNotNewErrors() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("061629144.MP.jpg") })
    let photo = try Data(contentsOf: URL(fileURLWithPath: path))
    let start = try #require(photo.range(of: Data("ftypmp42".utf8))).lowerBound - 4
    let movie = Array(photo[start...])
    var broken = movie
    let moov = try #require(photo.range(of: Data("moov".utf8), in: start..<photo.count))
    broken.replaceSubrange(
      moov.lowerBound - start..<moov.upperBound - start, with: Array("free".utf8))
    let files = [broken, movie].map { ExaminedFile(Bytes($0), name: "clip.mp4") }
    #expect(NewlyBrokenRules(from: files[0], to: files[1]).sentences.isEmpty)
  }

  /// A value that a rule ignores in QuickTime is found in MP4.
  @Test(arguments: ["elst-rate", "ctts-negative", "mdhd-language-invalid"])
  func quickTime(rule: String) throws {
    func findings(brand: FourCC) throws -> [String] {
      try report(Sample.mp4, named: brand == "qt  " ? "clip.mov" : Sample.mp4) { file in
        try file.edit("ftyp", as: FileTypeBox.self) { $0.majorBrand = brand }
        try file.edit("moov/trak/edts/elst", as: EditListBox.self) { $0.entries.rows[0][2] = 2 }
        try file.edit("moov/trak/mdia/minf/stbl/ctts", as: CompositionOffsetBox.self) {
          $0.entries.rows[1][1] = -1
        }
        try file.edit("moov/trak/mdia/mdhd", as: MediaHeaderBox.self) { $0.language = 5 }
      }.findings.map { $0.rule.id }
    }
    #expect(try findings(brand: "mp42").contains(rule))
    #expect(try !findings(brand: "qt  ").contains(rule))
  }

  @Test func freedReferencesAndZeros() throws {
    let report = try report(Sample.movie) { file in
      try file.edit("moov/trak[1]") { track in
        track.children.append(
          Box(
            type: "tref",
            opaque: Bytes([0, 0, 0, 12] + Array("chap".utf8) + [0, 0, 0, 0])))
      }
      try file.append(Box(type: "udta", opaque: Bytes([0, 0, 0, 0])), in: "moov/trak[1]")
    }
    #expect(!report.findings.contains { ["tref-track-unknown", "box-tail"].contains($0.rule.id) })
  }

  /// Each quirk is met by one of the tests above.
  @Test func everyQuirkIsMet() {
    let made: Set = [
      "android-mett-data-reference", "android-mett-reserved", "quicktime-edit-rates",
      "quicktime-signed-offsets", "quicktime-macintosh-languages", "freed-track-references",
      "zeros-at-the-end", "samsung-in-band-sets", "samsung-thumbnail-size",
      "android-chroma-format", "android-open-parameter-sets", "gopro-recovery-media-duration",
      "gopro-recovery-track-duration", "ffmpeg-empty-edit", "plain-keywords",
    ]
    let met = RuleQuirkTests.files.reduce(into: made) { $0.formUnion($1.quirks) }
    #expect(Set(RuleQuirk.all.map(\.id)) == met)
    #expect(Set(RuleQuirk.all.map(\.id)).count == RuleQuirk.all.count)
    for quirk in RuleQuirk.all where quirk.effect == .passed {
      #expect(made.contains(quirk.id), "\(quirk.id)")
    }
  }

  /// Documentation/writers-quirks.md has the table.
  @Test func theDocumentHasAll() throws {
    let lines = try PackageFolder.text("Documentation/writers-quirks.md").split(separator: "\n")
    let expected = QuirkWriter.allCases.flatMap { writer in
      ["## \(writer.rawValue)"]
        + RuleQuirk.all.filter { $0.writer == writer }.map {
          "| `\($0.id)` | `\($0.rule.id)` | \($0.effect.rawValue) | \($0.sentence) |"
        }
    }
    #expect(
      lines.filter { $0.hasPrefix("## ") || $0.hasPrefix("| `") }.map(String.init) == expected)
  }
}
