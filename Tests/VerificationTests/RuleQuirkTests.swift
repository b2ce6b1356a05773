import Foundation
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
    let before = BoxFile(Bytes(try Sample.bytes(sample)))
    var file = before
    try change(&file)
    let bytes = Bytes(try file.encodedAfterChange(from: before))
    return Report(ExaminedFile(bytes, name: name ?? sample))
  }

  @Test(.needsMedia, arguments: files)
  func filesOfTheirWriters(path: String, quirks: Set<String>) throws {
    let report = try CorpusTests.report("\(MediaFolder.path ?? "")/\(path)")
    let found = report.findings.filter { $0.quirk != nil }
    let names = Set(found.compactMap { $0.quirk?.id })
    #expect(names.isSuperset(of: quirks), "\(path)")
    #expect(found.allSatisfy { $0.severity == .note && $0.rule == $0.quirk?.rule })
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
      "zeros-at-the-end",
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
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Documentation/writers-quirks.md").standardizedFileURL
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
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
