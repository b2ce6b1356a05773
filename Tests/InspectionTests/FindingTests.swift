import ISOBMFF
import Inspection
import Testing
import Verification

@Suite struct FindingTests {
  @Test func aTruncatedBoxHasItsOffset() throws {
    let cut = FileInspection(Array(tinyPhoto.dropLast(4)))
    #expect(cut.report.worst == .error)
    let finding = try #require(cut.findings.first)
    #expect(finding.severity == .error)
    #expect(finding.offset == 20)
    #expect(finding.fieldPath == "meta")
    #expect(cut.summaryText.contains("its meta box of 113 bytes"))
  }

  @Test func contradictionsAreNoDamage() throws {
    let photo = box("ftyp", Array("jxl ".utf8), be32(0)) + box("JXL ", be32(0)) + box("jxlc")
    #expect(FileInspection(box("free") + photo).report.worst == nil)
    let trailing = FileInspection(box("free") + photo + [1, 2, 3])
    #expect(trailing.report.worst == .note)
    #expect(trailing.findings.first?.offset == 8 + photo.count)
  }

  @Test func aFileWithoutContentMayHaveBeenCut() throws {
    let file = FileInspection(box("ftyp", Array("heic".utf8), be32(0)))
    #expect(file.report.worst == .error)
    #expect(file.findings.first?.offset == 16)
  }

  @Test(arguments: ["jP  ", "JXL "])
  func picturesNeedACodestream(type: String) {
    #expect(FileInspection(box(type, be32(0))).report.worst == .error)
  }

  @Test func theMovieBehindAPictureMustBeWhole() throws {
    let quantization: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    // The codes of the usual tables for no difference, and no more coefficients.
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0b0010_1011]
    let picture = [0xFF, 0xD8] + quantization + frame + scan + [0xFF, 0xD9]
    let movie = box("ftyp", Array("mp42".utf8), be32(0)) + box("moov") + box("mdat", be32(0))
    let whole = FileInspection(picture + movie)
    #expect(whole.title == "JPEG image with a movie (motion photo)")
    #expect(whole.report.worst == nil)
    let cut = FileInspection(picture + movie.dropLast(2))
    #expect(cut.report.worst == .error)
    #expect(cut.findings.first?.offset == picture.count + 16 + 8)
  }

  /// The index of the file names two pictures behind the first one, and the last of them may be a gain map.
  @Test(arguments: [true, false]) func theSummaryNamesAGainMap(isGainMap: Bool) throws {
    func picture(_ width: UInt8, _ segments: [UInt8] = []) -> [UInt8] {
      let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, width, 1, 1, 0x11, 0]
      let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2]
      return [0xFF, 0xD8] + segments + frame + scan + [0xFF, 0xD9]
    }
    func segment(_ payload: [UInt8]) -> [UInt8] {
      [0xFF, 0xE2, 0, UInt8(payload.count + 2)] + payload
    }
    let name = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    let second = picture(24)
    let third = picture(16, isGainMap ? segment(name + [0, 0, 0, 0]) : [])
    func index(_ first: Int) -> [UInt8] {
      // Offsets count from the byte order mark, which is 10 bytes after the start.
      let regions = [
        (first, 0), (second.count, first - 10), (third.count, first - 10 + second.count),
      ]
      let entries = regions.flatMap { be32(0) + be32($0) + be32($1) + be32(0) }
      return segment(
        Array("MPF\0MM\0*".utf8) + be32(8) + [0, 1, 0xB0, 0x02, 0, 7] + be32(48) + be32(26)
          + be32(0) + entries)
    }
    let first = picture(32, index(picture(32, index(0)).count))
    let summary = FileInspection(first + second + third).summary.first { $0.key == "gainMap" }
    #expect(summary?.text == (isGainMap ? ["16 × 8, for displays with high dynamic range"] : nil))
  }

  @Test(arguments: Sample.names)
  func cutsAreFoundEverywhere(name: String) throws {
    let bytes = try Array(Sample.inspection(name).bytes)
    for part in 1..<10 {
      let cut = FileInspection(Array(bytes.prefix(bytes.count * part / 10)))
      #expect(cut.report.worst == .error, "\(name), \(part)/10")
    }
  }
}

@Suite struct FileKindTests {
  @Test(arguments: [
    ("PNG", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]),
    // Line ends of other systems, and bytes of seven bits.
    ("transfer as text", [0x89, 0x50, 0x4E, 0x47, 10, 26, 10, 0]),
    ("transfer as text", [0x89, 0x50, 0x4E, 0x47, 13, 13, 10, 26, 13, 10]),
    ("transfer as text", [0x09, 0x50, 0x4E, 0x47, 13, 10, 26, 10]),
    ("GIF", Array("GIF89a".utf8)),
    ("TIFF", Array("II*\0".utf8)), ("TIFF", Array("MM\0*".utf8)),
    ("WebP", Array("RIFF....WEBP".utf8)), ("WAV", Array("RIFF....WAVE".utf8)),
    ("Matroska", [0x1A, 0x45, 0xDF, 0xA3]), ("ZIP", Array("PK\u{3}\u{4}".utf8)),
    ("PDF", Array("%PDF-1.7".utf8)), ("JPEG XL", [0xFF, 0x0A]),
    ("JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]), ("raw video", [0, 0, 0, 1, 0x40]),
    ("MP3", Array("ID3".utf8)), ("FLAC", Array("fLaC".utf8)), ("Ogg", Array("OggS".utf8)),
    ("FLV", Array("FLV".utf8)), ("text", Array("Hello, world".utf8)),
  ])
  func othersAreNamed(words: String, bytes: [UInt8]) throws {
    guard case .other(let name) = FileKind(Bytes(bytes)) else {
      Issue.record("\(words) is not known")
      return
    }
    #expect(name.contains(words))
    let inspection = FileInspection(bytes)
    #expect(inspection.refusal?.contains(words) == true)
    // Media of formats that are not checked may be sound.
    let isMedia = !["PNG", "transfer as text", "ZIP", "PDF", "text"].contains(words)
    let report = Report(ExaminedFile(Bytes(bytes), name: "file"))
    #expect(report.worst == (isMedia ? .warning : .error))
  }

  /// Where a file may begin behind another one.
  @Test func filesAmongOtherDataAreRecognized() {
    let ftyp: [UInt8] = [0, 0, 0, 8] + Array("ftyp".utf8)
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
    #expect(FileKind(amongOther: Bytes(ftyp)) == .boxes)
    #expect(FileKind(amongOther: Bytes([0xFF, 0xD8, 0xFF, 0xE1])) == .jpeg)
    #expect(FileKind(amongOther: Bytes(png)) == .other(FileKind.png))
    // Bytes before the first segment of a picture, another box, and text.
    let others: [[UInt8]] = [
      [0xFF, 0xD8, 1, 0xFF, 0xE1], [0, 0, 0, 8] + Array("free".utf8), Array("a text".utf8), [],
    ]
    for bytes in others { #expect(FileKind(amongOther: Bytes(bytes)) == nil) }
  }

  @Test func ours() {
    #expect(FileKind(Bytes()) == .empty)
    #expect(FileKind(Bytes([0xFF, 0xD8, 0xFF, 0xE0])) == .jpeg)
    #expect(FileKind(Bytes([1, 2, 3, 4, 5, 6, 7, 0x80])) == .unknown)
    for type in ["ftyp", "styp", "moov", "mdat", "wide", "free", "jP  ", "JXL ", "sidx"] {
      #expect(FileKind(Bytes(box(type))) == .boxes)
    }
  }

  @Test func datesCountFrom1904() {
    #expect(Date1904.text(0) == "1904-01-01 00:00:00 UTC")
    #expect(Date1904.text(2_082_844_800) == "1970-01-01 00:00:00 UTC")
    #expect(Date1904.text(3_777_372_191) == "2023-09-12 14:03:11 UTC")
    #expect(Date1904.text(3_034_627_199) == "2000-02-28 23:59:59 UTC")
    #expect(Date1904.text(3_034_627_200) == "2000-02-29 00:00:00 UTC")
    #expect(Date1904.text(.max) == "out of range")
  }
}
