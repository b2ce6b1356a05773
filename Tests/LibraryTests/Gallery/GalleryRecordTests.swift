import Files
import Testing

@testable import Library

/// What a gallery remembers of a file, and the dates on its pages.
@Suite struct GalleryRecordTests {
  private var record: GalleryRecord {
    var record = GalleryRecord(
      input: "a \"b\"/ü\n.heic", stamp: FileStamp(size: 12, modified: 1_720_000_000_123_456_789),
      movieStamp: FileStamp(size: 34, modified: -5), settings: "320")
    (record.title, record.date) = ("HEIC photo", "2024-07-12 13:25:29")
    (record.camera, record.location) = ("Some Camera", nil)
    record.picture = GalleryRecord.Picture(path: "pictures/1.jpg", width: 320, height: 240)
    record.flaws = [GalleryRecord.Flaw(severity: "error", sentence: "it is truncated")]
    return record
  }

  @Test func aLineIsReadAsItWasWritten() {
    let line = record.line
    #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(GalleryRecord(line: line.dropLast()) == record)
    var plain = GalleryRecord(
      input: "x", stamp: FileStamp(size: 0, modified: 0), movieStamp: nil, settings: "")
    plain.loop = "loops/1.webp"
    #expect(GalleryRecord(line: plain.line.dropLast()) == plain)
  }

  /// A run that was interrupted leaves a part of a line.
  @Test func aPartOfALineIsNone() {
    let line = record.line.dropLast()
    for count in 0..<line.count {
      #expect(GalleryRecord(line: line.prefix(count)) == nil, "\(count)")
    }
    #expect(GalleryRecord(line: Array(#"{"schema":"boxwalk.gallery/2"}"#.utf8)) == nil)
  }

  @Test func noChangedByteChangesALine() {
    let line = record.line.dropLast()
    for offset in line.indices {
      var damaged = line
      damaged[offset] ^= 1 << (offset % 8)
      let read = GalleryRecord(line: damaged)
      #expect(read == nil || read == record, "\(offset)")
    }
  }

  @Test func whatChangedIsExaminedAgain() {
    let (stamp, movie) = (record.stamp, record.movieStamp)
    #expect(record.isOf(stamp, movie, "320"))
    #expect(!record.isOf(FileStamp(size: 13, modified: stamp.modified), movie, "320"))
    #expect(!record.isOf(FileStamp(size: 12, modified: stamp.modified + 1), movie, "320"))
    #expect(!record.isOf(stamp, nil, "320"))
    #expect(!record.isOf(stamp, movie, "640"))
  }

  @Test func aFailureIsTriedAgain() {
    var failed = record
    failed.fail("warning", "the worker ended")
    #expect(failed.isUncertain && failed.flaws.last?.sentence == "the worker ended")
  }

  @Test func months() {
    #expect(GalleryDate.month("2024-07-12 13:25:29.5+02:00") == "July 2024")
    #expect(GalleryDate.month("1999-12") == "December 1999")
    for date in [nil, "", "2024", "2024-00-01", "2024-13-01", "20240712", "noon", "２０２４-07"] {
      #expect(GalleryDate.month(date) == nil, "\(date ?? "nil")")
    }
  }

  @Test func minutes() {
    #expect(GalleryDate.minute("2024-07-12 13:25:29.5+02:00") == "2024-07-12 13:25")
    #expect(GalleryDate.minute("2024-07-12 13:25:29 UTC") == "2024-07-12 13:25 UTC")
    #expect(GalleryDate.minute("some day") == "some day")
    #expect(GalleryDate.minute("2024-07-12") == "2024-07-12")
  }
}
